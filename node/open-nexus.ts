// A memory in Node and other hosts that run the engine in their own thread: the same requests and answers as in a page.
import type { ImportProgress, ImportSummary } from '../src/protocol/engine-api.ts';
import { errors } from '../src/protocol/errors.ts';
import type { KipRequest } from '../src/protocol/request.ts';
import type { KipResponse } from '../src/protocol/response.ts';
import type { Json } from '../src/protocol/values.ts';
import { importCapsule } from '../worker/import-capsule.ts';
import { exportNexus } from '../worker/meta/export-nexus.ts';
import { GroupedTurns } from './grouped-turns.ts';
import { openInFile, openInMemory, type KeptMemory } from './kept-memory.ts';

/** How a memory is opened. */
export interface OpenOptions {
  /** Path of the file that keeps the memory; made if missing. Absent for a memory that is gone when it is closed. */
  readonly file?: string;
  /** What a memory without a file begins with, as `image()` gives it; left unchanged. Absent for a fresh one. */
  readonly image?: Uint8Array;
  /** Whether searches go by meaning too, with the model that comes with the package. Loading it takes a second. */
  readonly embeddings?: boolean;
}

/** What a request may be told. */
export interface CallOptions {
  /** Withdraws the request where its turn has not come. What has begun goes on to its end or its deadline. */
  readonly signal?: AbortSignal;
  /** How many milliseconds the request may take once its turn has come; past them the answer is KIP's timeout error. No limit if absent. */
  readonly deadlineMs?: number;
}

/** What an import may be told. */
export interface ImportOptions {
  /** Stops the import between two statements; those before stay. */
  readonly signal?: AbortSignal;
  /** Told a few times a second how far the import has come. */
  readonly onProgress?: (progress: ImportProgress) => void;
}

/** One open memory. Calls are answered in order; a change is on disk before its answer comes. */
export class Nexus {
  /** The file that keeps the memory; undefined for one that is in memory only. */
  readonly path: string | undefined;
  readonly #memory: KeptMemory;
  readonly #turns: GroupedTurns;
  #closed = false;

  private constructor(memory: KeptMemory) {
    this.path = memory.path;
    this.#memory = memory;
    this.#turns = new GroupedTurns(() => (this.#closed ? Promise.resolve() : memory.keep()));
  }

  /** @internal */
  static async open({ file, image, embeddings = false }: OpenOptions): Promise<Nexus> {
    if (file !== undefined && image) throw new TypeError('Give "file" or "image", not both.');
    const memory = await (file === undefined ? openInMemory(image) : openInFile(file));
    try {
      if (embeddings) await useEmbeddedModel(memory);
      return new Nexus(memory);
    } catch (error) {
      await memory.close();
      throw error;
    }
  }

  /**
   * Runs a request with read and write access (execute_kip, specification §6.1). Errors of KIP are answers too: see `error`.
   *
   * @throws NexusFileError where the change could not be written to the file
   */
  execute<T = Json>(request: KipRequest, options: CallOptions = {}): Promise<KipResponse<T>> {
    return this.#execute<T>(request, false, options);
  }

  /** Runs a request that may not change anything (execute_kip_readonly). */
  executeReadonly<T = Json>(request: KipRequest, options: CallOptions = {}): Promise<KipResponse<T>> {
    return this.#execute<T>(request, true, options);
  }

  /**
   * Imports a capsule statement by statement. Text of any size; a stream is read first.
   *
   * @throws KipError for the first statement that is refused; those before it stay
   */
  async importCapsule(
    source: string | Blob | ReadableStream<Uint8Array>,
    options: ImportOptions = {},
  ): Promise<ImportSummary> {
    const { signal, onProgress } = options;
    const whole = source instanceof ReadableStream ? await new Response(source).blob() : source;
    const told = { ...(onProgress && { onProgress }), isCancelled: () => signal?.aborted === true };
    return this.#inTurn(
      () =>
        importCapsule(this.#memory.engine, whole, told).catch((failure: unknown) => {
          signal?.throwIfAborted();
          throw failure;
        }),
      signal,
    );
  }

  /** The whole memory as a capsule, except what every fresh memory has. */
  exportCapsule(options: Pick<CallOptions, 'signal'> = {}): Promise<Blob> {
    return this.#inTurn(async () => {
      const texts = [...exportNexus(this.#memory.engine.nexus)].map(({ text }) => `${text}\n`);
      return new Blob(texts, { type: 'text/plain' });
    }, options.signal);
  }

  /** The bytes of the database, as a file would hold them: to keep it elsewhere, or to open it again with `{ image }`. */
  image(): Promise<Uint8Array> {
    return this.#inTurn(async () => this.#memory.image(), undefined);
  }

  /** Finishes what is under way, then closes and lets go of the file. Calls after this one reject. */
  async close(): Promise<void> {
    if (this.#closed) return;
    await this.#turns.run(async () => {
      if (this.#closed) return;
      this.#closed = true;
      await this.#memory.keep().finally(() => this.#memory.close());
    });
  }

  #execute<T>(request: KipRequest, readonly: boolean, { signal, deadlineMs }: CallOptions): Promise<KipResponse<T>> {
    const options = { readonly, ...(deadlineMs !== undefined && { deadlineMs }) };
    return this.#inTurn(async () => (await this.#memory.engine.execute(request, options)) as KipResponse<T>, signal);
  }

  #inTurn<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    return this.#turns.run(async () => {
      signal?.throwIfAborted();
      if (this.#closed) throw errors.internal('This memory was closed.', 'Open it again with openNexus().');
      return work();
    });
  }
}

/**
 * Opens a memory in this process: in a file, or in memory only. One process at a time has a file.
 *
 * @throws NexusFileError where the file is in use, damaged, or made by a newer version; it is left as it is
 */
export function openNexus(options: OpenOptions = {}): Promise<Nexus> {
  return Nexus.open(options);
}

async function useEmbeddedModel({ engine, keep }: KeptMemory): Promise<void> {
  const [{ loadEmbeddedModel }, { MODELS }, { fileURLToPath }] = await Promise.all([
    import('./embedded-model.ts'),
    import('./models-folder.ts'),
    import('node:url'),
  ]);
  await engine.nexus.meaning.use(await loadEmbeddedModel(fileURLToPath(MODELS)));
  await keep();
}
