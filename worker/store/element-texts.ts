// Whole elements as JSON text, by id.
import { conceptJson, propositionJson } from './codec.ts';
import type { Driver } from './driver.ts';

const select = (table: string, json: string): string =>
  `SELECT e.id, ${json} FROM json_each(?1) AS wanted CROSS JOIN ${table} AS e ON e.id = wanted.value`;
const CONCEPTS = select('concepts', conceptJson('e'));
const PROPOSITIONS = select('propositions', propositionJson('e'));

/** The elements of these ids that exist, as FIND projects them. */
export function readElementTexts(driver: Driver, ids: readonly number[]): Map<number, string> {
  const wanted = [JSON.stringify(ids)];
  return new Map([...driver.all(CONCEPTS, wanted), ...driver.all(PROPOSITIONS, wanted)] as unknown as [
    number,
    string,
  ][]);
}
