// CONCEPT blocks (§4.1): found by identity and merged into, or created; then the links of SET PROPOSITIONS.
import { resolveObject, type ConceptBlock, type LinkEntry } from '../../src/language/index.ts';
import { identifierPattern } from '../../src/language/index.ts';
import { errors } from '../../src/protocol/errors.ts';
import type { JsonObject } from '../../src/protocol/values.ts';
import { conceptTypeId } from '../compile/bind.ts';
import { affectsGrounding } from '../search/grounding-index.ts';
import { findConcept, insertConcept, readConcept } from '../store/concepts.ts';
import { writeContent, type StoredElement } from '../store/stored-content.ts';
import { layerMetadata } from './author-metadata.ts';
import { describeConcept, describeElement } from './description.ts';
import { existingId, identityOf, namedPredicate, resolveEndpoint } from './endpoint.ts';
import { isWhollyProtected, refuseProtectedChange } from './protection.ts';
import { mergeShallow } from './shallow-merge.ts';
import { writeLink } from './upsert-proposition.ts';
import type { UpsertRun, UpsertScope } from './upsert-run.ts';
import { checkVersion } from './version-guard.ts';

/** A concept as its block names it: there already, or to be created under this identity. */
type Located =
  | { readonly stored: StoredElement }
  | { readonly stored: undefined; readonly type: number; readonly typeName: string; readonly name: string };

const NOTHING: JsonObject = {};

export function upsertConcept(block: ConceptBlock, scope: UpsertScope, run: UpsertRun): void {
  const { parameters } = run.context;
  const metadata = layerMetadata(scope.metadata, block.metadata, parameters);
  const attributes = block.attributes ? resolveObject(block.attributes.members, parameters) : NOTHING;
  const located = locate(block, run);
  checkVersion(block.expectVersion, parameters, located.stored?.version, () =>
    located.stored
      ? describeElement(run.context.nexus, located.stored.id)
      : describeConcept(located.typeName, located.name),
  );
  const id = located.stored
    ? changeConcept(block, located.stored, { attributes, metadata }, run)
    : createConcept(block, located, { attributes, metadata }, run);
  for (const entry of block.propositions) upsertEntry(entry, id, metadata, scope, run);
  // Only now: a block's own entries may not use its handle yet (§4.1, define before use).
  scope.handles.set(block.handle.name, id);
  run.concepts.push(id);
}

function locate(block: ConceptBlock, run: UpsertRun): Located {
  const { nexus, privileged } = run.context;
  const pattern = block.identity;
  if (pattern.id) {
    const id = existingId('concept', pattern.id, run);
    return { stored: readConcept(nexus.driver, id) as StoredElement };
  }
  const { typeName, name } = identityOf(pattern, run);
  // The root of the schema is the one node that is its own type, so it cannot be looked up before it exists.
  if (privileged && nexus.types.conceptTypeType === 0) return { stored: undefined, type: 0, typeName, name };
  const type = conceptTypeId(typeName, nexus.types, pattern.type);
  const stored = findConcept(nexus.driver, { type, name });
  return stored ? { stored } : { stored, type, typeName, name };
}

interface WrittenContent {
  readonly attributes: JsonObject;
  readonly metadata: JsonObject;
}

/** Writes what really differs; a declaration that changes nothing leaves the version alone (§2.11.1). */
function changeConcept(block: ConceptBlock, stored: StoredElement, written: WrittenContent, run: UpsertRun): number {
  const { context } = run;
  const { id } = stored;
  // A protected node declared only to get a handle is a reference; the defaults of the statement are not meant for it.
  const isReference = !block.attributes && !block.metadata && isWhollyProtected(context, id);
  if (isReference) return id;
  const attributes = mergeShallow(stored.attributes, written.attributes);
  const metadata = mergeShallow(stored.metadata, written.metadata);
  if (attributes.changedKeys.length === 0 && metadata.changedKeys.length === 0) return id;
  refuseProtectedChange(
    context,
    id,
    { attributeKeys: attributes.changedKeys, metadataKeys: metadata.changedKeys },
    block.range,
  );
  writeContent(
    context.nexus.driver,
    id,
    {
      ...(attributes.changedKeys.length > 0 && { attributes: attributes.value }),
      ...(metadata.changedKeys.length > 0 && { metadata: metadata.value }),
    },
    run.now,
  );
  if (affectsGrounding(attributes.changedKeys)) run.conceptsToIndex.add(id);
  return id;
}

function createConcept(
  block: ConceptBlock,
  identity: { readonly type: number; readonly typeName: string; readonly name: string },
  written: WrittenContent,
  run: UpsertRun,
): number {
  const { nexus, privileged } = run.context;
  const isDefinition =
    identity.type === nexus.types.conceptTypeType || identity.type === nexus.types.propositionTypeType;
  if (isDefinition && !privileged) requireIdentifier(block, identity.typeName, identity.name);
  const id = run.ids.conceptId();
  const type = identity.type === 0 ? id : identity.type;
  insertConcept(nexus.driver, { id, type, name: identity.name, ...written }, run.now);
  // Definitions take effect in block order (§2.9.1).
  if (isDefinition) nexus.types.noteCreated(id, type, identity.name);
  run.conceptsToIndex.add(id);
  return id;
}

/** §2.8.1: types and predicates are named by identifiers. */
function requireIdentifier(block: ConceptBlock, typeName: string, name: string): void {
  if (identifierPattern.test(name)) return;
  const isType = typeName === '$ConceptType';
  throw errors.invalidIdentifier(
    `${JSON.stringify(name)} cannot name a ${isType ? 'concept type' : 'predicate'}: it is not an identifier.`,
    `Start with a letter and go on with letters, digits and "_", as in ${isType ? '"MedicalDevice"' : '"has_side_effect"'}. The name as people write it fits into the attribute "description".`,
    block.identity.name?.range,
  );
}

function upsertEntry(entry: LinkEntry, subject: number, outer: JsonObject, scope: UpsertScope, run: UpsertRun): void {
  const metadata = layerMetadata(outer, entry.metadata, run.context.parameters);
  const predicate = namedPredicate(entry.predicate, run);
  const object = resolveEndpoint(entry.target, scope, run);
  writeLink({ subject, predicate, object }, { attributes: NOTHING, metadata }, run);
}
