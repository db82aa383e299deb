// Some texts are near every term: vague, short or general ones. Among many they crowd out the one that is meant. So a cosine is
// corrected by how near the text is to what may be asked for in general (cross-domain similarity local scaling, Conneau et al. 2018,
// one side of it): less for texts nearer to it than an ordinary text, more for the others. The measure is the same in every memory,
// so that a score means the same in all of them.
import { ORDINARY_TEXTS, TOPICS } from './background.ts';
import type { Embedder } from './embedder.ts';
import { encodeVector } from './vector-codes.ts';
import { VectorIndex } from './vector-index.ts';

/** The topics a text is nearest to tell how near it is to anything. */
const NEAREST_TOPICS = 5;

/** The part of what is above or below the ordinary that is taken off the cosine, or added. */
const PART = 0.75;

/** From this cosine on the correction fades, so that a text that says just the same stays at 1. */
const FADING_FROM = 0.5;

export class Hubness {
  readonly #topics: VectorIndex;
  readonly #ordinary: number;

  /** @param topics vectors of what may be asked for; @param texts vectors of what may be found */
  constructor(topics: readonly Float32Array[], texts: readonly Float32Array[], dim: number) {
    this.#topics = new VectorIndex(dim);
    topics.forEach((vector, at) => this.#topics.add(at, 0, encodeVector(vector)));
    this.#ordinary = texts.reduce((sum, vector) => sum + this.#of(vector), 0) / Math.max(1, texts.length);
  }

  static async measure(embedder: Embedder): Promise<Hubness> {
    // Both as queries: somebody may be waiting for the first of them.
    const vectors = (await embedder.embed([...TOPICS, ...ORDINARY_TEXTS], 'query')).map((text) => text.vectors);
    const first = (of: readonly (readonly Float32Array[])[]): Float32Array[] => of.flatMap(([vector]) => vector ?? []);
    const [topics, texts] = [first(vectors.slice(0, TOPICS.length)), first(vectors.slice(TOPICS.length))];
    return new Hubness(topics, texts, embedder.profile.dim);
  }

  /** The cosine of a term and this vector, corrected. */
  corrected(cosine: number, vector: Float32Array): number {
    const excess = this.#of(vector) - this.#ordinary;
    return cosine - PART * excess * Math.min(1, (1 - cosine) / (1 - FADING_FROM));
  }

  #of(vector: Float32Array): number {
    return this.#topics.meanOfNearest(vector, NEAREST_TOPICS);
  }
}
