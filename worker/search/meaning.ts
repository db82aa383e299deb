// The door to search by meaning (meaning-work.ts), which is loaded with the first model a memory has. A memory without one holds nothing
// of it and runs nothing of it.
import type { MeaningState } from '../../src/protocol/models.ts';
import type { Parameters } from '../../src/protocol/values.ts';
import type { Nexus } from '../nexus.ts';
import type { Embedder } from './embedder.ts';
import type { Hit, Search } from './hits.ts';
import type { MeaningWork } from './meaning-work.ts';
import type { ElementKind } from './meaning-store.ts';

export interface MeaningOptions {
  /**
   * How long a search may wait for what was written just before it to be embedded. Infinity makes every search find everything written
   * before it; where people wait, a moment is enough for a handful of elements, and is the default.
   */
  readonly catchUpMs?: number;
}

/** What the searches by meaning of one request work with. */
export interface TermVectors {
  /** Whether words must answer in their place, since the vectors were too long in coming or the model broke. */
  readonly byWords: boolean;
  /** Hits, best first; undefined where the model cannot represent the term, so that words must do. */
  rank(nexus: Nexus, mode: 'semantic' | 'hybrid', kind: ElementKind, search: Search): Hit[] | undefined;
}

interface Command {
  readonly command: string;
  readonly parameters: Parameters;
}

export class Meaning {
  readonly #nexus: Pick<Nexus, 'driver' | 'types'>;
  readonly #options: MeaningOptions;
  #work: MeaningWork | undefined;
  #listener: ((state: MeaningState) => void) | undefined;

  private constructor(nexus: Pick<Nexus, 'driver' | 'types'>, options: MeaningOptions) {
    this.#nexus = nexus;
    this.#options = options;
  }

  static async open(nexus: Pick<Nexus, 'driver' | 'types'>, options: MeaningOptions = {}): Promise<Meaning> {
    const meaning = new Meaning(nexus, options);
    // A memory that has had a model keeps a list of what is to be embedded, also while none is loaded.
    if (nexus.driver.get("SELECT 1 FROM sqlite_schema WHERE name = 'embedding_models'")) await meaning.#loaded();
    return meaning;
  }

  async #loaded(): Promise<MeaningWork> {
    const module = await import('./meaning-work.ts');
    if (!this.#work) {
      this.#work = new module.MeaningWork(this.#nexus, this.#options);
      this.#work.watch(this.#listener);
    }
    return this.#work;
  }

  /** Whether searches are answered by meaning now. */
  get ready(): boolean {
    return this.#work?.ready ?? false;
  }

  /** The vectors of the terms these commands search for by meaning; undefined where none does, or no model is there. */
  async prepare(commands: readonly Command[]): Promise<TermVectors | undefined> {
    return this.#work?.prepare(commands);
  }

  /** Inside a transaction: the text of these elements has changed. */
  changed(ids: readonly number[]): void {
    this.#work?.changed(ids);
  }

  /** Something was committed: there may be work to do. */
  wake(): void {
    this.#work?.wake();
  }

  /** Takes up a loaded model, see MeaningWork. */
  async use(embedder: Embedder): Promise<void> {
    (await this.#loaded()).use(embedder);
  }

  /** A model is gone against its will; `reason` says why. Searches go on by words. */
  lose(profileId: string, reason: string): void {
    this.#work?.lose(profileId, reason);
  }

  /** Gives up a model that was to take over. The one that serves goes on. */
  cancelChange(): void {
    this.#work?.cancelChange();
  }

  /** Stops using models; what they have made stays, and grows on when they come back. */
  stop(): void {
    this.#work?.stop();
  }

  /** Stops, and removes everything models have made of this memory. */
  forget(): void {
    this.#work?.forget();
    this.#work?.close();
    this.#work = undefined;
  }

  state(): MeaningState {
    return this.#work?.state() ?? {};
  }

  /** Has `listener` told how the work goes on, a few times a second at most, and when it is done. */
  watch(listener: (state: MeaningState) => void): void {
    this.#listener = listener;
    this.#work?.watch(listener);
  }

  close(): void {
    this.#work?.close();
  }
}
