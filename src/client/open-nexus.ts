// The page's door to a memory. openNexus() starts the worker that holds it; the Nexus it returns sends requests there, one at a
// time, and keeps three promises: a call always settles, also when the worker dies; an acknowledged write is on disk; a
// cancelled call rejects with the signal's reason, unless it had finished before it could be stopped.
import { proxy } from 'comlink';
import {
  isNexusName,
  NEXUS_NAME_RULE,
  type EngineApi,
  type ExecuteAnswer,
  type ExportedPage,
  type ImportProgress,
  type ImportSummary,
  type Opened,
  type Outcome,
  type StorageChoice,
} from '../protocol/engine-api.ts';
import { errors, KipError, rebuildError } from '../protocol/errors.ts';
import type { Explanation, Timings } from '../protocol/explain.ts';
import type { Preview } from '../protocol/preview.ts';
import type { KipRequest } from '../protocol/request.ts';
import type { KipResponse } from '../protocol/response.ts';
import type { Json } from '../protocol/values.ts';
import { Cancellation } from './cancellation.ts';
import { Meaning } from './meaning.ts';
import { readStorageState, requestPersistence, type StorageState } from './storage-state.ts';
import { TurnQueue } from './turn-queue.ts';
import { unlessAborted } from './unless-aborted.ts';
import { WorkerLink } from './worker-link.ts';
import { Workspace } from './workspace.ts';

export const DEADLINE_MS_DEFAULT = 30_000;

export interface OpenOptions {
  /** Which memory; each name is one of its own. "default" where absent. */
  readonly name?: string;
  /** Where it is kept; `auto` where absent. A memory in no file is one of its own at each opening, whatever its name. */
  readonly storage?: StorageChoice;
  /** Told if another tab holds this memory. Opening goes on waiting for it; `takeOver` asks it to let go now. */
  readonly onWaiting?: (takeOver: () => void) => void;
  /** Told when another tab took this memory over. This Nexus is closed then. */
  readonly onTakenOver?: () => void;
  /** Told after each committed change. */
  readonly onCommit?: () => void;
  /** Where the models that come with the app are served, if not beside its code. An address, relative to the page. */
  readonly models?: string;
  /** Gives up opening, for example while waiting for another tab. */
  readonly signal?: AbortSignal;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** How long the engine may work on the request, once its turn has come; KIP's timeout error is the answer past it. */
  readonly deadlineMs?: number;
  /** Told where the time went inside the engine, before the call resolves. */
  readonly onTimings?: (timings: Timings) => void;
}

export interface ImportOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ImportProgress) => void;
}

/** Elements written so far. */
export interface ExportProgress {
  readonly concepts: number;
  readonly propositions: number;
}

export interface ExportOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ExportProgress) => void;
}

/** One open memory. */
export class Nexus {
  readonly name: string;
  /** Search by meaning: which language models this memory uses. */
  readonly meaning: Meaning;
  /** What a workbench keeps in the memory's file, beside the memory. */
  readonly workspace = new Workspace((call) => this.#ask((api) => api.workspace(call)));
  readonly #options: OpenOptions;
  readonly #queue = new TurnQueue();
  readonly #cancellation = new Cancellation();
  readonly #channel: BroadcastChannel;
  #connection: Promise<WorkerLink> | undefined;
  #link: WorkerLink | undefined;
  #opened: Opened | undefined;
  #lastId = 0;
  #closed: KipError | undefined;

  /** For openNexus() alone. */
  constructor(name: string, options: OpenOptions) {
    this.name = name;
    this.#options = options;
    this.meaning = new Meaning(() => this.#engine(), options.models);
    this.#channel = new BroadcastChannel(`pocket-nexus/${name}`);
    this.#channel.onmessage = () => void this.#letGo();
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
   * Imports a capsule statement by statement, each committed as it comes. Text of any size; a stream is read first.
   *
   * @throws KipError for the first statement that is refused; those before it stay
   */
  async importCapsule(
    source: string | Blob | ReadableStream<Uint8Array>,
    options: ImportOptions = {},
  ): Promise<ImportSummary> {
    const whole = source instanceof ReadableStream ? await new Response(source).blob() : source;
    const onProgress = proxy((progress: ImportProgress) => options.onProgress?.(progress));
    const outcome = await this.#inTurn<Outcome<ImportSummary>>(
      (api, id) => api.importCapsule({ id, source: whole }, onProgress),
      options.signal,
      undefined,
    );
    this.#options.onCommit?.();
    if (outcome.ok) return outcome.value;
    if (options.signal?.aborted) throw options.signal.reason as Error;
    throw rebuildError(outcome.error);
  }

  /** The whole memory as a capsule, except what every fresh memory has. No change comes between its pages. */
  exportCapsule({ signal, onProgress }: ExportOptions = {}): Promise<Blob> {
    return this.#queue.run(async () => {
      const texts: string[] = [];
      let progress: ExportProgress = { concepts: 0, propositions: 0 };
      for (let page = await this.#exportPage('first', signal); page; page = await this.#exportPage('next', signal)) {
        texts.push(page.text, '\n');
        progress = {
          concepts: progress.concepts + page.concepts,
          propositions: progress.propositions + page.propositions,
        };
        onProgress?.(progress);
      }
      return new Blob(texts, { type: 'text/plain' });
    }, signal);
  }

  /**
   * What a request would change, without changing it: each element before and after (see Preview).
   *
   * @throws KipError for a malformed request; a command that fails is an answer in it
   */
  preview(request: KipRequest, options: CallOptions & { readonly elementsMax?: number } = {}): Promise<Preview> {
    const { signal, deadlineMs = DEADLINE_MS_DEFAULT, elementsMax } = options;
    const call = { request, deadlineMs, ...(elementsMax !== undefined && { elementsMax }) };
    return this.#ask((api, id) => api.preview({ id, ...call }), signal);
  }

  /**
   * How a request of one command is answered: its SQL, the plan in words, where the time goes. Nothing is written.
   *
   * @throws KipError where the command cannot be read or executed, or has no WHERE
   */
  explain(request: KipRequest, { signal, deadlineMs = DEADLINE_MS_DEFAULT }: CallOptions = {}): Promise<Explanation> {
    return this.#ask((api, id) => api.explain({ id, request, deadlineMs }), signal);
  }

  /** Where the memory is kept and how much room there is. */
  storage(): Promise<StorageState> {
    const { storage, reason } = this.#opened!;
    return readStorageState(reason === undefined ? { kind: storage } : { kind: storage, reason });
  }

  /** Checks the whole database: the first fault found in it, or undefined where it is sound. Takes about a second per 25 MB. */
  findDamage(): Promise<string | undefined> {
    return this.#inTurn((api) => api.findDamage(), undefined, undefined);
  }

  /** Finishes what is under way, then closes. Calls after this one reject. */
  async close(): Promise<void> {
    await this.#closeWith(errors.internal('This memory was closed.', 'Open it again with openNexus().'));
  }

  /**
   * Closes this memory and removes its files, for good.
   *
   * @throws KipError where the browser does not let go of them
   */
  async destroy(): Promise<void> {
    const outcome = await this.#inTurn<Outcome<null>>((api) => api.destroy(), undefined, undefined);
    await this.#closeWith(errors.internal('This memory was removed.', 'Open a new one with openNexus().'));
    if (!outcome.ok) throw rebuildError(outcome.error);
  }

  /** Asks the browser never to evict what is stored here; true where it promises that. Best asked after a first write. */
  requestPersistence(): Promise<boolean> {
    return requestPersistence();
  }

  /** For openNexus() alone: opens the memory for the first time. */
  async open(): Promise<void> {
    const giveUp = () => this.#link?.end();
    this.#options.signal?.addEventListener('abort', giveUp);
    try {
      this.#options.signal?.throwIfAborted();
      await this.#connected(undefined);
    } catch (failure) {
      this.#channel.close();
      this.#link?.end();
      this.#options.signal?.throwIfAborted();
      throw failure;
    } finally {
      this.#options.signal?.removeEventListener('abort', giveUp);
    }
  }

  async #execute<T>(request: KipRequest, readonly: boolean, options: CallOptions): Promise<KipResponse<T>> {
    const { signal, deadlineMs = DEADLINE_MS_DEFAULT } = options;
    const send = (api: WorkerLink['api'], id: number) => api.execute({ id, request, readonly, deadlineMs });
    try {
      const { text, wrote, timings } = await this.#inTurn<ExecuteAnswer>(send, signal, deadlineMs);
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

  async #exportPage(which: 'first' | 'next', signal: AbortSignal | undefined): Promise<ExportedPage | undefined> {
    signal?.throwIfAborted();
    const send = (api: WorkerLink['api']) => api.exportPage(which);
    const outcome = await this.#send<Outcome<ExportedPage | undefined>>(send, signal, undefined);
    if (!outcome.ok) throw rebuildError(outcome.error);
    return outcome.value;
  }

  async #ask<T>(send: (api: WorkerLink['api'], id: number) => Promise<Outcome<T>>, signal?: AbortSignal): Promise<T> {
    const outcome = await this.#inTurn(send, signal, undefined);
    if (!outcome.ok) throw rebuildError(outcome.error);
    return outcome.value;
  }

  #inTurn<T>(
    send: (api: WorkerLink['api'], id: number) => Promise<T>,
    signal: AbortSignal | undefined,
    deadlineMs: number | undefined,
  ): Promise<T> {
    return this.#queue.run(() => this.#send(send, signal, deadlineMs), signal);
  }

  async #send<T>(
    send: (api: WorkerLink['api'], id: number) => Promise<T>,
    signal: AbortSignal | undefined,
    deadlineMs: number | undefined,
  ): Promise<T> {
    if (this.#closed) throw this.#closed;
    const link = await this.#connected(signal);
    const id = ++this.#lastId;
    const mayEnd = this.#opened?.storage === 'opfs';
    const watch = this.#cancellation.watch(link, id, { signal, deadlineMs, mayEnd });
    try {
      return await link.call((api) => send(api, id));
    } catch (failure) {
      if (signal?.aborted) throw signal.reason as Error;
      if (watch.overdue) throw errors.executionTimeout(`The command did not end within ${deadlineMs! / 1000} s.`);
      throw failure;
    } finally {
      watch.stop();
    }
  }

  async #engine(): Promise<WorkerLink> {
    if (this.#closed) throw this.#closed;
    return this.#connected(undefined);
  }

  /** The worker with the memory open in it: the one there is, or after its end a new one. An abort stops the waiting only. */
  #connected(signal: AbortSignal | undefined): Promise<WorkerLink> {
    const connection = (this.#connection ??= this.#connect());
    connection.catch(() => {
      if (this.#connection === connection) this.#connection = undefined;
    });
    return signal ? unlessAborted(connection, signal) : connection;
  }

  async #connect(): Promise<WorkerLink> {
    const link = new WorkerLink();
    this.#link = link;
    void link.gone.then(() => this.#forget(link));
    await link.watch();
    const { cells } = this.#cancellation;
    const place = { name: this.name, storage: this.#options.storage ?? 'auto' };
    const request = cells ? { ...place, cancelCells: cells } : place;
    const onWaiting = proxy(() => this.#options.onWaiting?.(() => this.#channel.postMessage('let go')));
    const outcome = await link.call<Awaited<ReturnType<EngineApi['open']>>>((api) => api.open(request, onWaiting));
    if (!outcome.ok) {
      link.end();
      throw rebuildError(outcome.error);
    }
    if (this.#opened?.storage === 'opfs' && outcome.value.storage === 'memory') {
      link.end();
      throw errors.internal(`The browser no longer gives out this memory. ${outcome.value.reason}`, 'Reload the page.');
    }
    this.#opened = outcome.value;
    await this.meaning.attach(link);
    return link;
  }

  #forget(link: WorkerLink): void {
    if (this.#link !== link) return;
    this.#link = undefined;
    this.#connection = undefined;
    if (this.#opened?.storage === 'memory') {
      this.#closed ??= errors.internal(
        'The worker ended, and with it this memory, which was not kept in a file.',
        'Open a new one with openNexus().',
      );
    }
  }

  async #letGo(): Promise<void> {
    if (!this.#opened || this.#closed) return;
    await this.#closeWith(
      errors.internal('Another tab has taken this memory over.', 'Work there, or open it here again.'),
    );
    this.#options.onTakenOver?.();
  }

  async #closeWith(reason: KipError): Promise<void> {
    await this.#queue.run(async () => {
      if (this.#closed) return;
      this.#closed = reason;
      this.#channel.close();
      this.meaning.close();
      await this.#link?.close();
    });
  }
}

/**
 * Opens a memory in this browser, creating it on the first visit.
 *
 * @throws invalidIdentifier for a name that cannot be one
 * @throws internal where the file is damaged or made by a newer version; it is left as it is
 */
export async function openNexus(options: OpenOptions = {}): Promise<Nexus> {
  const name = options.name ?? 'default';
  if (!isNexusName(name)) {
    throw errors.invalidIdentifier(`"${name}" cannot name a memory.`, `A name is ${NEXUS_NAME_RULE}.`);
  }
  const nexus = new Nexus(name, options);
  await nexus.open();
  return nexus;
}
