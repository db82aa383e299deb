// Hits to whole elements with their transient `metadata._score` (§2.11.1), as the JSON text of an array in the order of the hits.
import { conceptJson, metadataJson, propositionJson } from '../store/codec.ts';
import type { Driver } from '../store/driver.ts';
import { hitsText, type Hit } from './hits.ts';

const withScore = (alias: string): string => `json_set(${metadataJson(alias)}, '$._score', hit.value)`;
const read = (table: string, alias: string, element: string): string =>
  `SELECT ${element} FROM json_each(?1) AS hit CROSS JOIN ${table} AS ${alias} ON ${alias}.id = CAST(hit.key AS INTEGER) ORDER BY hit.id`;

const READ = {
  concept: read('concepts', 'c', conceptJson('c', withScore('c'))),
  proposition: read('propositions', 'p', propositionJson('p', withScore('p'))),
} as const;

export function scoredElements(driver: Driver, element: keyof typeof READ, hits: readonly Hit[]): string {
  const rows = driver.all(READ[element], [hitsText(hits.map(({ id, score }) => [id, score]))]);
  return `[${rows.map(([text]) => text as string).join(',')}]`;
}
