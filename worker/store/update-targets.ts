// Writes keys of all targets at once, in one statement a table: nothing is read into JavaScript, every value of an element is
// computed from its state before the statement (§4.3), and keys and values are bound.
import type { Driver, SqlValue } from './driver.ts';
import { countTargets } from './targets.ts';

export type Document = 'attributes' | 'metadata';

/** A number computed from the element itself. Anything that is no number makes the whole term null. */
export type NumberTerm =
  | { readonly kind: 'constant'; readonly value: number }
  | { readonly kind: 'stored'; readonly document: Document; readonly path: string }
  | { readonly kind: 'version' }
  /** A field that never holds a number, such as a name. */
  | { readonly kind: 'null' }
  | { readonly kind: 'add' | 'multiply' | 'clamp' | 'coalesce'; readonly operands: readonly NumberTerm[] };

export interface KeyAssignment {
  readonly document: Document;
  /** Path of the key, from jsonPath. */
  readonly path: string;
  /** A value as JSON text, or a term; where the term is null, the key of that element is left as it is. */
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
    if (own.length > 0) sets.push(`${document} = ${setKeys(`${table}.${document}`, table, own, parameters)}`);
  }
  sets.push('version = version + 1', `updated_at = ${parameters.add(now)}`);
  const where = `id IN (SELECT id FROM temp.targets)${anyKeyWritten(table, assignments, parameters)}`;
  return driver.run(`UPDATE ${table} SET ${sets.join(', ')} WHERE ${where}`, parameters.values);
}

/** SQL of the document with its keys set. Terms are computed once a row, in a row source of their own. */
function setKeys(
  document: string,
  table: string,
  assignments: readonly KeyAssignment[],
  parameters: ParameterList,
): string {
  const terms: string[] = [];
  const pairs = assignments.map(({ path, value }) => {
    const at = parameters.add(path);
    if ('json' in value) return `${at}, json(${parameters.add(value.json)})`;
    const name = `v${terms.push(termSql(value.term, table, parameters)) - 1}`;
    // A null path makes jsonb_set pass the pair over.
    return `iif(${isNumber(name)}, ${at}, NULL), ${name}`;
  });
  const set = `jsonb_set(${document}, ${pairs.join(', ')})`;
  if (terms.length === 0) return set;
  return `(SELECT ${set} FROM (SELECT ${terms.map((term, index) => `${term} AS v${index}`).join(', ')}))`;
}

/** Leaves out the elements of which every term is null, so that they keep their version. */
function anyKeyWritten(table: string, assignments: readonly KeyAssignment[], parameters: ParameterList): string {
  const tests: string[] = [];
  for (const { value } of assignments) {
    if ('json' in value) return '';
    tests.push(isNumber(termSql(value.term, table, parameters)));
  }
  return ` AND (${tests.join(' OR ')})`;
}

/** JSON has no infinity: a result beyond the range of numbers counts as none. */
const isNumber = (sql: string): string => `${sql} BETWEEN -1.7976931348623157e308 AND 1.7976931348623157e308`;

function termSql(term: NumberTerm, table: string, parameters: ParameterList): string {
  switch (term.kind) {
    case 'constant':
      return parameters.add(term.value);
    case 'stored': {
      const document = `${table}.${term.document}`;
      const path = parameters.add(term.path);
      // json_extract turns true into 1; only the type tells them apart.
      return `iif(json_type(${document}, ${path}) IN ('integer', 'real'), json_extract(${document}, ${path}), NULL)`;
    }
    case 'version':
      return `${table}.version`;
    case 'null':
      return 'NULL';
    case 'coalesce':
      return coalesceSql(term.operands, table, parameters);
  }
  const operands = term.operands.map((operand) => termSql(operand, table, parameters));
  if (term.kind === 'add') return `(${operands.join(' + ')})`;
  if (term.kind === 'multiply') return `(${operands.join(' * ')})`;
  return `max(${operands[1]}, min(${operands[2]}, ${operands[0]}))`;
}

/** COALESCE stands in for a missing value, not for one of another type (§4.3). */
function coalesceSql(operands: readonly NumberTerm[], table: string, parameters: ParameterList): string {
  const [first, second] = operands as [NumberTerm, NumberTerm];
  const fallback = termSql(second, table, parameters);
  if (first.kind !== 'stored') return `coalesce(${termSql(first, table, parameters)}, ${fallback})`;
  const document = `${table}.${first.document}`;
  const path = parameters.add(first.path);
  return (
    `CASE coalesce(json_type(${document}, ${path}), 'null') WHEN 'null' THEN ${fallback} ` +
    `WHEN 'integer' THEN json_extract(${document}, ${path}) WHEN 'real' THEN json_extract(${document}, ${path}) END`
  );
}

/** Numbered parameters; a value given twice is bound once. */
class ParameterList {
  readonly values: SqlValue[] = [];

  add(value: SqlValue): string {
    let index = this.values.indexOf(value);
    if (index < 0) index = this.values.push(value) - 1;
    return `?${index + 1}`;
  }
}
