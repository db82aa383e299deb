// `?n {id, type, name}` and `{…}` as an endpoint (§3.4.1).
import type { ConceptClause, ConceptPattern } from '../../src/language/ast.ts';
import type { Bind } from './bind.ts';
import type { Group } from './scope.ts';
import { column, equal, type Sql } from './sql-node.ts';

/** A clause: the variable's concept row is joined, and narrowed by what the pattern says. */
export function addConceptClause(group: Group, { variable, pattern }: ConceptClause): void {
  const alias = conceptRow(group, variable.name, isIdentity(pattern));
  group.where.push(...conceptConditions(group, pattern, alias));
  if (pattern.type) group.compilation.types.set(alias, { kind: 'concept-type', source: pattern.type });
  noteIdentity(group, pattern);
}

/** The alias of the variable's row in `concepts`, as an inner join. */
function conceptRow(group: Group, name: string, identity: boolean): string {
  const existing = group.lookup(name);
  if (existing?.rows.concept && existing.kind === 'concept') return existing.rows.concept;
  const alias = group.compilation.alias('c');
  group.add('concepts', alias);
  const id = column(alias, 'id');
  if (existing) group.where.push(equal(id, existing.id));
  group.set(name, { id, kind: 'concept', nullable: false, rows: { ...existing?.rows, concept: alias } });
  group.determines([name], [`@${alias}`]);
  if (identity) group.determines([], [name]);
  return alias;
}

export const isIdentity = (pattern: ConceptPattern): boolean =>
  pattern.id !== undefined || (pattern.type !== undefined && pattern.name !== undefined);

interface ConceptBinds {
  readonly id?: Bind;
  readonly type?: Bind;
  readonly name?: Bind;
}

function conceptBinds(pattern: ConceptPattern): ConceptBinds {
  return {
    ...(pattern.id && { id: { kind: 'concept-id', source: pattern.id } as const }),
    ...(pattern.type && { type: { kind: 'concept-type', source: pattern.type } as const }),
    ...(pattern.name && { name: { kind: 'string', source: pattern.name, role: 'name' } as const }),
  };
}

export function conceptConditions(group: Group, pattern: ConceptPattern, alias: string): Sql[] {
  const binds = conceptBinds(pattern);
  return (['id', 'type', 'name'] as const).flatMap((key) => {
    const bind = binds[key];
    return bind ? [equal(column(alias, key), group.compilation.bind(bind))] : [];
  });
}

/** The id of the one concept an identity names, NULL where there is none. SQLite evaluates it once per run. */
export function identityId(group: Group, pattern: ConceptPattern): Sql {
  noteIdentity(group, pattern);
  const alias = group.compilation.alias('i');
  return {
    kind: 'scalar',
    query: {
      kind: 'select',
      columns: [{ sql: column(alias, 'id') }],
      from: [{ table: 'concepts', alias, join: 'inner', on: [] }],
      where: conceptConditions(group, pattern, alias),
    },
  };
}

function noteIdentity(group: Group, pattern: ConceptPattern): void {
  if (!group.mandatory || !isIdentity(pattern)) return;
  const { id, type, name } = conceptBinds(pattern);
  if (id) group.compilation.identities.push({ kind: 'concept-id', id, range: pattern.range });
  if (type && name) group.compilation.identities.push({ kind: 'concept', type, name, range: pattern.range });
}
