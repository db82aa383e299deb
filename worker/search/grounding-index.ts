// Keeps the full-text indexes in step with the graph, inside the transaction of the write. Each call handles any number of elements
// with one read and one statement per table; rows are read back from the tables, which are the only truth.
import type { JsonObject } from '../../src/protocol/values.ts';
import type { Nexus } from '../nexus.ts';
import { groundConcept, groundProposition } from './grounding.ts';

export { affectsGrounding } from './grounding.ts';

const WRITE_CONCEPT = 'INSERT OR REPLACE INTO concept_index(rowid, name, aliases, text) VALUES (?1, ?2, ?3, ?4)';
const WRITE_NEW_CONCEPT = 'INSERT INTO concept_index(rowid, name, aliases, text) VALUES (?1, ?2, ?3, ?4)';
const WRITE_PROPOSITION = 'INSERT OR REPLACE INTO proposition_index(rowid, text) VALUES (?1, ?2)';

type Indexed = Pick<Nexus, 'driver' | 'meaning' | 'forgetting'>;

/** Indexes these concepts as they now are, new and changed ones alike. Ids that are no concept are passed over. */
export function indexConcepts({ driver, meaning, forgetting }: Indexed, ids: readonly number[]): void {
  meaning?.changed(ids);
  forgetting?.note();
  const rows = driver.all(
    'SELECT c.id, c.name, json(c.attributes) FROM json_each(?1) AS wanted CROSS JOIN concepts AS c ON c.id = wanted.value',
    [JSON.stringify(ids)],
  );
  for (const [id, name, attributes] of rows) {
    writeConcept(driver, WRITE_CONCEPT, id as number, name as string, JSON.parse(attributes as string) as JsonObject);
  }
}

/** Indexes a concept that is not in the index yet, from the content the caller has at hand; spares a look-up and a read. */
export function indexNewConcept(
  { driver }: Pick<Nexus, 'driver'>,
  concept: { readonly id: number; readonly name: string; readonly attributes: JsonObject },
): void {
  writeConcept(driver, WRITE_NEW_CONCEPT, concept.id, concept.name, concept.attributes);
}

function writeConcept(driver: Nexus['driver'], sql: string, id: number, name: string, attributes: JsonObject): void {
  const grounding = groundConcept(name, attributes);
  driver.run(sql, [id, grounding.name, grounding.aliases, grounding.text]);
}

/** Indexes the text of these links' attributes. Needed only for links whose attributes were written; most links have none. */
export function indexPropositions({ driver, meaning, forgetting }: Indexed, ids: readonly number[]): void {
  meaning?.changed(ids);
  forgetting?.note();
  const rows = driver.all(
    'SELECT p.id, json(p.attributes) FROM json_each(?1) AS wanted CROSS JOIN propositions AS p ON p.id = wanted.value',
    [JSON.stringify(ids)],
  );
  const silent: number[] = [];
  for (const [id, attributes] of rows) {
    const text = groundProposition(JSON.parse(attributes as string) as JsonObject);
    if (text === '') silent.push(id as number);
    else driver.run(WRITE_PROPOSITION, [id as number, text]);
  }
  if (silent.length > 0) remove(driver, 'proposition_index', silent);
}

/** Takes deleted elements, concepts and links in any mix, out of the indexes. */
export function unindex({ driver, forgetting }: Indexed, ids: readonly number[]): void {
  forgetting?.note();
  const concepts = ids.filter((id) => id % 2 === 0);
  const propositions = ids.filter((id) => id % 2 !== 0);
  if (concepts.length > 0) remove(driver, 'concept_index', concepts);
  if (propositions.length > 0) remove(driver, 'proposition_index', propositions);
}

function remove(driver: Nexus['driver'], table: string, ids: readonly number[]): void {
  // For a single row FTS5 is asked directly, at half the price.
  if (ids.length === 1) driver.run(`DELETE FROM ${table} WHERE rowid = ?1`, ids);
  else driver.run(`DELETE FROM ${table} WHERE rowid IN (SELECT value FROM json_each(?1))`, [JSON.stringify(ids)]);
}
