// Links and what stands at their ends: the shared part of proposition clauses, nested propositions and paths (§3.4.2).
import type { Endpoint, LinkIdPattern, PredicateNames, TriplePattern, Variable } from '../../src/language/ast.ts';
import { errors } from '../../src/protocol/errors.ts';
import type { Bind } from './bind.ts';
import { conceptConditions, identityId, isIdentity } from './concept-pattern.ts';
import type { Group } from './scope.ts';
import { column, equal, type Sql } from './sql-node.ts';

export const hopsOf = (pattern: TriplePattern): PredicateNames['hops'] =>
  pattern.predicate.kind === 'predicate-names' ? pattern.predicate.hops : undefined;

export function addLinkById(group: Group, pattern: LinkIdPattern, atom: string): void {
  const alias = linkRow(group, atom);
  group.where.push(equal(column(alias, 'id'), linkId(group, pattern)));
  group.determines([], [atom]);
}

function linkId(group: Group, pattern: LinkIdPattern): Sql {
  const id: Bind = { kind: 'link-id', source: pattern.id };
  if (group.mandatory) group.compilation.identities.push({ kind: 'link-id', id, range: pattern.range });
  return group.compilation.bind(id);
}

/** The alias of the link's row in `propositions`, as an inner join. `atom` is a variable name, or `#n` for an unnamed link. */
function linkRow(group: Group, atom: string): string {
  const own = group.bindings.get(atom);
  if (own?.rows.proposition && own.kind === 'proposition') return own.rows.proposition;
  // Not the row of an outer group: what this one binds to its columns must be null where an OPTIONAL finds no match.
  const existing = group.lookup(atom);
  const alias = group.compilation.alias('p');
  group.add('propositions', alias);
  const id = column(alias, 'id');
  if (existing) group.where.push(equal(id, existing.id));
  group.determines([atom], [`@${alias}`]);
  if (!atom.startsWith('#'))
    group.set(atom, { id, kind: 'proposition', nullable: false, rows: { ...existing?.rows, proposition: alias } });
  return alias;
}

/** Joins the links of a triple and returns the link's id. */
export function addTriple(group: Group, pattern: TriplePattern, atom: string): Sql {
  const alias = linkRow(group, atom);
  const predicate = bindPredicate(group, pattern.predicate, column(alias, 'predicate'));
  const subject = bindEndpoint(group, pattern.subject, column(alias, 'subject'));
  const object = bindEndpoint(group, pattern.object, column(alias, 'object'));
  group.determines([atom], [subject, predicate, object]);
  group.determines([subject, predicate, object], [atom]);
  return column(alias, 'id');
}

/** Returns the atom the predicate adds to the link's key: none for one literal name. */
function bindPredicate(group: Group, predicate: TriplePattern['predicate'], at: Sql): string | undefined {
  const { compilation } = group;
  if (predicate.kind === 'variable') {
    const existing = group.lookup(predicate.name);
    if (existing) group.where.push(equal(at, existing.id));
    else group.set(predicate.name, { id: at, kind: 'predicate', nullable: false, rows: {} });
    return predicate.name;
  }
  const names = predicate.names.map((source) => compilation.bind({ kind: 'predicate', source }));
  if (names.length === 1) {
    group.where.push(equal(at, names[0]!));
    return undefined;
  }
  group.where.push({ kind: 'in-list', item: at, list: names });
  return compilation.alias('#');
}

/** Ties an endpoint to the column it stands at; returns the atom it adds to the link's key, none for a constant. */
export function bindEndpoint(group: Group, endpoint: Endpoint, at: Sql): string | undefined {
  if (endpoint.kind === 'variable') return bindVariable(group, endpoint, at);
  if (endpoint.kind === 'link-id-pattern') {
    group.where.push(equal(at, linkId(group, endpoint)));
    return undefined;
  }
  if (endpoint.kind === 'concept-pattern' && isIdentity(endpoint)) {
    group.where.push(equal(at, identityId(group, endpoint)));
    return undefined;
  }
  const atom = group.compilation.alias('#');
  if (endpoint.kind === 'triple-pattern') {
    refuseHops(endpoint);
    group.where.push(equal(addTriple(group, endpoint, atom), at));
    return atom;
  }
  const alias = group.compilation.alias('c');
  group.add('concepts', alias);
  group.where.push(equal(column(alias, 'id'), at), ...conceptConditions(group, endpoint, alias));
  group.determines([atom], [`@${alias}`]);
  return atom;
}

function bindVariable(group: Group, variable: Variable, at: Sql): string {
  const existing = group.lookup(variable.name);
  if (existing) group.where.push(equal(at, existing.id));
  else group.set(variable.name, { id: at, kind: 'element', nullable: false, rows: {} });
  return variable.name;
}

function refuseHops(pattern: TriplePattern): void {
  const hops = hopsOf(pattern);
  if (!hops) return;
  throw errors.invalidSyntax(
    'A path with hops is not a single link, so it cannot be the subject or object of another link.',
    'Match the path in a clause of its own and use its end variable here.',
    hops.range,
  );
}

/** The id of an endpoint that is fixed before any row is read, or bound already; undefined where it is free. */
export function fixedEndpoint(
  group: Group,
  endpoint: Endpoint,
): { readonly id: Sql; readonly constant: boolean } | undefined {
  switch (endpoint.kind) {
    case 'variable': {
      const binding = group.lookup(endpoint.name);
      return binding && { id: binding.id, constant: false };
    }
    case 'link-id-pattern':
      return { id: linkId(group, endpoint), constant: true };
    case 'concept-pattern':
      return isIdentity(endpoint) ? { id: identityId(group, endpoint), constant: true } : undefined;
    case 'triple-pattern':
      refuseHops(endpoint);
      return { id: addTriple(group, endpoint, group.compilation.alias('#')), constant: false };
  }
}
