// One size of memory: load, compare, time, judge.
import { openMemoryDriver } from '../worker/store/sqlite.ts';
import { coldCost } from './cold-shapes.ts';
import type { Dataset } from './dataset.ts';
import { fileBytes, referenceFileBytes } from './file-size.ts';
import { atMost, boundOf, describeBound, overallVerdicts, useOfBound } from './goals.ts';
import type { Pair } from './goals.ts';
import { pairedRatio } from './measure.ts';
import { loadNexus, NOW } from './nexus-under-test.ts';
import type { NexusUnderTest, Sqlite3 } from './nexus-under-test.ts';
import { refuse, runOperations } from './operations-run.ts';
import type { OperationRun, RunOptions } from './operations-run.ts';
import { FAR_PAGE, pageCost } from './pages.ts';
import type { GoalRow, OperationRow } from './report.ts';
import { stateDifferences } from './same-state.ts';
import { wholeNodesCost } from './whole-nodes.ts';

export interface SizeResult {
  readonly n: number;
  readonly sqliteVersion: string;
  readonly operations: readonly OperationRow[];
  readonly goals: readonly GoalRow[];
  /** Operations whose cost must not depend on the size of the memory. */
  readonly flat: ReadonlySet<string>;
}

/** The rows that writes leave behind are compared at sizes up to this. */
const STATE_CHECK_MAX = 1000;
const MIB = 1_048_576;

export async function benchSize(sqlite3: Sqlite3, dataset: Dataset, options: RunOptions): Promise<SizeResult> {
  if (dataset.n <= STATE_CHECK_MAX && !options.only) refuse(await stateDifferences(sqlite3, dataset, NOW));
  const nexus = await loadNexus(sqlite3, openMemoryDriver(sqlite3), dataset);
  const bytes = fileBytes(nexus.db);
  const runs = await runOperations(nexus, options);
  const goals = options.only ? [] : await goalRows(sqlite3, nexus, runs, bytes);
  nexus.close();
  return {
    n: dataset.n,
    sqliteVersion: sqlite3.version.libVersion,
    operations: runs.map((run) => operationRow(dataset.n, run)),
    goals,
    flat: new Set(runs.filter(({ flat }) => flat).map(({ name }) => name)),
  };
}

export function operationRow(n: number, { name: op, rows, ...pair }: OperationRun): OperationRow {
  const { engine, hand, fixed } = pair;
  const bound = boundOf(op);
  const { pass, missedBy } = atMost(op, useOfBound(pair, bound), 1);
  return {
    n,
    op,
    rows,
    median: engine.median,
    p95: engine.p95,
    handMedian: hand.median,
    ratio: pairedRatio(engine, hand),
    inFixedWork: pairedRatio(engine, fixed),
    handInFixedWork: pairedRatio(hand, fixed),
    goal: describeBound(bound),
    pass,
    missedBy,
  };
}

async function goalRows(
  sqlite3: Sqlite3,
  { engine, db, memory }: NexusUnderTest,
  runs: readonly OperationRun[],
  bytes: number,
): Promise<GoalRow[]> {
  const { dataset } = memory;
  const events = dataset.concepts.filter(({ type }) => type === 'Event').length;
  const cold = await coldCost(engine, dataset);
  const nodes = await wholeNodesCost(engine, db, memory);
  const verdicts = [
    ...overallVerdicts(new Map<string, Pair>(runs.map((run) => [run.name, run]))),
    atMost(`a new query shape adds ≤ 1 ms at p95`, cold.p95, 1, ` ms (median ${cold.median.toFixed(2)} ms)`),
    atMost(`${nodes.nodes} whole nodes to the page ≤ hand SQL, JSON.parse, structured clone`, nodes.ratio, 1, ' ×'),
  ];
  if (events > FAR_PAGE + 2) {
    const query = 'FIND(?e.name) WHERE { ?e {type: "Event"} } ORDER BY ?e.name ASC';
    const pages = await pageCost(engine, query, events);
    verdicts.push(atMost(`page ${FAR_PAGE} (of ${pages.pageSize} rows) ≤ 1.2 × page 1`, pages.ratio, 1.2, ' ×'));
  }
  const reference = referenceFileBytes(sqlite3, dataset);
  const sizes = ` × (${(bytes / MIB).toFixed(1)} against ${(reference / MIB).toFixed(1)} MiB)`;
  verdicts.push(atMost('file ≤ 1.15 × the reference schema', bytes / reference, 1.15, sizes));
  return verdicts.map((verdict) => ({ n: dataset.n, ...verdict }));
}
