// Elements in the words of error messages: the KIP text by which an agent can find them.
import type { Nexus } from '../nexus.ts';
import { conceptIdentity, type ConceptIdentity } from '../store/concepts.ts';
import { formatElementId, kindOf } from '../store/element-id.ts';
import type { Triple } from '../store/propositions.ts';

/** `{type: "Drug", name: "Aspirin"}`. */
export function describeConcept(type: string, name: string): string {
  return `{type: ${JSON.stringify(type)}, name: ${JSON.stringify(name)}}`;
}

/** How to find the identity of a concept by id. */
export type FindIdentity = (id: number) => ConceptIdentity | undefined;

/** The identity of a concept, or the id of a link, as a KIP pattern. */
export function describeElement(
  nexus: Nexus,
  id: number,
  find: FindIdentity = (each) => conceptIdentity(nexus.driver, each),
): string {
  if (kindOf(id) === 'proposition') return `(id: "${formatElementId(id)}")`;
  const identity = find(id);
  if (!identity) return `{id: "${formatElementId(id)}"}`;
  return describeConcept(nexus.types.nameOf(identity.type), identity.name);
}

/** `(subject, "predicate", object)`, its endpoints described in turn. */
export function describeLink(nexus: Nexus, { subject, predicate, object }: Triple, find: FindIdentity): string {
  const name = JSON.stringify(nexus.types.nameOf(predicate));
  return `(${describeElement(nexus, subject, find)}, ${name}, ${describeElement(nexus, object, find)})`;
}
