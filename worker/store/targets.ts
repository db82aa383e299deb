// The temporary table of the elements that a WHERE has selected.
import type { Driver, SqlValue } from './driver.ts';

/** Replaces the contents of `targets` by the rows of `select`, a SELECT of distinct ids; returns how many they are. */
export function fillTargets(driver: Driver, select: string, values: readonly SqlValue[]): number {
  driver.run('DELETE FROM temp.targets');
  return driver.run(`INSERT INTO temp.targets(id) ${select}`, values);
}

/** How many of the targets are concepts, and how many propositions. */
export function countTargets(driver: Driver): { readonly concepts: number; readonly propositions: number } {
  const [total, propositions] = driver.get('SELECT count(*), total(id & 1) FROM temp.targets') as [number, number];
  return { concepts: total - propositions, propositions };
}

/** The ids of all targets, or of those among `ids`. */
export function targetIds(driver: Driver, ids?: Iterable<number>): number[] {
  const rows = ids
    ? driver.all('SELECT t.id FROM json_each(?) AS wanted CROSS JOIN temp.targets AS t ON t.id = wanted.value', [
        JSON.stringify([...ids]),
      ])
    : driver.all('SELECT id FROM temp.targets');
  return rows.map((row) => row[0] as number);
}

/** Ids of the targets in whose attributes one of these paths holds a string, a list or an object. */
export function targetsHoldingText(driver: Driver, paths: readonly string[]): number[] {
  const tests = (alias: string) =>
    paths
      .map((_, index) => `json_type(${alias}.attributes, ?${index + 1}) IN ('text', 'array', 'object')`)
      .join(' OR ');
  const rows = driver.all(
    `SELECT c.id FROM temp.targets AS t CROSS JOIN concepts AS c ON c.id = t.id WHERE ${tests('c')}
     UNION ALL
     SELECT p.id FROM temp.targets AS t CROSS JOIN propositions AS p ON p.id = t.id WHERE ${tests('p')}`,
    paths,
  );
  return rows.map((row) => row[0] as number);
}

/** Replaces the contents of `targets` by these ids. */
export function setTargets(driver: Driver, ids: readonly number[]): void {
  fillTargets(driver, 'SELECT value FROM json_each(?1)', [JSON.stringify(ids)]);
}
