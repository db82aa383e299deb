// Requests that their sender has named, so that sending one again applies nothing twice: in the transaction of each writing command its
// answer is kept under the request's id and the command's place in the batch. A sender repeats a request when a worker ended before it
// answered, so within moments; kept is what was answered in the last 24 hours, of that the last 10,000 commands.
import { errors } from '../../src/protocol/errors.ts';
import type { Driver } from './driver.ts';

export const KEPT_MS = 24 * 60 * 60 * 1000;
export const KEPT_COMMANDS = 10_000;
/** How many answers are added between two looks at what may go; the first of a session looks as well. */
const ADDED_BETWEEN_LOOKS = 256;
const ID_UNITS_MAX = 200;

export interface NamedCommand {
  /** Chosen by the sender, never twice for different requests. */
  readonly request: string;
  /** Of the command in its batch, from 0. */
  readonly position: number;
  /** Equal for equal commands with equal parameters. */
  readonly digest: string;
}

export class AnsweredRequests {
  readonly #driver: Driver;
  #added = 0;

  constructor(driver: Driver) {
    this.#driver = driver;
  }

  /**
   * The answer the command had when it was committed, or undefined where it was not.
   *
   * @throws constraintViolation where the id belongs to another command
   */
  find({ request, position, digest }: NamedCommand): string | undefined {
    const row = this.#driver.get('SELECT command, answer FROM requests WHERE request = ? AND position = ?', [
      request,
      position,
    ]);
    if (!row) return undefined;
    if (row[0] === digest) return row[1] as string;
    throw errors.constraintViolation(
      `The request id "${request}" was used before, for another command. Nothing was executed.`,
      'Give every request an id of its own, such as a new UUID, and repeat one only to send the same request again.',
    );
  }

  /** Inside the transaction of the command. */
  add({ request, position, digest }: NamedCommand, answer: string, now: number): void {
    if (this.#added++ % ADDED_BETWEEN_LOOKS === 0) this.#prune(now);
    this.#driver.run('INSERT INTO requests(request, position, command, answer, answered_at) VALUES(?, ?, ?, ?, ?)', [
      request,
      position,
      digest,
      answer,
      now,
    ]);
  }

  #prune(now: number): void {
    this.#driver.run(
      `DELETE FROM requests WHERE answered_at < max(?1, coalesce(
         (SELECT answered_at FROM requests ORDER BY answered_at DESC LIMIT 1 OFFSET ?2), 0))`,
      [now - KEPT_MS, KEPT_COMMANDS - 1],
    );
  }
}

/**
 * @throws constraintViolation for an id that is empty or too long
 */
export function requireRequestId(id: string): string {
  if (id.length >= 1 && id.length <= ID_UNITS_MAX) return id;
  throw errors.constraintViolation(
    `A request id has 1 to ${ID_UNITS_MAX} characters, and this one has ${id.length}. Nothing was executed.`,
    'Give a shorter one, such as a UUID.',
  );
}
