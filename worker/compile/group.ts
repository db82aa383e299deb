// Aggregates (§3.3). They run over distinct solutions, told apart by every variable FIND uses, those inside aggregates
// included. All other expressions form the group key, by value; with none there is a single group.
import type { Aggregate, OrderKey, Projection } from '../../src/language/ast.ts';
import {
  arrayOfJson,
  distinctKey,
  fieldOf,
  isAbsent,
  isNumber,
  isText,
  jsonOf,
  valueOf,
  both,
  type Field,
} from './field-path.ts';
import {
  COUNT,
  continueAfter,
  elementsOf,
  hasCursor,
  idColumns,
  limitOf,
  pageOf,
  pathOf,
  type Solutions,
} from './find.ts';
import { keysJson, valueJson, type SortKey } from './order.ts';
import type { Group } from './scope.ts';
import {
  any,
  call,
  column,
  EVERYTHING,
  FALSE,
  integer,
  NULL,
  TRUE,
  type Select,
  type Source,
  type Sql,
} from './sql-node.ts';

export function groupedAnswer(solutions: Solutions): Select {
  const { statement } = solutions;
  const group = distinctSolutions(solutions);
  const fragments = statement.projections.map((p) => fragment(group, p));
  const groupKeys = statement.projections.filter((p) => p.kind === 'path').map((p) => distinctKey(fieldOf(group, p)));
  if (groupKeys.length === 0) {
    const columns = [{ sql: integer(1) }, ...fragments.map((sql) => ({ sql }))];
    return { kind: 'select', columns, from: group.from(), where: group.where };
  }
  return groupRows(solutions, group, fragments, groupKeys);
}

function distinctSolutions(solutions: Solutions): Group {
  const { group, variables } = solutions;
  if (group.isKey(variables)) return group;
  const ids: Select = {
    kind: 'select',
    distinct: true,
    columns: idColumns(solutions),
    from: group.from(),
    where: group.where,
  };
  return elementsOf(solutions, group.compilation.alias('s'), ids);
}

function groupRows(solutions: Solutions, group: Group, fragments: Sql[], groupKeys: Sql[]): Select {
  const { statement } = solutions;
  const { compilation } = group;
  const ordered = statement.orderBy.length > 0 || statement.limit !== undefined || hasCursor(solutions);
  const keys = ordered ? [...statement.orderBy.map((key) => orderKey(group, key)), ...groupKeys.map(tieKey)] : [];
  const columns = fragments.map((sql, i) => ({ sql, as: `g${i}` }));
  const grouped: Select = {
    kind: 'select',
    columns: [...columns, ...keys.map((key, i) => ({ sql: key.sql, as: `k${i}` }))],
    from: group.from(),
    where: group.where,
    groupBy: groupKeys,
    orderBy: keys,
    ...limitOf(statement),
  };
  const rows = hasCursor(solutions)
    ? continueAfter({ ...grouped, orderBy: [] }, keys, compilation.alias('q'), statement)
    : grouped;
  const read = (table: Source['table'], alias: string): Select => ({
    kind: 'select',
    columns: [COUNT, ...columns.map(({ as }) => ({ sql: arrayOfJson(column(alias, as)) }))],
    from: [{ table, alias, join: 'inner', on: [] }],
    where: [],
  });
  if (statement.limit === undefined) return read(rows, compilation.alias('g'));
  return pageOf(statement.limit, compilation, rows, {
    columns: read,
    lastKeys: (table, alias) => ({ ...read(table, alias), columns: [{ sql: keysJson(keys.map(keyOfRow(alias))) }] }),
  });
}

const keyOfRow =
  (alias: string) =>
  (key: Key, i: number): SortKey => ({ ...key, json: valueJson(column(alias, `k${i}`)) });

type Key = Omit<SortKey, 'json'>;

function orderKey(group: Group, { expression, descending }: OrderKey): Key {
  const field = fieldOf(group, pathOf(expression));
  const sql = expression.kind === 'aggregate' ? aggregate(group, expression, field) : valueOf(field);
  return { sql, descending, nullable: true };
}

const tieKey = (sql: Sql): Key => ({ sql, descending: false, nullable: true });

function fragment(group: Group, projection: Projection): Sql {
  const field = fieldOf(group, pathOf(projection));
  if (projection.kind === 'path') return jsonOf(group, field);
  const value = aggregate(group, projection, field);
  return projection.function === 'COUNT' ? value : valueJson(value);
}

function aggregate(group: Group, { function: name, distinct }: Aggregate, field: Field): Sql {
  switch (name) {
    case 'COUNT':
      return { kind: 'call', name: 'count', distinct, args: [distinct ? distinctKey(field) : countable(group, field)] };
    case 'SUM':
    case 'AVG':
      return { kind: 'call', name: name.toLowerCase(), distinct, args: [only(isNumber(field), field)] };
    case 'MIN':
    case 'MAX':
      return call(name.toLowerCase(), only(any([isNumber(field), isText(field)].filter((t) => t !== FALSE)), field));
  }
}

/** Something that is null exactly where the value is. */
const countable = (group: Group, field: Field): Sql => {
  if (field.kind === 'element' && !group.lookup(field.name)!.nullable) return EVERYTHING;
  if (field.kind === 'definition') return field.id;
  return field.kind === 'object' ? call('iif', isAbsent(field), NULL, integer(1)) : valueOf(field);
};

/** The value where `condition` holds, else null, which aggregates pass over. */
function only(condition: Sql, field: Field): Sql {
  const value = valueOf(field);
  const known = both(condition, TRUE);
  return known === TRUE ? value : known === FALSE ? NULL : call('iif', known, value, NULL);
}
