// The language models of a memory, in the page whose worker owns it: each in a worker of its own, answering the engine directly. They
// outlive the engine's worker where that has to be replaced in this page, and end when another tab has the memory.
import { transfer } from 'comlink';
import type { MeaningChange, Outcome } from '../protocol/engine-api.ts';
import { KipError, rebuildError, type ErrorObject } from '../protocol/errors.ts';
import type { LoadProgress } from '../protocol/model-api.ts';
import type { MeaningState, ModelProfile } from '../protocol/models.ts';
import type { EngineLink } from './engine-link.ts';
import { ModelLink, type LoadOptions } from './model-link.ts';

/** What the page that hosts the models does for other tabs. */
export interface MeaningHostApi {
  /** @param id names the call for `abandon` */
  useFor(id: string, profile: ModelProfile, onProgress: (progress: LoadProgress) => void): Promise<Outcome<null>>;
  abandon(id: string): void;
  change(change: MeaningChange): Promise<Outcome<MeaningState>>;
}

export class MeaningHost implements MeaningHostApi {
  readonly #models: string | undefined;
  readonly #links = new Map<string, ModelLink>();
  readonly #calls = new Map<string, AbortController>();
  #engine: EngineLink | undefined;

  /** @param models where the app's own models are, if not beside its code */
  constructor(models: string | undefined) {
    this.#models = models;
  }

  /** A worker of this page owns the memory now: it gets the models that are loaded here. */
  async serve(engine: EngineLink): Promise<void> {
    this.#engine = engine;
    for (const link of this.#links.values()) await this.#hand(engine, link);
  }

  /** Loads a model, unless it is, and has the memory use it. */
  async use(profile: ModelProfile, options: LoadOptions): Promise<void> {
    const loaded = this.#links.get(profile.id) ?? (await this.#load(profile, options));
    if (this.#engine) await this.#hand(this.#engine, loaded);
  }

  /** Loads what the owner before had loaded. Where that fails searches go on by words, as `state` tells. */
  async bringBack(profiles: readonly ModelProfile[]): Promise<void> {
    for (const profile of profiles) await this.use(profile, {}).catch(() => undefined);
  }

  async useFor(
    id: string,
    profile: ModelProfile,
    onProgress: (progress: LoadProgress) => void,
  ): Promise<Outcome<null>> {
    const call = new AbortController();
    this.#calls.set(id, call);
    return attempt(async () => {
      await this.use(profile, { signal: call.signal, onProgress });
      return null;
    }).finally(() => this.#calls.delete(id));
  }

  abandon(id: string): void {
    this.#calls.get(id)?.abort();
  }

  async change(change: MeaningChange): Promise<Outcome<MeaningState>> {
    const outcome = await this.#engine!.call<Outcome<MeaningState>>((api) => api.meaning(change));
    if (outcome.ok && change !== 'cancel') this.close();
    return outcome;
  }

  /** Ends the models that the memory uses no more. */
  settle(state: MeaningState): void {
    const used = [state.serving?.profile.id, state.coming?.profile.id];
    for (const [id, link] of this.#links) {
      if (used.includes(id)) continue;
      this.#links.delete(id);
      link.end();
    }
  }

  /** Ends all models. */
  close(): void {
    for (const link of this.#links.values()) link.end();
    this.#links.clear();
  }

  async #load(profile: ModelProfile, options: LoadOptions): Promise<ModelLink> {
    const link = await ModelLink.load(profile, this.#models, options);
    this.#links.set(profile.id, link);
    void link.gone.then((end) => {
      if (this.#links.get(profile.id) !== link) return;
      this.#links.delete(profile.id);
      if (end === 'died') this.#lose(profile, 'Its worker ended, perhaps for want of memory.');
    });
    return link;
  }

  #lose({ id }: ModelProfile, reason: string): void {
    void this.#engine?.call((api) => api.loseModel(id, reason)).catch(() => undefined);
  }

  async #hand(engine: EngineLink, link: ModelLink): Promise<void> {
    const port = link.open();
    const outcome = await engine.call<Outcome<null>>((api) => api.useModel(link.profile, transfer(port, [port])));
    if (!outcome.ok) throw rebuildError(outcome.error);
  }
}

async function attempt<T>(body: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await body() };
  } catch (error) {
    return { ok: false, error: asErrorObject(error) };
  }
}

const asErrorObject = (error: unknown): ErrorObject =>
  (error instanceof KipError ? error : new KipError('internal', String(error))).toJSON();
