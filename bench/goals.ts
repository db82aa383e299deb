// What is promised, and whether a measurement keeps it. Every goal is a ratio to a yardstick of the same run, so that the
// verdict does not depend on the machine; the small additive terms are what a call costs that does nothing.
import { median, pairedRatio } from './measure.ts';
import type { Sample } from './measure.ts';

export interface Verdict {
  readonly goal: string;
  readonly measured: string;
  readonly pass: boolean;
  /** How far beyond the goal, as a fraction of it; 0 where it is kept. */
  readonly missedBy: number;
}

/** One operation, both ways. */
export interface Pair {
  readonly engine: Sample;
  readonly hand: Sample;
}

/** `time ≤ factor × yardstick + extraMs`. */
export interface Bound {
  readonly factor: number;
  readonly extraMs: number;
}

const MEDIAN_BOUND: Bound = { factor: 1.3, extraMs: 0.05 };
const WORST_BOUND: Bound = { factor: 2, extraMs: 0.1 };
const WRITE_BOUNDS: Readonly<Record<string, Bound>> = {
  upsert_single: { factor: 1.5, extraMs: 0 },
  upsert_capsule_1000: { factor: 1.5, extraMs: 0 },
  update_decay_5000: { factor: 1.3, extraMs: 0 },
  merge_hub_2000: { factor: 1.5, extraMs: 0 },
  delete_cascade: { factor: 1.5, extraMs: 0 },
};

export const GROWTH_FLAT = 0.1;
export const GROWTH_WITH_ANSWER = 1.1;

/** The bound of one operation: a write's own, or the one that no operation may exceed. */
export const boundOf = (operation: string): Bound => WRITE_BOUNDS[operation] ?? WORST_BOUND;

export const describeBound = ({ factor, extraMs }: Bound): string =>
  `≤ ${factor} × hand${extraMs ? ` + ${extraMs} ms` : ''}`;

/** The time as a fraction of what the bound allows: 1 is exactly on the bound. Median over rounds. */
export function useOfBound({ engine, hand }: Pair, { factor, extraMs }: Bound): number {
  return median(engine.times.map((time, round) => time / (factor * (hand.times[round] ?? NaN) + extraMs)));
}

export function atMost(goal: string, measured: number, limit: number, unit = ''): Verdict {
  const pass = measured <= limit;
  const shown = Math.abs(measured) < 10 ? measured.toFixed(2) : measured.toFixed(0);
  return { goal, measured: shown + unit, pass, missedBy: pass ? 0 : measured / limit - 1 };
}

/** The two goals over all operations of one size. */
export function overallVerdicts(pairs: ReadonlyMap<string, Pair>): Verdict[] {
  const middle = median([...pairs.values()].map((pair) => useOfBound(pair, MEDIAN_BOUND)));
  const ratio = median([...pairs.values()].map(({ engine, hand }) => pairedRatio(engine, hand)));
  const [worst, use] = [...pairs]
    .map(([name, pair]) => [name, useOfBound(pair, WORST_BOUND)] as const)
    .reduce((a, b) => (b[1] > a[1] ? b : a));
  const unit = ` of the bound`;
  return [
    atMost(`${describeBound(MEDIAN_BOUND)} in the median`, middle, 1, `${unit} (median ratio ${ratio.toFixed(2)})`),
    atMost(`no operation above ${describeBound(WORST_BOUND)}`, use, 1, `${unit} (${worst})`),
  ];
}
