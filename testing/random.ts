// A seeded source of randomness: a failing case is its seed, and the same seed makes the same case on every machine.

/** How many times as much as in `npm test` is tried, and where the seeds begin; see scripts/soak.mjs. */
export const randomScale = Number(process.env['RANDOM_SCALE'] ?? 1);
export const firstSeed = Number(process.env['RANDOM_SEED'] ?? 1);

export interface Random {
  /** An integer, 0 ≤ n < `end`. */
  below(end: number): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  /** One of a non-empty list. */
  pick<T>(options: readonly T[]): T;
  /** One of the values, each as often as its weight says. */
  weighted<T>(options: readonly (readonly [weight: number, value: T])[]): T;
}

/** Mulberry32: small, fast, and good enough to explore with. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x100000000;
  };
  const below = (end: number): number => Math.floor(next() * end);
  return {
    below,
    chance: (probability) => next() < probability,
    pick: (options) => options[below(options.length)]!,
    weighted(options) {
      let point = next() * options.reduce((sum, [weight]) => sum + weight, 0);
      return (options.find(([weight]) => (point -= weight) < 0) ?? options.at(-1)!)[1];
    },
  };
}
