// CONCEPT blocks (§4.1): found by identity and merged into, or created; then the links of SET PROPOSITIONS.
import {
  identifierPattern,
  isWellFormed,
  resolveObject,
  type ConceptBlock,
  type LinkEntry,
} from '../../src/language/core.ts';
import { errors } from '../../src/protocol/errors.ts';
import type { JsonObject } from '../../src/protocol/values.ts';
import { conceptTypeId } from '../compile/bind.ts';
import type { Content, StoredElement } from '../store/stored-content.ts';
import { layerMetadata } from './author-metadata.ts';
import { describeConcept, describeElement } from './description.ts';
import { existingId, identityOf, namedPredicate, resolveEndpoint } from './endpoint.ts';
import { isWhollyProtected, refuseProtectedChange } from './protection.ts';
import { writeLink } from './upsert-proposition.ts';
import type { UpsertRun, UpsertScope } from './upsert-run.ts';
import { checkVersion } from './version-guard.ts';

/** What a block creates where nothing has this identity; `type` is absent for the root of the schema, which is its own type. */
interface NewIdentity {
  readonly type: number | undefined;
  readonly typeName: string;
  readonly name: string;
}

const NOTHING: JsonObject = {};

export function upsertConcept(block: ConceptBlock, scope: UpsertScope, run: UpsertRun): void {
  const { nexus, parameters } = run.context;
  const metadata = layerMetadata(scope.metadata, block.metadata, parameters);
  const attributes = block.attributes ? resolveObject(block.attributes.members, parameters) : NOTHING;
  const { stored, identity } = locate(block, run);
  checkVersion(block.expectVersion, parameters, stored?.version, () =>
    stored ? describeElement(nexus, stored.id, run.identity) : describeConcept(identity!.typeName, identity!.name),
  );
  const id = stored
    ? changeConcept(block, stored, { attributes, metadata }, run)
    : createConcept(block, identity!, { attributes, metadata }, run);
  for (const entry of block.propositions) upsertEntry(entry, id, metadata, scope, run);
  // Only now: a block's own entries may not use its handle yet (§4.1, define before use).
  scope.handles.set(block.handle.name, id);
  run.concepts.push(id);
}

function locate(block: ConceptBlock, run: UpsertRun): { stored?: StoredElement; identity?: NewIdentity } {
  const { nexus, privileged } = run.context;
  const pattern = block.identity;
  if (pattern.id) return { stored: run.read(existingId('concept', pattern.id, run)) };
  const { typeName, name } = identityOf(pattern, run);
  // The root of the schema cannot be looked up before it exists.
  if (privileged && nexus.types.conceptTypeType === 0) return { identity: { type: undefined, typeName, name } };
  const type = conceptTypeId(typeName, nexus.types, pattern.type);
  const stored = run.findConcept({ type, name });
  return stored ? { stored } : { identity: { type, typeName, name } };
}

function changeConcept(block: ConceptBlock, stored: StoredElement, written: Content, run: UpsertRun): number {
  const { id } = stored;
  // A protected node declared only to get a handle is a reference; the defaults of the statement are not meant for it.
  const isReference = !block.attributes && !block.metadata && isWhollyProtected(run.context, id);
  if (isReference) return id;
  run.change(stored, written, (changed) => refuseProtectedChange(run.context, id, changed, block.range));
  return id;
}

function createConcept(block: ConceptBlock, identity: NewIdentity, content: Content, run: UpsertRun): number {
  const { types } = run.context.nexus;
  const { type, typeName, name } = identity;
  requireWholeCharacters(block, name);
  const isDefinition = type === undefined || type === types.conceptTypeType || type === types.propositionTypeType;
  if (isDefinition && !run.context.privileged) requireIdentifier(block, typeName, name);
  const created = run.created.addConcept({ ...(type !== undefined && { type }), name, ...content });
  // Definitions take effect in block order (§2.9.1).
  if (isDefinition) types.noteCreated(created.id, created.type, name);
  return created.id;
}

/** A name is stored as UTF-8, which cannot hold half of a surrogate pair: it would not be found again. */
function requireWholeCharacters(block: ConceptBlock, name: string): void {
  if (isWellFormed(name)) return;
  throw errors.invalidSyntax(
    `The name ${JSON.stringify(name)} holds half of a character (a lone \\ud800 to \\udfff). Nothing was written.`,
    'Write the whole character, or leave the half out.',
    block.identity.name?.range,
  );
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
