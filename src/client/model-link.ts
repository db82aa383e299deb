// The worker that holds one language model, as the page calls it.
import { proxy, transfer, wrap, type Remote } from 'comlink';
import { errors, rebuildError } from '../protocol/errors.ts';
import type { Outcome } from '../protocol/engine-api.ts';
import type { LoadProgress, ModelApi } from '../protocol/model-api.ts';
import type { ModelProfile } from '../protocol/models.ts';
import { WorkerLife, type WorkerEnd } from './worker-life.ts';

/** What loading a model may be told. */
export interface LoadOptions {
  /** Told how much of its files has come. */
  readonly onProgress?: (progress: LoadProgress) => void;
  /** Gives up loading. */
  readonly signal?: AbortSignal;
}

const gone = () =>
  errors.internal('The worker of the language model ended.', 'Choose the model again to load it anew.');

export class ModelLink {
  readonly profile: ModelProfile;
  readonly #api: Remote<ModelApi>;
  readonly #life: WorkerLife;

  private constructor(profile: ModelProfile) {
    const worker = new Worker(new URL('../../worker/embed/embed-worker.ts', import.meta.url), {
      type: 'module',
      name: 'pocket-nexus-model',
    });
    this.profile = profile;
    this.#api = wrap<ModelApi>(worker);
    this.#life = new WorkerLife(worker);
  }

  /**
   * Starts a worker and loads the model in it.
   *
   * @param models where the app's own models are, if not beside its code
   * @throws KipError where the model cannot be loaded; the signal's reason where it is aborted
   */
  static async load(profile: ModelProfile, models: string | undefined, options: LoadOptions): Promise<ModelLink> {
    const { onProgress, signal } = options;
    signal?.throwIfAborted();
    const link = new ModelLink(profile);
    const giveUp = () => link.end();
    signal?.addEventListener('abort', giveUp);
    try {
      await link.#load(models, (progress) => onProgress?.(progress));
      return link;
    } catch (failure) {
      link.end();
      signal?.throwIfAborted();
      throw failure;
    } finally {
      signal?.removeEventListener('abort', giveUp);
    }
  }

  async #load(models: string | undefined, onProgress: (progress: LoadProgress) => void): Promise<void> {
    const place = { models, base: document.baseURI };
    await this.#life.race(this.#api.holdWhileAlive(this.#life.lock), gone);
    this.#life.watch();
    const outcome = await this.#life.race<Outcome<null>>(this.#api.load(this.profile, place, proxy(onProgress)), gone);
    if (!outcome.ok) throw rebuildError(outcome.error);
  }

  /** Settles once, when the worker is gone. */
  get gone(): Promise<WorkerEnd> {
    return this.#life.gone;
  }

  /** A port at whose other end the model answers; to be handed to an engine. */
  open(): MessagePort {
    const { port1, port2 } = new MessageChannel();
    void this.#api.serve(transfer(port1, [port1]));
    return port2;
  }

  end(): void {
    this.#life.end();
  }
}
