// The terminal for a person: commands over several lines, results in colour, a history. Lines that arrive together (a paste, a
// pipe) are taken together.
import { createInterface } from 'node:readline';
import { type Readable, type Writable } from 'node:stream';
import type { KipResponse } from '../src/protocol/response.ts';
import type { JsonObject } from '../src/protocol/values.ts';
import { runDotCommand } from './dot-commands.ts';
import { appendHistory, readHistory } from './history.ts';
import { createPaint, printText, type Paint } from './paint.ts';
import type { Session } from './session.ts';
import { continues, flatten, isBalanced, isBlank, isComplete } from './statement-end.ts';

export interface Terminal {
  readonly input: Readable;
  readonly output: Writable;
  /** Whether a person sits there: prompts, line editing, history. */
  readonly interactive: boolean;
  readonly colours: boolean;
  readonly historyPath: string | undefined;
}

/** What dot commands may change. */
export interface ReplState {
  readonly session: Session;
  readonly paint: Paint;
  print(text: string): void;
  parameters: JsonObject;
  readonly: boolean;
  dryRun: boolean;
  done: boolean;
}

const PROMPT = 'kip> ';
const PROMPT_MORE = '  … ';
/** How long after a line another one still counts as part of the same paste. */
const PASTE_MS = 15;

export async function runRepl(session: Session, terminal: Terminal): Promise<void> {
  const state: ReplState = {
    session,
    paint: createPaint(terminal.colours),
    print: (text) => void terminal.output.write(`${text}\n`),
    parameters: {},
    readonly: false,
    dryRun: false,
    done: false,
  };
  if (terminal.interactive) greet(state);
  const lines = new LineReader(terminal, await readHistory(terminal.historyPath));
  let command = '';
  while (!state.done) {
    const line = await lines.next(command === '' ? PROMPT : PROMPT_MORE);
    if (line === undefined) break;
    if (line === LineReader.CANCEL) {
      state.print(command === '' ? state.paint.faint('\n.quit or Ctrl+D ends') : '');
      command = '';
    } else if (command === '' && line.trimStart().startsWith('.')) {
      await runDotCommand(line.trim(), state);
    } else {
      command = command === '' ? line : `${command}\n${line}`;
      if (!(await isFinished(command, line, lines))) continue;
      await runCommand(command, state);
      await appendHistory(terminal.historyPath, flatten(command));
      command = '';
    }
  }
  if (!state.done && !isBlank(command)) await runCommand(command, state);
  lines.close();
}

function greet({ session, print, paint }: ReplState): void {
  print(paint.strong('Pocket Nexus'));
  print(
    paint.faint(session.path === undefined ? 'A fresh memory, gone at the end; --db FILE keeps one.' : session.path),
  );
  print(paint.faint('A command may take several lines. .help shows what else there is, .quit ends.'));
}

async function isFinished(command: string, line: string, lines: LineReader): Promise<boolean> {
  if (isBlank(command)) return false;
  if (line.trim() === '') return isBalanced(command);
  if (!isComplete(command)) return false;
  const following = await lines.peek();
  return following === undefined || !continues(following);
}

async function runCommand(command: string, state: ReplState): Promise<void> {
  if (isBlank(command)) return;
  const { session, parameters, readonly, dryRun } = state;
  const began = performance.now();
  const request = { command, parameters, ...(dryRun ? { dry_run: true } : {}) };
  const response = await session.engine.execute(request, { readonly });
  await session.keep();
  show(response, performance.now() - began, state);
}

function show(response: KipResponse, milliseconds: number, { print, paint, dryRun }: ReplState): void {
  if (response.error) {
    print(paint.error(printText(`${response.error.code}  ${response.error.message}`)));
    if (response.error.hint) print(printText(response.error.hint));
    return;
  }
  print(paint.json(response.result));
  if (response.next_cursor !== undefined) print(paint.faint(`more with CURSOR "${response.next_cursor}"`));
  print(
    paint.faint(`${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms${dryRun ? ', dry run: nothing written' : ''}`),
  );
}

/** Lines one at a time on request, over readline's events, which can bring several at once. */
class LineReader {
  static readonly CANCEL = Symbol('Ctrl+C');
  readonly #interface: ReturnType<typeof createInterface>;
  readonly #interactive: boolean;
  readonly #waiting: (string | typeof LineReader.CANCEL)[] = [];
  #ended = false;
  #wake: () => void = () => {};

  constructor({ input, output, interactive }: Terminal, history: string[]) {
    this.#interactive = interactive;
    this.#interface = createInterface({
      input,
      ...(interactive ? { output, terminal: true, history, historySize: history.length + 1000 } : { terminal: false }),
      removeHistoryDuplicates: true,
    });
    this.#interface.on('line', (line) => this.#add(line));
    this.#interface.on('SIGINT', () => {
      // What stands on the line goes too: to its end, then everything before it.
      this.#interface.write(null, { ctrl: true, name: 'e' });
      this.#interface.write(null, { ctrl: true, name: 'u' });
      this.#add(LineReader.CANCEL);
    });
    this.#interface.once('close', () => {
      this.#ended = true;
      this.#wake();
    });
  }

  /** Undefined at the end of the input. */
  async next(prompt: string): Promise<string | typeof LineReader.CANCEL | undefined> {
    if (this.#interactive && this.#waiting.length === 0 && !this.#ended) {
      this.#interface.setPrompt(prompt);
      this.#interface.prompt();
    }
    while (this.#waiting.length === 0 && !this.#ended) await new Promise<void>((wake) => (this.#wake = wake));
    return this.#waiting.shift();
  }

  /** The next line if it is already there or on its way in the same paste. */
  async peek(): Promise<string | undefined> {
    if (this.#waiting.length === 0 && !this.#ended) await new Promise((wake) => setTimeout(wake, PASTE_MS));
    const next = this.#waiting[0];
    return typeof next === 'string' ? next : undefined;
  }

  close(): void {
    this.#interface.close();
  }

  #add(line: string | typeof LineReader.CANCEL): void {
    this.#waiting.push(line);
    this.#wake();
  }
}
