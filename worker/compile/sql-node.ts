// SQL as data. The compiler builds these nodes; only sql-printer.ts turns them into text.
// Two nodes that are the same object print as the same text, and a Bind that occurs twice is bound once.
import type { Bind } from './bind.ts';

export type Sql =
  | { readonly kind: 'column'; readonly table: string; readonly column: string }
  | { readonly kind: 'bind'; readonly bind: Bind }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'integer'; readonly value: number }
  | { readonly kind: 'null' }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Sql[]; readonly distinct?: boolean }
  | { readonly kind: 'binary'; readonly operator: BinaryOperator; readonly left: Sql; readonly right: Sql }
  | { readonly kind: 'all' | 'any' | 'row'; readonly items: readonly Sql[] }
  | { readonly kind: 'not-true'; readonly item: Sql }
  | { readonly kind: 'is-null' | 'is-not-null'; readonly item: Sql }
  | { readonly kind: 'case'; readonly branches: readonly (readonly [when: Sql, then: Sql])[]; readonly otherwise: Sql }
  | { readonly kind: 'exists' | 'not-exists'; readonly query: Query }
  | { readonly kind: 'scalar'; readonly query: Query }
  | { readonly kind: 'in-query'; readonly item: Sql; readonly query: Query }
  | { readonly kind: 'in-list'; readonly item: Sql; readonly list: readonly Sql[] }
  | { readonly kind: 'element-json'; readonly element: 'concept' | 'proposition'; readonly table: string }
  | { readonly kind: 'metadata-json' | 'updated-at'; readonly table: string };

export type BinaryOperator = '=' | '<>' | '<' | '>' | '<=' | '>=' | 'IS' | '||' | '+' | '-' | '&' | '->';

export interface Column {
  readonly sql: Sql;
  readonly as?: string;
}

/** How a source joins what stands before it. `cross` keeps the order as written, which SQLite's planner would otherwise choose. */
export type Join = 'inner' | 'cross' | 'left';

export interface Source {
  readonly table: TableName | Query | { readonly each: Sql };
  readonly alias: string;
  readonly join: Join;
  /** Conditions of a left join; those of the other joins stand in WHERE. */
  readonly on: readonly Sql[];
}

export type TableName = 'concepts' | 'propositions' | string;

export interface OrderTerm {
  readonly sql: Sql;
  readonly descending: boolean;
  /** Whether the key can be null; nulls come last in both directions (§3.5). */
  readonly nullable: boolean;
}

export interface Select {
  readonly kind: 'select';
  /** Evaluated once, into a table of this name that several parts of the statement read. */
  readonly with?: { readonly name: string; readonly query: Select };
  readonly distinct?: boolean;
  readonly columns: readonly Column[];
  readonly from: readonly Source[];
  readonly where: readonly Sql[];
  readonly groupBy?: readonly Sql[];
  readonly orderBy?: readonly OrderTerm[];
  readonly limit?: Sql;
  readonly offset?: Sql;
}

/** `UNION` (distinct) of its parts, or `UNION ALL`. */
export interface Compound {
  readonly kind: 'compound';
  readonly all: boolean;
  readonly parts: readonly Select[];
}

/** A recursive walk: `seed UNION step`, then `result` read from `name`. */
export interface Recursive {
  readonly kind: 'recursive';
  readonly name: string;
  readonly columns: readonly string[];
  readonly seed: Select;
  readonly step: Select;
  readonly result: Select;
}

export type Query = Select | Compound | Recursive;

export const column = (table: string, name: string): Sql => ({ kind: 'column', table, column: name });
export const bound = (bind: Bind): Sql => ({ kind: 'bind', bind });
export const text = (value: string): Sql => ({ kind: 'text', value });
export const integer = (value: number): Sql => ({ kind: 'integer', value });
export const NULL: Sql = { kind: 'null' };
export const call = (name: string, ...args: Sql[]): Sql => ({ kind: 'call', name, args });
export const binary = (operator: BinaryOperator, left: Sql, right: Sql): Sql => ({
  kind: 'binary',
  operator,
  left,
  right,
});
export const equal = (left: Sql, right: Sql): Sql => binary('=', left, right);
export const isNull = (item: Sql): Sql => ({ kind: 'is-null', item });
export const isNotNull = (item: Sql): Sql => ({ kind: 'is-not-null', item });
export const notTrue = (item: Sql): Sql => ({ kind: 'not-true', item });
/** `*`, as in count(*) and SELECT *. */
export const EVERYTHING: Sql = column('', '*');
export const FALSE: Sql = integer(0);
export const TRUE: Sql = integer(1);

export function all(items: readonly Sql[]): Sql {
  return items.length === 1 ? items[0]! : items.length === 0 ? TRUE : { kind: 'all', items };
}

export function any(items: readonly Sql[]): Sql {
  return items.length === 1 ? items[0]! : items.length === 0 ? FALSE : { kind: 'any', items };
}

/** The aliases of sources that an expression reads, nested queries included. */
export function aliasesIn(sql: Sql, found: Set<string> = new Set()): Set<string> {
  switch (sql.kind) {
    case 'column':
    case 'element-json':
    case 'metadata-json':
    case 'updated-at':
      found.add(sql.table);
      break;
    case 'call':
      for (const arg of sql.args) aliasesIn(arg, found);
      break;
    case 'binary':
      aliasesIn(sql.left, found);
      aliasesIn(sql.right, found);
      break;
    case 'all':
    case 'any':
    case 'row':
      for (const item of sql.items) aliasesIn(item, found);
      break;
    case 'not-true':
    case 'is-null':
    case 'is-not-null':
      aliasesIn(sql.item, found);
      break;
    case 'in-list':
      aliasesIn(sql.item, found);
      for (const item of sql.list) aliasesIn(item, found);
      break;
    case 'case':
      for (const [when, then] of sql.branches) aliasesIn(when, aliasesIn(then, found));
      aliasesIn(sql.otherwise, found);
      break;
    case 'in-query':
      aliasesIn(sql.item, found);
      aliasesInQuery(sql.query, found);
      break;
    case 'exists':
    case 'not-exists':
    case 'scalar':
      aliasesInQuery(sql.query, found);
      break;
  }
  return found;
}

function aliasesInQuery(query: Query, found: Set<string>): void {
  if (query.kind === 'compound') {
    for (const part of query.parts) aliasesInQuery(part, found);
    return;
  }
  if (query.kind === 'recursive') {
    for (const part of [query.seed, query.step, query.result]) aliasesInQuery(part, found);
    return;
  }
  for (const { sql } of query.columns) aliasesIn(sql, found);
  for (const source of query.from) {
    for (const condition of source.on) aliasesIn(condition, found);
    if (typeof source.table === 'string') continue;
    if ('each' in source.table) aliasesIn(source.table.each, found);
    else aliasesInQuery(source.table, found);
  }
  for (const condition of query.where) aliasesIn(condition, found);
  for (const key of query.groupBy ?? []) aliasesIn(key, found);
  for (const term of query.orderBy ?? []) aliasesIn(term.sql, found);
}
