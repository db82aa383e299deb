// One thing at a time, queries first: a person waits for a search, and nobody for the indexing of a passage.
import type { Purpose } from '../search/embedder.ts';

export class Turns {
  readonly #waiting: Record<Purpose, (() => void)[]> = { query: [], passage: [] };
  #taken = false;

  /** Runs `body` when its turn has come. */
  async run<T>(purpose: Purpose, body: () => Promise<T>): Promise<T> {
    if (this.#taken) await new Promise<void>((begin) => this.#waiting[purpose].push(begin));
    this.#taken = true;
    try {
      return await body();
    } finally {
      const next = this.#waiting.query.shift() ?? this.#waiting.passage.shift();
      // Whoever is next keeps the turn taken, so that nobody slips in between.
      if (next) next();
      else this.#taken = false;
    }
  }
}
