// The contract between a client in a page and the worker that holds one memory. Everything crosses by structured cloning, so
// failures travel as data: a thrown error would lose its code and hint on the way. The client sends one request at a time.
import type { Change, Reads } from './changes.ts';
import type { Damage, FileState, Salvage } from './copies.ts';
import type { ErrorObject } from './errors.ts';
import type { Explanation, Timings } from './explain.ts';
import type { Port } from './model-api.ts';
import type { MeaningState, ModelProfile } from './models.ts';
import type { Preview } from './preview.ts';
import type { KipRequest } from './request.ts';
import type { Json } from './values.ts';
import type { WorkspaceCall } from './workspace.ts';

/** `opfs`: a file in the browser, kept. `memory`: gone with the worker, used only where the browser refuses a file. */
export type StorageKind = 'opfs' | 'memory';

/**
 * Where a memory is to be kept. `opfs`: in a file, or opening fails. `memory`: nowhere; the browser's storage is not touched. `auto`: in a
 * file, and where the browser refuses one, nowhere, which is told.
 */
export type StorageChoice = 'auto' | StorageKind;

export type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: ErrorObject };

/** Given with `open` by the page whose worker this is. */
export interface OpenRequest {
  /** See `isNexusName`. Two names share nothing. */
  readonly name: string;
  readonly storage: StorageChoice;
  /** Names this worker, see src/tabs; the Web Lock of this name is held already. */
  readonly epoch: string;
  /** One Int32 per running request, see `CANCEL_CELLS`; absent where the page is not cross-origin isolated. */
  readonly cancelCells?: SharedArrayBuffer;
}

export interface Opened {
  readonly storage: StorageKind;
  /** Why the memory is not kept, in plain words; only with `memory`. */
  readonly reason?: string;
  /** The memory's file was damaged and set aside; this memory is a new one. */
  readonly damage?: Damage;
}

export interface ExecuteCall {
  /** Counts up from 1; names the request for `cancel`. */
  readonly id: number;
  readonly request: KipRequest;
  readonly readonly: boolean;
  readonly deadlineMs: number;
  /**
   * Names the request where it may have to be sent again, its answer being lost with a worker: what was committed the first time is
   * answered as it was then and not applied again. 1 to 200 characters, never used for another request. Ids of one sender that begin
   * alike ("<uuid>/17") are kept closest together.
   */
  readonly requestId?: string;
}

export interface ExecuteAnswer {
  /** The response object as JSON text. */
  readonly text: string;
  /** Whether a change was committed. */
  readonly wrote: boolean;
  readonly timings: Timings;
}

/** A request that is looked into: only read, whatever it says. */
export interface ExamineCall {
  readonly id: number;
  readonly request: KipRequest;
  readonly deadlineMs: number;
}

/** A file as a page or Node has it (a Blob), by what an import needs of it: the protocol belongs to neither. */
export interface CapsuleFile {
  /** Bytes. */
  readonly size: number;
  stream(): { getReader(): { read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }> } };
}

export interface ImportCall {
  readonly id: number;
  /** A capsule: one or more UPSERT statements. */
  readonly source: string | CapsuleFile;
}

/** How far an import has come; told a few times a second at most. */
export interface ImportProgress {
  /** Statements committed. */
  readonly statements: number;
  /** How much has been read, of how much in all: UTF-16 units of a text, bytes of a file. */
  readonly done: number;
  readonly total: number;
}

/** What came of an import: statements committed, and the CONCEPT and PROPOSITION blocks in them. */
export interface ImportSummary {
  readonly statements: number;
  readonly conceptBlocks: number;
  readonly propositionBlocks: number;
}

export interface ExportCall {
  readonly id: number;
}

/** Elements written so far; told a few times a second at most. */
export interface ExportProgress {
  readonly concepts: number;
  readonly propositions: number;
}

export interface EngineApi {
  /** Takes a Web Lock of this name and keeps it until the worker ends, so that the page notices that, whatever the cause. */
  holdWhileAlive(lock: string): Promise<void>;
  /** Opens the memory, as soon as no other worker owns it, and owns it from then on. */
  open(request: OpenRequest): Promise<Outcome<Opened>>;
  /** Answers a client that has just been connected. */
  hello(): void;
  /** Takes ports of clients from a broker, see src/tabs. */
  takePortsFrom(broker: Port): void;
  /** Hands every port that is given with `askPage` to this worker's page. */
  servePage(receive: (port: Port) => void): void;
  /** Connects a port to the page of this worker. */
  askPage(port: Port): void;
  execute(call: ExecuteCall): Promise<ExecuteAnswer>;
  importCapsule(call: ImportCall, onProgress: (progress: ImportProgress) => void): Promise<Outcome<ImportSummary>>;
  /** The whole memory as a capsule, a Blob. Nothing is written meanwhile. */
  exportCapsule(call: ExportCall, onProgress: (progress: ExportProgress) => void): Promise<Outcome<CapsuleFile>>;
  /** Search by meaning: takes up a model that is loaded and answers at the other end of the port. */
  useModel(profile: ModelProfile, port: Port): Promise<Outcome<null>>;
  /** A model has gone, and why. */
  loseModel(profileId: string, reason: string): void;
  /** How far models are; `change` is done before. `stop` keeps what they have made, `forget` removes it. */
  meaning(change?: MeaningChange): Promise<Outcome<MeaningState>>;
  /** Has `onChange` told how the work on vectors goes on, a few times a second at most. For the page of this worker. */
  watchMeaning(onChange: (state: MeaningState) => void): void;
  /**
   * Has `onChange` told of every commit that changes an element, whoever asked for it, imports among them, once a page wants it. For
   * the page of this worker; others are told on the channel of the memory.
   */
  watchChanges(onChange: (change: Change) => void): void;
  /** From now on changes are told; a page that nobody listens in does not ask for it, since looking at every row costs time. */
  wantChanges(): void;
  /** What the answer to a request of reading commands depends on. */
  readsOf(request: KipRequest): Promise<Outcome<Reads>>;
  /** What a request would change; at most `elementsMax` elements are listed. */
  preview(call: ExamineCall & { readonly elementsMax?: number }): Promise<Outcome<Preview>>;
  /** How a request of one command is answered. */
  explain(call: ExamineCall): Promise<Outcome<Explanation>>;
  /** What a workbench keeps in the memory's file: the value or null for `get`, the entries for `list`, null for the others. */
  workspace(call: WorkspaceCall): Promise<Outcome<Json>>;
  /** Asks a request to stop where it can: before it starts, or between the statements of an import. */
  cancel(id: number): void;
  /** The file's size, when it was last backed up, and what is kept beside it. */
  fileState(): Promise<Outcome<FileState>>;
  /** The whole file: bytes that `restore` takes. */
  backup(): Promise<Outcome<Uint8Array>>;
  /** Replaces the memory by a backup, or leaves it as it was. Models in use stay. Told to watchers as the change RESTORE. */
  restore(image: Uint8Array): Promise<Outcome<null>>;
  /** What can be read of a copy, as capsules. */
  salvage(copy: string): Promise<Outcome<Salvage>>;
  /** A copy as it is. */
  readCopy(copy: string): Promise<Outcome<Uint8Array>>;
  removeCopy(copy: string): Promise<Outcome<null>>;
  /** Checks the whole file: the first fault found, or undefined where it is sound. */
  findDamage(): Promise<string | undefined>;
  /** Closes the database; the worker is of no use afterwards. */
  close(): Promise<void>;
  /** Closes the database and removes its files; the worker is of no use afterwards. */
  destroy(): Promise<Outcome<null>>;
}

/** `cancel`: the model that was to take over is given up. */
export type MeaningChange = 'cancel' | 'stop' | 'forget';

/** A request `id` is cancelled by storing `id` into cell `id % CANCEL_CELLS`; the engine looks while a statement runs. */
export const CANCEL_CELLS = 64;

const NEXUS_NAME = /^[a-z0-9](?:[a-z0-9_-]{0,62}[a-z0-9])?$/;

/** A name becomes a folder in the browser's storage and part of lock names: lower case, so that no two differ by case alone. */
export function isNexusName(name: string): boolean {
  return NEXUS_NAME.test(name);
}

export const NEXUS_NAME_RULE = '1 to 64 of a–z, 0–9, "-" and "_", beginning and ending with a letter or digit';
