// Interleaved timing. Every round runs each contender once over the same inputs, in rotating order, so that a drift of a shared
// machine hits all alike; the verdicts stand on the median of per-round quotients, never on medians of separate runs.
// In Node the clock is the process's own CPU time (other processes do not count); elsewhere it is wall time.

export interface Sample {
  readonly median: number;
  readonly p95: number;
  readonly wallMedian: number;
  readonly rounds: number;
  /** Calls in one round. */
  readonly batch: number;
  /** Milliseconds a call, by round. */
  readonly times: readonly number[];
}

/** Does call number `i` of a round; its inputs depend on `i` alone. */
export type Contender = (i: number) => unknown;

export interface InterleaveOptions {
  readonly rounds?: number;
  readonly minimumRounds?: number;
  /** A round of the first contender lasts at least this long. */
  readonly roundMs?: number;
  readonly budgetMs?: number;
  /** A batch is a multiple of this, so that each round sees every input equally often. */
  readonly inputs?: number;
}

const runsInNode = typeof process !== 'undefined' && typeof process.cpuUsage === 'function';
export const metric = runsInNode ? 'cpu ms' : 'wall ms';

export function clock(): number {
  if (!runsInNode) return performance.now();
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const index = (sorted.length - 1) * q;
  const low = sorted[Math.floor(index)] ?? NaN;
  const high = sorted[Math.ceil(index)] ?? NaN;
  return low + (high - low) * (index - Math.floor(index));
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

async function batchOf(contender: Contender, calls: number): Promise<void> {
  for (let i = 0; i < calls; i++) {
    const pending = contender(i);
    if (pending instanceof Promise) await pending;
  }
}

/** The number of calls that fill `roundMs`: a multiple of `inputs`, or fewer where one pass over the inputs already takes longer. */
async function batchSize(contender: Contender, inputs: number, roundMs: number): Promise<number> {
  const start = clock();
  await batchOf(contender, inputs);
  const pass = Math.max(clock() - start, 0.001);
  return pass >= roundMs ? inputs : inputs * Math.min(2000, Math.ceil(roundMs / pass));
}

/** Times contenders that do the same work. The first is the yardstick: its speed sets the batch that all of them run. */
export async function interleave<Name extends string>(
  contenders: Readonly<Record<Name, Contender>>,
  options: InterleaveOptions = {},
): Promise<Record<Name, Sample>> {
  const { rounds = 25, minimumRounds = 5, roundMs = 4, budgetMs = 3000, inputs = 1 } = options;
  const names = Object.keys(contenders) as Name[];
  for (const name of names) await batchOf(contenders[name], Math.max(2, inputs));
  const batch = await batchSize(contenders[names[0] as Name], inputs, roundMs);
  const times = new Map<Name, number[]>(names.map((name) => [name, []]));
  const walls = new Map<Name, number[]>(names.map((name) => [name, []]));
  const begin = performance.now();
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(round + turn) % names.length] as Name;
      const wall = performance.now();
      const start = clock();
      await batchOf(contenders[name], batch);
      times.get(name)?.push((clock() - start) / batch);
      walls.get(name)?.push((performance.now() - wall) / batch);
    }
    if (round + 1 >= minimumRounds && performance.now() - begin > budgetMs) break;
  }
  const sample = (name: Name): [Name, Sample] => {
    const own = times.get(name) ?? [];
    const wallMedian = median(walls.get(name) ?? []);
    return [name, { median: median(own), p95: quantile(own, 0.95), wallMedian, rounds: own.length, batch, times: own }];
  };
  return Object.fromEntries(names.map(sample)) as Record<Name, Sample>;
}

/** The median of per-round quotients. */
export function pairedRatio(sample: Sample, yardstick: Sample): number {
  return median(sample.times.map((time, round) => time / (yardstick.times[round] ?? NaN)));
}

/** How a cost grows with n: the exponent k of n^k. */
export function growthExponent(small: number, large: number, factor: number): number {
  return Math.log(large / small) / Math.log(factor);
}
