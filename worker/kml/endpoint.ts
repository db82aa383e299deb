// What a block refers to must exist: handles of earlier blocks, concepts and links in the graph (§4.1).
import {
  nearest,
  type ConceptPattern,
  type Endpoint,
  type PredicateNames,
  type Scalar,
  type TriplePattern,
  type Variable,
} from '../../src/language/core.ts';
import { errors, type KipError, type Range } from '../../src/protocol/errors.ts';
import { conceptTypeId, predicateId, stringValue } from '../compile/bind.ts';
import { parseElementId, type ElementKind } from '../store/element-id.ts';
import type { Triple } from '../store/propositions.ts';
import { similarNames, typesWithName } from '../store/similar-names.ts';
import { describeConcept, describeLink } from './description.ts';
import type { UpsertRun, UpsertScope } from './upsert-run.ts';

/** The id of an existing element; throws reference or notFound where there is none. */
export function resolveEndpoint(endpoint: Endpoint, scope: UpsertScope, run: UpsertRun): number {
  switch (endpoint.kind) {
    case 'variable':
      return handleId(endpoint, scope);
    case 'concept-pattern':
      return endpoint.id ? existingId('concept', endpoint.id, run) : existingConcept(endpoint, run);
    case 'link-id-pattern':
      return existingId('proposition', endpoint.id, run);
    case 'triple-pattern':
      return existingLink(endpoint, scope, run);
  }
}

/** The identity a triple spells; its endpoints must exist, the link itself need not. */
export function resolveTriple(pattern: TriplePattern, scope: UpsertScope, run: UpsertRun): Triple {
  const predicate = resolvePredicate(pattern.predicate, run);
  const subject = resolveEndpoint(pattern.subject, scope, run);
  const object = resolveEndpoint(pattern.object, scope, run);
  return { subject, predicate, object };
}

/** The id of an element that an `id` names; throws notFound where no such element exists. */
export function existingId(kind: ElementKind, source: Scalar, run: UpsertRun): number {
  const text = stringValue(source, 'id', run.environment);
  const parsed = parseElementId(text);
  if (parsed?.kind === kind && run.exists(parsed.id)) return parsed.id;
  throw errors.notFound(
    parsed && parsed.kind !== kind
      ? `${JSON.stringify(text)} is not the id of a ${kind}: ids of concepts start with "C:", ids of propositions with "P:".`
      : `No ${kind} has the id ${JSON.stringify(text)}.`,
    'It was deleted, or the id belongs to another memory. An id never creates anything: look the element up with FIND or SEARCH, or name a concept by {type: "…", name: "…"}.',
    source.range,
  );
}

/** Type and name of a pattern that must spell both. */
export function identityOf(pattern: ConceptPattern, run: UpsertRun): { typeName: string; name: string } {
  if (pattern.type && pattern.name) {
    return {
      typeName: stringValue(pattern.type, 'type', run.environment),
      name: stringValue(pattern.name, 'name', run.environment),
    };
  }
  throw errors.invalidSyntax(
    'UPSERT needs to know exactly which concept is meant, but this pattern may match many.',
    'Write {type: "…", name: "…"} or {id: "…"}.',
    pattern.range,
  );
}

function handleId(variable: Variable, scope: UpsertScope): number {
  const id = scope.handles.get(variable.name);
  if (id !== undefined) return id;
  const defined = [...scope.handles.keys()];
  const [near] = nearest(variable.name, defined, 1);
  throw errors.reference(
    `The handle ?${variable.name} is not defined before this point of the UPSERT statement.`,
    `${near ? `Did you mean ?${near}? ` : ''}Handles defined so far: ${defined.map((name) => `?${name}`).join(', ') || 'none'}. Move the block that defines ?${variable.name} above this one; handles do not reach into another UPSERT statement.`,
    variable.range,
  );
}

function existingConcept(pattern: ConceptPattern, run: UpsertRun): number {
  const { typeName, name } = identityOf(pattern, run);
  const type = conceptTypeId(typeName, run.context.nexus.types, pattern.type);
  const id = run.conceptId({ type, name });
  if (id !== undefined) return id;
  throw missingConcept(run, { type, typeName, name }, pattern.range);
}

function missingConcept(
  run: UpsertRun,
  wanted: { readonly type: number; readonly typeName: string; readonly name: string },
  range: Range,
): KipError {
  const { driver, types } = run.context.nexus;
  const similar = similarNames(driver, wanted).map((name) => describeConcept(wanted.typeName, name));
  const elsewhere = typesWithName(driver, wanted.name).map((type) => describeConcept(types.nameOf(type), wanted.name));
  const near = [...elsewhere, ...similar].join(' or ');
  const identity = describeConcept(wanted.typeName, wanted.name);
  return errors.notFound(
    `There is no concept ${identity} to link to.`,
    `${near ? `Did you mean ${near}? ` : ''}To create it, put a block above this one: CONCEPT ?x { ${identity} }, and link to ?x. To look for it: SEARCH CONCEPT ${JSON.stringify(wanted.name)}.`,
    range,
  );
}

function existingLink(pattern: TriplePattern, scope: UpsertScope, run: UpsertRun): number {
  const triple = resolveTriple(pattern, scope, run);
  const id = run.linkId(triple);
  if (id !== undefined) return id;
  const link = describeLink(run.context.nexus, triple, run.identity);
  throw errors.notFound(
    `There is no proposition ${link} to refer to.`,
    `To state it first, put a block above this one: PROPOSITION ?p { ${link} }, and refer to ?p.`,
    pattern.range,
  );
}

function resolvePredicate(predicate: PredicateNames | Variable, run: UpsertRun): number {
  if (predicate.kind === 'predicate-names' && predicate.names.length === 1 && !predicate.hops) {
    return namedPredicate(predicate.names[0] as Scalar, run);
  }
  throw errors.invalidSyntax(
    'A proposition in UPSERT has exactly one predicate.',
    'Write one name, as in (?subject, "treats", ?object): no variable, no alternatives, no hops.',
    predicate.range,
  );
}

export function namedPredicate(source: Scalar, run: UpsertRun): number {
  const name = stringValue(source, 'predicate', run.environment);
  return predicateId(name, run.context.nexus.types, source);
}
