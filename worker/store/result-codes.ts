// What SQLite's result codes mean to an agent. The only place that turns one into a KipError.
import { errors, KipError } from '../../src/protocol/errors.ts';

const READONLY = 8;
const INTERRUPT = 9;
export const IOERR = 10;
const CORRUPT = 11;
export const FULL = 13;
const TOOBIG = 18;
export const NOMEM = 7;
const ERROR = 1;
const NOTADB = 26;

/** SQLite's own ceilings are reported as plain errors; these are the ones a query can run into. */
const CEILING = /too many|too large|parser stack overflow|at most \d+ tables|too complex|too long/i;

/** The file is damaged: what it holds must be read by other means, or be replaced. */
export class DamageError extends KipError {
  constructor(found: string) {
    super(
      'internal',
      `The database file is damaged or is not a database (${found}).`,
      'Open the memory again: the file is then set aside, and what can be read of it can be saved. Or restore a backup.',
    );
  }
}

/**
 * The error for a failed SQLite call.
 *
 * @param code    extended or primary result code
 * @param message text of sqlite3_errmsg
 */
export function sqliteError(code: number, message: string): KipError {
  switch (code & 0xff) {
    case INTERRUPT:
      return errors.executionTimeout('The statement was interrupted before it finished. Nothing was written.');
    case FULL:
      return errors.resourceExhausted(
        'The storage is full, so nothing was written.',
        'Free space on the device, or delete what is no longer needed (DELETE CONCEPT … DETACH), then try again.',
      );
    case NOMEM:
      return errors.resourceExhausted('The memory of the engine is exhausted. Nothing was written.');
    case TOOBIG:
      return errors.resourceExhausted('A value or a result is larger than the engine can hold (1 GB).');
    case CORRUPT:
    case NOTADB:
      return new DamageError(message);
    case READONLY:
      return errors.internal(`A read tried to write (${message}). Nothing was written.`);
    case ERROR:
      if (CEILING.test(message)) {
        return errors.resourceExhausted(
          `The command is too large for one SQL statement (${message}).`,
          'Split it: fewer clauses, alternatives or list items per command.',
        );
      }
      return errors.internal(`SQLite: ${message}`);
    default:
      return errors.internal(`SQLite: ${message} (result code ${code})`);
  }
}
