// Some texts are near every term: vague, short or general ones. Among many they crowd out the one that is meant. So a cosine is
// corrected by how near the text is to what may be asked for in general (cross-domain similarity local scaling, Conneau et al. 2018,
// one side of it): less for texts nearer to it than an ordinary text, more for the others. The measure is the same in every memory,
// so that a score means the same in all of them.
import { ORDINARY_TEXTS, TOPICS } from './background.ts';
import type { Embedder } from './embedder.ts';
import { encodeVector, type VectorCodes } from './vector-codes.ts';
import { VectorIndex } from './vector-index.ts';

/** The topics a text is nearest to tell how near it is to anything. */
const NEAREST_TOPICS = 5;

/** The part of what is above or below the ordinary that is taken off the cosine, or added. */
const PART = 0.75;

/** From this cosine on the correction fades, so that a text that says just the same stays at 1. */
const FADING_FROM = 0.5;

/** What a model makes of the background, as it is kept: `ordinary` is how near an ordinary text is to anything. */
export interface Measure {
  readonly topics: readonly VectorCodes[];
  readonly ordinary: number;
}

export class Hubness {
  readonly #topics: VectorIndex;
  readonly #ordinary: number;

  constructor({ topics, ordinary }: Measure, dim: number) {
    this.#topics = indexOf(topics, dim);
    this.#ordinary = ordinary;
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

/** Has the model read the background. Takes some seconds on a slow machine. */
export async function measure(embedder: Embedder): Promise<Measure> {
  // Both as queries: somebody may be waiting for the first of them.
  const vectors = (await embedder.embed([...TOPICS, ...ORDINARY_TEXTS], 'query')).map((text) => text.vectors);
  const first = (of: readonly (readonly Float32Array[])[]): Float32Array[] => of.flatMap(([vector]) => vector ?? []);
  const topics = first(vectors.slice(0, TOPICS.length)).map(encodeVector);
  return { topics, ordinary: ordinaryOf(topics, first(vectors.slice(TOPICS.length)), embedder.profile.dim) };
}

/** @param texts vectors of what may be found */
export function ordinaryOf(topics: readonly VectorCodes[], texts: readonly Float32Array[], dim: number): number {
  const index = indexOf(topics, dim);
  const sum = texts.reduce((total, vector) => total + index.meanOfNearest(vector, NEAREST_TOPICS), 0);
  return sum / Math.max(1, texts.length);
}

function indexOf(topics: readonly VectorCodes[], dim: number): VectorIndex {
  const index = new VectorIndex(dim);
  topics.forEach((codes, at) => index.add(at, 0, codes));
  return index;
}

/** `ordinary`, the scales and the errors as 64-bit floats, then the codes. */
export function encodeMeasure({ topics, ordinary }: Measure, dim: number): Uint8Array {
  const numbers = new Float64Array([
    ordinary,
    ...topics.map(({ scale }) => scale),
    ...topics.map(({ error }) => error),
  ]);
  const bytes = new Uint8Array(numbers.byteLength + topics.length * dim);
  bytes.set(new Uint8Array(numbers.buffer));
  topics.forEach(({ codes }, at) => bytes.set(new Uint8Array(codes.buffer), numbers.byteLength + at * dim));
  return bytes;
}

/** Undefined where the bytes are not of `encodeMeasure` for vectors of this length. */
export function decodeMeasure(bytes: Uint8Array, dim: number): Measure | undefined {
  const count = (bytes.byteLength - 8) / (16 + dim);
  if (!Number.isInteger(count) || count < 0) return undefined;
  const aligned = bytes.slice().buffer;
  const numbers = new Float64Array(aligned, 0, 1 + 2 * count);
  const codesOf = (at: number) => new Int8Array(aligned, numbers.byteLength + at * dim, dim);
  const topics = Array.from({ length: count }, (_, at) => ({
    codes: codesOf(at),
    scale: numbers[1 + at]!,
    error: numbers[1 + count + at]!,
  }));
  return { topics, ordinary: numbers[0]! };
}
