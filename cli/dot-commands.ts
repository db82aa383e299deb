// What the terminal understands besides KIP: lines that begin with a dot.
import { writeFile } from 'node:fs/promises';
import { errors, KipError } from '../src/protocol/errors.ts';
import { isJsonObject, type Json } from '../src/protocol/values.ts';
import { exportNexus } from '../worker/meta/export-nexus.ts';
import { printText } from './paint.ts';
import type { ReplState } from './repl.ts';
import { importFile } from './run-capsule.ts';

interface DotCommand {
  readonly usage: string;
  readonly help: string;
  run(argument: string, state: ReplState): Promise<void> | void;
}

const COMMANDS: Readonly<Record<string, DotCommand>> = {
  help: { usage: '.help', help: 'this list', run: (_argument, state) => state.print(helpText()) },
  quit: { usage: '.quit', help: 'end (Ctrl+D too)', run: (_argument, state) => void (state.done = true) },
  schema: { usage: '.schema', help: 'the types and predicates this memory knows', run: showSchema },
  primer: { usage: '.primer', help: 'what an agent is told first (DESCRIBE PRIMER)', run: showPrimer },
  params: {
    usage: '.params {…}',
    help: 'values for :placeholders of the next commands; alone: show them',
    run: setParameters,
  },
  readonly: {
    usage: '.readonly on|off',
    help: 'refuse commands that write',
    run: (argument, state) => void (state.readonly = onOrOff(argument)),
  },
  dryrun: {
    usage: '.dryrun on|off',
    help: 'check commands without writing',
    run: (argument, state) => void (state.dryRun = onOrOff(argument)),
  },
  import: { usage: '.import FILE', help: 'run a capsule', run: importCapsule },
  export: { usage: '.export FILE', help: 'write the whole memory as a capsule', run: exportCapsule },
};

function helpText(): string {
  const rows = Object.values(COMMANDS);
  const width = Math.max(...rows.map(({ usage }) => usage.length)) + 3;
  return rows.map(({ usage, help }) => usage.padEnd(width) + help).join('\n');
}

/** Runs one; a fault in it is printed, never thrown. */
export async function runDotCommand(line: string, state: ReplState): Promise<void> {
  const [, name = '', argument = ''] = /^\.(\S*)\s*(.*)$/s.exec(line) ?? [];
  const command = COMMANDS[name === 'exit' ? 'quit' : name];
  if (!command) return state.print(`There is no .${printText(name)}. .help lists what there is.`);
  try {
    await command.run(argument, state);
  } catch (error) {
    const hint = error instanceof KipError ? `\n${error.hint}` : '';
    state.print(state.paint.error(printText((error as Error).message)) + printText(hint));
  }
}

async function read(command: string, { session }: ReplState): Promise<Json> {
  const { result, error } = await session.engine.execute({ command }, { readonly: true });
  if (error) throw errors.internal(error.message, error.hint);
  return result ?? null;
}

async function showSchema(_argument: string, state: ReplState): Promise<void> {
  for (const [title, type] of [
    ['Concept types', '$ConceptType'],
    ['Predicates', '$PropositionType'],
  ] as const) {
    const names = await read(`FIND(?t.name) WHERE { ?t {type: "${type}"} } ORDER BY ?t.name`, state);
    state.print(state.paint.strong(title));
    state.print(`  ${printText((names as string[]).join(', '))}`);
  }
}

async function showPrimer(_argument: string, state: ReplState): Promise<void> {
  state.print(state.paint.json(await read('DESCRIBE PRIMER', state)));
}

function setParameters(argument: string, state: ReplState): void {
  if (argument !== '') {
    const parameters = JSON.parse(argument) as Json;
    if (!isJsonObject(parameters)) throw new Error('Parameters are a JSON object, for example {"name": "Aspirin"}.');
    state.parameters = parameters;
  }
  state.print(state.paint.json(state.parameters));
}

function onOrOff(argument: string): boolean {
  if (argument === 'on' || argument === 'off') return argument === 'on';
  throw new Error('Say "on" or "off".');
}

async function importCapsule(path: string, state: ReplState): Promise<void> {
  if (path === '') throw new Error('Name the file: .import FILE');
  state.print(await importFile(path, state.session));
}

async function exportCapsule(path: string, state: ReplState): Promise<void> {
  if (path === '') throw new Error('Name the file: .export FILE');
  const pages = [...exportNexus(state.session.engine.nexus)];
  await writeFile(path, pages.map(({ text }) => `${text}\n`).join(''), { flag: 'wx', mode: 0o600 });
  const sum = (key: 'concepts' | 'propositions') => pages.reduce((total, page) => total + page[key], 0);
  state.print(`Wrote ${sum('concepts')} concepts and ${sum('propositions')} propositions to ${path}.`);
}
