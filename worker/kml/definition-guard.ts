// A type or predicate that is in use keeps its definition: without it nothing could say what its instances are (§2.9.1).
import { errors, type Range } from '../../src/protocol/errors.ts';
import type { Nexus } from '../nexus.ts';
import { definitionsInUse } from '../store/definition-use.ts';
import { targetIds } from '../store/targets.ts';

/** Ids of the targets that define a concept type or a predicate. */
export function definitionTargets({ driver, types }: Nexus): number[] {
  return targetIds(
    driver,
    [...types.conceptTypes(), ...types.predicates()].map(({ id }) => id),
  );
}

/** Throws constraintViolation where something outside of the targets and the doomed links uses one of these definitions. */
export function refuseDefinitionsInUse(
  nexus: Nexus,
  definitions: readonly number[],
  what: 'deleted' | 'merged',
  range: Range,
): void {
  if (definitions.length === 0) return;
  const [use] = definitionsInUse(nexus.driver, definitions);
  if (!use) return;
  const name = JSON.stringify(nexus.types.nameOf(use.definition));
  const isType = use.concepts > 0;
  throw errors.constraintViolation(
    isType
      ? `The concept type ${name} cannot be ${what}: it is the type of ${count(use.concepts, 'concept')}. Nothing was written.`
      : `The predicate ${name} cannot be ${what}: ${count(use.propositions, 'proposition')} use it. Nothing was written.`,
    isType
      ? `Delete those first: DELETE CONCEPT ?x DETACH WHERE { ?x {type: ${name}} }. Or keep the definition and describe it as outdated.`
      : `Delete those first: DELETE PROPOSITIONS ?l WHERE { ?l (?s, ${name}, ?o) }. Or keep the definition and describe it as outdated.`,
    range,
  );
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
