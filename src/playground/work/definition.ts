// Finds the definition that a name in a command stands for.
import type { StoredDefinition } from '../../editor/index.ts';
import type { Nexus } from '../../index.ts';
import type { Json } from '../../protocol/values.ts';

const DEFINED_AS = { type: '$ConceptType', predicate: '$PropositionType' } as const;

/** Its id; undefined where the memory has none. */
export async function definitionId(nexus: Nexus, { kind, name }: StoredDefinition): Promise<string | undefined> {
  const command = 'FIND(?t.id) WHERE { ?t {type: :type, name: :name} }';
  const { result } = await nexus.executeReadonly<Json>({ command, parameters: { type: DEFINED_AS[kind], name } });
  const id = Array.isArray(result) ? (result[0] as Json) : undefined;
  return typeof id === 'string' ? id : undefined;
}
