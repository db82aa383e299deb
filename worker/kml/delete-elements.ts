// DELETE PROPOSITIONS and DELETE CONCEPT … DETACH (§4.2.3, §4.2.4): whole, with everything that hangs on what is deleted.
import type { DeleteElementsStatement } from '../../src/language/core.ts';
import { errors } from '../../src/protocol/errors.ts';
import { collectTargets } from '../kql/targets.ts';
import type { StatementAnswer, StatementContext } from '../nexus.ts';
import { unindex } from '../search/grounding-index.ts';
import { deleteDoomed, deleteTargetConcepts, doomedWithAttributes, markCascade } from '../store/cascade.ts';
import { countTargets, targetIds } from '../store/targets.ts';
import { definitionTargets, refuseDefinitionsInUse } from './definition-guard.ts';
import { protectedIds, refuseProtectedRemoval } from './protection.ts';

/** Result: `{"deleted_propositions"}`, with `"deleted_concepts"` before it for DELETE CONCEPT. */
export function executeDeleteElements(statement: DeleteElementsStatement, context: StatementContext): StatementAnswer {
  const { count } = collectTargets(statement.where, statement.target, context);
  return statement.kind === 'delete-concept'
    ? deleteConcepts(statement, count, context)
    : deletePropositions(statement, count, context);
}

function deletePropositions(
  statement: DeleteElementsStatement,
  count: number,
  context: StatementContext,
): StatementAnswer {
  const { driver } = context.nexus;
  if (count > 0 && countTargets(driver).concepts > 0)
    throw wrongKind(statement, 'concepts', 'DELETE CONCEPT', ' DETACH');
  const propositions = count > 0 ? deleteCascade(context) : 0;
  return { resultText: JSON.stringify({ deleted_propositions: propositions }) };
}

function deleteConcepts(statement: DeleteElementsStatement, count: number, context: StatementContext): StatementAnswer {
  const { nexus } = context;
  if (count === 0) return { resultText: JSON.stringify({ deleted_concepts: 0, deleted_propositions: 0 }) };
  if (countTargets(nexus.driver).propositions > 0)
    throw wrongKind(statement, 'propositions', 'DELETE PROPOSITIONS', '');
  const range = statement.target.range;
  refuseProtectedRemoval(context, targetIds(nexus.driver, protectedIds(context)), range);
  const definitions = definitionTargets(nexus);
  const propositions = deleteCascade(context, () => refuseDefinitionsInUse(nexus, definitions, 'deleted', range));
  unindex(nexus, targetIds(nexus.driver));
  const concepts = deleteTargetConcepts(nexus.driver);
  if (definitions.length > 0) nexus.types.invalidate();
  return { resultText: JSON.stringify({ deleted_concepts: concepts, deleted_propositions: propositions }) };
}

/** Deletes the propositions that are targets or hang on one; returns how many. `check` sees them marked, still in place. */
function deleteCascade({ nexus }: StatementContext, check: () => void = () => {}): number {
  const propositions = markCascade(nexus.driver);
  check();
  if (propositions === 0) return 0;
  const indexed = doomedWithAttributes(nexus.driver);
  if (indexed.length > 0) unindex(nexus, indexed);
  deleteDoomed(nexus.driver);
  return propositions;
}

function wrongKind(statement: DeleteElementsStatement, found: string, command: string, suffix: string) {
  const variable = `?${statement.target.name}`;
  const given = statement.kind === 'delete-concept' ? 'DELETE CONCEPT' : 'DELETE PROPOSITIONS';
  return errors.constraintViolation(
    `${variable} is bound to ${found}, which ${given} does not delete. Nothing was written.`,
    `Write ${command} ${variable}${suffix} WHERE { … }, or bind ${variable} otherwise: {type: "…"} matches concepts, ?link (?s, "…", ?o) matches propositions.`,
    statement.target.range,
  );
}
