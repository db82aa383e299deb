// Hop quantifiers: `(?a, "p"{m,n}, ?b)` (§3.4.2). A hop sequence is a walk, nodes may repeat, and the result is the set of
// ends: an end counts once, by whatever walk. Each form ends on every graph, cyclic or not:
//   {0,} {1,}  the set of reached ids, a visited set;
//   {m,}       pairs (id, depth) with depth held at m, so at most m + 1 visits of an element;
//   {m,n}      pairs (id, depth) up to depth n.
import type { TriplePattern, Variable } from '../../src/language/ast.ts';
import { errors } from '../../src/protocol/errors.ts';
import { bindEndpoint, fixedEndpoint, hopsOf } from './endpoint.ts';
import type { Group } from './scope.ts';
import {
  binary,
  call,
  column,
  equal,
  integer,
  isNotNull,
  type Query,
  type Recursive,
  type Select,
  type Source,
  type Sql,
} from './sql-node.ts';

interface Walk {
  readonly predicate: Sql;
  readonly min: number;
  readonly max: number | null;
  /** The column a step leaves from, and the one it arrives at. */
  readonly leave: 'subject' | 'object';
  readonly arrive: 'subject' | 'object';
}

export function addPath(group: Group, pattern: TriplePattern, linkVariable: Variable | undefined): void {
  if (linkVariable) refuseLinkVariable(linkVariable);
  const walk = forwardWalk(group, pattern);
  const start = fixedEndpoint(group, pattern.subject);
  const end = fixedEndpoint(group, pattern.object);
  if (start && end) {
    const fromEnd = end.constant && !start.constant;
    const query = fromEnd ? reached(group, reversed(walk), end.id) : reached(group, walk, start.id);
    group.where.push({ kind: 'in-query', item: fromEnd ? start.id : end.id, query });
  } else if (start) addReached(group, walk, start, pattern.object, pattern.subject);
  else if (end) addReached(group, reversed(walk), end, pattern.subject, pattern.object);
  else addAllPairs(group, walk, pattern);
}

function forwardWalk(group: Group, pattern: TriplePattern): Walk {
  const { min, max } = hopsOf(pattern)!;
  const [name] = pattern.predicate.kind === 'predicate-names' ? pattern.predicate.names : [];
  const predicate = group.compilation.bind({ kind: 'predicate', source: name! });
  return { predicate, min, max, leave: 'subject', arrive: 'object' };
}

const reversed = (walk: Walk): Walk => ({ ...walk, leave: walk.arrive, arrive: walk.leave });

function refuseLinkVariable(variable: Variable): never {
  throw errors.invalidSyntax(
    `?${variable.name} cannot stand for a path of several hops, which is not a single link.`,
    'Leave the link variable out, or match one hop at a time: ?l (?a, "predicate", ?b).',
    variable.range,
  );
}

/** One end is known: join the set of the other ends. */
function addReached(
  group: Group,
  walk: Walk,
  from: { readonly id: Sql; readonly constant: boolean },
  to: TriplePattern['object'],
  origin: TriplePattern['object'],
): void {
  const alias = group.compilation.alias('w');
  const query = reached(group, walk, from.id);
  // A set that depends on earlier rows is computed per row: json_each may read what stands before it, a subquery may not.
  if (from.constant) group.add(query, alias);
  else group.add({ each: arrayOf(query) }, alias);
  const at = column(alias, from.constant ? 'id' : 'value');
  group.pinned = true;
  const ends = [bindEndpoint(group, to, at), origin.kind === 'variable' ? origin.name : undefined];
  group.determines(ends, [`@${alias}`]);
}

const arrayOf = (query: Query): Sql => ({
  kind: 'scalar',
  query: {
    kind: 'select',
    columns: [{ sql: call('json_group_array', column('x', 'id')) }],
    from: [{ table: query, alias: 'x', join: 'inner', on: [] }],
    where: [],
  },
});

const links = (alias: string): Source => ({ table: 'propositions', alias, join: 'inner', on: [] });

/** The ids reached from one start. A NULL start reaches nothing. */
function reached(group: Group, walk: Walk, start: Sql): Recursive {
  const name = group.compilation.alias('r');
  const visitedOnly = walk.max === null && walk.min <= 1;
  if (!visitedOnly) {
    const seed: Select = { ...EMPTY, columns: [{ sql: start }, { sql: integer(0) }], where: [isNotNull(start)] };
    return countedWalk(name, ['id', 'depth'], [], walk, seed);
  }
  const step: Select = {
    kind: 'select',
    columns: [{ sql: column('l', walk.arrive) }],
    from: [
      { table: name, alias: name, join: 'inner', on: [] },
      { ...links('l'), join: 'cross' },
    ],
    where: [equal(column('l', walk.leave), column(name, 'id')), equal(column('l', 'predicate'), walk.predicate)],
  };
  const firstHop: Select = {
    kind: 'select',
    columns: [{ sql: column('l', walk.arrive) }],
    from: [links('l')],
    where: [equal(column('l', walk.leave), start), equal(column('l', 'predicate'), walk.predicate)],
  };
  const seed = walk.min === 0 ? { ...EMPTY, columns: [{ sql: start }], where: [isNotNull(start)] } : firstHop;
  return { kind: 'recursive', name, columns: ['id'], seed, step, result: idsOf(name, []) };
}

const EMPTY: Select = { kind: 'select', columns: [], from: [], where: [] };

const idsOf = (name: string, where: Sql[]): Select => ({
  kind: 'select',
  columns: [{ sql: column(name, 'id'), as: 'id' }],
  from: [{ table: name, alias: name, join: 'inner', on: [] }],
  where,
});

/** Walks that count their depth: `carried` columns are handed on unchanged. */
function countedWalk(name: string, columns: string[], carried: string[], walk: Walk, seed: Select): Recursive {
  const deeper = binary('+', column(name, 'depth'), integer(1));
  const depth = walk.max === null ? call('min', deeper, integer(walk.min)) : deeper;
  const step: Select = {
    kind: 'select',
    columns: [...carried.map((c) => ({ sql: column(name, c) })), { sql: column('l', walk.arrive) }, { sql: depth }],
    from: [
      { table: name, alias: name, join: 'inner', on: [] },
      { ...links('l'), join: 'cross' },
    ],
    where: [
      equal(column('l', walk.leave), column(name, 'id')),
      equal(column('l', 'predicate'), walk.predicate),
      ...(walk.max === null ? [] : [binary('<', column(name, 'depth'), integer(walk.max))]),
    ],
  };
  const deepEnough = walk.min > 0 ? [binary('>=', column(name, 'depth'), integer(walk.min))] : [];
  const ids = idsOf(name, deepEnough);
  const result: Select = {
    ...ids,
    distinct: true,
    columns: [...carried.map((c) => ({ sql: column(name, c), as: c })), ...ids.columns],
  };
  return { kind: 'recursive', name, columns, seed, step, result };
}

/** Neither end is known: all pairs (origin, id), started from every element a walk can leave from. */
function addAllPairs(group: Group, walk: Walk, pattern: TriplePattern): void {
  const alias = group.compilation.alias('w');
  const name = group.compilation.alias('r');
  const from: Source =
    walk.min > 0
      ? links('l')
      : {
          table: { kind: 'compound', all: true, parts: [allIds('concepts'), allIds('propositions')] },
          alias: 'l',
          join: 'inner',
          on: [],
        };
  const start = column('l', walk.min > 0 ? 'subject' : 'id');
  const seed: Select = {
    kind: 'select',
    columns: [{ sql: start }, { sql: start }, { sql: integer(0) }],
    from: [from],
    where: walk.min > 0 ? [equal(column('l', 'predicate'), walk.predicate)] : [],
  };
  group.add(countedWalk(name, ['origin', 'id', 'depth'], ['origin'], walk, seed), alias);
  group.pinned = true;
  const ends = [
    bindEndpoint(group, pattern.subject, column(alias, 'origin')),
    bindEndpoint(group, pattern.object, column(alias, 'id')),
  ];
  group.determines(ends, [`@${alias}`]);
}

const allIds = (table: 'concepts' | 'propositions'): Select => ({
  kind: 'select',
  columns: [{ sql: column(table, 'id'), as: 'id' }],
  from: [{ table, alias: table, join: 'inner', on: [] }],
  where: [],
});
