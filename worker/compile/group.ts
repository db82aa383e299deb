// Aggregates (§3.3). They run over distinct solutions, told apart by every variable FIND uses, those inside aggregates
// included. All other expressions form the group key, by value; with none there is a single group.
import type { Aggregate, OrderKey, Projection } from '../../src/language/ast.ts';
import { distinctKey, fieldOf, isAbsent, isNumber, isText, jsonOf, valueOf, both, type Field } from './field-path.ts';
import {
  answerColumns,
  continueAfter,
  elementsOf,
  hasCursor,
  idColumns,
  limitOf,
  pathOf,
  type Solutions,
} from './find.ts';
import { keysJson, valueJson, type SortKey } from './order.ts';
import type { Group } from './scope.ts';
import { any, call, column, FALSE, integer, NULL, TRUE, type Select, type Sql } from './sql-node.ts';

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
  return elementsOf(group, variables, group.compilation.alias('s'), ids);
}

function groupRows(solutions: Solutions, group: Group, fragments: Sql[], groupKeys: Sql[]): Select {
  const { statement } = solutions;
  const alias = group.compilation.alias('g');
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
  const page = hasCursor(solutions)
    ? continueAfter({ ...grouped, orderBy: [] }, keys, group.compilation.alias('q'), statement)
    : grouped;
  const values = columns.map(({ as }) => column(alias, as));
  if (statement.limit) values.push(keysJson(keys.map((key, i) => keyOfRow(key, alias, i))));
  return {
    kind: 'select',
    columns: answerColumns(values),
    from: [{ table: page, alias, join: 'inner', on: [] }],
    where: [],
  };
}

const keyOfRow = (key: Omit<SortKey, 'json'>, alias: string, i: number): SortKey => ({
  ...key,
  json: valueJson(column(alias, `k${i}`)),
});

type Key = Omit<SortKey, 'json'>;

function orderKey(group: Group, { expression, descending }: OrderKey): Key {
  const field = fieldOf(group, pathOf(expression));
  const sql = expression.kind === 'aggregate' ? aggregate(expression, field) : valueOf(field);
  return { sql, descending, nullable: true };
}

const tieKey = (sql: Sql): Key => ({ sql, descending: false, nullable: true });

function fragment(group: Group, projection: Projection): Sql {
  const field = fieldOf(group, pathOf(projection));
  return projection.kind === 'path' ? jsonOf(group, field) : valueJson(aggregate(projection, field));
}

function aggregate({ function: name, distinct }: Aggregate, field: Field): Sql {
  switch (name) {
    case 'COUNT':
      return { kind: 'call', name: 'count', distinct, args: [distinct ? distinctKey(field) : countable(field)] };
    case 'SUM':
    case 'AVG':
      return { kind: 'call', name: name.toLowerCase(), distinct, args: [only(isNumber(field), field)] };
    case 'MIN':
    case 'MAX':
      return call(name.toLowerCase(), only(any([isNumber(field), isText(field)].filter((t) => t !== FALSE)), field));
  }
}

/** Something that is null exactly where the value is. */
const countable = (field: Field): Sql => {
  if (field.kind === 'definition') return field.id;
  return field.kind === 'object' ? call('iif', isAbsent(field), NULL, integer(1)) : valueOf(field);
};

/** The value where `condition` holds, else null, which aggregates pass over. */
function only(condition: Sql, field: Field): Sql {
  const value = valueOf(field);
  const known = both(condition, TRUE);
  return known === TRUE ? value : known === FALSE ? NULL : call('iif', known, value, NULL);
}
