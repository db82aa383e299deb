// One size of memory: load, compare answers, time, judge.
import type { Engine } from '../worker/engine.ts';
import { difference } from './answers.ts';
import { pagesOf, resultOf, solutionsOf } from './ask.ts';
import { coldCost } from './cold-shapes.ts';
import type { Dataset } from './dataset.ts';
import { fileBytes, referenceFileBytes } from './file-size.ts';
import { atMost, boundOf, describeBound, overallVerdicts, useOfBound } from './goals.ts';
import type { Pair } from './goals.ts';
import { interleave, pairedRatio } from './measure.ts';
import { openMemoryDriver } from '../worker/store/sqlite.ts';
import { loadNexus, NOW } from './nexus-under-test.ts';
import type { NexusUnderTest, Sqlite3 } from './nexus-under-test.ts';
import { FAR_PAGE, pageCost } from './pages.ts';
import type { GoalRow, OperationRow } from './report.ts';
import { stateDifferences } from './same-state.ts';
import { wholeNodesCost } from './whole-nodes.ts';
import { readOperations } from './workload/reads.ts';
import type { ReadOperation } from './workload/reads.ts';
import { PREFERENCES_KEPT, preferenceName, writeOperations } from './workload/writes.ts';
import type { WriteOperation } from './workload/writes.ts';

export interface SizeResult {
  readonly n: number;
  readonly sqliteVersion: string;
  readonly operations: readonly OperationRow[];
  readonly goals: readonly GoalRow[];
  /** Operations whose cost must not depend on the size of the memory. */
  readonly flat: ReadonlySet<string>;
}

export interface SizeOptions {
  readonly only: readonly string[] | undefined;
  readonly budgetMs: number;
}

/** Rolled-back writes are compared row by row at sizes up to this. */
const STATE_CHECK_MAX = 1000;
const MIB = 1_048_576;

export async function benchSize(sqlite3: Sqlite3, dataset: Dataset, options: SizeOptions): Promise<SizeResult> {
  const nexus = await loadNexus(sqlite3, openMemoryDriver(sqlite3), dataset);
  const { engine, db, memory } = nexus;
  const bytes = fileBytes(db);
  for (let i = 0; i < PREFERENCES_KEPT; i++) {
    const name = JSON.stringify(preferenceName(i));
    await resultOf(
      engine,
      `UPSERT { CONCEPT ?p { {type: "Preference", name: ${name}} SET ATTRIBUTES { strength: 0 } } }`,
    );
  }
  const wanted = ({ name }: { readonly name: string }): boolean => options.only?.includes(name) ?? true;
  const reads = readOperations(memory, db).filter(wanted);
  const writes = writeOperations(memory, db).filter(wanted);
  if (dataset.n <= STATE_CHECK_MAX && writes.length) refuse(await stateDifferences(sqlite3, dataset, NOW));
  const pairs = new Map<string, Pair>();
  const rows = new Map<string, number>();
  for (const read of reads) {
    rows.set(read.name, await checkRead(engine, read));
    pairs.set(read.name, await timeRead(engine, read, options.budgetMs));
  }
  for (const write of writes) {
    await checkWrite(nexus, write);
    pairs.set(write.name, await timeWrite(nexus, write, options.budgetMs));
  }
  const operations = [...pairs].map(([op, pair]) => operationRow(dataset.n, op, rows.get(op) ?? null, pair));
  const goals = options.only ? [] : await goalRows(sqlite3, nexus, pairs, bytes);
  nexus.close();
  const flat = new Set(reads.filter((read) => read.flat).map(({ name }) => name));
  return { n: dataset.n, sqliteVersion: sqlite3.version.libVersion, operations, goals, flat };
}

function refuse(differences: readonly string[]): void {
  if (differences.length) throw new Error(`The two sides do not do the same work.\n${differences.join('\n')}`);
}

async function engineSolutions(engine: Engine, read: ReadOperation, input: number): Promise<unknown[][]> {
  const { width } = read;
  const text = read.texts[input] as string;
  if (read.paged) return (await pagesOf(engine, text)).flatMap((page) => solutionsOf(page, width));
  return solutionsOf((await resultOf(engine, text)).result, width);
}

/** Compares every input and returns the number of solutions of the first. */
async function checkRead(engine: Engine, read: ReadOperation): Promise<number> {
  for (let input = 0; input < read.texts.length; input++) {
    const wrong = answersDiffer(read, input, await engineSolutions(engine, read, input));
    if (wrong) refuse([`${read.name}, input ${input}: ${wrong}\n  ${read.texts[input] ?? ''}`]);
  }
  return read.hand(0).length;
}

function answersDiffer(read: ReadOperation, input: number, found: readonly unknown[][]): string | undefined {
  const expected = read.hand(input);
  if (!read.candidates) return difference(expected, found);
  const candidates = read.candidates(input);
  const stray = found.map(([node]) => (node as { id: string }).id).filter((id) => !candidates.has(id));
  if (found.length === expected.length && stray.length === 0) return undefined;
  return `${expected.length} hits by hand, ${found.length} from the engine; not among the matches: ${stray.join(', ')}`;
}

async function timeRead(engine: Engine, { texts, hand, paged }: ReadOperation, budgetMs: number): Promise<Pair> {
  const inputs = texts.length;
  const text = (i: number): string => texts[i % inputs] as string;
  return interleave(
    {
      hand: (i) => hand(i % inputs),
      engine: paged ? (i) => pagesOf(engine, text(i)) : (i) => engine.execute({ command: text(i) }),
    },
    { inputs, budgetMs },
  );
}

const dryRun = (engine: Engine, { texts }: WriteOperation, i: number): ReturnType<Engine['execute']> =>
  engine.execute({ command: texts[i % texts.length] as string, dry_run: true });

const rolledBack = ({ driver }: NexusUnderTest, { hand, texts }: WriteOperation, i: number): Record<string, number> =>
  driver.transaction(() => hand(i % texts.length), { rollback: true });

async function checkWrite(nexus: NexusUnderTest, write: WriteOperation): Promise<void> {
  for (let input = 0; input < write.texts.length; input++) {
    const expected = rolledBack(nexus, write, input);
    const { result, error } = await dryRun(nexus.engine, write, input);
    const found = (result ?? error ?? {}) as Record<string, unknown>;
    const wrong = Object.keys(expected).find((key) => expected[key] !== found[key]);
    if (wrong === undefined) continue;
    refuse([
      `${write.name}, input ${input}: ${JSON.stringify(expected)} by hand, ${JSON.stringify(found)} from the engine`,
    ]);
  }
}

async function timeWrite(nexus: NexusUnderTest, write: WriteOperation, budgetMs: number): Promise<Pair> {
  return interleave(
    { hand: (i) => rolledBack(nexus, write, i), engine: (i) => dryRun(nexus.engine, write, i) },
    { inputs: write.texts.length, budgetMs: 2 * budgetMs },
  );
}

function operationRow(n: number, op: string, rows: number | null, pair: Pair): OperationRow {
  const { engine, hand } = pair;
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
    goal: describeBound(bound),
    pass,
    missedBy,
  };
}

async function goalRows(
  sqlite3: Sqlite3,
  { engine, db, memory }: NexusUnderTest,
  pairs: ReadonlyMap<string, Pair>,
  bytes: number,
): Promise<GoalRow[]> {
  const { dataset } = memory;
  const persons = dataset.concepts.filter(({ type }) => type === 'Person').length;
  const cold = await coldCost(engine, dataset);
  const nodes = await wholeNodesCost(engine, db, memory);
  const verdicts = [
    ...overallVerdicts(pairs),
    atMost(`a new query shape adds ≤ 1 ms at p95`, cold.p95, 1, ` ms (median ${cold.median.toFixed(2)} ms)`),
    atMost(`${nodes.nodes} whole nodes to the page ≤ hand SQL, JSON.parse, structured clone`, nodes.ratio, 1, ' ×'),
  ];
  if (persons > FAR_PAGE + 2) {
    const query = 'FIND(?p.name) WHERE { ?p {type: "Person"} } ORDER BY ?p.name ASC';
    const pages = await pageCost(engine, query, persons);
    verdicts.push(atMost(`page ${FAR_PAGE} (of ${pages.pageSize} rows) ≤ 1.2 × page 1`, pages.ratio, 1.2, ' ×'));
  }
  const reference = referenceFileBytes(sqlite3, dataset);
  const sizes = ` × (${(bytes / MIB).toFixed(1)} against ${(reference / MIB).toFixed(1)} MiB)`;
  verdicts.push(atMost('file ≤ 1.15 × the reference schema', bytes / reference, 1.15, sizes));
  return verdicts.map((verdict) => ({ n: dataset.n, ...verdict }));
}
