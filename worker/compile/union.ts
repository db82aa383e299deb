// UNION (§3.4.7.3): the rows so far and the rows of each branch, aligned by variable and merged as a set. A branch sees
// nothing outer; standing in a NOT or OPTIONAL, its rows must agree with the solution that block is tried for.
import { errors } from '../../src/protocol/errors.ts';
import { Group, type Binding, type BindingKind } from './scope.ts';
import { any, call, column, equal, isNull, NULL, type Compound, type Select, type Sql } from './sql-node.ts';

/** A closed group: what it binds, and its sources and conditions to select from. */
export interface Rows {
  readonly group: Group;
  readonly names: readonly string[];
}

export function closeRows(group: Group, outer: Group | undefined, needed: ReadonlySet<string>): Rows {
  if (outer && group.outer !== outer) group.where.push(...agreement(group, outer));
  const isOpen = (name: string): boolean => outer?.lookup(name)?.nullable !== false;
  return { group, names: [...group.bindings.keys()].filter((name) => needed.has(name) && isOpen(name)) };
}

/** A variable bound on both sides must be bound alike; one left unbound agrees with everything. */
function agreement(branch: Group, outer: Group): Sql[] {
  return [...branch.bindings].flatMap(([name, inner]) => {
    const other = outer.lookup(name);
    if (!other) return [];
    const unbound = [inner, other].filter((binding) => binding.nullable).map((binding) => isNull(binding.id));
    return [any([equal(inner.id, other.id), ...unbound])];
  });
}

/** The group whose rows are the union of `parts`; it continues where `before` stood. */
export function mergeRows(before: Group, parts: readonly Rows[]): Group {
  const { compilation } = before;
  compilation.hasUnion = true;
  const names = [...new Set(parts.flatMap((part) => part.names))];
  const alias = compilation.alias('u');
  const merged = new Group(compilation, before.outer, before.mandatory);
  const alone = parts.length === 1;
  const table: Compound = {
    kind: 'compound',
    all: false,
    parts: parts.map((part) => selectNames(part, names, alone, before.outer)),
  };
  merged.add(table, alias);
  merged.determines(names, [`@${alias}`]);
  names.forEach((name, i) => {
    merged.set(name, mergedBinding(name, parts, before.outer?.lookup(name), column(alias, `v${i}`)));
  });
  return merged;
}

/** What a part gives for a variable; one that was left unbound before keeps that, or takes the part's value. */
function openValue(own: Sql | undefined, before: Binding | undefined): Sql {
  if (!own || !before || own === before.id) return own ?? before?.id ?? NULL;
  return call('coalesce', own, before.id);
}

function selectNames({ group }: Rows, names: readonly string[], distinct: boolean, outer: Group | undefined): Select {
  const columns = names.map((name, i) => ({
    sql: openValue(group.bindings.get(name)?.id, outer?.lookup(name)),
    as: `v${i}`,
  }));
  return {
    kind: 'select',
    distinct, // UNION itself tells apart only the rows of two or more parts
    columns: columns.length > 0 ? columns : [{ sql: NULL, as: 'v0' }],
    from: group.from(),
    where: group.where,
  };
}

function mergedBinding(name: string, parts: readonly Rows[], before: Binding | undefined, id: Sql): Binding {
  const bindings = parts.map((part) => (part.names.includes(name) ? part.group.bindings.get(name) : undefined));
  const present = bindings.filter((binding) => binding !== undefined);
  const nullable = present.length < bindings.length || present.some((binding) => binding.nullable);
  return { id, kind: mergedKind(name, before ? [...present, before] : present), nullable, rows: {} };
}

/** What a variable may stand for that takes its value from one of several bindings. */
export function mergedKind(name: string, bindings: readonly Binding[]): BindingKind {
  const kinds = new Set(bindings.map((binding) => binding.kind));
  if (kinds.size === 1) return [...kinds][0]!;
  if (!kinds.has('predicate')) return 'element';
  throw errors.reference(
    `?${name} is a predicate in one part of the UNION and an element in another.`,
    'Use a variable of its own for each.',
  );
}
