// The engine as pages see it (src/protocol/engine-api.ts): one memory per worker, opened on a file in OPFS under a lock that makes
// this worker its owner, whom other tabs call too, or in memory where the browser refuses files. A refusal is told; any other failure to
// open is an error, since falling back to an empty memory would look like having lost everything.
import type { Sqlite3Static } from '@sqlite.org/sqlite-wasm';
import { transfer, wrap } from 'comlink';
import {
  CANCEL_CELLS,
  type CapsuleFile,
  type EngineApi,
  type ExamineCall,
  type ExecuteAnswer,
  type ExecuteCall,
  type ExportCall,
  type ExportProgress,
  type ImportCall,
  type ImportProgress,
  type ImportSummary,
  type MeaningChange,
  type Opened,
  type OpenRequest,
  type Outcome,
  type StorageChoice,
} from '../src/protocol/engine-api.ts';
import { ERROR_CODES, errors, KipError } from '../src/protocol/errors.ts';
import { RESTORED, type Change, type Reads } from '../src/protocol/changes.ts';
import type { FileState, Salvage } from '../src/protocol/copies.ts';
import type { Explanation, Timings } from '../src/protocol/explain.ts';
import type { Preview } from '../src/protocol/preview.ts';
import type { KipRequest } from '../src/protocol/request.ts';
import type { Port } from '../src/protocol/model-api.ts';
import type { MeaningState, ModelProfile } from '../src/protocol/models.ts';
import type { Json } from '../src/protocol/values.ts';
import type { WorkspaceCall } from '../src/protocol/workspace.ts';
import { fileLock } from '../src/tabs/messages.ts';
import type { Engine } from './engine.ts';
import { HeldMemory } from './held-memory.ts';
import { holdLock } from './hold-lock.ts';
import { importCapsule } from './import-capsule.ts';
import { exportBlob } from './export-blob.ts';
import type { OpenedNexus } from './nexus.ts';
import { Owner, RUNNING_MS } from './owner.ts';
import type { Embedder } from './search/embedder.ts';
import type { Meaning } from './search/meaning.ts';
import type { Driver } from './store/driver.ts';
import { findDamage } from './store/integrity.ts';
import { Turns } from './turns.ts';
import { poolIsThere } from './store/opfs-pool.ts';
import { removePool } from './store/sqlite.ts';

export class EngineDoor implements EngineApi {
  readonly #sqlite: Promise<Sqlite3Static>;
  /** Of the memory that is kept in a file; undefined for one that is not. */
  #name: string | undefined;
  #memory: HeldMemory | undefined;
  #cancelCells: Int32Array | undefined;
  #owner: Owner | undefined;
  #epoch = '';
  #page: ((port: Port) => void) | undefined;
  readonly #turns = new Turns();
  readonly #cancelled = new Set<number>();
  #watchMeaning: ((state: MeaningState) => void) | undefined;
  /** Handed in by pages, to be handed on when a backup takes the memory's place. */
  readonly #models = new Map<string, Embedder>();
  #watchChange: ((change: Change) => void) | undefined;
  /** Whether a page has asked for changes; until then, nobody looks what a commit has changed. */
  #changesWanted = false;
  /** The page of this worker hears what all hear, so that there is one way to miss nothing and one to be told nothing twice. */
  readonly #tellChange = (change: Change): void => {
    if (this.#owner) this.#owner.tell({ kind: 'changed', change });
    else this.#watchChange?.(change);
  };
  #closed = false;

  /** @param sqlite begins to load before the page asks for anything */
  constructor(sqlite: Promise<Sqlite3Static>) {
    this.#sqlite = sqlite;
  }

  async holdWhileAlive(lock: string): Promise<void> {
    await holdLock(lock);
  }

  async open(request: OpenRequest): Promise<Outcome<Opened>> {
    try {
      this.#epoch = request.epoch;
      if (request.cancelCells) this.#cancelCells = new Int32Array(request.cancelCells);
      const opened = await settleStorage(request.storage);
      if (opened.storage === 'opfs') this.#name = request.name;
      // One that stands by is ready before its turn comes, so that a hand-over is short.
      const sqlite = await this.#sqlite;
      if (this.#name !== undefined) await this.#takeOver(fileLock(this.#name));
      const directory = this.#name === undefined ? undefined : poolDirectory(this.#name);
      const { memory, damage } = await HeldMemory.open(sqlite, directory);
      this.#memory = memory;
      const told: Opened = damage ? { ...opened, damage } : opened;
      if (this.#name !== undefined) this.#owner = new Owner(this.#name, this.#epoch, told, this);
      return { ok: true, value: told };
    } catch (error) {
      return { ok: false, error: asKipError(error).toJSON() };
    }
  }

  /** Pages that asked the owner before for changes must miss none until they have asked again. */
  async #takeOver(lock: string): Promise<void> {
    if (await holdLock(lock, { ifAvailable: true })) return;
    await holdLock(lock);
    this.#changesWanted = true;
  }

  hello(): void {}

  takePortsFrom(broker: Port): void {
    this.#owner?.takePortsFrom(broker as MessagePort);
  }

  servePage(receive: (port: Port) => void): void {
    this.#page = receive;
  }

  askPage(port: Port): void {
    this.#page?.(transfer(port, [port as MessagePort]));
  }

  async execute({ id, request, readonly, deadlineMs, requestId }: ExecuteCall): Promise<ExecuteAnswer> {
    let wrote = false;
    let timings: Timings | undefined;
    const text = await this.#unlessClosed(() =>
      this.#turns.shared(() =>
        this.#opened().engine.executeText(request, {
          readonly,
          deadlineMs,
          ...(requestId !== undefined && { requestId }),
          isCancelled: this.#cancelCheck(id),
          onWrite: () => (wrote = true),
          ...(this.#changesWanted && { onCommit: this.#tellChange }),
          onTimings: (measured) => (timings = measured),
        }),
      ),
    );
    this.#cancelled.delete(id);
    const isEvicted = FILE_FAULTS.some((code) => text.includes(`"code":"${code}"`)) && (await this.#isEvicted());
    return { text: isEvicted ? JSON.stringify({ error: evicted() }) : text, wrote, timings: timings! };
  }

  async importCapsule(
    { id, source }: ImportCall,
    onProgress: (progress: ImportProgress) => void,
  ): Promise<Outcome<ImportSummary>> {
    const isCancelled = this.#cancelCheck(id);
    return this.#attempt(async () => {
      const { engine } = this.#opened();
      // Others have their turn between two commands of it.
      const execute: Engine['execute'] = (request, options) =>
        this.#turns.shared(async () => {
          if (this.#opened().engine !== engine) throw replacedMeanwhile();
          return engine.execute(request, { ...options, ...(this.#changesWanted && { onCommit: this.#tellChange }) });
        });
      const file = source as string | Blob; // a Blob stays one on its way here
      return importCapsule({ execute }, file, { onProgress, isCancelled });
    }).finally(() => this.#cancelled.delete(id));
  }

  async exportCapsule(
    { id }: ExportCall,
    onProgress: (progress: ExportProgress) => void,
  ): Promise<Outcome<CapsuleFile>> {
    const isCancelled = this.#cancelCheck(id);
    return this.#attempt(() =>
      this.#turns.alone(() => exportBlob(this.#opened().engine.nexus, { onProgress, isCancelled })),
    ).finally(() => this.#cancelled.delete(id));
  }

  fileState(): Promise<Outcome<FileState>> {
    return this.#attempt(() => this.#held().state());
  }

  backup(): Promise<Outcome<Uint8Array>> {
    return this.#handOver(() => this.#turns.alone(() => this.#held().backup()));
  }

  restore(image: Uint8Array): Promise<Outcome<null>> {
    return this.#attempt(async () => {
      await this.#turns.alone(() => this.#held().restore(image));
      if (this.#watchMeaning) this.#meaning().watch(this.#watchMeaning);
      for (const model of this.#models.values()) await this.#meaning().use(model);
      this.#tellChange(RESTORED);
      return null;
    });
  }

  salvage(copy: string): Promise<Outcome<Salvage>> {
    return this.#attempt(() => this.#held().salvage(copy));
  }

  readCopy(copy: string): Promise<Outcome<Uint8Array>> {
    return this.#handOver(() => this.#held().readCopy(copy));
  }

  removeCopy(copy: string): Promise<Outcome<null>> {
    return this.#attempt(() => {
      this.#held().removeCopy(copy);
      return null;
    });
  }

  findDamage(): Promise<string | undefined> {
    return this.#unlessClosed(() => this.#turns.alone(() => findDamage(this.#opened().driver, 'full')));
  }

  async useModel(profile: ModelProfile, port: Port): Promise<Outcome<null>> {
    const model = wrap<Pick<Embedder, 'embed'>>(port as MessagePort);
    return this.#attempt(async () => {
      const embedder: Embedder = { profile, embed: (texts, purpose) => model.embed(texts, purpose) };
      this.#models.set(profile.id, embedder);
      await this.#meaning().use(embedder);
      return null;
    });
  }

  loseModel(profileId: string, reason: string): void {
    this.#models.delete(profileId);
    this.#meaning().lose(profileId, reason);
  }

  async meaning(change?: MeaningChange): Promise<Outcome<MeaningState>> {
    return this.#attempt(() => {
      const meaning = this.#meaning();
      if (change === 'cancel') meaning.cancelChange();
      if (change === 'stop') meaning.stop();
      if (change === 'forget') meaning.forget();
      return meaning.state();
    });
  }

  watchMeaning(onChange: (state: MeaningState) => void): void {
    this.#watchMeaning = (state) => {
      onChange(state);
      this.#owner?.tell({ kind: 'meaning', epoch: this.#epoch, state });
    };
    this.#meaning().watch(this.#watchMeaning);
  }

  watchChanges(onChange: (change: Change) => void): void {
    this.#watchChange = onChange;
  }

  wantChanges(): void {
    this.#changesWanted = true;
  }

  readsOf(request: KipRequest): Promise<Outcome<Reads>> {
    return this.#attempt(async () => {
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
    return this.#attempt(async () => {
      const { useWorkspace } = await import('./store/workspace.ts');
      return useWorkspace(this.#opened().driver, call);
    });
  }

  cancel(id: number): void {
    this.#cancelled.add(id);
  }

  async close(): Promise<void> {
    await this.#turns.alone(() => {
      this.#closed = true;
      this.#owner?.close();
      this.#memory?.close();
      this.#memory = undefined;
    });
  }

  async destroy(): Promise<Outcome<null>> {
    return attempt(async () => {
      await this.close();
      if (this.#name !== undefined) await removePool(poolDirectory(this.#name));
      return null;
    });
  }

  /** Nobody is refused because this memory has been closed: when this worker ends, which is next, callers turn to the next owner. */
  async #unlessClosed<T>(body: () => T | Promise<T>): Promise<T> {
    try {
      return await body();
    } catch (error) {
      if (this.#closed) return new Promise<never>(() => {});
      throw (await this.#isEvicted()) ? evicted() : error;
    }
  }

  /** To SQLite a file that the browser has removed while it was open looks like a full disk or a damaged one. */
  async #isEvicted(): Promise<boolean> {
    return this.#memory !== undefined && this.#name !== undefined && !(await poolIsThere(poolDirectory(this.#name)));
  }

  #attempt<T>(body: () => T | Promise<T>): Promise<Outcome<T>> {
    return attempt(() => this.#unlessClosed(body));
  }

  /** Bytes that leave this worker instead of being copied. */
  async #handOver(body: () => Uint8Array | Promise<Uint8Array>): Promise<Outcome<Uint8Array>> {
    const outcome = await this.#attempt(body);
    return outcome.ok ? transfer(outcome, [outcome.value.buffer]) : outcome;
  }

  #opened(): { engine: Engine; driver: Driver } {
    const { engine, driver } = this.#held();
    return { engine, driver };
  }

  #examine<T>(
    { id, deadlineMs }: ExamineCall,
    body: (examine: typeof import('./examine/examine.ts'), nexus: OpenedNexus) => Promise<T>,
  ): Promise<Outcome<T>> {
    const isCancelled = this.#cancelCheck(id);
    return this.#attempt(async () => {
      const examine = await import('./examine/examine.ts');
      return this.#turns.alone(async () => {
        const { nexus } = this.#opened().engine;
        const end = performance.now() + deadlineMs;
        nexus.driver.interruptWhen(() => performance.now() > end || isCancelled());
        try {
          return await body(examine, nexus);
        } finally {
          nexus.driver.interruptWhen(undefined);
          this.#cancelled.delete(id);
        }
      });
    });
  }

  #held(): HeldMemory {
    if (!this.#memory) throw errors.internal('No memory is open in this worker.');
    return this.#memory;
  }

  #meaning(): Meaning {
    return this.#opened().engine.nexus.meaning;
  }

  /** Asked while the request runs, also from inside a statement; says now and then that it does. */
  #cancelCheck(id: number): () => boolean {
    const cells = this.#cancelCells;
    let told = performance.now();
    return () => {
      const now = performance.now();
      if (now - told > RUNNING_MS) {
        told = now;
        this.#owner?.tell({ kind: 'running', epoch: this.#epoch, id });
      }
      return this.#cancelled.has(id) || (cells !== undefined && Atomics.load(cells, id % CANCEL_CELLS) === id);
    };
  }
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

const poolDirectory = (name: string): string => `/pocket-nexus/${name}`;

async function attempt<T>(body: () => T | Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await body() };
  } catch (error) {
    return { ok: false, error: asKipError(error).toJSON() };
  }
}

/** What SQLite's faults with files are told as. */
const FILE_FAULTS = [ERROR_CODES.resourceExhausted, ERROR_CODES.internal];

const evicted = (): KipError =>
  errors.internal(
    'The browser has removed what this site had stored, and this memory with it, while it was open.',
    'Reload the page: a new memory begins. Bring back what you have in a backup or a capsule.',
  );

const replacedMeanwhile = (): KipError =>
  errors.internal(
    'A backup took the place of this memory while the capsule was imported. What had been imported is gone with it.',
    'Import the capsule again if the restored memory is to have it.',
  );

function asKipError(error: unknown): KipError {
  if (error instanceof KipError) return error;
  return errors.internal(`The memory's worker failed: ${String(error)}`);
}
