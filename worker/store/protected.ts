// The protected part of the graph (appendix 4, ImmutableTarget): the five definition nodes everything hangs from may not be changed,
// merged or deleted; of the two actors only the identity and `core_directives` are protected, the rest of them may grow.
import type { Nexus } from '../nexus.ts';
import { conceptId } from './concepts.ts';

export interface ProtectedNodes {
  /** Ids of nodes that stay as they are. */
  readonly whole: ReadonlySet<number>;
  /** Ids of nodes whose identity and `core_directives` stay as they are: $self and $system. */
  readonly actors: ReadonlySet<number>;
}

export const PROTECTED_ATTRIBUTE = 'core_directives';

const WHOLE = [
  ['$ConceptType', '$ConceptType'],
  ['$ConceptType', '$PropositionType'],
  ['$ConceptType', 'Domain'],
  ['$PropositionType', 'belongs_to_domain'],
  ['Domain', 'CoreSchema'],
] as const;

const ACTORS = [
  ['Person', '$self'],
  ['Person', '$system'],
] as const;

// Their ids cannot change, since nobody can delete them; looked up once for each open memory.
const known = new WeakMap<Nexus, ProtectedNodes>();

export function protectedNodes(nexus: Nexus): ProtectedNodes {
  let nodes = known.get(nexus);
  if (!nodes) {
    nodes = { whole: idsOf(nexus, WHOLE), actors: idsOf(nexus, ACTORS) };
    known.set(nexus, nodes);
  }
  return nodes;
}

function idsOf(nexus: Nexus, identities: readonly (readonly [type: string, name: string])[]): Set<number> {
  const ids = new Set<number>();
  for (const [typeName, name] of identities) {
    const type = nexus.types.conceptType(typeName);
    const id = type === undefined ? undefined : conceptId(nexus.driver, { type, name });
    if (id !== undefined) ids.add(id);
  }
  return ids;
}
