// Every operation of the workload on one loaded nexus: answers compared first, then both sides timed in turns.
import type { Engine } from '../worker/engine.ts';
import { difference } from './answers.ts';
import { pagesOf, resultOf, solutionsOf } from './ask.ts';
import type { Pair } from './goals.ts';
import { interleave } from './measure.ts';
import type { Sample } from './measure.ts';
import type { Connection } from './connection.ts';
import type { NexusUnderTest } from './nexus-under-test.ts';
import { readOperations } from './workload/reads.ts';
import type { ReadOperation } from './workload/reads.ts';
import { PREFERENCES_KEPT, preferenceName, writeOperations } from './workload/writes.ts';
import type { WriteOperation } from './workload/writes.ts';

export interface RunOptions {
  /** Names of the operations to run; all where absent. */
  readonly only?: readonly string[] | undefined;
  readonly budgetMs: number;
}

/** Work that is the same at every size of memory: what a growth is measured in, since the machine's speed drifts meanwhile. */
const FIXED_WORK =
  'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 500) SELECT sum(x * x) FROM c';

export interface OperationRun extends Pair {
  /** The fixed work, timed in the same rounds. */
  readonly fixed: Sample;
  readonly name: string;
  /** Solutions of the first input; null for a write. */
  readonly rows: number | null;
  /** Whether the cost must not depend on the size of the memory. */
  readonly flat: boolean;
}

/** @throws where the two sides answer differently */
export async function runOperations(nexus: NexusUnderTest, { only, budgetMs }: RunOptions): Promise<OperationRun[]> {
  const { engine, db, memory } = nexus;
  await writePreferences(engine);
  const wanted = ({ name }: { readonly name: string }): boolean => only?.includes(name) ?? true;
  const runs: OperationRun[] = [];
  for (const read of readOperations(memory, db).filter(wanted)) {
    const rows = await checkRead(engine, read);
    await settle(engine, read);
    runs.push({ name: read.name, rows, flat: read.flat, ...(await timeRead(nexus, read, budgetMs)) });
  }
  for (const write of writeOperations(memory, db).filter(wanted)) {
    await checkWrite(nexus, write);
    runs.push({ name: write.name, rows: null, flat: false, ...(await timeWrite(nexus, write, budgetMs)) });
  }
  return runs;
}

/** Half of what `upsert_single` writes to is there already, so that it creates and re-asserts in turns. */
async function writePreferences(engine: Engine): Promise<void> {
  for (let i = 0; i < PREFERENCES_KEPT; i++) {
    const name = JSON.stringify(preferenceName(i));
    await resultOf(
      engine,
      `UPSERT { CONCEPT ?p { {type: "Preference", name: ${name}} SET ATTRIBUTES { strength: 0 } } }`,
    );
  }
}

const SETTLING_CALLS = 32;

/**
 * Asks often enough for the memory to make the indexes that it makes for itself, with a rest after each call: it makes them
 * between requests, and a loop without rest leaves no between.
 */
async function settle(engine: Engine, { texts }: ReadOperation): Promise<void> {
  for (let i = 0; i < SETTLING_CALLS; i++) {
    await engine.execute({ command: texts[i % texts.length] });
    await new Promise((rested) => setTimeout(rested, 2));
  }
}

export function refuse(differences: readonly string[]): void {
  if (differences.length) throw new Error(`The two sides do not do the same work.\n${differences.join('\n')}`);
}

async function engineSolutions(engine: Engine, read: ReadOperation, input: number): Promise<unknown[][]> {
  const { width } = read;
  const text = read.texts[input] as string;
  if (read.paged) return (await pagesOf(engine, text)).flatMap((page) => solutionsOf(page, width));
  return solutionsOf((await resultOf(engine, text)).result, width);
}

/** Compares every input and returns the number of solutions of the first. */
export async function checkRead(engine: Engine, read: ReadOperation): Promise<number> {
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

type Timed = Pick<OperationRun, 'hand' | 'engine' | 'fixed'>;

const fixedWork = (db: Connection) => (): unknown => db.all(FIXED_WORK);

async function timeRead({ engine, db }: NexusUnderTest, read: ReadOperation, budgetMs: number): Promise<Timed> {
  const { texts, hand, paged } = read;
  const inputs = texts.length;
  const text = (i: number): string => texts[i % inputs] as string;
  return interleave(
    {
      hand: (i) => hand(i % inputs),
      engine: paged ? (i) => pagesOf(engine, text(i)) : (i) => engine.execute({ command: text(i) }),
      fixed: fixedWork(db),
    },
    { inputs, budgetMs },
  );
}

const dryRun = (engine: Engine, { texts }: WriteOperation, i: number): ReturnType<Engine['execute']> =>
  engine.execute({ command: texts[i % texts.length] as string, dry_run: true });

const rolledBack = ({ driver }: NexusUnderTest, { hand, texts }: WriteOperation, i: number): Record<string, number> =>
  driver.transaction(() => hand(i % texts.length), { rollback: true });

export async function checkWrite(nexus: NexusUnderTest, write: WriteOperation): Promise<void> {
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

async function timeWrite(nexus: NexusUnderTest, write: WriteOperation, budgetMs: number): Promise<Timed> {
  return interleave(
    {
      hand: (i) => rolledBack(nexus, write, i),
      engine: (i) => dryRun(nexus.engine, write, i),
      fixed: fixedWork(nexus.db),
    },
    { inputs: write.texts.length, budgetMs: 2 * budgetMs },
  );
}
