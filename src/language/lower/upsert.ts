// UPSERT (§4.1).
import type {
  ConceptBlock,
  ConceptPattern,
  Endpoint,
  LinkEntry,
  ObjectValue,
  PropositionBlock,
  PropositionPattern,
  Scalar,
  UpsertBlock,
  UpsertStatement,
  Variable,
} from '../ast.ts';
import * as T from '../kip-terms.generated.ts';
import { type Lowering, lowerVariable, nothing, unnamedVariable } from './lowering.ts';
import { lowerConceptPattern, lowerEndpoint, lowerPredicate, lowerPropositionPattern } from './pattern.ts';
import { checkReserved } from './reserved.ts';
import { lowerObject, lowerScalar, type ScalarRule } from './value.ts';

export function lowerUpsert(l: Lowering): UpsertStatement {
  const range = l.range;
  const blocks: UpsertBlock[] = [];
  let metadata: ObjectValue | undefined;
  l.eachChild((term) => {
    if (term === T.ConceptBlock) blocks.push(lowerConceptBlock(l));
    else if (term === T.PropositionBlock) blocks.push(lowerPropositionBlock(l));
    else if (term === T.WithMetadata) metadata = lowerWithMetadata(l);
  });
  if (blocks.length === 0) {
    const hint = 'Write UPSERT { CONCEPT ?x { {type: "Type", name: "name"} SET ATTRIBUTES { key: "value" } } }.';
    l.report('invalidSyntax', range, 'UPSERT has no block', hint);
  }
  return { kind: 'upsert', blocks, ...(metadata && { metadata }), range };
}

/** What the two kinds of block share, collected in any order. */
interface Parts {
  handle?: Variable;
  expectVersion?: Scalar;
  attributes?: ObjectValue;
  metadata?: ObjectValue;
}

function lowerConceptBlock(l: Lowering): ConceptBlock {
  const range = l.range;
  const parts: Parts = {};
  const propositions: LinkEntry[] = [];
  let identity: ConceptPattern = { kind: 'concept-pattern', range };
  let sets = 0;
  l.eachChild((term) => {
    if (term === T.Object || term === T.WholeObject) {
      identity = lowerConceptPattern(l, true);
      requireIdentity(l, identity);
    } else if (term === T.SetPropositions) {
      if (++sets > 1) repeated(l, 'SET PROPOSITIONS');
      propositions.push(...lowerLinkEntries(l));
    } else lowerPart(l, parts);
  });
  const { handle = unnamedVariable(range), ...rest } = parts;
  return { kind: 'concept-block', handle, identity, propositions, ...rest, range };
}

function lowerPropositionBlock(l: Lowering): PropositionBlock {
  const range = l.range;
  const parts: Parts = {};
  let identity: PropositionPattern = { kind: 'link-id-pattern', id: nothing(range), range };
  l.eachChild((term) => {
    if (term === T.PropositionPattern) identity = lowerLinkIdentity(l);
    else lowerPart(l, parts);
  });
  return { kind: 'proposition-block', identity, ...parts, range };
}

function lowerPart(l: Lowering, parts: Parts): void {
  switch (l.term) {
    case T.Variable:
      parts.handle = lowerVariable(l);
      break;
    case T.ExpectVersion:
      parts.expectVersion = lowerExpectVersion(l);
      break;
    case T.SetAttributes:
      if (parts.attributes) repeated(l, 'SET ATTRIBUTES');
      parts.attributes = l.lastChild(() => lowerObject(l));
      break;
    case T.WithMetadata:
      parts.metadata = lowerWithMetadata(l);
      break;
  }
}

function repeated(l: Lowering, what: string): void {
  l.report('invalidSyntax', l.range, `${what} occurs twice in one block`, `Put everything into one ${what} { … }.`);
}

const VERSION_RULE: ScalarRule = {
  wanted: 'a whole number from 0',
  hint: 'Write EXPECT VERSION 3 (the _version you read), EXPECT VERSION 0 (must not exist yet) or EXPECT VERSION :v.',
  accepts: (value) => Number.isSafeInteger(value) && (value as number) >= 0,
};

function lowerExpectVersion(l: Lowering): Scalar {
  return l.lastChild(() => lowerScalar(l, VERSION_RULE));
}

function lowerWithMetadata(l: Lowering): ObjectValue {
  const object = l.lastChild(() => lowerObject(l));
  checkReserved(l, object.members);
  return object;
}

// ---------------------------------------------------------------- identities and links

/** `{type, name}` or `{id}`. */
function requireIdentity(l: Lowering, pattern: ConceptPattern): void {
  const byName = pattern.type && pattern.name && !pattern.id;
  const byId = pattern.id && !pattern.type && !pattern.name;
  if (byName || byId || !(pattern.id ?? pattern.type ?? pattern.name)) return;
  const missing = pattern.id ? 'an id stands alone' : pattern.type ? 'the name is missing' : 'the type is missing';
  l.report(
    'invalidSyntax',
    pattern.range,
    `UPSERT names exactly one concept in each place: ${missing}`,
    'Write {type: "Type", name: "name"} (a block creates it if need be) or {id: "C:12"}. To change many, use UPDATE … WHERE.',
  );
}

/** A triple with one literal predicate and no hops, or `(id: …)`. */
function lowerLinkIdentity(l: Lowering): PropositionPattern {
  const pattern = lowerPropositionPattern(l);
  requireExact(l, pattern);
  return pattern;
}

/** Writing needs endpoints that name one element each: a handle, {type, name}, {id}, (id: …) or a triple of such. */
function requireExact(l: Lowering, endpoint: Endpoint): void {
  if (endpoint.kind === 'triple-pattern') {
    requireExact(l, endpoint.subject);
    requireOnePredicate(l, endpoint.predicate);
    requireExact(l, endpoint.object);
  } else if (endpoint.kind === 'concept-pattern') requireIdentity(l, endpoint);
}

function requireOnePredicate(l: Lowering, predicate: ReturnType<typeof lowerPredicate>): Scalar {
  if (predicate.kind === 'predicate-names' && predicate.names.length === 1 && !predicate.hops) {
    return predicate.names[0] ?? nothing(predicate.range);
  }
  const found = l.text.slice(predicate.range.from, predicate.range.to);
  const hint =
    'A link has one predicate: write it in double quotes, without alternatives, hops or variables: "treats".';
  l.report('invalidSyntax', predicate.range, `${found} does not name one predicate`, hint);
  return nothing(predicate.range);
}

function lowerLinkEntries(l: Lowering): LinkEntry[] {
  const entries: LinkEntry[] = [];
  l.eachChild((term) => {
    if (term === T.LinkEntry) entries.push(lowerLinkEntry(l));
  });
  return entries;
}

function lowerLinkEntry(l: Lowering): LinkEntry {
  const range = l.range;
  l.enter();
  const predicate = requireOnePredicate(l, lowerPredicate(l));
  l.next();
  const target = lowerEndpoint(l);
  requireExact(l, target);
  const metadata = l.next() ? lowerWithMetadata(l) : undefined;
  l.leave();
  return { kind: 'link-entry', predicate, target, ...(metadata && { metadata }), range };
}
