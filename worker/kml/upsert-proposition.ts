// PROPOSITION blocks (§4.1), and the writing of a link that they share with SET PROPOSITIONS.
import { resolveObject, type PropositionBlock } from '../../src/language/index.ts';
import type { JsonObject } from '../../src/protocol/values.ts';
import { affectsGrounding } from '../search/grounding-index.ts';
import { findProposition, insertProposition, readProposition, type Triple } from '../store/propositions.ts';
import { writeContent, type StoredElement } from '../store/stored-content.ts';
import { layerMetadata } from './author-metadata.ts';
import { describeElement } from './description.ts';
import { existingId, resolveTriple } from './endpoint.ts';
import { mergeShallow } from './shallow-merge.ts';
import type { UpsertRun, UpsertScope } from './upsert-run.ts';
import { checkVersion } from './version-guard.ts';

interface WrittenContent {
  readonly attributes: JsonObject;
  readonly metadata: JsonObject;
}

export function upsertProposition(block: PropositionBlock, scope: UpsertScope, run: UpsertRun): void {
  const { parameters, nexus } = run.context;
  const written: WrittenContent = {
    attributes: block.attributes ? resolveObject(block.attributes.members, parameters) : {},
    metadata: layerMetadata(scope.metadata, block.metadata, parameters),
  };
  const triple = block.identity.kind === 'triple-pattern' ? resolveTriple(block.identity, scope, run) : undefined;
  const stored =
    block.identity.kind === 'triple-pattern'
      ? findProposition(nexus.driver, triple as Triple)
      : readProposition(nexus.driver, existingId('proposition', block.identity.id, run));
  checkVersion(block.expectVersion, parameters, stored?.version, () => describeLink(stored, triple, run));
  const id = stored ? changeLink(stored, written, run) : createLink(triple as Triple, written, run);
  if (block.handle) scope.handles.set(block.handle.name, id);
  run.propositions.push(id);
}

/** Merges into the link with this identity, or creates it (§2.10: subject, predicate and object are unique). */
export function writeLink(triple: Triple, written: WrittenContent, run: UpsertRun): number {
  const stored = findProposition(run.context.nexus.driver, triple);
  return stored ? changeLink(stored, written, run) : createLink(triple, written, run);
}

function changeLink(stored: StoredElement, written: WrittenContent, run: UpsertRun): number {
  const attributes = mergeShallow(stored.attributes, written.attributes);
  const metadata = mergeShallow(stored.metadata, written.metadata);
  if (attributes.changedKeys.length === 0 && metadata.changedKeys.length === 0) return stored.id;
  writeContent(
    run.context.nexus.driver,
    stored.id,
    {
      ...(attributes.changedKeys.length > 0 && { attributes: attributes.value }),
      ...(metadata.changedKeys.length > 0 && { metadata: metadata.value }),
    },
    run.now,
  );
  if (affectsGrounding(attributes.changedKeys)) run.propositionsToIndex.add(stored.id);
  return stored.id;
}

function createLink(triple: Triple, written: WrittenContent, run: UpsertRun): number {
  const id = run.ids.propositionId();
  insertProposition(run.context.nexus.driver, { id, ...triple, ...written }, run.now);
  if (affectsGrounding(Object.keys(written.attributes))) run.propositionsToIndex.add(id);
  return id;
}

function describeLink(stored: StoredElement | undefined, triple: Triple | undefined, run: UpsertRun): string {
  const { nexus } = run.context;
  if (!triple) return `The proposition ${describeElement(nexus, (stored as StoredElement).id)}`;
  const [subject, object] = [triple.subject, triple.object].map((id) => describeElement(nexus, id));
  return `The proposition (${subject}, ${JSON.stringify(nexus.types.nameOf(triple.predicate))}, ${object})`;
}
