// What a compiled statement binds when it runs. A plan is compiled once per query shape; the values of its literals and
// placeholders, and the ids behind the names of types and predicates, are looked up here at every run.
import type { Placeholder, Scalar } from '../../src/language/ast.ts';
import { identifierPattern, nearest, resolve } from '../../src/language/core.ts';
import { errors, type KipError } from '../../src/protocol/errors.ts';
import { kindInWords, type Json, type Parameters } from '../../src/protocol/values.ts';
import type { SqlValue } from '../store/driver.ts';
import { checkPattern } from '../store/regexp.ts';
import { parseElementId } from '../store/element-id.ts';
import type { TypeRegistry } from '../store/type-registry.ts';

export type Bind =
  | { readonly kind: 'constant'; readonly value: SqlValue }
  /** A string, number, boolean or null as SQLite's comparisons see it; booleans become 1 and 0. */
  | { readonly kind: 'scalar'; readonly source: Scalar }
  /** A value that must be a string: a name, a pattern. `role` names it in errors. */
  | { readonly kind: 'string'; readonly source: Scalar; readonly role: string }
  | { readonly kind: 'concept-type' | 'predicate' | 'concept-id' | 'link-id'; readonly source: Scalar }
  /** A boolean as json_type() names it: 'true' or 'false'. */
  | { readonly kind: 'word'; readonly source: Scalar }
  /** The id of the definition with this name, or -1 where there is none: FILTER compares, it does not reference. */
  | { readonly kind: 'definition'; readonly source: Scalar; readonly of: 'type' | 'predicate' }
  /** The numbers or the strings of a list, as a JSON array. */
  | { readonly kind: 'list'; readonly source: ListSource; readonly of: 'number' | 'string' }
  /** Whether the list holds this word, as 1 or 0. */
  | { readonly kind: 'list-has'; readonly source: Placeholder; readonly value: boolean | null }
  /** LIMIT, plus `offset`: 1 for a row more, which tells whether there is more; -1 for the index of the last row. */
  | { readonly kind: 'limit'; readonly source: Scalar; readonly offset: -1 | 0 | 1 }
  /** A regular expression, checked before it is used. */
  | { readonly kind: 'pattern'; readonly source: Scalar }
  /** The keys of the last row of the page before, as JSON text. */
  | { readonly kind: 'cursor' }
  /** One of those keys, a text or an id. */
  | { readonly kind: 'cursor-key'; readonly index: number };

/** A whole-list placeholder, or the members of a literal list that is too long for a parameter each. */
export type ListSource = Placeholder | readonly Scalar[];

export interface BindEnvironment {
  readonly parameters: Parameters;
  readonly types: TypeRegistry;
  /** The string and number tokens of the text that runs, where it is not the text that was compiled. */
  readonly literals?: readonly (string | number)[];
  /** The keys held by the cursor, as JSON text. */
  readonly cursorKeys?: string;
}

/** The JSON value of a scalar in this run. */
export function scalarValue(source: Scalar, environment: BindEnvironment): Json {
  if (source.kind === 'literal' && source.slot >= 0 && environment.literals) return environment.literals[source.slot]!;
  return resolve(source, environment.parameters);
}

export function evaluateBind(bind: Bind, environment: BindEnvironment): SqlValue {
  switch (bind.kind) {
    case 'constant':
      return bind.value;
    case 'scalar':
      return toSqlValue(scalarValue(bind.source, environment), bind.source);
    case 'string':
      return stringValue(bind.source, bind.role, environment);
    case 'concept-type':
      return conceptTypeId(stringValue(bind.source, 'type', environment), environment.types, bind.source);
    case 'predicate':
      return predicateId(stringValue(bind.source, 'predicate', environment), environment.types, bind.source);
    case 'concept-id':
    case 'link-id':
      return elementId(bind.kind, bind.source, environment);
    case 'word':
      return String(scalarValue(bind.source, environment));
    case 'definition':
      return definitionId(String(scalarValue(bind.source, environment)), bind.of, environment.types);
    case 'list':
      return JSON.stringify(listValue(bind.source, environment).filter((value) => typeof value === bind.of));
    case 'list-has':
      return listValue(bind.source, environment).includes(bind.value) ? 1 : 0;
    case 'limit':
      return limitValue(bind.source, environment) + bind.offset;
    case 'pattern': {
      const pattern = stringValue(bind.source, 'pattern', environment);
      checkPattern(pattern, bind.source.range);
      return pattern;
    }
    case 'cursor':
      return environment.cursorKeys ?? null;
    case 'cursor-key':
      return (JSON.parse(environment.cursorKeys!) as SqlValue[])[bind.index]!;
  }
}

function toSqlValue(value: Json, source: Scalar): SqlValue {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  throw errors.invalidValueType(
    `A comparison takes a string, number, boolean or null, but ${describeSource(source)} is ${kindInWords(value)}.`,
    'Compare single values; test membership in a list with IN(?x.attributes.key, [ … ]).',
    source.range,
  );
}

export function stringValue(source: Scalar, role: string, environment: BindEnvironment): string {
  const value = scalarValue(source, environment);
  if (typeof value === 'string') return value;
  throw errors.invalidSyntax(
    `The ${role} must be a string, but ${describeSource(source)} is ${kindInWords(value)}.`,
    source.kind === 'placeholder'
      ? `Give :${source.name} a string, for example "parameters": {"${source.name}": "…"}.`
      : `Write the ${role} as a string, in double quotes.`,
    source.range,
  );
}

/** LIMIT as given: an integer of at least 1 (§3.5). */
export function limitValue(source: Scalar, environment: BindEnvironment): number {
  const value = scalarValue(source, environment);
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 1) return value;
  throw errors.invalidSyntax(
    `LIMIT must be a whole number of at least 1, but ${describeSource(source)} is ${JSON.stringify(value)}.`,
    'Write LIMIT 20; without it, FIND answers everything and SEARCH its best 10.',
    source.range,
  );
}

function describeSource(source: Scalar): string {
  return source.kind === 'placeholder' ? `:${source.name}` : 'this value';
}

function listValue(source: ListSource, environment: BindEnvironment): readonly Json[] {
  if (!('kind' in source)) return source.map((member) => scalarValue(member, environment));
  const value = resolve(source, environment.parameters);
  if (Array.isArray(value)) return value as readonly Json[];
  throw errors.invalidSyntax(
    `IN takes a list, but :${source.name} is ${JSON.stringify(value)}.`,
    `Give :${source.name} an array, for example ["a", "b"].`,
    source.range,
  );
}

const definitionId = (name: string, of: 'type' | 'predicate', types: TypeRegistry): number =>
  (of === 'type' ? types.conceptType(name) : types.predicate(name)) ?? -1;

// ---------------------------------------------------------------- names and ids

export function conceptTypeId(name: string, types: TypeRegistry, source?: Scalar): number {
  const id = types.conceptType(name);
  if (id !== undefined) return id;
  throw unknownName('concept type', name, types, source);
}

export function predicateId(name: string, types: TypeRegistry, source?: Scalar): number {
  const id = types.predicate(name);
  if (id !== undefined) return id;
  throw unknownName('predicate', name, types, source);
}

function unknownName(what: 'concept type' | 'predicate', name: string, types: TypeRegistry, source?: Scalar): KipError {
  const isType = what === 'concept type';
  const known = (isType ? types.conceptTypes() : types.predicates()).map((definition) => definition.name);
  const other = isType ? types.predicate(name) : types.conceptType(name);
  const close = nearest(name, known).map((n) => JSON.stringify(n));
  const meta = isType ? '$ConceptType' : '$PropositionType';
  const shown = known.slice(0, 12).map((n) => JSON.stringify(n));
  const quoted = JSON.stringify(name);
  const usage = isType ? `a predicate: write (?a, ${quoted}, ?b)` : `a concept type: write ?x {type: ${quoted}}`;
  const hint = [
    close.length > 0 ? `Did you mean ${close.join(' or ')}?` : '',
    other === undefined ? '' : `${quoted} is ${usage}.`,
    `Known: ${shown.join(', ')}${known.length > shown.length ? `, and ${known.length - shown.length} more (DESCRIBE ${isType ? 'CONCEPT' : 'PROPOSITION'} TYPES)` : ''}.`,
    other === undefined && identifierPattern.test(name)
      ? `To define it: UPSERT { CONCEPT ?t { {type: "${meta}", name: ${quoted}} SET ATTRIBUTES { description: "…" } } }`
      : '',
  ];
  return errors.typeMismatch(
    `The ${what} ${quoted} is not defined.`,
    hint.filter((part) => part !== '').join(' '),
    source?.range,
  );
}

function elementId(kind: 'concept-id' | 'link-id', source: Scalar, environment: BindEnvironment): number {
  const given = stringValue(source, 'id', environment);
  const parsed = parseElementId(given);
  const wanted = kind === 'concept-id' ? 'concept' : 'proposition';
  if (parsed?.kind === wanted) return parsed.id;
  throw errors.notFound(
    parsed
      ? `${JSON.stringify(given)} is the id of a ${parsed.kind}, but a ${wanted} is meant here.`
      : `${JSON.stringify(given)} is not the id of any ${wanted}.`,
    wanted === 'concept'
      ? 'Concept ids look like "C:12" and stand in {id: "C:12"}. Find one with FIND(?n.id) or SEARCH CONCEPT.'
      : 'Proposition ids look like "P:13" and stand in (id: "P:13"). Find one with FIND(?l.id) WHERE { ?l (?s, "…", ?o) }.',
    source.range,
  );
}
