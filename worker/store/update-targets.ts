// Writes keys of all targets at once, in one statement a table: nothing is read into JavaScript, every value of an element is
// computed from its state before the statement (§4.3), and keys and values are bound.
import type { Driver } from './driver.ts';
import { ParameterList, TermCompiler, type Document, type NumberTerm } from './number-term.ts';
import { countTargets } from './targets.ts';

export interface KeyAssignment {
  readonly document: Document;
  /** Path of the key, from jsonPath. */
  readonly path: string;
  /** A value as JSON text, or a term; where the term is no number, the key of that element is left as it is. */
  readonly value: { readonly json: string } | { readonly term: NumberTerm };
}

/** Applies the assignments to the rows of `targets`; returns how many elements had a key written. */
export function updateTargets(driver: Driver, assignments: readonly KeyAssignment[], now: number): number {
  const { concepts, propositions } = countTargets(driver);
  let updated = 0;
  if (concepts > 0) updated += updateTable(driver, 'concepts', assignments, now);
  if (propositions > 0) updated += updateTable(driver, 'propositions', assignments, now);
  return updated;
}

function updateTable(driver: Driver, table: string, assignments: readonly KeyAssignment[], now: number): number {
  const parameters = new ParameterList();
  const sets: string[] = [];
  for (const document of ['attributes', 'metadata'] as const) {
    const own = assignments.filter((assignment) => assignment.document === document);
    if (own.length > 0) sets.push(`${document} = ${setKeys(table, document, own, parameters)}`);
  }
  sets.push('version = version + 1', `updated_at = ${parameters.add(now)}`);
  const where = `id IN (SELECT id FROM temp.targets)${anyKeyWritten(table, assignments, parameters)}`;
  return driver.run(`UPDATE ${table} SET ${sets.join(', ')} WHERE ${where}`, parameters.values);
}

/** SQL of the document with its keys set. */
function setKeys(
  table: string,
  document: Document,
  assignments: readonly KeyAssignment[],
  parameters: ParameterList,
): string {
  const terms = new TermCompiler(table, parameters);
  const pairs = assignments.map(({ path, value }) => {
    const at = parameters.add(path);
    if ('json' in value) return `${at}, ${jsonValue(value.json, parameters)}`;
    const number = terms.compile(value.term);
    // jsonb_set passes over a pair whose path is null.
    return `iif(${number.isNumber}, ${at}, NULL), ${number.value}`;
  });
  const set = `jsonb_set(${table}.${document}, ${pairs.join(', ')})`;
  const source = terms.source();
  return source ? `(SELECT ${set} FROM ${source})` : set;
}

/** A string or number is bound as such; what SQL has no value for is read from JSON. */
function jsonValue(json: string, parameters: ParameterList): string {
  const value: unknown = JSON.parse(json);
  if (typeof value === 'string' || typeof value === 'number' || value === null) return parameters.add(value);
  return `json(${parameters.add(json)})`;
}

/** Leaves out the elements for which no term is a number, so that they keep their version. */
function anyKeyWritten(table: string, assignments: readonly KeyAssignment[], parameters: ParameterList): string {
  const terms = new TermCompiler(table, parameters);
  const tests: string[] = [];
  for (const { value } of assignments) {
    if ('json' in value) return '';
    tests.push(terms.compile(value.term).isNumber);
  }
  const source = terms.source();
  return ` AND ${source ? `EXISTS (SELECT 1 FROM ${source} WHERE ${tests.join(' OR ')})` : `(${tests.join(' OR ')})`}`;
}
