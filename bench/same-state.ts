// Whether both sides of a write leave the same memory behind: each runs with a commit on a nexus of its own, then the two are
// compared row by row. Versions of links that a MERGE collapses are left to the engine, the rest must be equal.
import { difference } from './answers.ts';
import { resultOf } from './ask.ts';
import type { Connection, Row } from './connection.ts';
import type { Dataset } from './dataset.ts';
import { openMemoryDriver } from '../worker/store/sqlite.ts';
import { loadNexus } from './nexus-under-test.ts';
import type { NexusUnderTest, Sqlite3 } from './nexus-under-test.ts';
import { writeOperations } from './workload/writes.ts';

const DUMPS: readonly string[] = [
  `SELECT id, type, name, json(attributes), json(metadata), version, updated_at FROM concepts WHERE updated_at = ?`,
  `SELECT id, subject, predicate, object, json(attributes), json(metadata), version, updated_at FROM propositions
   WHERE updated_at = ?`,
  'SELECT count(*), sum(id), sum(subject), sum(object), ?1 FROM propositions',
  'SELECT count(*), sum(id), ?1 FROM concepts',
  'SELECT next, ?1 FROM sequence',
  'SELECT id, sz, ?1 FROM concept_index_docsize',
];

const parsed = (row: Row): unknown[] =>
  row.map((cell) => (typeof cell === 'string' && cell.startsWith('{') ? (JSON.parse(cell) as unknown) : cell));

const dump = (db: Connection, now: number): unknown[] =>
  DUMPS.flatMap((sql, i) => db.all(sql, [now]).map((row) => [i, ...parsed(row)]));

/** The differences found, one text a write that leaves different rows. */
export async function stateDifferences(
  sqlite3: Sqlite3,
  dataset: Dataset,
  now: number,
  capsuleConcepts?: number,
): Promise<string[]> {
  const open = (): Promise<NexusUnderTest> => loadNexus(sqlite3, openMemoryDriver(sqlite3), dataset);
  const byEngine = await open();
  const byHand = await open();
  const found: string[] = [];
  for (const { name, texts, hand } of writeOperations(byHand.memory, byHand.db, capsuleConcepts)) {
    for (const [input, text] of texts.entries()) {
      await resultOf(byEngine.engine, text);
      byHand.driver.transaction(() => hand(input));
      const text_ = difference(dump(byHand.db, now), dump(byEngine.db, now));
      if (text_) found.push(`${name}, input ${input}: ${text_}`);
      if (text_) break;
    }
  }
  byEngine.close();
  byHand.close();
  return found;
}
