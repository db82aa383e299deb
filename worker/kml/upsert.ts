// UPSERT (§4.1): blocks in source order, one transaction for the whole command, nothing half done.
import type { UpsertStatement } from '../../src/language/core.ts';
import type { StatementAnswer, StatementContext } from '../nexus.ts';
import { affectsGrounding, indexConcepts, indexNewConcept, indexPropositions } from '../search/grounding-index.ts';
import { formatElementId } from '../store/element-id.ts';
import { layerMetadata, NO_METADATA } from './author-metadata.ts';
import { upsertConcept } from './upsert-concept.ts';
import { upsertProposition } from './upsert-proposition.ts';
import { UpsertRun } from './upsert-run.ts';

/**
 * Runs the UPSERT statements of one command inside the transaction that is open.
 * Result: `{"blocks", "upsert_concept_nodes", "upsert_proposition_links"}` (§6.2.2); with `dryRun` the lists are empty.
 */
export function executeUpserts(statements: readonly UpsertStatement[], context: StatementContext): StatementAnswer {
  const run = new UpsertRun(context);
  for (const statement of statements) executeStatement(statement, run);
  run.created.write(run.now);
  index(run);
  return {
    resultText: JSON.stringify({
      blocks: statements.length,
      upsert_concept_nodes: context.dryRun ? [] : run.concepts.map(formatElementId),
      upsert_proposition_links: context.dryRun ? [] : run.propositions.map(formatElementId),
    }),
  };
}

function executeStatement(statement: UpsertStatement, run: UpsertRun): void {
  const metadata = layerMetadata(NO_METADATA, statement.metadata, run.context.parameters);
  const scope = { handles: new Map<string, number>(), metadata };
  for (const block of statement.blocks) {
    if (block.kind === 'concept-block') upsertConcept(block, scope, run);
    else upsertProposition(block, scope, run);
  }
}

/** The keyword index follows in the same transaction, once for all blocks. */
function index({ context, created, conceptsToIndex, propositionsToIndex }: UpsertRun): void {
  for (const concept of created.concepts()) indexNewConcept(context.nexus, concept);
  for (const { id, attributes } of created.links()) {
    if (affectsGrounding(Object.keys(attributes))) propositionsToIndex.add(id);
  }
  if (conceptsToIndex.size > 0) indexConcepts(context.nexus, [...conceptsToIndex]);
  if (propositionsToIndex.size > 0) indexPropositions(context.nexus, [...propositionsToIndex]);
}
