// Elements in the words of error messages: the KIP text by which an agent can find them.
import type { Nexus } from '../nexus.ts';
import { conceptIdentity } from '../store/concepts.ts';
import { formatElementId, kindOf } from '../store/element-id.ts';

/** `{type: "Drug", name: "Aspirin"}`. */
export function describeConcept(type: string, name: string): string {
  return `{type: ${JSON.stringify(type)}, name: ${JSON.stringify(name)}}`;
}

/** The identity of an existing concept, or the id of a link, as a KIP pattern. */
export function describeElement(nexus: Nexus, id: number): string {
  if (kindOf(id) === 'proposition') return `(id: "${formatElementId(id)}")`;
  const identity = conceptIdentity(nexus.driver, id);
  if (!identity) return `{id: "${formatElementId(id)}"}`;
  return describeConcept(nexus.types.nameOf(identity.type), identity.name);
}
