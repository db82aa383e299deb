// npm run bench: the workload through the engine's public door against hand-written SQL on the same database, in one process.
// Answers are compared first; then both sides are timed in turns; then the goals of docs/performance.md are judged.
//   --quick        1,000 and 10,000 concepts (the full run adds 100,000)
//   --n 1000,5000  other sizes      --only hop1,union  some operations      --budget 800  milliseconds an operation
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import type { Dataset } from './dataset.ts';
import { generate } from './dataset.ts';
import { atMost, GROWTH_FLAT, GROWTH_WITH_ANSWER } from './goals.ts';
import { growthExponent, metric } from './measure.ts';
import { loadSqlite } from '../worker/store/sqlite.ts';
import { goalTable, missedTwice, operationTable } from './report.ts';
import type { BenchReport, GoalRow } from './report.ts';
import { benchSize } from './size-run.ts';
import type { SizeResult } from './size-run.ts';

const REPORT = 'bench.json';
const QUICK = [1_000, 10_000];
const FULL = [...QUICK, 100_000];

export { browserGoals } from './browser/goals.ts';
export { goalTable, operationTable } from './report.ts';

export async function main(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      quick: { type: 'boolean', default: false },
      n: { type: 'string' },
      only: { type: 'string' },
      budget: { type: 'string' },
    },
  });
  const sizes = values.n?.split(',').map(Number) ?? (values.quick ? QUICK : FULL);
  const only = values.only?.split(',');
  const budgetMs = Number(values.budget ?? (values.quick ? 900 : 2000));
  const results: SizeResult[] = [];
  for (const n of sizes) {
    const dataset: Dataset = generate(n);
    console.log(`\n## n = ${n}: ${dataset.concepts.length} concepts, ${dataset.links.length} links (${metric})\n`);
    const result = await benchSize(await loadSqlite(), dataset, { only, budgetMs });
    console.log(`${operationTable(result.operations)}\n\n${goalTable(result.goals)}`);
    results.push(result);
  }
  const growth = growthGoals(results);
  if (growth.length) console.log(`\n## Growth\n\n${goalTable(growth)}`);
  return only ? 0 : finish(results, growth);
}

/** Over less than this factor an exponent is mostly noise and fixed costs. */
const GROWTH_SPAN_MIN = 100;

/** Exponents from the smallest to the largest size. */
function growthGoals(results: readonly SizeResult[]): GoalRow[] {
  const [small, large] = [results[0], results.at(-1)];
  if (!small || !large || large.n / small.n < GROWTH_SPAN_MIN) return [];
  return large.operations.flatMap((row) => {
    const { op, inFixedWork, handInFixedWork } = row;
    const before = small.operations.find((other) => other.op === op);
    if (!before) return [];
    const factor = large.n / small.n;
    const limit = large.flat.has(op) ? GROWTH_FLAT : GROWTH_WITH_ANSWER;
    const exponent = growthExponent(before.inFixedWork, inFixedWork, factor);
    const byHand = growthExponent(before.handInFixedWork, handInFixedWork, factor).toFixed(2);
    return [{ n: null, ...atMost(`${op} grows with exponent ≤ ${limit}`, exponent, limit, ` (by hand ${byHand})`) }];
  });
}

function finish(results: readonly SizeResult[], growth: readonly GoalRow[]): number {
  const before = existsSync(REPORT) ? (JSON.parse(readFileSync(REPORT, 'utf8')) as BenchReport) : undefined;
  const report: BenchReport = {
    machine: { cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length, platform: process.platform },
    versions: { node: process.version, sqlite: results[0]?.sqliteVersion ?? '' },
    metric,
    operations: results.flatMap(({ operations }) => operations),
    goals: [...results.flatMap(({ goals }) => goals), ...growth],
  };
  writeFileSync(REPORT, `${JSON.stringify(report, null, 1)}\n`);
  const missed = [...report.operations, ...report.goals].filter(({ pass }) => !pass).length;
  const twice = missedTwice(report, before);
  console.log(
    `\n${report.operations.length + report.goals.length - missed} met, ${missed} missed; details in ${REPORT}.`,
  );
  for (const name of twice) console.log(`Missed by more than a tenth in two runs running: ${name}`);
  return twice.length ? 1 : 0;
}
