// The temporary table of the elements that a WHERE has selected.
import type { Driver, SqlValue } from './driver.ts';

/** Replaces the contents of `targets` by the rows of `select`, a SELECT of distinct ids; returns how many they are. */
export function fillTargets(driver: Driver, select: string, values: readonly SqlValue[]): number {
  driver.run('DELETE FROM temp.targets');
  return driver.run(`INSERT INTO temp.targets(id) ${select}`, values);
}
