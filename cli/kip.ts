// The terminal door: the same engine as in the browser, behind standard input and output.
import { NexusFileError, type FileFault } from '../node/nexus-file-error.ts';
import { KipError } from '../src/protocol/errors.ts';
import { readCommandLine, USAGE } from './command-line.ts';
import { EXIT, Exit, type ExitCode } from './exit-code.ts';
import { historyPath } from './history.ts';
import { serveLines } from './jsonl.ts';
import type { McpOptions } from './mcp.ts';
import { Output } from './output.ts';
import { printText, wantsColours } from './paint.ts';
import { runRepl } from './repl.ts';
import { importFile } from './run-capsule.ts';
import { openSession, type Session } from './session.ts';

/**
 * Runs the program; its exit code is set, not forced, so that everything written still gets out.
 *
 * @param models the folder of the app's models
 */
export async function main(argv: readonly string[], models: string): Promise<void> {
  process.exitCode = await run(argv, models).catch(report);
}

async function run(argv: readonly string[], models: string): Promise<ExitCode> {
  const { files, jsonl, mcp, db, semantic, help } = readCommandLine(argv);
  if (help) {
    process.stdout.write(USAGE);
    return EXIT.done;
  }
  if (mcp) return runMcp(mcp, db, semantic ? models : undefined);
  const session = await openSession(db, semantic ? models : undefined);
  try {
    if (jsonl) await serveLines(session, process.stdin, new Output(process.stdout));
    else if (files.length > 0) await runFiles(files, session);
    else await openTerminal(session);
    return EXIT.done;
  } finally {
    await session.close();
    // Without this an input that nobody closes would keep the program alive.
    process.stdin.destroy();
  }
}

async function runMcp(options: McpOptions, db: string | undefined, models: string | undefined): Promise<ExitCode> {
  // Loaded for this door alone: the protocol's library is larger than the engine.
  const { serveMcp } = await import('./mcp.ts');
  const session = await openSession(db, models);
  try {
    await serveMcp(session, options);
    return EXIT.done;
  } finally {
    await session.close();
    process.stdin.destroy();
  }
}

async function runFiles(files: readonly string[], session: Session): Promise<void> {
  for (const file of files) process.stdout.write(`${await importFile(file, session)}\n`);
  if (session.path === undefined) process.stdout.write('Nothing was kept: give --db FILE to keep it.\n');
}

async function openTerminal(session: Session): Promise<void> {
  const interactive = process.stdin.isTTY === true && process.stdout.isTTY === true;
  await runRepl(session, {
    input: process.stdin,
    output: process.stdout,
    interactive,
    colours: wantsColours(process.stdout, process.env),
    historyPath: interactive ? historyPath(process.env) : undefined,
  });
}

const EXIT_OF_FAULT: Readonly<Record<FileFault, ExitCode>> = {
  inUse: EXIT.inUse,
  unusable: EXIT.unusableDatabase,
  unreadable: EXIT.missingFile,
  notSaved: EXIT.notSaved,
};

function report(error: unknown): ExitCode {
  if (error instanceof Exit) {
    process.stderr.write(`${printText(error.message)}\n`);
    return error.code;
  }
  if (error instanceof NexusFileError) {
    process.stderr.write(`${printText(error.message)}\n`);
    return EXIT_OF_FAULT[error.fault];
  }
  if (error instanceof KipError) {
    process.stderr.write(`${printText(`${error.code}  ${error.message}\n${error.hint}`)}\n`);
    return EXIT.refused;
  }
  process.stderr.write(`${(error as Error).stack ?? String(error)}\n`);
  return EXIT.internal;
}
