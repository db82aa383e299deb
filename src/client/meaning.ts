// Search by meaning, as a page governs it: which language models a memory uses. Models run in workers of their own, answer the engine
// directly, and outlive the engine's worker where that has to be replaced. Nothing is loaded before someone asks for it here.
import { proxy, transfer } from 'comlink';
import type { MeaningChange, Outcome } from '../protocol/engine-api.ts';
import { rebuildError } from '../protocol/errors.ts';
import { modelProfile, type MeaningState, type ModelFolder, type ModelProfile } from '../protocol/models.ts';
import { ModelLink, type LoadOptions } from './model-link.ts';
import type { WorkerLink } from './worker-link.ts';

export class Meaning {
  readonly #engine: () => Promise<WorkerLink>;
  readonly #models: string | undefined;
  readonly #links = new Map<string, ModelLink>();
  readonly #listeners = new Set<(state: MeaningState) => void>();

  /**
   * For Nexus alone.
   *
   * @param engine the worker with the memory open in it
   * @param models where the app's own models are, if not beside its code
   */
  constructor(engine: () => Promise<WorkerLink>, models: string | undefined) {
    this.#engine = engine;
    this.#models = models;
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
    const loaded = this.#links.get(profile.id) ?? (await this.#load(profile, options));
    await this.#hand(await this.#engine(), loaded);
  }

  /** Loads again what this memory used when it was last open. Resolves with what it uses then: nothing, for a memory without a model. */
  async resume(options: LoadOptions = {}): Promise<MeaningState> {
    const { serving, coming } = await this.state();
    for (const model of [serving, coming]) if (model && !model.loaded) await this.use(model.profile, options);
    return this.state();
  }

  state(): Promise<MeaningState> {
    return this.#change(undefined);
  }

  /** Gives up a model that was to take over. */
  async cancelChange(): Promise<void> {
    this.#settle(await this.#change('cancel'));
  }

  /** Ends all models; what they have made stays in the memory. Searches go on by words. */
  async stop(): Promise<void> {
    await this.#change('stop');
    this.close();
  }

  /** Ends all models and removes everything they have made. */
  async forget(): Promise<void> {
    await this.#change('forget');
    this.close();
  }

  /** Calls `listener` as the work goes on, a few times a second at most; returns what ends that. */
  watch(listener: (state: MeaningState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** For Nexus alone: the memory has been opened, perhaps in a new worker. */
  async attach(engine: WorkerLink): Promise<void> {
    await engine.call((api) => api.watchMeaning(proxy((state: MeaningState) => this.#settle(state))));
    for (const link of this.#links.values()) await this.#hand(engine, link);
  }

  /** For Nexus alone. */
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
      if (end === 'died') void this.#lose(profile, 'Its worker ended, perhaps for want of memory.');
    });
    return link;
  }

  async #lose({ id }: ModelProfile, reason: string): Promise<void> {
    const engine = await this.#engine();
    await engine.call((api) => api.loseModel(id, reason));
  }

  async #hand(engine: WorkerLink, link: ModelLink): Promise<void> {
    const port = link.open();
    const outcome = await engine.call<Outcome<null>>((api) => api.useModel(link.profile, transfer(port, [port])));
    if (!outcome.ok) throw rebuildError(outcome.error);
  }

  async #change(change: MeaningChange | undefined): Promise<MeaningState> {
    const engine = await this.#engine();
    const outcome = await engine.call<Outcome<MeaningState>>((api) => api.meaning(change));
    if (!outcome.ok) throw rebuildError(outcome.error);
    return outcome.value;
  }

  /** Ends the models that the memory uses no more, and passes the news on. */
  #settle(state: MeaningState): void {
    const used = [state.serving?.profile.id, state.coming?.profile.id];
    for (const [id, link] of this.#links) {
      if (used.includes(id)) continue;
      this.#links.delete(id);
      link.end();
    }
    for (const listener of this.#listeners) listener(state);
  }
}
