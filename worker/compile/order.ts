// ORDER BY, LIMIT and CURSOR (§3.5). Pages are cut by key, never by offset: the cursor holds the sort keys of the last row
// given, and the next page starts right after them. Ids close the key, so that the order is total.
import {
  bound,
  all,
  any,
  binary,
  call,
  column,
  isNull,
  isNotNull,
  text,
  type OrderTerm,
  type Sql,
} from './sql-node.ts';
import type { Bind } from './bind.ts';

export interface SortKey extends OrderTerm {
  /** The key as JSON text, exact to the last digit, as the cursor keeps it. */
  readonly json: Sql;
}

/** What a key can hold: then its value in the cursor is bound as it is; otherwise SQLite reads it from the JSON, to the last digit. */
export interface TypedKey extends OrderTerm {
  readonly type?: 'text' | 'id';
}

const CURSOR: Bind = { kind: 'cursor' };

/** True for the rows that come after the one whose keys the cursor holds. */
export function afterCursor(keys: readonly TypedKey[]): Sql {
  const marks = keys.map(({ type }, i) =>
    type ? bound({ kind: 'cursor-key', index: i }) : call('json_extract', bound(CURSOR), text(`$[${i}]`)),
  );
  const first = keys[0]!;
  if (keys.every((key) => !key.nullable && key.descending === first.descending)) {
    // One comparison of rows, which an index on the keys can seek to.
    const row = (items: readonly Sql[]): Sql => (items.length === 1 ? items[0]! : { kind: 'row', items });
    return binary(first.descending ? '<' : '>', row(keys.map((key) => key.sql)), row(marks));
  }
  const same = keys.map((key, i) => binary(key.nullable ? 'IS' : '=', key.sql, marks[i]!));
  return any(keys.map((key, i) => all([...same.slice(0, i), comesAfter(key, marks[i]!)])));
}

function comesAfter(key: OrderTerm, mark: Sql): Sql {
  const beyond = binary(key.descending ? '<' : '>', key.sql, mark);
  return key.nullable ? all([isNotNull(mark), any([beyond, isNull(key.sql)])]) : beyond;
}

/** A computed value as JSON text. Reals are printed so that reading them back gives the same number. */
export function valueJson(value: Sql): Sql {
  const type = call('typeof', value);
  return {
    kind: 'case',
    branches: [
      [binary('=', type, text('integer')), value],
      [binary('=', type, text('real')), call('format', text('%!.17g'), value)],
    ],
    otherwise: call('json_quote', value),
  };
}

/** All keys of a row as one JSON array. */
export function keysJson(keys: readonly SortKey[]): Sql {
  const parts = keys.flatMap((key, i) => (i === 0 ? [key.json] : [text(','), key.json]));
  return call('concat', text('['), ...parts, text(']'));
}

export const keyColumn = (alias: string, i: number): Sql => column(alias, `k${i}`);
