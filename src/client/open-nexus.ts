// The page's door to a memory. However many tabs open it, they see one: a worker of one of them owns the file, and the requests of all go
// there. The Nexus that openNexus() returns keeps four promises: a call always settles, also when workers and tabs die; an acknowledged
// write is on disk; a write is applied once, also where it had to be sent again; a cancelled call rejects with the signal's reason,
// unless it had finished before it could be stopped.
import { proxy } from 'comlink';
import {
  isNexusName,
  NEXUS_NAME_RULE,
  type ExecuteAnswer,
  type ExportProgress,
  type ImportProgress,
  type ImportSummary,
  type Outcome,
  type StorageChoice,
} from '../protocol/engine-api.ts';
import { errors, KipError, rebuildError } from '../protocol/errors.ts';
import type { Change } from '../protocol/changes.ts';
import type { Damage } from '../protocol/copies.ts';
import type { Explanation, Timings } from '../protocol/explain.ts';
import { EMBEDDED_MODEL, type ModelFolder, type ModelProfile } from '../protocol/models.ts';
import type { Preview } from '../protocol/preview.ts';
import type { KipRequest } from '../protocol/request.ts';
import type { KipResponse } from '../protocol/response.ts';
import type { Json } from '../protocol/values.ts';
import { Cancellation } from './cancellation.ts';
import { Changes } from './changes.ts';
import { Connection } from './connection.ts';
import type { EngineLink, WorkerLink } from './engine-link.ts';
import { LiveQueries, type LiveQuery } from './live.ts';
import { Meaning } from './meaning.ts';
import { MemoryFile } from './memory-file.ts';
import { Requests, type Send } from './requests.ts';
import { isSealed, seal, unseal } from './sealed-file.ts';
import { Silence } from './silence.ts';
import type { NexusStatus } from './status.ts';
import { readStorageState, requestPersistence, type StorageState } from './storage-state.ts';
import { TabChannel } from './tab-channel.ts';
import { UnavailableError } from './unavailable.ts';
import { Workspace } from './workspace.ts';

/** How many milliseconds a request may take where it says nothing else. */
export const DEADLINE_MS_DEFAULT = 30_000;
/** How long other tabs may take to let go of a memory that is to be removed. */
const LET_GO_MS = 10_000;
const DONE: Outcome<null> = { ok: true, value: null };
const STORAGE_CHOICES: readonly StorageChoice[] = ['auto', 'opfs', 'memory'];

/** How a memory is opened. */
export interface OpenOptions {
  /** Which memory; each name is one of its own. "default" where absent. */
  readonly name?: string;
  /** Where it is kept; `auto` where absent. A memory in no file is one of its own at each opening, whatever its name. */
  readonly storage?: StorageChoice;
  /**
   * Has search by meaning begin by itself, in the background: `true` with the model this memory used last, or else the app's own;
   * otherwise with this one, as for `meaning.use`. Where it cannot be loaded, searches go by words; `meaning.state()` tells.
   */
  readonly embeddings?: boolean | string | ModelFolder | ModelProfile;
  /** Told how the memory is doing, from its opening to its closing. */
  readonly onStatus?: (status: NexusStatus) => void;
  /** Told after each committed change that was asked for here. */
  readonly onCommit?: () => void;
  /** Where the models that come with the app are served, if not beside its code. An address, relative to the page. */
  readonly models?: string;
  /** Gives up opening. */
  readonly signal?: AbortSignal;
}

/** What a request may be told. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  /** How long the engine may work on the request, once its turn has come; KIP's timeout error is the answer past it. */
  readonly deadlineMs?: number;
  /** Told where the time went inside the engine, before the call resolves. */
  readonly onTimings?: (timings: Timings) => void;
}

/** What an import may be told. */
export interface ImportOptions {
  readonly signal?: AbortSignal;
  /** Told how far the import has come. */
  readonly onProgress?: (progress: ImportProgress) => void;
}

/** What an export may be told. */
export interface ExportOptions {
  readonly signal?: AbortSignal;
  /** Told how much has been written. */
  readonly onProgress?: (progress: ExportProgress) => void;
}

/** How a backup is sealed, or opened again. */
export interface SealOptions {
  /** Any text, not empty. Absent: the backup is the plain database file. Nobody can open a sealed one without it. */
  readonly passphrase?: string;
}

/** One open memory. */
export class Nexus {
  /** Which memory this is. */
  readonly name: string;
  /** Search by meaning: which language models this memory uses. */
  readonly meaning: Meaning;
  /** What is committed, from whichever tab. */
  readonly changes = new Changes(() => this.#wantChanges());
  /** What a workbench keeps in the memory's file, beside the memory. Its writes say what is to be, so they may be repeated. */
  readonly workspace = new Workspace((call) => this.#ask((api) => api.workspace(call), { repeatable: true }));
  /** The file behind the memory: its size, and copies kept beside it. */
  readonly file = new MemoryFile((send) => this.#ask(send));
  readonly #options: OpenOptions;
  readonly #channel: TabChannel;
  readonly #connection: Connection;
  readonly #requests: Requests;
  readonly #live = new LiveQueries({
    answer: (request) => this.executeReadonly(request),
    readsOf: (request) => this.#ask((api) => api.readsOf(request), { repeatable: true }),
  });
  /** With a number, names a request for the engine, so that it can be sent again. */
  readonly #sender = crypto.randomUUID();
  #lastRequest = 0;
  #status: NexusStatus = { state: 'opening' };
  /** Which it goes on with when a silence ends. */
  #statusBefore: NexusStatus = this.#status;
  #changesWanted = false;
  #closed: Promise<void> | undefined;

  /** @internal For openNexus() alone. */
  constructor(name: string, options: OpenOptions) {
    this.name = name;
    this.#options = options;
    this.#channel = new TabChannel(name);
    const cancellation = new Cancellation(this.#channel);
    const silence = new Silence(name, this.#channel, (silent) => this.#tellSilence(silent));
    options.onStatus?.(this.#status);
    this.#connection = new Connection({
      name,
      storage: options.storage ?? 'auto',
      cancelCells: cancellation.cells,
      channel: this.#channel,
      silence,
      onStatus: (status) => this.#setStatus(status),
      onOwn: (link) => this.#attach(link),
      onForwarded: (link) => {
        this.meaning.detach();
        if (this.#changesWanted) askForChanges(link);
      },
    });
    this.meaning = new Meaning(this.#connection, options.models);
    this.#requests = new Requests(this.#connection, cancellation, silence);
    this.#listen();
  }

  /** How the memory is doing; changes are told by `onStatus`. */
  get status(): NexusStatus {
    return this.#status;
  }

  /** Runs a request with read and write access (execute_kip, specification §6.1). Resolves for errors too: see `error`. */
  execute<T = Json>(request: KipRequest, options: CallOptions = {}): Promise<KipResponse<T>> {
    return this.#execute<T>(request, false, options);
  }

  /** Runs a request that may not change anything (execute_kip_readonly). */
  executeReadonly<T = Json>(request: KipRequest, options: CallOptions = {}): Promise<KipResponse<T>> {
    return this.#execute<T>(request, true, options);
  }

  /**
   * Answers a query now, and again whenever a change to what it reads, from whichever tab, has made another answer of it. Changes that
   * come quickly one after the other may be told as one. Errors are answers too.
   *
   * @param query a FIND, or any request that only reads
   */
  live<T = Json>(query: string | KipRequest, callback: (response: KipResponse<T>) => void): LiveQuery {
    this.#wantChanges();
    return this.#live.add(typeof query === 'string' ? { command: query } : query, callback);
  }

  /**
   * Imports a capsule statement by statement, each committed as it comes. Text of any size; a stream is read first.
   *
   * @throws KipError for the first statement that is refused, or where a backup takes the place of the memory meanwhile; what comes
   *   before stays
   * @throws UnavailableError, retryable, where the worker ended meanwhile; what it had done stays, and may be imported again
   */
  async importCapsule(
    source: string | Blob | ReadableStream<Uint8Array>,
    options: ImportOptions = {},
  ): Promise<ImportSummary> {
    if (!(source instanceof ReadableStream) && typeof source !== 'string') requireBlob(source, 'importCapsule()');
    const whole = source instanceof ReadableStream ? await new Response(source).blob() : source;
    const onProgress = proxy((progress: ImportProgress) => options.onProgress?.(progress));
    const send: Send<Outcome<ImportSummary>> = (api, id) => api.importCapsule({ id, source: whole }, onProgress);
    try {
      return await this.#ask(send, { signal: options.signal });
    } finally {
      this.#options.onCommit?.();
    }
  }

  /**
   * The whole memory as a capsule, except what every fresh memory has. Nothing is written meanwhile, in no tab.
   *
   * @throws the signal's reason where it is aborted
   */
  exportCapsule(options: ExportOptions = {}): Promise<Blob> {
    const { signal, onProgress } = options;
    const tell = proxy((progress: ExportProgress) => onProgress?.(progress));
    const send = (async (api, id) => api.exportCapsule({ id }, tell)) as Send<Outcome<Blob>>;
    return this.#ask(send, { signal, repeatable: true });
  }

  /**
   * What a request would change, without changing it: each element before and after (see Preview).
   *
   * @throws KipError for a malformed request; a command that fails is an answer in it
   */
  preview(request: KipRequest, options: CallOptions & { readonly elementsMax?: number } = {}): Promise<Preview> {
    const { signal, deadlineMs = DEADLINE_MS_DEFAULT, elementsMax } = options;
    const call = { request, deadlineMs, ...(elementsMax !== undefined && { elementsMax }) };
    return this.#ask((api, id) => api.preview({ id, ...call }), { signal, repeatable: true });
  }

  /**
   * How a request of one command is answered: its SQL, the plan in words, where the time goes. Nothing is written.
   *
   * @throws KipError where the command cannot be read or executed, or has no WHERE
   */
  explain(request: KipRequest, options: CallOptions = {}): Promise<Explanation> {
    const { signal, deadlineMs = DEADLINE_MS_DEFAULT } = options;
    return this.#ask((api, id) => api.explain({ id, request, deadlineMs }), { signal, repeatable: true });
  }

  /**
   * Where the memory's file was found damaged when it was opened: it was set aside, whole, and this memory is a new one. What can be read
   * of it: `file.salvage(damage.copy)`. Undefined where all is well. Told by `onStatus` too.
   */
  get damage(): Damage | undefined {
    return this.#connection.opened?.damage;
  }

  /** Where the memory is kept and how much room there is. */
  async storage(): Promise<StorageState> {
    const { storage, reason } = this.#connection.opened!;
    const { sizeBytes, lastBackup } = await this.file.state();
    return readStorageState({ kind: storage, sizeBytes, lastBackup, ...(reason !== undefined && { reason }) });
  }

  /**
   * The whole memory as one file, an SQLite database, vectors and workspace included; with a passphrase, sealed by it. There is no way
   * back without it.
   *
   * @throws resourceExhausted where the page has no room for it
   */
  async backup(options: SealOptions = {}): Promise<Blob> {
    const { passphrase } = options;
    const image = await this.#ask<Uint8Array>((api) => api.backup());
    const content = new Blob([image as BlobPart], { type: 'application/vnd.sqlite3' });
    return passphrase === undefined ? content : seal(content, passphrase);
  }

  /**
   * Replaces the memory, in all tabs, by a backup. It is opened and checked first; where anything fails, the memory is as it was.
   *
   * @throws BackupError where the passphrase is wrong or missing, or what is sealed is damaged
   * @throws invalidSyntax for a file that is no backup or is damaged; internal where a newer version made it; resourceExhausted where there
   *   is no room for both
   */
  async restore(backup: Blob, options: SealOptions = {}): Promise<void> {
    requireBlob(backup, 'restore()');
    const content = (await isSealed(backup)) ? await unseal(backup, options.passphrase) : backup;
    const image = new Uint8Array(await content.arrayBuffer());
    await this.#ask((api) => api.restore(image));
  }

  /** Checks the whole database: the first fault found in it, or undefined where it is sound. Takes about a second per 25 MB. */
  findDamage(): Promise<string | undefined> {
    return this.#requests.inTurn<string | undefined>((api) => api.findDamage(), {
      signal: undefined,
      repeatable: true,
    });
  }

  /** Asks the browser never to evict what is stored here; true where it promises that. Best asked after a first write. */
  requestPersistence(): Promise<boolean> {
    return requestPersistence();
  }

  /** Finishes what is under way, then closes. Calls after this one reject. Other tabs go on. */
  async close(): Promise<void> {
    await this.#requests.afterAll(() => this.#closeAs('closed'));
  }

  /**
   * Closes this memory in every tab and removes its files, for good. Nothing is left to do where it was destroyed before.
   *
   * @throws UnavailableError where another tab does not let go of them, or the memory was closed here
   */
  async destroy(): Promise<void> {
    await this.#requests.afterAll(async () => {
      const outcome = await this.#removeFiles().catch((failure: unknown) => {
        if (failure instanceof UnavailableError && failure.reason === 'destroyed') return DONE;
        throw failure;
      });
      await this.#closeAs('destroyed');
      if (!outcome.ok) throw rebuildError(outcome.error);
    });
  }

  /** @internal For openNexus() alone: resolves when the memory can be used. */
  async open(): Promise<void> {
    const { signal, embeddings } = this.#options;
    try {
      signal?.throwIfAborted();
      await this.#connection.current(signal);
    } catch (failure) {
      await this.#closeAs('closed');
      throw failure;
    }
    if (embeddings) void this.#startMeaning(embeddings).catch(() => undefined);
  }

  async #startMeaning(choice: true | string | ModelFolder | ModelProfile): Promise<void> {
    if (choice !== true) return this.meaning.use(choice);
    const { serving } = await this.meaning.resume();
    if (!serving) await this.meaning.use(EMBEDDED_MODEL);
  }

  async #execute<T>(request: KipRequest, readonly: boolean, options: CallOptions): Promise<KipResponse<T>> {
    const { signal, deadlineMs = DEADLINE_MS_DEFAULT } = options;
    const requestId = `${this.#sender}/${++this.#lastRequest}`;
    const send: Send<ExecuteAnswer> = (api, id) => api.execute({ id, request, readonly, deadlineMs, requestId });
    try {
      const { text, wrote, timings } = await this.#requests.inTurn(send, { signal, deadlineMs, repeatable: true });
      options.onTimings?.(timings);
      const response = JSON.parse(text) as KipResponse<T>;
      if (wrote) this.#options.onCommit?.();
      if (response.error && signal?.aborted) throw signal.reason as Error;
      return response;
    } catch (failure) {
      // A deadline kept by ending the worker is answered like one that the engine kept.
      if (failure instanceof KipError && failure.kind === 'executionTimeout') return { error: failure.toJSON() };
      throw failure;
    }
  }

  /** What a call answers, its error thrown. Sent again where its answer was lost only if `repeatable`. */
  async #ask<T>(
    send: Send<Outcome<T>>,
    { signal, repeatable = false }: { signal?: AbortSignal | undefined; repeatable?: boolean } = {},
  ): Promise<T> {
    const outcome = await this.#requests.inTurn(send, { signal, repeatable });
    if (outcome.ok) return outcome.value;
    if (signal?.aborted) throw signal.reason as Error;
    throw rebuildError(outcome.error);
  }

  /** A worker of this page owns the memory from now on. */
  async #attach(link: WorkerLink): Promise<void> {
    await link.call((api) => api.watchChanges(proxy((change: Change) => this.#changed(change))));
    if (this.#changesWanted) askForChanges(link);
    await this.meaning.attach(link);
  }

  /** Whoever owns the memory tells changes only where a page listens; each owner is asked before it is given a request. */
  #wantChanges(): void {
    if (this.#changesWanted) return;
    this.#changesWanted = true;
    this.#connection.current().then(askForChanges, () => undefined); // closed, or failed to open: there will be none
  }

  #changed(change: Change): void {
    this.changes.tell(change);
    this.#live.changed(change);
  }

  #listen(): void {
    this.#channel.on('changed', ({ change }) => {
      if (this.#isInFile) this.#changed(change);
    });
    this.#channel.on('meaning', ({ epoch, state }) => {
      if (this.#connection.isForwardedTo(epoch)) this.meaning.heard(state);
    });
    this.#channel.on('destroy', () => {
      if (this.#isInFile) void this.#closeAs('destroyed');
    });
  }

  /** A memory in no file shares its name with one in a file, and nothing else. */
  get #isInFile(): boolean {
    return this.#options.storage !== 'memory' && this.#connection.opened?.storage !== 'memory';
  }

  /** Has all other tabs let go, then removes the files by the worker that owns them last. */
  async #removeFiles(): Promise<Outcome<null>> {
    if (this.#closed) await this.#connection.current(); // which says why it is closed
    this.#channel.post({ kind: 'destroy' });
    const patience = AbortSignal.timeout(LET_GO_MS);
    const own = await this.#connection.own(patience).catch((failure: unknown) => {
      throw patience.aborted ? new UnavailableError('silent') : failure;
    });
    return own.call<Outcome<null>>((api) => api.destroy());
  }

  #tellSilence(silent: boolean): void {
    const isTold = this.#status.state === 'stalled';
    if (silent === isTold || this.#closed) return;
    if (!silent) return this.#setStatus(this.#statusBefore);
    this.#statusBefore = this.#status;
    this.#setStatus({ state: 'stalled', advice: new UnavailableError('silent').hint });
  }

  #setStatus(status: NexusStatus): void {
    this.#status = status;
    // Between two owners changes may have been missed.
    if (status.state === 'ready') this.#live.refresh();
    this.#options.onStatus?.(status);
  }

  #closeAs(reason: 'closed' | 'destroyed'): Promise<void> {
    this.#closed ??= (async () => {
      this.meaning.close();
      await this.#connection.close(new UnavailableError(reason));
      this.#channel.close();
      this.changes.end();
      this.#live.close();
      this.#setStatus({ state: 'closed', reason });
    })();
    return this.#closed;
  }
}

/** For callers without types. One of another frame is no instance of this frame's Blob. */
function requireBlob(value: Partial<Blob> | null | undefined, caller: string): void {
  if (typeof value?.arrayBuffer === 'function' && typeof value.slice === 'function') return;
  throw errors.invalidValueType(
    `${caller} was given ${value === null ? 'null' : `a value of type ${typeof value}`} and takes a Blob, such as a File.`,
    'Wrap bytes in one: new Blob([bytes]).',
  );
}

function askForChanges(link: EngineLink): void {
  link.call((api) => api.wantChanges()).catch(() => undefined); // that worker has ended; the next one is asked too
}

/**
 * Opens a memory in this browser, creating it on the first visit. One that is open elsewhere, in another tab or in this page, is the same
 * memory at once.
 *
 * @throws invalidIdentifier for a name that cannot be one
 * @throws internal where the file is damaged or made by a newer version, which is left as it is, or where `storage: 'opfs'` is refused
 * @throws the signal's reason where opening was given up
 */
export async function openNexus(options: OpenOptions = {}): Promise<Nexus> {
  const name = options.name ?? 'default';
  if (!isNexusName(name)) {
    throw errors.invalidIdentifier(`"${name}" cannot name a memory.`, `A name is ${NEXUS_NAME_RULE}.`);
  }
  if (options.storage !== undefined && !STORAGE_CHOICES.includes(options.storage)) {
    throw errors.invalidValueType(
      `"${String(options.storage)}" is no place for a memory.`,
      `storage is one of ${STORAGE_CHOICES.join(', ')}.`,
    );
  }
  const nexus = new Nexus(name, options);
  await nexus.open();
  return nexus;
}
