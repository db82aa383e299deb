// Meaning-based search of one memory: its models, the vectors they make, and the work of keeping those complete in the background.
// A search never waits for long and never fails for want of a model: whoever gets no term vectors from here looks for words instead.
import type { MeaningState, ModelProfile, ModelState } from '../../src/protocol/models.ts';
import type { Nexus } from '../nexus.ts';
import type { Embedder, TextVectors } from './embedder.ts';
import { Hubness, measure } from './hubness.ts';
import {
  addModel,
  countTasks,
  countUnread,
  createMeaningTables,
  dropMeaningTables,
  finishOlder,
  finishTasks,
  forgetMeaning,
  hasMeaningTables,
  hasOrphans,
  hasTasks,
  makesSameVectors,
  nextTasks,
  queuedUpTo,
  promote,
  readModels,
  readMeasure,
  removeModel,
  removeOrphans,
  updateProfile,
  type ElementKind,
  type StoredModel,
  type Task,
  writeMeasure,
} from './meaning-store.ts';
import { meaningTexts } from './meaning-text.ts';
import type { MeaningOptions, TermVectors } from './meaning.ts';
import { rankByMeaning, rankHybrid } from './rank-meaning.ts';
import { searchTerms, type Command } from './search-terms.ts';
import { VectorSearch } from './vector-search.ts';

/** How long a search may wait for what was written just before it, where its host says nothing else. */
const CATCH_UP_MS_DEFAULT = 100;

/** With more than this to do, a search that may not wait for all of it does not wait at all. */
const CATCH_UP_ELEMENTS_MAX = 64;

/**
 * How long a search waits for its term's vector before it is answered by words. A term goes before all texts that wait, so it is slow
 * only where everything is. One that asks for the best there is, while the model is busy with other texts, is sooner content with words.
 */
const QUERY_MS_MAX = 10_000;
const QUERY_MS_BUSY = 600;

/** Elements embedded and written at once; what was written just now comes after the batch under way. */
const BATCH = 8;
/** Of long texts fewer, so that nothing waits for several books, and little is lost where the program ends; in UTF-16 units. */
const BATCH_UNITS = 20_000;
const ORPHANS_AT_ONCE = 500;
const TELL_EVERY_MS = 200;

/** What a search gets that meaning was promised and words must answer. */
const BY_WORDS: TermVectors = { byWords: true, rank: () => undefined };

type Listener = (state: MeaningState) => void;

export class MeaningWork {
  readonly #nexus: Pick<Nexus, 'driver' | 'types'>;
  readonly #catchUpMs: number;
  readonly #embedders = new Map<number, Embedder>();
  /** What each loaded model finds near to anything. */
  readonly #hubness = new Map<number, Promise<Hubness>>();
  readonly #failures = new Map<number, string>();
  #models: readonly StoredModel[];
  #search: { readonly model: number; readonly vectors: VectorSearch } | undefined;
  /** What each model is doing. */
  readonly #steps = new Map<number, Promise<boolean>>();
  #closed = false;
  /** Searches answered by words since their term's vector was too long in coming. */
  #late = 0;
  /** Vectors of a model that is gone may be left. */
  #orphans: boolean;
  #listener: Listener | undefined;
  #toldAt = 0;

  constructor(nexus: Pick<Nexus, 'driver' | 'types'>, { catchUpMs = CATCH_UP_MS_DEFAULT }: MeaningOptions = {}) {
    this.#nexus = nexus;
    this.#catchUpMs = catchUpMs;
    this.#models = readModels(nexus.driver);
    this.#orphans = this.#models.length > 0;
  }

  // ---------------------------------------------------------------- models

  /** Whether searches are answered by meaning now. */
  get ready(): boolean {
    return this.#serving !== undefined && this.#embedders.has(this.#serving.id);
  }

  /** The model that answers, whether it is loaded or not. */
  get #serving(): StoredModel | undefined {
    return this.#models.find(({ serving }) => serving);
  }

  /**
   * Takes up a loaded model. The memory's own goes on; the first one serves at once; another one takes over when it has made vectors
   * of everything, and displaces one that was to take over before.
   */
  use(embedder: Embedder): void {
    const { driver } = this.#nexus;
    driver.transaction(() => this.#enter(embedder.profile));
    this.#reread();
    const model = this.#models.find(({ profile }) => profile.id === embedder.profile.id)!;
    this.#embedders.set(model.id, embedder);
    const hubness = this.#measure(model.id, embedder);
    // Where it fails, the search that waits for it gives the model up.
    hubness.catch(() => undefined);
    this.#hubness.set(model.id, hubness);
    if (model.serving) void this.#vectors(model).catch(() => undefined);
    this.#failures.delete(model.id);
    // What an earlier embedder of this model is still busy with may never end.
    this.#steps.delete(model.id);
    this.wake();
  }

  /** The model reads the background once; what it makes of it is kept in the file. */
  async #measure(model: number, embedder: Embedder): Promise<Hubness> {
    const { driver } = this.#nexus;
    const { dim } = embedder.profile;
    const kept = readMeasure(driver, model, dim);
    if (kept) return new Hubness(kept, dim);
    const fresh = await measure(embedder);
    const isStillHere = !this.#closed && this.#models.some(({ id }) => id === model);
    if (isStillHere) driver.transaction(() => writeMeasure(driver, model, fresh, dim));
    return new Hubness(fresh, dim);
  }

  #enter(profile: ModelProfile): void {
    const { driver } = this.#nexus;
    if (!hasMeaningTables(driver)) createMeaningTables(this.#nexus);
    const named = this.#models.find(({ profile: { id } }) => id === profile.id);
    const known = named && makesSameVectors(named.profile, profile) ? named : undefined;
    if (named && !known) {
      removeModel(driver, named.id);
      this.#reread();
    }
    if (known) updateProfile(driver, known.id, profile);
    if (!known || known.serving) this.#dropComing(known);
    if (!known) addModel(driver, profile, this.#serving === undefined);
  }

  #dropComing(except: StoredModel | undefined): void {
    const coming = this.#models.find((model) => !model.serving && model !== except);
    if (coming) removeModel(this.#nexus.driver, coming.id);
  }

  /** A model is gone against its will; `reason` says why. Searches go on by words. */
  lose(profileId: string, reason: string): void {
    const model = this.#models.find(({ profile }) => profile.id === profileId);
    if (!model) return;
    this.#giveUp(model.id, new Error(reason));
    this.#tell(true);
  }

  /** Gives up a model that was to take over. The one that serves goes on. */
  cancelChange(): void {
    if (this.#models.length === 0) return;
    this.#nexus.driver.transaction(() => this.#dropComing(undefined));
    this.#reread();
    this.wake();
  }

  /** Stops using models; what they have made stays, and grows on when they come back. */
  stop(): void {
    this.#embedders.clear();
  }

  /** Stops, and removes everything models have made of this memory. */
  forget(): void {
    this.stop();
    if (this.#models.length === 0) return;
    this.#nexus.driver.transaction(() => dropMeaningTables(this.#nexus.driver));
    this.#models = [];
    this.#search = undefined;
  }

  state(): MeaningState {
    const serving = this.#serving;
    const coming = this.#models.find((model) => !model.serving);
    return {
      ...(serving && { serving: this.#stateOf(serving) }),
      ...(coming && { coming: this.#stateOf(coming) }),
    };
  }

  #stateOf({ id, profile, serving }: StoredModel): ModelState {
    const { driver } = this.#nexus;
    const failure = this.#failures.get(id);
    return {
      profile,
      loaded: this.#embedders.has(id),
      pending: countTasks(driver, id),
      unread: countUnread(driver, id),
      late: serving ? this.#late : 0,
      ...(failure !== undefined && { failure }),
    };
  }

  /** Has `listener` told how the work goes on, a few times a second at most, and when it is done. */
  watch(listener: Listener | undefined): void {
    this.#listener = listener;
  }

  close(): void {
    this.#closed = true;
    this.#embedders.clear();
  }

  #reread(): void {
    this.#orphans = true;
    this.#models = readModels(this.#nexus.driver);
    for (const id of this.#embedders.keys())
      if (!this.#models.some((model) => model.id === id)) this.#embedders.delete(id);
  }

  // ---------------------------------------------------------------- searching

  /**
   * The vectors of the terms these commands search for, and all that searching by them needs; undefined where there is nothing to
   * search by meaning, or no model.
   */
  async prepare(commands: readonly Command[]): Promise<TermVectors | undefined> {
    const terms = this.ready ? searchTerms(commands) : [];
    const serving = this.#serving;
    const embedder = serving && this.#embedders.get(serving.id);
    if (!embedder || terms.length === 0) return undefined;
    const texts = [...new Set(terms.map(({ term }) => term))];
    try {
      const prepared = Promise.all([
        embedder.embed(texts, 'query'),
        this.#vectors(serving),
        this.#hubness.get(serving.id)!,
        this.#catchUp(serving.id, new Set(terms.map(({ element }) => element))),
      ]);
      const patience = this.#queryMs(
        serving.id,
        terms.some(({ asksForMeaning }) => asksForMeaning),
      );
      const [embedded, vectors, hubness] = (await firstOf(prepared, patience)) ?? [];
      if (!embedded || !vectors || !hubness) {
        this.#late++;
        return BY_WORDS;
      }
      // The model may have been exchanged while it was computing.
      if (this.#serving?.id !== serving.id) return BY_WORDS;
      const byTerm = new Map(texts.map((text, at) => [text, meanVector(embedded[at]!)]));
      return {
        byWords: false,
        rank: (nexus, mode, kind, search) => {
          const query = byTerm.get(search.term);
          if (!query) return undefined;
          const rank = mode === 'semantic' ? rankByMeaning : rankHybrid;
          return rank(nexus, kind, search, { query, vectors, hubness, profile: embedder.profile });
        },
      };
    } catch (error) {
      this.#giveUp(serving.id, error);
      return BY_WORDS;
    }
  }

  #queryMs(model: number, asksForMeaning: boolean): number {
    if (this.#catchUpMs === Infinity) return Infinity;
    return this.#steps.has(model) && !asksForMeaning ? QUERY_MS_BUSY : QUERY_MS_MAX;
  }

  /** Waits for what was written lately; where searches may wait for all of it, for everything. */
  async #catchUp(model: number, kinds: ReadonlySet<ElementKind>): Promise<void> {
    const { driver } = this.#nexus;
    const patient = this.#catchUpMs === Infinity;
    const queued = (): number =>
      [...kinds].reduce((sum, kind) => sum + queuedUpTo(driver, model, kind, CATCH_UP_ELEMENTS_MAX + 1), 0);
    const pending = (): boolean => (patient ? [...kinds].some((kind) => hasTasks(driver, model, kind)) : queued() > 0);
    if (!patient && queued() > CATCH_UP_ELEMENTS_MAX) return;
    const end = performance.now() + this.#catchUpMs;
    while (this.#embedders.has(model) && pending() && performance.now() < end) {
      this.wake();
      const step = this.#steps.get(model);
      if (step) await firstOf(step, end - performance.now());
      await moment();
    }
  }

  /** The vectors in memory, filled a slice at a time so that other requests come through meanwhile. */
  async #vectors({ id, profile }: StoredModel): Promise<VectorSearch> {
    if (this.#search?.model !== id) {
      this.#search = { model: id, vectors: new VectorSearch(this.#nexus.driver, id, profile.dim) };
    }
    const { vectors } = this.#search;
    while (!this.#closed && !vectors.fill()) await moment();
    return vectors;
  }

  // ---------------------------------------------------------------- keeping up

  /** Inside a transaction: the text of these elements has changed. */
  changed(ids: readonly number[]): void {
    if (this.#models.length > 0) forgetMeaning(this.#nexus, ids);
  }

  /** Goes on with the work, if there is any and a model to do it. Each model works by itself: a slow one holds up no other. */
  wake(): void {
    if (this.#closed) return;
    for (const model of this.#embedders.keys()) if (!this.#steps.has(model)) this.#begin(model);
  }

  #begin(model: number): void {
    // A failing file stops the work; whoever writes next meets the same failure and reports it.
    const step = this.#work(model).catch(() => false);
    this.#steps.set(model, step);
    void step.then((more) => {
      if (this.#steps.get(model) !== step) return;
      this.#steps.delete(model);
      this.#tell(!more);
      if (more) setTimeout(() => this.wake());
    });
  }

  /** One step of a model's work; false where there is nothing more to do. */
  async #work(id: number): Promise<boolean> {
    const model = this.#models.find((each) => each.id === id);
    const embedder = this.#embedders.get(id);
    if (!model || !embedder) return false;
    const tasks = nextTasks(this.#nexus.driver, id, BATCH);
    if (tasks.length > 0) {
      await this.#embed(id, embedder, tasks);
      return true;
    }
    if (countTasks(this.#nexus.driver, id) > 0)
      this.#nexus.driver.transaction(() => finishOlder(this.#nexus.driver, id));
    if (model.serving) return this.#clearUp();
    this.#takeOver(model);
    return true;
  }

  /** Removes the vectors of models that are gone. */
  #clearUp(): boolean {
    if (!this.#orphans) return false;
    const { driver } = this.#nexus;
    this.#orphans = hasOrphans(driver) && driver.transaction(() => removeOrphans(driver, ORPHANS_AT_ONCE));
    return this.#orphans;
  }

  async #embed(model: number, embedder: Embedder, next: readonly Task[]): Promise<void> {
    const { driver } = this.#nexus;
    const texts = meaningTexts(
      this.#nexus,
      next.map(({ element }) => element),
    );
    const tasks = upTo(BATCH_UNITS, next, ({ element }) => (texts.get(element) ?? []).join('').length);
    const spoken = tasks.flatMap(({ element }) => (texts.get(element) ?? []).map((text) => ({ element, text })));
    try {
      const made = await embedder.embed(
        spoken.map(({ text }) => text),
        'passage',
      );
      if (this.#closed || !this.#embedders.has(model)) return;
      const done = tasks.map((task) => {
        const own = made.filter((_, at) => spoken[at]!.element === task.element);
        const vectors = own.flatMap((each) => each.vectors);
        return { ...task, vectors, unread: vectors.length === 0 && own.some(({ tokens }) => tokens > 0) };
      });
      driver.transaction(() => {
        finishTasks(driver, model, done);
        if (this.#search?.model === model) this.#search.vectors.trimNotes();
      });
    } catch (error) {
      this.#giveUp(model, error);
    }
  }

  #takeOver({ id }: StoredModel): void {
    const { driver } = this.#nexus;
    const before = this.#serving;
    driver.transaction(() => {
      promote(driver, id);
      if (before) removeModel(driver, before.id);
    });
    this.#reread();
    void this.#vectors(this.#serving!).catch(() => undefined);
  }

  #giveUp(model: number, error: unknown): void {
    this.#embedders.delete(model);
    this.#failures.set(model, error instanceof Error ? error.message : String(error));
  }

  #tell(done: boolean): void {
    const now = performance.now();
    if (!this.#listener || this.#closed || (!done && now - this.#toldAt < TELL_EVERY_MS)) return;
    this.#toldAt = now;
    this.#listener(this.state());
  }
}

/** The first of these, as many as go into the measure together, and at least one. */
function upTo<T>(measure: number, all: readonly T[], sizeOf: (one: T) => number): T[] {
  let sum = 0;
  const within = all.findIndex((one) => (sum += sizeOf(one)) > measure);
  return within < 0 ? [...all] : all.slice(0, Math.max(1, within));
}

/** One vector for a term, also for one so long that it came in chunks. */
function meanVector({ vectors }: TextVectors): Float32Array | undefined {
  const [first, ...others] = vectors;
  if (!first || others.length === 0) return first;
  const sum = first.map((value, at) => others.reduce((total, vector) => total + vector[at]!, value));
  const length = Math.sqrt(sum.reduce((squares, value) => squares + value * value, 0));
  return sum.map((value) => value / length);
}

/** Lets other requests through. */
const moment = (): Promise<void> => new Promise((go) => setTimeout(go));

/** What the promise gives, or undefined if that takes longer. */
async function firstOf<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  if (ms === Infinity) return promise;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((go) => (timer = setTimeout(() => go(undefined), ms)));
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
