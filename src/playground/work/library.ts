// History and saved statements, kept in the nexus' own workspace, so that they go where the memory goes.
import type { Nexus } from '../../index.ts';
import type { Json, Parameters } from '../../protocol/values.ts';
import { rowsOf } from './answer-size.ts';
import type { Run } from './run.ts';
import { shortened } from './statement-kind.ts';

export interface PastRun {
  readonly key: string;
  readonly command: string;
  readonly parameters: Parameters;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly elapsedMs: number;
  /** Absent where the answer was no list. */
  readonly rows?: number;
  /** Code of the error it was answered with. */
  readonly error?: string;
}

export interface SavedStatement {
  readonly key: string;
  readonly name: string;
  readonly command: string;
  readonly parameters: Parameters;
  readonly at: number;
}

const HISTORY = 'history/';
const SAVED = 'saved/';
/** The oldest runs make room for new ones. */
const HISTORY_MAX = 500;
/** A statement longer than this is no use in a list, and would soon fill the workspace. */
const COMMAND_MAX = 64 * 1024;

export class Library extends EventTarget {
  readonly #nexus: Nexus;
  /** Newest first. */
  history: readonly PastRun[] = [];
  /** By name. */
  saved: readonly SavedStatement[] = [];

  constructor(nexus: Nexus) {
    super();
    this.#nexus = nexus;
  }

  async load(): Promise<void> {
    const { workspace } = this.#nexus;
    const [history, saved] = await Promise.all([workspace.list(HISTORY), workspace.list(SAVED)]);
    const kept = history.map(({ key, value }) => ({ ...(value as unknown as PastRun), key })).reverse();
    this.history = [...this.history, ...kept.filter(({ key }) => !this.history.some((run) => run.key === key))];
    this.saved = byName(saved.map(({ key, value }) => ({ ...(value as unknown as SavedStatement), key })));
    this.#tell();
  }

  /** Puts a run at the head; one with the same text right before it is replaced. */
  async record({ id, command, parameters, response, elapsedMs, at }: Run): Promise<void> {
    if (command.length > COMMAND_MAX) return;
    const rows = rowsOf(command, response.result);
    const value = {
      command,
      parameters,
      at,
      elapsedMs,
      ...(rows !== undefined && { rows }),
      ...(response.error && { error: response.error.code }),
    };
    const key = `${HISTORY}${String(at).padStart(15, '0')}-${id}`;
    const [last] = this.history;
    const repeated = last?.command === command && JSON.stringify(last.parameters) === JSON.stringify(parameters);
    const rest = repeated ? this.history.slice(1) : this.history;
    const old = [...(repeated ? [last!] : []), ...rest.slice(HISTORY_MAX - 1)];
    this.history = [{ key, ...value }, ...rest.slice(0, HISTORY_MAX - 1)];
    this.#tell();
    await this.#nexus.workspace.set(key, value as unknown as Json);
    if (old.length > 0) await this.#nexus.workspace.delete(...old.map((each) => each.key));
  }

  async save(name: string, command: string, parameters: Parameters): Promise<void> {
    const value = { name: name.trim() || shortened(command), command, parameters, at: Date.now() };
    const same = this.saved.find((each) => each.name === value.name);
    const key = same?.key ?? `${SAVED}${crypto.randomUUID()}`;
    await this.#nexus.workspace.set(key, value as unknown as Json);
    this.saved = byName([...this.saved.filter((each) => each !== same), { key, ...value }]);
    this.#tell();
  }

  async remove(...keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    await this.#nexus.workspace.delete(...keys);
    this.history = this.history.filter(({ key }) => !keys.includes(key));
    this.saved = this.saved.filter(({ key }) => !keys.includes(key));
    this.#tell();
  }

  #tell(): void {
    this.dispatchEvent(new Event('change'));
  }
}

const byName = (saved: readonly SavedStatement[]): readonly SavedStatement[] =>
  saved.toSorted((a, b) => a.name.localeCompare(b.name));

/** Whether a text holds each of the words, in any case and order. */
export function matches(text: string, words: string): boolean {
  const held = text.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => held.includes(word));
}
