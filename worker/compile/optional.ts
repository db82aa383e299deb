// OPTIONAL (§3.4.7.2) as left joins. The block is compiled as a group of its own; then
//   – its sources are chained as LEFT JOINs, which uses the indexes as an inner join would: each source is joined only
//     where the rest of the block has a match too, so that a partial match leaves no row;
//   – a block that holds a UNION cannot be chained; its solutions are collected per row in one JSON array and unfolded.
import type { Clause } from '../../src/language/ast.ts';
import { Group, withUnit } from './scope.ts';
import { aliasesIn, call, column, integer, isNotNull, text, type Select, type Source, type Sql } from './sql-node.ts';
import { mergedKind } from './union.ts';
import { compileBlock } from './where.ts';

export function addOptional(group: Group, clauses: readonly Clause[], needed: ReadonlySet<string>): void {
  const start = new Group(group.compilation, group, false);
  const inner = compileBlock(clauses, start, needed);
  const isUnion = inner !== start;
  const names = inner.openNames().filter((name) => needed.has(name) && (isUnion || !group.lookup(name)));
  if (names.length === 0) return; // no match leaves the solution as it is, and a match adds nothing
  const first = isUnion ? undefined : chainStart(inner);
  if (first) chain(group, inner, names, first);
  else unfold(group, inner, names);
}

/**
 * The source a chain can begin with: the first that must have a row. None where that one is unfolded from a row of the block
 * itself, which would then stand behind it.
 */
function chainStart({ sources }: Group): Source | undefined {
  const first = sources.find((source) => source.join !== 'left');
  if (!first || typeof first.table === 'string' || !('each' in first.table)) return first;
  const read = aliasesIn(first.table.each);
  return sources.some((source) => read.has(source.alias)) ? undefined : first;
}

// ---------------------------------------------------------------- chained left joins

function chain(group: Group, inner: Group, names: readonly string[], first: Source): void {
  const { sources } = inner;
  const own = new Set(sources.map((source) => source.alias));
  const ordered = [first, ...sources.filter((source) => source !== first)];
  let rest = [...inner.where];
  ordered.forEach((source, i) => {
    const joined = new Set(ordered.slice(0, i + 1).map((s) => s.alias));
    const decided = (condition: Sql): boolean => [...aliasesIn(condition)].every((a) => !own.has(a) || joined.has(a));
    const on = [...source.on, ...rest.filter(decided)];
    rest = rest.filter((condition) => !decided(condition));
    const tail = ordered.slice(i + 1);
    if (i > 0) on.push(isNotNull(presence(first)));
    if (rest.length > 0 || tail.some((s) => s.join !== 'left')) on.push(exists(tail, rest));
    group.sources.push({ ...source, join: 'left', on });
  });
  group.absorbDependencies(inner);
  for (const name of names) group.set(name, { ...inner.bindings.get(name)!, nullable: true });
}

/** A column that is null exactly where the source found no row. */
function presence(source: Source): Sql {
  if (typeof source.table === 'string') return column(source.alias, 'id');
  return column(source.alias, 'each' in source.table ? 'key' : 'id');
}

function exists(tail: readonly Source[], where: readonly Sql[]): Sql {
  return { kind: 'exists', query: { kind: 'select', columns: [{ sql: integer(1) }], from: withUnit(tail), where } };
}

// ---------------------------------------------------------------- solutions unfolded from JSON

function unfold(group: Group, inner: Group, names: readonly string[]): void {
  const alias = group.compilation.alias('o');
  const columns = names.map((name, i) => ({ sql: inner.bindings.get(name)!.id, as: `v${i}` }));
  const solutions: Select = { kind: 'select', distinct: true, columns, from: inner.from(), where: inner.where };
  const row = call('json_array', ...columns.map((_, i) => column('x', `v${i}`)));
  const each: Sql = {
    kind: 'scalar',
    query: {
      kind: 'select',
      columns: [{ sql: call('json_group_array', row) }],
      from: [{ table: solutions, alias: 'x', join: 'inner', on: [] }],
      where: [],
    },
  };
  group.add({ each }, alias, 'left', [integer(1)]);
  // A variable that gets a new value here no longer determines what its old one did.
  if (names.every((name) => !group.lookup(name))) group.determines([...names], [`@${alias}`]);
  names.forEach((name, i) => {
    const found = call('json_extract', column(alias, 'value'), text(`$[${i}]`));
    const before = group.lookup(name);
    const id = before ? call('coalesce', found, before.id) : found;
    const kind = mergedKind(name, [inner.bindings.get(name)!, ...(before ? [before] : [])]);
    group.set(name, { id, kind, nullable: true, rows: {} });
  });
}
