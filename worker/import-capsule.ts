// The capsule door: text of up to 256 MiB, streamed in and run statement by statement. Small statements share a command, and so a
// commit; where such a group fails, its statements run one by one, so that everything before the faulty one is kept.
import type { CapsuleFile, ImportProgress, ImportSummary } from '../src/protocol/engine-api.ts';
import { errors, KipError, rebuildError } from '../src/protocol/errors.ts';
import type { KipResponse } from '../src/protocol/response.ts';
import { StatementSplitter, type CapsuleStatement } from './capsule-statements.ts';
import type { Engine } from './engine.ts';

export interface ImportOptions {
  /** Told now and then, and at the end. */
  readonly onProgress?: (progress: ImportProgress) => void;
  /** Asked between commands and while one runs; true ends the import with a timeout error. */
  readonly isCancelled?: () => boolean;
}

const CAPSULE_BYTES_MAX = 256 * 1024 * 1024;
/** Statements are put together up to this many UTF-16 units. */
const GROUP_UNITS = 128 * 1024;
/** How often the import lets other messages in, a cancel among them, and tells its progress. */
const BREATH_MS = 100;

interface UpsertResult {
  readonly blocks: number;
  readonly upsert_concept_nodes: readonly string[];
  readonly upsert_proposition_links: readonly string[];
}

/**
 * Runs a capsule.
 *
 * @param source text, or a file of UTF-8
 * @throws KipError for the first statement that is refused, with its place in the capsule; those before it stay
 */
export async function importCapsule(
  engine: Pick<Engine, 'execute'>,
  source: string | CapsuleFile,
  options: ImportOptions = {},
): Promise<ImportSummary> {
  const total = typeof source === 'string' ? source.length : source.size;
  if (total > CAPSULE_BYTES_MAX) {
    throw errors.resourceExhausted(
      'The capsule is larger than 256 MiB.',
      'Split it between two statements into several files.',
    );
  }
  const run = new ImportRun(engine, options, total);
  const splitter = new StatementSplitter();
  for await (const { text, size } of chunks(source)) {
    for (const statement of splitter.push(text)) await run.add(statement);
    run.done += size;
  }
  const last = splitter.end();
  if (last) await run.add(last);
  await run.flush();
  run.tell();
  return run.summary();
}

class ImportRun {
  /** How much of the source has been read, in its own units. */
  done = 0;
  readonly #engine: Pick<Engine, 'execute'>;
  readonly #options: ImportOptions;
  readonly #total: number;
  #group: CapsuleStatement[] = [];
  #groupUnits = 0;
  #breathed = performance.now();
  #summary: ImportSummary = { statements: 0, conceptBlocks: 0, propositionBlocks: 0 };

  constructor(engine: Pick<Engine, 'execute'>, options: ImportOptions, total: number) {
    this.#engine = engine;
    this.#options = options;
    this.#total = total;
  }

  async add(statement: CapsuleStatement): Promise<void> {
    if (this.#groupUnits + statement.text.length > GROUP_UNITS) await this.flush();
    this.#group.push(statement);
    this.#groupUnits += statement.text.length;
  }

  async flush(): Promise<void> {
    const group = this.#group;
    this.#group = [];
    this.#groupUnits = 0;
    if (group.length === 0) return;
    await this.#breathe();
    const response = await this.#execute(group.map(({ text }) => text).join(''));
    if (!response.error) return this.#count(response.result!);
    for (const statement of group) {
      const single = group.length === 1 ? response : await this.#execute(statement.text);
      if (single.error) throw this.#placed(single.error, statement);
      this.#count(single.result!);
    }
  }

  tell(): void {
    const { statements } = this.#summary;
    this.#options.onProgress?.({ statements, done: this.done, total: this.#total });
  }

  summary(): ImportSummary {
    return this.#summary;
  }

  async #execute(command: string): Promise<KipResponse<UpsertResult>> {
    const { isCancelled } = this.#options;
    if (isCancelled?.()) throw errors.executionTimeout('The import was cancelled. What came before stays.');
    const response = await this.#engine.execute({ command }, { ...(isCancelled && { isCancelled }) });
    return response as unknown as KipResponse<UpsertResult>;
  }

  #count({ blocks, upsert_concept_nodes, upsert_proposition_links }: UpsertResult): void {
    const { statements, conceptBlocks, propositionBlocks } = this.#summary;
    this.#summary = {
      statements: statements + blocks,
      conceptBlocks: conceptBlocks + upsert_concept_nodes.length,
      propositionBlocks: propositionBlocks + upsert_proposition_links.length,
    };
  }

  /** Positions in a message are within the statement; its own place comes first. */
  #placed(error: NonNullable<KipResponse['error']>, { line }: CapsuleStatement): KipError {
    const { kind, message, hint } = rebuildError(error);
    const place = `Statement ${this.#summary.statements + 1} of the capsule, from line ${line}: ${message}`;
    return new KipError(kind, place, hint);
  }

  async #breathe(): Promise<void> {
    if (performance.now() - this.#breathed < BREATH_MS) return;
    this.tell();
    await new Promise((resume) => setTimeout(resume));
    this.#breathed = performance.now();
  }
}

async function* chunks(source: string | CapsuleFile): AsyncGenerator<{ text: string; size: number }> {
  if (typeof source === 'string') {
    yield { text: source, size: source.length };
    return;
  }
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const reader = source.stream().getReader();
  for (let part = await reader.read(); part.value; part = await reader.read()) {
    yield { text: decode(decoder, part.value), size: part.value.length };
  }
  yield { text: decode(decoder), size: 0 };
}

function decode(decoder: TextDecoder, bytes?: Uint8Array): string {
  try {
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
  } catch {
    throw errors.invalidSyntax('The capsule is not valid UTF-8.', 'Save the file as UTF-8, then import it again.');
  }
}
