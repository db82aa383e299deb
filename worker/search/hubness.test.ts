import { describe, expect, it } from 'vitest';
import { ToyEmbedder } from '../../testing/toy-embedder.ts';
import { ORDINARY_TEXTS, TOPICS } from './background.ts';
import { decodeMeasure, encodeMeasure, Hubness, measure, ordinaryOf, type Measure } from './hubness.ts';
import { encodeVector } from './vector-codes.ts';

const DIM = 16;

/** A vector of length 1 with these numbers at its beginning, the rest of it at one place of its own. */
function vector(numbers: readonly number[], own = DIM - 1): Float32Array {
  const made = new Float32Array(DIM);
  made.set(numbers);
  made[own] = Math.sqrt(1 - numbers.reduce((sum, number) => sum + number * number, 0));
  return made;
}

/** Six topics, each along an axis of its own, and a text that is 0.3 near to five of them. */
const topics = [0, 1, 2, 3, 4, 5].map((axis) => vector([], axis));
const ordinary = vector([0.3, 0.3, 0.3, 0.3, 0.3]);

function measured(about: readonly Float32Array[], texts: readonly Float32Array[]): Measure {
  const codes = about.map(encodeVector);
  return { topics: codes, ordinary: ordinaryOf(codes, texts, DIM) };
}

describe('the correction of cosines', () => {
  const hubness = new Hubness(measured(topics, [ordinary]), DIM);

  it('leaves the ordinary text as it is', () => {
    expect(hubness.corrected(0.4, ordinary)).toBeCloseTo(0.4, 2);
  });

  it('takes from what is near to everything, and adds to what is near to little', () => {
    expect(hubness.corrected(0.4, vector([0.44, 0.44, 0.44, 0.44, 0.44]))).toBeCloseTo(0.4 - 0.75 * 0.14, 2);
    expect(hubness.corrected(0.4, vector([0.5]))).toBeCloseTo(0.4 + 0.75 * 0.2, 2);
  });

  it('fades towards 1, so that the same text stays the same', () => {
    const near = vector([0.44, 0.44, 0.44, 0.44, 0.44]);
    expect(hubness.corrected(1, near)).toBe(1);
    expect(hubness.corrected(0.75, near)).toBeCloseTo(0.75 - (0.75 * 0.14) / 2, 2);
    const steps = Array.from({ length: 101 }, (_, at) => hubness.corrected(at / 100, near));
    expect(steps).toEqual([...steps].sort((a, b) => a - b));
  });

  it('is the same once written to a file and read', () => {
    const made = measured(topics, [ordinary]);
    const bytes = encodeMeasure(made, DIM);
    const read = new Hubness(decodeMeasure(bytes, DIM)!, DIM);
    for (const text of [ordinary, vector([0.44, 0.2, 0.1]), ...topics]) {
      expect(read.corrected(0.4, text)).toBe(hubness.corrected(0.4, text));
    }
    expect(decodeMeasure(bytes.subarray(1), DIM)).toBeUndefined();
  });

  it('changes nothing for a model that cannot read the topics', () => {
    expect(new Hubness(measured([], []), DIM).corrected(0.4, ordinary)).toBe(0.4);
  });

  it('comes of the topics and the ordinary texts, all of them different', async () => {
    const embedder = new ToyEmbedder();
    await measure(embedder);
    expect(embedder.seen.map(({ text }) => text)).toEqual([...TOPICS, ...ORDINARY_TEXTS]);
    expect(new Set(embedder.seen.map(({ text }) => text)).size).toBe(TOPICS.length + ORDINARY_TEXTS.length);
    expect(ORDINARY_TEXTS.length).toBeGreaterThan(20);
  });
});
