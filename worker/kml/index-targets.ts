// Keeps the keyword index in step with a bulk write, touching only the elements whose words can have changed.
import type { Nexus } from '../nexus.ts';
import { affectsGrounding, indexConcepts, indexPropositions } from '../search/grounding-index.ts';
import { kindOf } from '../store/element-id.ts';
import { targetIds, targetsHoldingText } from '../store/targets.ts';

export interface WrittenAttribute {
  readonly key: string;
  /** Path of the key, from jsonPath. */
  readonly path: string;
  /** False where the new value holds no words: then only elements that held some before are affected. */
  readonly holdsText: boolean;
}

/** Call before the write; the function returned, called after it, indexes the affected targets anew. */
export function indexTargets(nexus: Nexus, attributes: readonly WrittenAttribute[]): () => void {
  const grounding = attributes.filter(({ key }) => affectsGrounding([key]));
  if (grounding.length === 0) return () => {};
  const ids = grounding.some(({ holdsText }) => holdsText)
    ? targetIds(nexus.driver)
    : targetsHoldingText(
        nexus.driver,
        grounding.map(({ path }) => path),
      );
  return () => {
    const concepts = ids.filter((id) => kindOf(id) === 'concept');
    const propositions = ids.filter((id) => kindOf(id) === 'proposition');
    if (concepts.length > 0) indexConcepts(nexus, concepts);
    if (propositions.length > 0) indexPropositions(nexus, propositions);
  };
}
