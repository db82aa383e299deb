// Search by meaning, as a page governs it: which language models a memory uses. The models run beside the worker that owns the memory, in
// the page of whichever tab that is; any tab may ask. Nothing is loaded before someone asks for it, and what was loaded when an owner
// went is loaded again by the next.
import { expose, proxy, releaseProxy, transfer, wrap, type Remote } from 'comlink';
import type { MeaningChange, Outcome } from '../protocol/engine-api.ts';
import { rebuildError } from '../protocol/errors.ts';
import { modelProfile, type MeaningState, type ModelFolder, type ModelProfile } from '../protocol/models.ts';
import type { Connection } from './connection.ts';
import { WorkerGone, type EngineLink } from './engine-link.ts';
import { MeaningHost, type MeaningHostApi } from './meaning-host.ts';
import type { LoadOptions } from './model-link.ts';

/** Search by meaning in one memory: which language models it uses. */
export class Meaning {
  readonly #connection: Connection;
  readonly #host: MeaningHost;
  readonly #listeners = new Set<(state: MeaningState) => void>();
  /** What was last heard, of any owner. */
  #heard: MeaningState = {};

  /**
   * For Nexus alone.
   *
   * @internal
   *
   * @param models where the app's own models are, if not beside its code
   */
  constructor(connection: Connection, models: string | undefined) {
    this.#connection = connection;
    this.#host = new MeaningHost(models);
  }

  /**
   * Loads a model and has the memory use it: an id of MODEL_PROFILES, a folder {url, dim} that the host serves, or a whole profile.
   * Resolves once searches can be answered by it, which for the memory's first model is at once, as far as vectors have been made.
   * Another model takes over when it has made vectors of everything; until then the one before goes on answering.
   *
   * @throws KipError where the model cannot be loaded; RangeError for an unknown id; the signal's reason where it is aborted
   */
  async use(choice: string | ModelFolder | ModelProfile, options: LoadOptions = {}): Promise<void> {
    const profile = modelProfile(choice);
    options.signal?.throwIfAborted();
    await this.#atOwner(
      () => this.#host.use(profile, options),
      (host) => this.#useFrom(host, profile, options),
    );
  }

  /** Loads again what this memory used when it was last open. Resolves with what it uses then: nothing, for a memory without a model. */
  async resume(options: LoadOptions = {}): Promise<MeaningState> {
    const { serving, coming } = await this.state();
    for (const model of [serving, coming]) if (model && !model.loaded) await this.use(model.profile, options);
    return this.state();
  }

  /** How far the models are with this memory. */
  async state(): Promise<MeaningState> {
    for (;;) {
      const engine = await this.#connection.current();
      try {
        return unwrap(await engine.call<Outcome<MeaningState>>((api) => api.meaning()));
      } catch (failure) {
        if (!(failure instanceof WorkerGone)) throw failure;
      }
    }
  }

  /** Gives up a model that was to take over. */
  async cancelChange(): Promise<void> {
    this.#settle(await this.#change('cancel'));
  }

  /** Ends all models; what they have made stays in the memory. Searches go on by words. */
  async stop(): Promise<void> {
    await this.#change('stop');
  }

  /** Ends all models and removes everything they have made. */
  async forget(): Promise<void> {
    await this.#change('forget');
  }

  /** Calls `listener` as the work goes on, in whichever tab, a few times a second at most; returns what ends that. */
  watch(listener: (state: MeaningState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** @internal For Nexus alone: a worker of this page is about to answer. Models that were loaded with the owner before come back by and by. */
  async attach(engine: EngineLink): Promise<void> {
    const { serving, coming } = this.#heard;
    const receive = (port: object) => expose(this.#host, port as MessagePort);
    await engine.call((api) => api.servePage(proxy(receive)));
    await engine.call((api) => api.watchMeaning(proxy((state: MeaningState) => this.heard(state))));
    await this.#host.serve(engine);
    const loaded = [serving, coming].flatMap((model) => (model?.loaded ? [model.profile] : []));
    void this.#host.bringBack(loaded);
  }

  /** @internal For Nexus alone: a worker of another tab answers. */
  detach(): void {
    this.#host.close();
  }

  /** @internal For Nexus alone: how far the work is, as the owner tells all tabs. */
  heard(state: MeaningState): void {
    this.#settle(state);
  }

  /** @internal For Nexus alone. */
  close(): void {
    this.#host.close();
  }

  async #change(change: MeaningChange): Promise<MeaningState> {
    const outcome = await this.#atOwner(
      () => this.#host.change(change),
      (host) => host.change(change),
    );
    return unwrap(outcome);
  }

  async #useFrom(host: Remote<MeaningHostApi>, profile: ModelProfile, options: LoadOptions): Promise<void> {
    const { signal, onProgress } = options;
    const id = crypto.randomUUID();
    const abandon = () => void host.abandon(id);
    signal?.addEventListener('abort', abandon);
    try {
      const progress = proxy((each: Parameters<NonNullable<typeof onProgress>>[0]) => onProgress?.(each));
      const outcome = await host.useFor(id, profile, progress);
      signal?.throwIfAborted();
      unwrap(outcome);
    } finally {
      signal?.removeEventListener('abort', abandon);
    }
  }

  /** Runs `here` where a worker of this page owns the memory, else `there`, in the page of the owner; again where the owner changes. */
  async #atOwner<T>(here: () => Promise<T>, there: (host: Remote<MeaningHostApi>) => Promise<T>): Promise<T> {
    for (;;) {
      const engine = await this.#connection.current();
      try {
        return await (this.#connection.isOwn(engine) ? here() : this.#askPage(engine, there));
      } catch (failure) {
        if (!(failure instanceof WorkerGone)) throw failure;
      }
    }
  }

  async #askPage<T>(engine: EngineLink, there: (host: Remote<MeaningHostApi>) => Promise<T>): Promise<T> {
    const { port1, port2 } = new MessageChannel();
    const host = wrap<MeaningHostApi>(port1);
    try {
      await engine.call((api) => api.askPage(transfer(port2, [port2])));
      return await engine.call(() => there(host));
    } finally {
      host[releaseProxy]();
    }
  }

  /** Ends the models that the memory uses no more, and passes the news on. */
  #settle(state: MeaningState): void {
    this.#heard = state;
    this.#host.settle(state);
    for (const listener of this.#listeners) listener(state);
  }
}

function unwrap<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw rebuildError(outcome.error);
  return outcome.value;
}
