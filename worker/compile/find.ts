// FIND (§3.1, §3.3, §6.2.2) as one statement that answers with one row: how many solutions it holds, and for each column
// of the answer its values as one JSON array, so that no row crosses into JavaScript. Duplicate solutions are dropped, rows ordered and pages cut on
// ids and sort keys alone; the elements are looked up after that, for the rows that are returned.
import type { FindStatement, OrderKey, Path, Projection, Scalar } from '../../src/language/ast.ts';
import type { JsonKind } from '../../src/protocol/values.ts';
import type { Bind } from './bind.ts';
import { arrayOf, fieldOf, jsonOf, valueOf } from './field-path.ts';
import { groupedAnswer } from './group.ts';
import { afterCursor, keyColumn, keysJson, valueJson, type TypedKey } from './order.ts';
import { Compilation, Group, type AttributeUse, type Identity } from './scope.ts';
import { printQuery } from './sql-printer.ts';
import {
  bound,
  call,
  column,
  EVERYTHING,
  integer,
  type OrderTerm,
  type Select,
  type Source,
  type Sql,
} from './sql-node.ts';
import { compileBlock } from './where.ts';

export interface FindPlan {
  readonly sql: string;
  readonly binds: readonly Bind[];
  /** Binds that are checked but not part of the SQL: names in parts that were pruned. */
  readonly checked: readonly Bind[];
  readonly identities: readonly Identity[];
  /** Whether identities must be looked up even when there are solutions: a UNION or an aggregate can give rows without them. */
  readonly checkIdentities: boolean;
  readonly attributeUses: readonly AttributeUse[];
  readonly columnCount: number;
  /** `rows`: columns of values; `single`: only aggregates, one value each. */
  readonly shape: 'rows' | 'single';
  /** Whether the count may be one more than the rows given, and the last column then holds the last row's sort keys. */
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
  group.isComplete = true;
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
    attributeUses: compilation.attributeUses,
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

// ---------------------------------------------------------------- plain rows

function rowsAnswer(solutions: Solutions): Select {
  const { statement, group, variables } = solutions;
  const distinct = !group.isKey(variables);
  const ordered = statement.orderBy.length > 0 || statement.limit !== undefined || hasCursor(solutions);
  if (!distinct && !ordered) return readRows(statement, group);
  const keys = ordered ? sortKeys(solutions) : [];
  const ids = solutionIds(solutions, keys, distinct);
  const read = (table: Source['table'], alias: string): Select =>
    readRows(statement, elementsOf(solutions, alias, table), (path) => sortedValue(keys, path, alias));
  if (statement.limit === undefined) return read(ids, group.compilation.alias('s'));
  return pageOf(statement.limit, group.compilation, ids, {
    columns: read,
    lastKeys: (table, alias) => lastKeys(elementsOf(solutions, alias, table), keys, alias),
  });
}

/** `count(*)`, then for each expression of FIND its values as a JSON array. */
function readRows(statement: FindStatement, group: Group, known?: (path: Path) => Sql | undefined): Select {
  const arrays = statement.projections.map((projection) => {
    const value = known?.(pathOf(projection));
    return { sql: value ? call('json_group_array', value) : arrayOf(group, fieldOf(group, pathOf(projection))) };
  });
  return { kind: 'select', columns: [COUNT, ...arrays], from: group.from(), where: group.where };
}

/** A text that was sorted by stands in the row already. */
function sortedValue(keys: readonly RowKey[], path: Path, alias: string): Sql | undefined {
  const i = keys.findIndex((key) => key.type === 'text' && key.path && samePath(key.path, path));
  return i < 0 ? undefined : keyColumn(alias, i);
}

const samePath = (a: Path, b: Path): boolean =>
  a.variable.name === b.variable.name && a.fields.join('.') === b.fields.join('.');

export const COUNT = { sql: call('count', EVERYTHING) };

function lastKeys(outer: Group, keys: readonly RowKey[], alias: string): Select {
  const json = keysJson(keys.map((key, i) => ({ ...key, json: keyJson(outer, key, i, alias) })));
  return { kind: 'select', columns: [{ sql: json }], from: outer.from(), where: [] };
}

// ---------------------------------------------------------------- one page

interface PageParts {
  /** Count and columns over the rows of `page`, which stands under `alias`. */
  readonly columns: (page: Source['table'], alias: string) => Select;
  /** The sort keys of the rows of `page` as JSON. */
  readonly lastKeys: (page: Source['table'], alias: string) => Select;
}

/** Reads LIMIT rows of `rows`, which holds one more where there is more; answers with that count, and the last row's keys. */
export function pageOf(limit: Scalar, compilation: Compilation, rows: Select, parts: PageParts): Select {
  const name = compilation.alias('page');
  const bind = (offset: -1 | 0): Sql => bound({ kind: 'limit', source: limit, offset });
  const shown: Select = { ...EMPTY, columns: [{ sql: EVERYTHING }], from: [sourceOf(name)], limit: bind(0) };
  const read = parts.columns(shown, compilation.alias('s'));
  const keys = { ...parts.lastKeys(name, compilation.alias('s')), limit: integer(1), offset: bind(-1) };
  const count: Select = { ...EMPTY, columns: [COUNT], from: [sourceOf(name)] };
  return {
    ...read,
    with: { name, query: rows },
    columns: [
      { sql: { kind: 'scalar', query: count } },
      ...read.columns.slice(1),
      { sql: { kind: 'scalar', query: keys } },
    ],
  };
}

const EMPTY: Select = { kind: 'select', columns: [], from: [], where: [] };
const sourceOf = (table: string): Source => ({ table, alias: table, join: 'inner', on: [] });

export const hasCursor = ({ statement, group }: Solutions): boolean =>
  statement.cursor !== undefined &&
  !(
    statement.cursor.kind === 'placeholder' && group.compilation.placeholderKinds.get(statement.cursor.name) === 'null'
  );

/** A group that reads the elements of the variables from rows of ids named v0, v1, …. */
export function elementsOf({ group, variables }: Solutions, alias: string, ids: Source['table']): Group {
  const outer = new Group(group.compilation, undefined, false);
  outer.add(ids, alias);
  outer.isComplete = true;
  variables.forEach((name, i) => {
    const { kind, nullable } = group.lookup(name)!;
    outer.set(name, { id: column(alias, `v${i}`), kind, nullable, rows: {} });
  });
  return outer;
}

export const idColumns = ({ group, variables }: Solutions): Select['columns'] =>
  variables.map((name, i) => ({ sql: group.lookup(name)!.id, as: `v${i}` }));

/** A sort key before it is read: `path` where it is one of ORDER BY's, so that its JSON can be read from the element. */
interface RowKey extends TypedKey {
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
  limit === undefined ? {} : { limit: bound({ kind: 'limit', source: limit, offset: 1 }) };

function sortKeys({ statement, group, variables }: Solutions): RowKey[] {
  const keys: RowKey[] = statement.orderBy.map((key) => orderTerm(group, key));
  if (keys.length === 0) keys.push(...naturalOrder(group, variables));
  // The tie-break runs in the direction of the last key, as an index on that key does.
  const descending = keys.at(-1)?.descending ?? false;
  const ids = variables.map((name) => ({
    sql: group.lookup(name)!.id,
    descending,
    nullable: group.lookup(name)!.nullable,
    type: 'id' as const,
  }));
  return [...keys, ...ids];
}

function orderTerm(group: Group, { expression, descending }: OrderKey): RowKey {
  const path = pathOf(expression);
  const field = fieldOf(group, path);
  const isText = field.kind === 'text' || field.kind === 'definition';
  if (field.kind === 'json') group.compilation.noteUse(field.document, field.path);
  return {
    sql: valueOf(field),
    descending,
    nullable: !isText || field.nullable,
    path,
    ...(isText && { type: 'text' }),
  };
}

/** Without ORDER BY, the order an index gives for nothing: instances of a type by name, links by object. */
function naturalOrder(group: Group, variables: readonly string[]): RowKey[] {
  const [source] = group.sources;
  if (group.sources.length !== 1 || !source || !group.isKey(variables)) return [];
  if (source.table === 'concepts')
    return [{ sql: column(source.alias, 'name'), descending: false, nullable: false, type: 'text' }];
  if (source.table !== 'propositions') return [];
  return [{ sql: column(source.alias, 'object'), descending: false, nullable: false, type: 'id' }];
}

/** A key's JSON: of an attribute its stored text, so that no digit is lost; else the value itself. */
function keyJson(outer: Group, key: RowKey, i: number, alias: string): Sql {
  if (key.type === 'text') return call('json_quote', keyColumn(alias, i));
  if (key.path && outer.lookup(key.path.variable.name)) {
    const field = fieldOf(outer, key.path);
    if (field.kind === 'json') return jsonOf(outer, field);
  }
  return valueJson(column(alias, `k${i}`));
}
