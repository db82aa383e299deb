// PROPOSITION blocks (§4.1), and the writing of a link that they share with SET PROPOSITIONS.
import { resolveObject, type PropositionBlock } from '../../src/language/core.ts';
import type { Triple } from '../store/propositions.ts';
import type { Content, StoredElement } from '../store/stored-content.ts';
import { layerMetadata } from './author-metadata.ts';
import { describeElement, describeLink } from './description.ts';
import { existingId, resolveTriple } from './endpoint.ts';
import type { UpsertRun, UpsertScope } from './upsert-run.ts';
import { checkVersion } from './version-guard.ts';

export function upsertProposition(block: PropositionBlock, scope: UpsertScope, run: UpsertRun): void {
  const { parameters, nexus } = run.context;
  const written: Content = {
    attributes: block.attributes ? resolveObject(block.attributes.members, parameters) : {},
    metadata: layerMetadata(scope.metadata, block.metadata, parameters),
  };
  const { stored, triple } = locate(block, scope, run);
  checkVersion(block.expectVersion, parameters, stored?.version, () =>
    triple ? describeLink(nexus, triple, run.identity) : describeElement(nexus, stored!.id),
  );
  if (stored) run.change(stored, written);
  const id = stored ? stored.id : run.created.addLink(triple!, written).id;
  if (block.handle) scope.handles.set(block.handle.name, id);
  run.propositions.push(id);
}

function locate(
  { identity }: PropositionBlock,
  scope: UpsertScope,
  run: UpsertRun,
): { stored?: StoredElement | undefined; triple?: Triple } {
  if (identity.kind === 'link-id-pattern') return { stored: run.read(existingId('proposition', identity.id, run)) };
  const triple = resolveTriple(identity, scope, run);
  return { stored: run.findLink(triple), triple };
}

/** Merges into the link with this identity, or creates it (§2.10: subject, predicate and object are unique). */
export function writeLink(triple: Triple, written: Content, run: UpsertRun): void {
  const stored = run.findLink(triple);
  if (stored) run.change(stored, written);
  else run.created.addLink(triple, written);
}
