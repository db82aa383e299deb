// The command line of the terminal door.
import { parseArgs } from 'node:util';
import { EXIT, Exit } from './exit-code.ts';

export interface CommandLine {
  /** Capsule files to run, in order; with none, a door opens: `--jsonl` for programs, else the terminal. */
  readonly files: readonly string[];
  readonly jsonl: boolean;
  /** A server for agents on standard input and output; undefined for the other doors. */
  readonly mcp: { readonly readonly: boolean; readonly confirm: boolean } | undefined;
  readonly db: string | undefined;
  /** Search by meaning too, with the model that comes with the app. */
  readonly semantic: boolean;
  readonly help: boolean;
}

export const USAGE = `Usage: pocket-nexus [options] [FILE.kip …]     (from a checkout: npm run --silent kip -- …)

  (nothing)      a terminal to type KIP into
  FILE.kip …     run capsules and say what came of them
  --jsonl        one request per line in, one response per line out:
                 {"function": "execute_kip" | "execute_kip_readonly", "arguments": {…}}
  mcp            a server of the Model Context Protocol on standard input and output, for agents:
                 tools execute_kip and execute_kip_readonly
    --readonly   only the one that reads
    --confirm    the client asks its user before DELETE, MERGE and UPDATE
  --db FILE      keep the memory in FILE (made if missing), on disk before each answer;
                 without it the memory is fresh and gone at the end
  --semantic     search by meaning too, with the model that comes with the app; a search then
                 waits until everything written before it can be found so
  --help

Exit codes: 0 done · 1 a capsule was refused · 64 wrong usage · 65 FILE is damaged or newer than this program, and
was left as it is · 66 a file is missing · 70 internal fault · 74 not saved · 75 FILE is in use by another process
`;

/**
 * @throws Exit for a command line that makes no sense
 */
export function readCommandLine(argv: readonly string[]): CommandLine {
  const { values, positionals } = parse(argv);
  const { jsonl = false, db, semantic = false, help = false, readonly = false, confirm = false } = values;
  const isMcp = positionals[0] === 'mcp';
  if (isMcp && (positionals.length > 1 || jsonl)) throw usage('mcp takes no files, and not --jsonl.');
  if (!isMcp && (readonly || confirm)) throw usage('--readonly and --confirm go with mcp.');
  if (jsonl && positionals.length > 0) throw usage('--jsonl reads requests from standard input; it takes no files.');
  if (db === '') throw usage('--db needs the name of a file.');
  const mcp = isMcp ? { readonly, confirm } : undefined;
  return { files: isMcp ? [] : positionals, jsonl, mcp, db, semantic, help };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        jsonl: { type: 'boolean' },
        db: { type: 'string' },
        semantic: { type: 'boolean' },
        readonly: { type: 'boolean' },
        confirm: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw usage((error as Error).message);
  }
}

function usage(message: string): Exit {
  return new Exit(EXIT.usage, `${message}\n\n${USAGE}`);
}
