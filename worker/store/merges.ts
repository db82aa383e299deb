// What became of merged concepts, so that a MERGE sent again can be told apart from a mistake (§4.4). By id: the table
// `merges`. By name: the survivor's own `_merged_from`, which goes with it when it is deleted.
import type { Driver } from './driver.ts';

export function recordMerge(driver: Driver, source: number, target: number): void {
  driver.run('INSERT INTO merges(source, target) VALUES(?, ?)', [source, target]);
}

/** The id of the concept that a merged concept lives on in, after any number of merges; undefined where it was never merged. */
export function survivorOf(driver: Driver, source: number): number | undefined {
  const row = driver.get(
    `WITH RECURSIVE chain(id, step) AS (
       SELECT ?1, 0 UNION ALL SELECT m.target, chain.step + 1 FROM chain CROSS JOIN merges AS m ON m.source = chain.id
     ) SELECT id FROM chain WHERE step > 0 ORDER BY step DESC LIMIT 1`,
    [source],
  );
  return row?.[0] as number | undefined;
}

/** The id of the concept of this type whose `_merged_from` lists the entry; reads every concept of the type. */
export function mergedInto(driver: Driver, type: number, entry: string): number | undefined {
  const row = driver.get(
    `SELECT c.id FROM concepts AS c
     WHERE c.type = ?1 AND EXISTS (SELECT 1 FROM json_each(c.metadata, '$._merged_from') AS e WHERE e.value = ?2) LIMIT 1`,
    [type, entry],
  );
  return row?.[0] as number | undefined;
}
