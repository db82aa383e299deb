// The engine as a page sees it (src/protocol/engine-api.ts): one memory per worker, opened on a file in OPFS under a lock that
// keeps other tabs out, or in memory where the browser refuses files. A refusal is told; any other failure to open is an error,
// since falling back to an empty memory would look like having lost everything.
import type { Sqlite3Static } from '@sqlite.org/sqlite-wasm';
import { wrap } from 'comlink';
import {
  CANCEL_CELLS,
  type EngineApi,
  type ExamineCall,
  type ExecuteAnswer,
  type ExecuteCall,
  type ExportedPage,
  type ImportCall,
  type ImportProgress,
  type ImportSummary,
  type MeaningChange,
  type Opened,
  type OpenRequest,
  type Outcome,
  type StorageChoice,
} from '../src/protocol/engine-api.ts';
import { errors, KipError } from '../src/protocol/errors.ts';
import type { Change, Reads } from '../src/protocol/changes.ts';
import type { Explanation, Timings } from '../src/protocol/explain.ts';
import type { Preview } from '../src/protocol/preview.ts';
import type { KipRequest } from '../src/protocol/request.ts';
import type { Port } from '../src/protocol/model-api.ts';
import type { MeaningState, ModelProfile } from '../src/protocol/models.ts';
import type { Json } from '../src/protocol/values.ts';
import type { WorkspaceCall } from '../src/protocol/workspace.ts';
import { createEngine, type Engine } from './engine.ts';
import { holdLock } from './hold-lock.ts';
import { importCapsule } from './import-capsule.ts';
import { exportNexus } from './meta/export-nexus.ts';
import type { OpenedNexus } from './nexus.ts';
import type { Embedder } from './search/embedder.ts';
import type { Meaning } from './search/meaning.ts';
import type { Driver } from './store/driver.ts';
import { findDamage } from './store/integrity.ts';
import { openMemoryDriver, openPoolDriver, removePool } from './store/sqlite.ts';

const FILE_NAME = '/nexus.sqlite3';

export class EngineDoor implements EngineApi {
  readonly #sqlite: Promise<Sqlite3Static>;
  /** Of the memory that is kept in a file; undefined for one that is not. */
  #name: string | undefined;
  #engine: Engine | undefined;
  #driver: Driver | undefined;
  #cancelCells: Int32Array | undefined;
  #export: Generator<ExportedPage, void> | undefined;
  readonly #cancelled = new Set<number>();
  readonly #changeWatchers: ((change: Change) => void)[] = [];
  readonly #tellChange = (change: Change): void => this.#changeWatchers.forEach((watch) => watch(change));

  /** @param sqlite begins to load before the page asks for anything */
  constructor(sqlite: Promise<Sqlite3Static>) {
    this.#sqlite = sqlite;
  }

  async holdWhileAlive(lock: string): Promise<void> {
    await holdLock(lock);
  }

  async open(request: OpenRequest, onWaiting: () => void): Promise<Outcome<Opened>> {
    try {
      if (request.cancelCells) this.#cancelCells = new Int32Array(request.cancelCells);
      const opened = await settleStorage(request.storage);
      if (opened.storage === 'opfs') {
        this.#name = request.name;
        await holdAlone(`pocket-nexus/file/${request.name}`, onWaiting);
      }
      this.#driver = await openDriver(await this.#sqlite, this.#name);
      this.#engine = await createEngine(this.#driver);
      return { ok: true, value: opened };
    } catch (error) {
      this.#driver?.close();
      return { ok: false, error: asKipError(error).toJSON() };
    }
  }

  async execute({ id, request, readonly, deadlineMs, requestId }: ExecuteCall): Promise<ExecuteAnswer> {
    const { engine, driver } = this.#opened();
    const before = driver.commits;
    let timings: Timings | undefined;
    const text = await engine.executeText(request, {
      readonly,
      deadlineMs,
      ...(requestId !== undefined && { requestId }),
      isCancelled: () => this.#isCancelled(id),
      onCommit: this.#tellChange,
      onTimings: (measured) => (timings = measured),
    });
    this.#cancelled.delete(id);
    return { text, wrote: driver.commits !== before, timings: timings! };
  }

  async importCapsule(
    { id, source }: ImportCall,
    onProgress: (progress: ImportProgress) => void,
  ): Promise<Outcome<ImportSummary>> {
    const isCancelled = () => this.#isCancelled(id);
    try {
      const file = source as string | Blob; // a Blob stays one on its way here
      const options = { onProgress, isCancelled, onCommit: this.#tellChange };
      return { ok: true, value: await importCapsule(this.#opened().engine, file, options) };
    } catch (error) {
      return { ok: false, error: asKipError(error).toJSON() };
    } finally {
      this.#cancelled.delete(id);
    }
  }

  async exportPage(which: 'first' | 'next'): Promise<Outcome<ExportedPage | undefined>> {
    try {
      if (which === 'first') this.#export = exportNexus(this.#opened().engine.nexus);
      // A worker that replaced another one in the middle knows nothing of its export.
      if (!this.#export) throw errors.internal('The export was interrupted.', 'Begin it again.');
      return { ok: true, value: this.#export.next().value ?? undefined };
    } catch (error) {
      return { ok: false, error: asKipError(error).toJSON() };
    }
  }

  async findDamage(): Promise<string | undefined> {
    return findDamage(this.#opened().driver, 'full');
  }

  async useModel(profile: ModelProfile, port: Port): Promise<Outcome<null>> {
    const model = wrap<Pick<Embedder, 'embed'>>(port as MessagePort);
    return attempt(async () => {
      await this.#meaning().use({ profile, embed: (texts, purpose) => model.embed(texts, purpose) });
      return null;
    });
  }

  loseModel(profileId: string, reason: string): void {
    this.#meaning().lose(profileId, reason);
  }

  async meaning(change?: MeaningChange): Promise<Outcome<MeaningState>> {
    return attempt(() => {
      const meaning = this.#meaning();
      if (change === 'cancel') meaning.cancelChange();
      if (change === 'stop') meaning.stop();
      if (change === 'forget') meaning.forget();
      return meaning.state();
    });
  }

  watchMeaning(onChange: (state: MeaningState) => void): void {
    this.#meaning().watch(onChange);
  }

  watchChanges(onChange: (change: Change) => void): void {
    this.#changeWatchers.push(onChange);
  }

  readsOf(request: KipRequest): Promise<Outcome<Reads>> {
    return attempt(async () => {
      const { readsOf } = await import('./examine/examine.ts');
      return readsOf(request);
    });
  }

  preview(call: ExamineCall & { readonly elementsMax?: number }): Promise<Outcome<Preview>> {
    return this.#examine(call, async ({ preview }, nexus) => preview(nexus, call.request, call.elementsMax));
  }

  explain(call: ExamineCall): Promise<Outcome<Explanation>> {
    return this.#examine(call, async ({ explain }, nexus) => explain(nexus, call.request));
  }

  workspace(call: WorkspaceCall): Promise<Outcome<Json>> {
    return attempt(async () => {
      const { useWorkspace } = await import('./store/workspace.ts');
      return useWorkspace(this.#opened().driver, call);
    });
  }

  cancel(id: number): void {
    this.#cancelled.add(id);
  }

  async close(): Promise<void> {
    this.#engine?.close();
    this.#engine = undefined;
  }

  async destroy(): Promise<Outcome<null>> {
    return attempt(async () => {
      await this.close();
      if (this.#name !== undefined) await removePool(poolDirectory(this.#name));
      return null;
    });
  }

  #opened(): { engine: Engine; driver: Driver } {
    if (!this.#engine || !this.#driver) throw errors.internal('No memory is open in this worker.');
    return { engine: this.#engine, driver: this.#driver };
  }

  #examine<T>(
    { id, deadlineMs }: ExamineCall,
    body: (examine: typeof import('./examine/examine.ts'), nexus: OpenedNexus) => Promise<T>,
  ): Promise<Outcome<T>> {
    return attempt(async () => {
      const examine = await import('./examine/examine.ts');
      const { nexus } = this.#opened().engine;
      const end = performance.now() + deadlineMs;
      nexus.driver.interruptWhen(() => performance.now() > end || this.#isCancelled(id));
      try {
        return await body(examine, nexus);
      } finally {
        nexus.driver.interruptWhen(undefined);
        this.#cancelled.delete(id);
      }
    });
  }

  #meaning(): Meaning {
    return this.#opened().engine.nexus.meaning;
  }

  #isCancelled(id: number): boolean {
    const cells = this.#cancelCells;
    return this.#cancelled.has(id) || (cells !== undefined && Atomics.load(cells, id % CANCEL_CELLS) === id);
  }
}

async function holdAlone(name: string, onWaiting: () => void): Promise<void> {
  if (await holdLock(name, { ifAvailable: true })) return;
  onWaiting();
  await holdLock(name);
}

/** @throws internal where a file is asked for and refused */
async function settleStorage(choice: StorageChoice): Promise<Opened> {
  if (choice === 'memory') return { storage: 'memory', reason: 'It was opened as a memory that is not kept.' };
  const refusal = await storageRefusal();
  if (refusal === undefined) return { storage: 'opfs' };
  if (choice === 'auto') return { storage: 'memory', reason: refusal };
  throw errors.internal(
    `This memory cannot be kept in a file. ${refusal}`,
    'Open the page in an ordinary window over https, or choose storage "auto" or "memory", of which nothing is kept.',
  );
}

/** Why this browser keeps no files for this page, in plain words; undefined where it does. */
async function storageRefusal(): Promise<string | undefined> {
  const { storage } = navigator as { storage?: StorageManager };
  const handle = (globalThis as { FileSystemFileHandle?: { prototype: object } }).FileSystemFileHandle;
  if (typeof storage?.getDirectory !== 'function' || !handle || !('createSyncAccessHandle' in handle.prototype)) {
    return 'This browser has no private file system for pages, or the page was not opened over https or from this machine.';
  }
  try {
    await storage.getDirectory();
    return undefined;
  } catch (error) {
    return `This browser refuses to keep files for this page, as it does in a private window (${(error as Error).name}).`;
  }
}

async function openDriver(sqlite3: Sqlite3Static, name: string | undefined): Promise<Driver> {
  if (name === undefined) return openMemoryDriver(sqlite3);
  return openPoolDriver(sqlite3, { directory: poolDirectory(name), fileName: FILE_NAME });
}

const poolDirectory = (name: string): string => `/pocket-nexus/${name}`;

async function attempt<T>(body: () => T | Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await body() };
  } catch (error) {
    return { ok: false, error: asKipError(error).toJSON() };
  }
}

function asKipError(error: unknown): KipError {
  if (error instanceof KipError) return error;
  return errors.internal(`The memory's worker failed: ${String(error)}`);
}
