// The goals that only a browser can show.
import { atMost } from '../goals.ts';
import { formatMs } from '../report.ts';
import type { GoalRow } from '../report.ts';
import type { BrowserSize } from './bench-api.ts';

const COLD_FACTOR = 1.3;
const COMMIT_FACTOR = 1.5;
const HEAP_MIB_MAX = 100;

/** One row a goal and size, and with two sizes the one that compares them. */
export function browserGoals(results: readonly BrowserSize[]): GoalRow[] {
  const rows: GoalRow[] = results.flatMap(({ n, coldOpen, commits, wholeNodes, heapMiB, fileMiB }) => {
    const ms = formatMs;
    const parts = ([open, ask]: readonly [number, number]): string => `${ms(open)} + ${ms(ask)}`;
    const cold = ` × (open + ask ${parts(coldOpen.engineParts)} against ${parts(coldOpen.handParts)} ms, an empty worker ${ms(coldOpen.empty)})`;
    const commit = ` × (${ms(commits.engine)} against ${ms(commits.hand)} ms, a bare commit ${ms(commits.bare)})`;
    const nodes = ` × (${ms(wholeNodes.engine)} against ${ms(wholeNodes.hand)} ms)`;
    return [
      atMost(`cold open to first answer ≤ ${COLD_FACTOR} × SQLite alone`, coldOpen.ratio, COLD_FACTOR, cold),
      atMost(
        `UPSERT with its commit ≤ ${COMMIT_FACTOR} × by hand`,
        commits.engine / commits.hand,
        COMMIT_FACTOR,
        commit,
      ),
      atMost('whole nodes to the page ≤ by hand', wholeNodes.ratio, 1, nodes),
      atMost(`heap ≤ ${HEAP_MIB_MAX} MiB`, heapMiB, HEAP_MIB_MAX, ` MiB (file ${fileMiB.toFixed(0)} MiB)`),
    ].map((verdict) => ({ n, ...verdict }));
  });
  const [small, large] = [results[0], results.at(-1)];
  if (!small || !large || small === large) return rows;
  // In units of SQLite alone at the same size, since the machine's speed drifts between the sizes.
  const growth = large.coldOpen.ratio / small.coldOpen.ratio;
  const goal = `cold open at ${large.n} ≤ ${COLD_FACTOR} × at ${small.n}, each against SQLite alone`;
  return [...rows, { n: null, ...atMost(goal, growth, COLD_FACTOR, ' ×') }];
}
