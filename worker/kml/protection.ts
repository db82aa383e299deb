// Refuses changes of the protected part of the graph (appendix 4, ImmutableTarget). The engine's own capsules are exempt.
import { errors, type KipError, type Range } from '../../src/protocol/errors.ts';
import type { StatementContext } from '../nexus.ts';
import { PROTECTED_ATTRIBUTE, protectedNodes } from '../store/protected.ts';
import { targetIds } from '../store/targets.ts';
import { describeElement } from './description.ts';

/** Throws immutableTarget where these keys of a concept may not be changed. Called with the keys that would really change. */
export function refuseProtectedChange(
  context: StatementContext,
  id: number,
  change: { readonly attributeKeys: readonly string[]; readonly metadataKeys: readonly string[] },
  range?: Range,
): void {
  if (context.privileged) return;
  const { whole, actors } = protectedNodes(context.nexus);
  if (whole.has(id) && (change.attributeKeys.length > 0 || change.metadataKeys.length > 0)) {
    throw immutable(context, id, 'may not be changed', range);
  }
  if (actors.has(id) && change.attributeKeys.includes(PROTECTED_ATTRIBUTE)) {
    throw immutable(context, id, `keeps its ${PROTECTED_ATTRIBUTE}`, range);
  }
}

/** The same for all rows of `targets`; called with the keys the statement writes. */
export function refuseProtectedTargets(
  context: StatementContext,
  change: { readonly attributeKeys: readonly string[]; readonly metadataKeys: readonly string[] },
  range?: Range,
): void {
  for (const id of targetIds(context.nexus.driver, protectedIds(context))) {
    refuseProtectedChange(context, id, change, range);
  }
}

/** Ids of all nodes of which something is protected. */
export function protectedIds({ nexus }: StatementContext): number[] {
  const { whole, actors } = protectedNodes(nexus);
  return [...whole, ...actors];
}

/** True for a node none of whose content may change. */
export function isWhollyProtected(context: StatementContext, id: number): boolean {
  return !context.privileged && protectedNodes(context.nexus).whole.has(id);
}

/** Throws immutableTarget where a concept may not go away: deleted, or merged into another or with another. */
export function refuseProtectedRemoval(context: StatementContext, ids: readonly number[], range?: Range): void {
  if (context.privileged) return;
  const { whole, actors } = protectedNodes(context.nexus);
  const found = ids.find((id) => whole.has(id) || actors.has(id));
  if (found === undefined) return;
  throw immutable(
    context,
    found,
    'may be neither deleted nor merged',
    range,
    actors.has(found) ? ACTOR_STAYS : undefined,
  );
}

const ACTOR_STAYS =
  'Have WHERE leave it out: FILTER(?x.name != "$self" && ?x.name != "$system"). What it holds may be changed or taken away: UPDATE ?x …, DELETE ATTRIBUTES {"key"} FROM ?x …, DELETE PROPOSITIONS ?link WHERE { ?link (?x, "predicate", ?y) }.';
const ACTOR_KEEPS = `Other attributes of this node may be changed (persona, strengths, behavior_preferences, …); leave ${PROTECTED_ATTRIBUTE} out.`;

function immutable(context: StatementContext, id: number, rule: string, range?: Range, advice = ACTOR_KEEPS): KipError {
  const actor = protectedNodes(context.nexus).actors.has(id);
  return errors.immutableTarget(
    `${describeElement(context.nexus, id)} is part of the system and ${rule}. Nothing was written.`,
    actor
      ? advice
      : 'Protected are the meta-types, the Domain type, belongs_to_domain and the domain CoreSchema. Leave them out of the statement, or narrow WHERE so that it does not match them. Links from and to them are allowed, and they may be declared without SET ATTRIBUTES and WITH METADATA to get a handle.',
    range,
  );
}
