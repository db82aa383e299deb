// The engine as a page sees it (src/protocol/engine-api.ts): one memory per worker, opened on a file in OPFS under a lock that
// keeps other tabs out, or in memory where the browser refuses files. A refusal is told; any other failure to open is an error,
// since falling back to an empty memory would look like having lost everything.
import type { Sqlite3Static } from '@sqlite.org/sqlite-wasm';
import {
  CANCEL_CELLS,
  type EngineApi,
  type ExecuteAnswer,
  type ExecuteCall,
  type ExportedPage,
  type ImportCall,
  type ImportProgress,
  type ImportSummary,
  type Opened,
  type OpenRequest,
  type Outcome,
} from '../src/protocol/engine-api.ts';
import { errors, KipError } from '../src/protocol/errors.ts';
import { createEngine, type Engine } from './engine.ts';
import { importCapsule } from './import-capsule.ts';
import { exportNexus } from './meta/export-nexus.ts';
import type { Driver } from './store/driver.ts';
import { findDamage } from './store/integrity.ts';
import { openMemoryDriver, openPoolDriver } from './store/sqlite.ts';

const FILE_NAME = '/nexus.sqlite3';
const FOREVER = new Promise<never>(() => {});

export class EngineDoor implements EngineApi {
  readonly #sqlite: Promise<Sqlite3Static>;
  #engine: Engine | undefined;
  #driver: Driver | undefined;
  #cancelCells: Int32Array | undefined;
  #export: Generator<ExportedPage, void> | undefined;
  readonly #cancelled = new Set<number>();

  /** @param sqlite begins to load before the page asks for anything */
  constructor(sqlite: Promise<Sqlite3Static>) {
    this.#sqlite = sqlite;
  }

  async holdWhileAlive(lock: string): Promise<void> {
    await hold(lock);
  }

  async open(request: OpenRequest, onWaiting: () => void): Promise<Outcome<Opened>> {
    try {
      if (request.cancelCells) this.#cancelCells = new Int32Array(request.cancelCells);
      const refusal = await storageRefusal();
      if (refusal === undefined) await holdAlone(`pocket-nexus/file/${request.name}`, onWaiting);
      this.#driver = await openDriver(await this.#sqlite, request.name, refusal);
      this.#engine = await createEngine(this.#driver);
      const opened: Opened = refusal === undefined ? { storage: 'opfs' } : { storage: 'memory', reason: refusal };
      return { ok: true, value: opened };
    } catch (error) {
      this.#driver?.close();
      return { ok: false, error: asKipError(error).toJSON() };
    }
  }

  async execute({ id, request, readonly, deadlineMs }: ExecuteCall): Promise<ExecuteAnswer> {
    const { engine, driver } = this.#opened();
    const before = driver.commits;
    const text = await engine.executeText(request, { readonly, deadlineMs, isCancelled: () => this.#isCancelled(id) });
    this.#cancelled.delete(id);
    return { text, wrote: driver.commits > before };
  }

  async importCapsule(
    { id, source }: ImportCall,
    onProgress: (progress: ImportProgress) => void,
  ): Promise<Outcome<ImportSummary>> {
    const isCancelled = () => this.#isCancelled(id);
    try {
      const file = source as string | Blob; // a Blob stays one on its way here
      return { ok: true, value: await importCapsule(this.#opened().engine, file, { onProgress, isCancelled }) };
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

  cancel(id: number): void {
    this.#cancelled.add(id);
  }

  async close(): Promise<void> {
    this.#engine?.close();
    this.#engine = undefined;
  }

  #opened(): { engine: Engine; driver: Driver } {
    if (!this.#engine || !this.#driver) throw errors.internal('No memory is open in this worker.');
    return { engine: this.#engine, driver: this.#driver };
  }

  #isCancelled(id: number): boolean {
    const cells = this.#cancelCells;
    return this.#cancelled.has(id) || (cells !== undefined && Atomics.load(cells, id % CANCEL_CELLS) === id);
  }
}

/** Resolves once the lock is ours; it stays so until the worker ends. Where there are no locks there is nothing to wait for. */
function hold(name: string, options: LockOptions = {}): Promise<boolean> {
  if (!('locks' in navigator)) return Promise.resolve(true);
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(name, options, (lock) => {
        resolve(lock !== null);
        return lock === null ? undefined : FOREVER;
      })
      .catch(reject);
  });
}

async function holdAlone(name: string, onWaiting: () => void): Promise<void> {
  if (await hold(name, { ifAvailable: true })) return;
  onWaiting();
  await hold(name);
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

async function openDriver(sqlite3: Sqlite3Static, name: string, refusal: string | undefined): Promise<Driver> {
  if (refusal !== undefined) return openMemoryDriver(sqlite3);
  return openPoolDriver(sqlite3, { directory: `/pocket-nexus/${name}`, fileName: FILE_NAME });
}

function asKipError(error: unknown): KipError {
  if (error instanceof KipError) return error;
  return errors.internal(`The memory's worker failed: ${String(error)}`);
}
