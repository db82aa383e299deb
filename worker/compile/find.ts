// FIND (§3.1, §3.3, §6.2.2) as one statement that answers with one row: how many solutions it holds, and for each column
// of the answer its values as JSON text, joined by ",<tab>". Duplicate solutions are dropped, rows ordered and pages cut on
// ids and sort keys alone; the elements are looked up after that, for the rows that are returned.
import type { FindStatement, OrderKey, Path, Projection } from '../../src/language/ast.ts';
import type { JsonKind } from '../../src/protocol/values.ts';
import type { Bind } from './bind.ts';
import { fieldOf, jsonOf, valueOf } from './field-path.ts';
import { groupedAnswer } from './group.ts';
import { afterCursor, keysJson, valueJson, type SortKey } from './order.ts';
import { Compilation, Group, type Identity } from './scope.ts';
import { printQuery } from './sql-printer.ts';
import { bound, call, column, text, type OrderTerm, type Select, type Sql } from './sql-node.ts';
import { compileBlock } from './where.ts';

/** Separates the values of a column: legal JSON whitespace, and never part of compact JSON text. */
export const SEPARATOR = ',\t';

export interface FindPlan {
  readonly sql: string;
  readonly binds: readonly Bind[];
  /** Binds that are checked but not part of the SQL: names in parts that were pruned. */
  readonly checked: readonly Bind[];
  readonly identities: readonly Identity[];
  /** Whether identities must be looked up even when there are solutions: a UNION or an aggregate can give rows without them. */
  readonly checkIdentities: boolean;
  readonly columnCount: number;
  /** `rows`: columns of values; `single`: only aggregates, one value each. */
  readonly shape: 'rows' | 'single';
  /** Whether the answer ends with a column of sort keys and may hold one row more than asked for. */
  readonly paged: boolean;
  readonly statement: FindStatement;
}

export function compileFind(statement: FindStatement, placeholderKinds: ReadonlyMap<string, JsonKind>): FindPlan {
  const compilation = new Compilation(placeholderKinds);
  const variables = (projections: readonly Projection[]): string[] => projections.map((p) => pathOf(p).variable.name);
  const needed = new Set([
    ...variables(statement.projections),
    ...variables(statement.orderBy.map((k) => k.expression)),
  ]);
  const group = compileBlock(statement.where, new Group(compilation, undefined, true), needed);
  for (const projection of statement.projections) group.require(pathOf(projection).variable);
  const solutions: Solutions = { statement, group, variables: [...new Set(variables(statement.projections))] };
  const aggregated = statement.projections.some((p) => p.kind === 'aggregate');
  const answer = aggregated ? groupedAnswer(solutions) : rowsAnswer(solutions);
  const { sql, binds } = printQuery(answer);
  const single = statement.projections.every((p) => p.kind === 'aggregate');
  return {
    sql,
    binds,
    checked: compilation.binds.filter((bind) => !binds.includes(bind)),
    identities: compilation.identities,
    checkIdentities: compilation.hasUnion || single,
    columnCount: statement.projections.length,
    shape: single ? 'single' : 'rows',
    paged: !single && statement.limit !== undefined,
    statement,
  };
}

export const pathOf = (projection: Projection): Path => (projection.kind === 'path' ? projection : projection.path);

/** The solutions of WHERE, and the variables that tell them apart (§3.3). */
export interface Solutions {
  readonly statement: FindStatement;
  readonly group: Group;
  readonly variables: readonly string[];
}

/** `count(*)`, then each column's values joined. */
export function answerColumns(fragments: readonly Sql[]): Select['columns'] {
  const joined = fragments.map((sql) => ({ sql: call('group_concat', sql, text(SEPARATOR)) }));
  return [{ sql: call('count', { kind: 'column', table: '', column: '*' }) }, ...joined];
}

// ---------------------------------------------------------------- plain rows

function rowsAnswer(solutions: Solutions): Select {
  const { statement, group, variables } = solutions;
  const distinct = !group.isKey(variables);
  const ordered = statement.orderBy.length > 0 || statement.limit !== undefined || hasCursor(solutions);
  if (!distinct && !ordered) return readRows(statement, group, []);
  const keys = ordered ? sortKeys(solutions) : [];
  const alias = group.compilation.alias('s');
  const outer = elementsOf(group, variables, alias, solutionIds(solutions, keys, distinct));
  const cursorKeys =
    statement.limit === undefined ? [] : keys.map((key, i) => ({ ...key, json: keyJson(outer, key, i, alias) }));
  return readRows(statement, outer, cursorKeys);
}

export const hasCursor = ({ statement, group }: Solutions): boolean =>
  statement.cursor !== undefined &&
  !(
    statement.cursor.kind === 'placeholder' && group.compilation.placeholderKinds.get(statement.cursor.name) === 'null'
  );

function readRows(statement: FindStatement, group: Group, keys: readonly SortKey[]): Select {
  const fragments = statement.projections.map((projection) => jsonOf(group, fieldOf(group, pathOf(projection))));
  if (keys.length > 0) fragments.push(keysJson(keys));
  return { kind: 'select', columns: answerColumns(fragments), from: group.from(), where: group.where };
}

/** A group that reads the elements of `variables` from rows of ids named v0, v1, …. */
export function elementsOf(group: Group, variables: readonly string[], alias: string, ids: Select): Group {
  const outer = new Group(group.compilation, undefined, false);
  outer.add(ids, alias);
  variables.forEach((name, i) => {
    const { kind, nullable } = group.lookup(name)!;
    outer.set(name, { id: column(alias, `v${i}`), kind, nullable, rows: {} });
  });
  return outer;
}

export const idColumns = ({ group, variables }: Solutions): Select['columns'] =>
  variables.map((name, i) => ({ sql: group.lookup(name)!.id, as: `v${i}` }));

/** A sort key before it is read: `path` where it is one of ORDER BY's, so that its JSON can be read from the element. */
interface RowKey extends OrderTerm {
  readonly path?: Path;
}

/** The distinct solutions as ids and sort keys, in order, one page of them. */
function solutionIds(solutions: Solutions, keys: readonly RowKey[], distinct: boolean): Select {
  const { statement, group, variables } = solutions;
  const foreign = distinct && keys.some((key) => key.path && !variables.includes(key.path.variable.name));
  const ids = idColumns(solutions);
  // A key of a variable that is not projected may differ among the rows of one solution: its best value counts.
  const sortable = keys.map((key) => (foreign ? { ...key, sql: call(key.descending ? 'max' : 'min', key.sql) } : key));
  const page: Select = {
    kind: 'select',
    distinct: distinct && !foreign,
    columns: [...ids, ...sortable.map((key, i) => ({ sql: key.sql, as: `k${i}` }))],
    from: group.from(),
    where: group.where,
    ...(foreign && { groupBy: ids.map((id) => id.sql) }),
    orderBy: sortable,
    ...limitOf(statement),
  };
  if (!hasCursor(solutions)) return page;
  if (!foreign) return { ...page, where: [...group.where, afterCursor(keys)] };
  return continueAfter({ ...page, orderBy: [] }, sortable, group.compilation.alias('q'), statement);
}

/** The part of `all` that comes after the cursor, for keys that only `all` itself computes (as k0, k1, …). */
export function continueAfter(
  all: Select,
  keys: readonly OrderTerm[],
  alias: string,
  statement: FindStatement,
): Select {
  const { limit: _, ...unlimited } = all;
  const own = keys.map((key, i) => ({ ...key, sql: column(alias, `k${i}`) }));
  return {
    kind: 'select',
    columns: [{ sql: { kind: 'column', table: alias, column: '*' } }],
    from: [{ table: unlimited, alias, join: 'inner', on: [] }],
    where: [afterCursor(own)],
    orderBy: own,
    ...limitOf(statement),
  };
}

export const limitOf = ({ limit }: FindStatement): Pick<Select, 'limit'> =>
  limit === undefined ? {} : { limit: bound({ kind: 'limit', source: limit }) };

function sortKeys({ statement, group, variables }: Solutions): RowKey[] {
  const keys: RowKey[] = statement.orderBy.map((key) => orderTerm(group, key));
  if (keys.length === 0) keys.push(...naturalOrder(group, variables));
  // The tie-break runs in the direction of the last key, as an index on that key does.
  const descending = keys.at(-1)?.descending ?? false;
  const ids = variables.map((name) => ({
    sql: group.lookup(name)!.id,
    descending,
    nullable: group.lookup(name)!.nullable,
  }));
  return [...keys, ...ids];
}

function orderTerm(group: Group, { expression, descending }: OrderKey): RowKey {
  const path = pathOf(expression);
  const field = fieldOf(group, path);
  const fixed = (field.kind === 'text' || field.kind === 'definition') && !field.nullable;
  return { sql: valueOf(field), descending, nullable: !fixed, path };
}

/** Without ORDER BY, the order an index gives for nothing: instances of a type by name, links by object. */
function naturalOrder(group: Group, variables: readonly string[]): RowKey[] {
  const [source] = group.sources;
  if (group.sources.length !== 1 || !source || !group.isKey(variables)) return [];
  if (source.table === 'concepts') return [{ sql: column(source.alias, 'name'), descending: false, nullable: false }];
  if (source.table !== 'propositions') return [];
  return [{ sql: column(source.alias, 'object'), descending: false, nullable: false }];
}

/** A key's JSON: of an attribute its stored text, so that no digit is lost; else the value itself. */
function keyJson(outer: Group, key: RowKey, i: number, alias: string): Sql {
  if (key.path && outer.lookup(key.path.variable.name)) {
    const field = fieldOf(outer, key.path);
    if (field.kind === 'json') return jsonOf(outer, field);
  }
  return valueJson(column(alias, `k${i}`));
}
