import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { assembleKernel } from '../../scripts/kernel.mjs';
import { seededRandom, type Random } from '../../testing/random.ts';
import { encodeVector } from './vector-codes.ts';
import { VectorIndex } from './vector-index.ts';

function randomVector(random: Random, dim: number, near?: Float32Array): Float32Array {
  const vector = new Float32Array(dim);
  let squares = 0;
  for (let at = 0; at < dim; at++) {
    const value = (random.below(2001) + random.below(2001) - 2000) / 2000 + (near ? 20 * near[at]! : 0);
    vector[at] = value;
    squares += value * value;
  }
  return vector.map((value) => value / Math.sqrt(squares));
}

function cosine(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!;
  return sum;
}

/** The elements nearest to the query by exact arithmetic, among these. */
function nearest(vectors: ReadonlyMap<number, readonly Float32Array[]>, query: Float32Array, limit: number): number[] {
  const ranked = [...vectors].map(([id, chunks]) => ({
    id,
    best: Math.max(...chunks.map((chunk) => cosine(chunk, query))),
  }));
  return ranked
    .sort((a, b) => b.best - a.best)
    .slice(0, limit)
    .map(({ id }) => id);
}

describe('the vector kernel', () => {
  it('is the one vector-kernel.wat describes', async () => {
    const checkedIn = readFileSync(new URL('vector-kernel.generated.ts', import.meta.url), 'utf8');
    expect(await assembleKernel('search/vector-kernel')).toBe(checkedIn);
  });
});

describe('VectorIndex', () => {
  it.each([
    { dim: 512, count: 3000, kind: 'spread evenly' },
    { dim: 384, count: 3000, kind: 'in close clusters' },
    { dim: 50, count: 700, kind: 'of a dimension that fills no step' },
  ])('names all of the nearest among vectors $kind', ({ dim, count, kind }) => {
    const random = seededRandom(dim);
    const centres = Array.from({ length: 20 }, () => randomVector(random, dim));
    const index = new VectorIndex(dim);
    const vectors = new Map<number, Float32Array[]>();
    for (let id = 0; id < count; id++) {
      const centre = kind === 'in close clusters' ? random.pick(centres) : undefined;
      vectors.set(
        id,
        Array.from({ length: 1 + random.below(3) }, () => randomVector(random, dim, centre)),
      );
      for (const vector of vectors.get(id)!) index.add(id, 1, encodeVector(vector));
    }
    for (let round = 0; round < 10; round++) {
      const query = randomVector(random, dim, random.pick(centres));
      const found = index.candidates(query, { limit: 10 });
      expect(found).toEqual(expect.arrayContaining(nearest(vectors, query, 10)));
      expect(found.length).toBeLessThan(count / 2);
    }
  });

  it('stays exact while elements come, change and go', () => {
    const random = seededRandom(7);
    const index = new VectorIndex(64);
    const vectors = new Map<number, Float32Array[]>();
    for (let step = 0; step < 6000; step++) {
      const id = random.below(1500);
      if (random.chance(0.3)) {
        index.delete(id);
        vectors.delete(id);
      } else {
        vectors.set(id, [...(vectors.get(id) ?? []), randomVector(random, 64)]);
        index.add(id, 1, encodeVector(vectors.get(id)!.at(-1)!));
      }
    }
    expect(index.size).toBe(vectors.size);
    const query = randomVector(random, 64);
    expect(index.candidates(query, { limit: 25 })).toEqual(expect.arrayContaining(nearest(vectors, query, 25)));
    expect(new Set(index.candidates(query, { limit: 5000 }))).toEqual(new Set(vectors.keys()));
  });

  it('looks among the elements of one group alone', () => {
    const random = seededRandom(3);
    const index = new VectorIndex(32);
    for (let id = 0; id < 200; id++) index.add(id, id % 2, encodeVector(randomVector(random, 32)));
    const found = index.candidates(randomVector(random, 32), { limit: 10, group: 1 });
    expect(found.length).toBeGreaterThanOrEqual(10);
    expect(found.every((id) => id % 2 === 1)).toBe(true);
  });

  it('finds nothing where it holds nothing', () => {
    const index = new VectorIndex(32);
    expect(index.candidates(randomVector(seededRandom(1), 32), { limit: 10 })).toEqual([]);
    index.add(1, 1, encodeVector(randomVector(seededRandom(1), 32)));
    index.delete(1);
    expect(index.size).toBe(0);
  });
});
