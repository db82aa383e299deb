// What the editor says about types, predicates, keys, variables, parameters and words.
import type { Json } from '../protocol/values.ts';
import { valueToText } from '../language/value-text.ts';
import type { Card } from './card.ts';
import type { KeySummary, PredicateSummary, TypeSummary } from './schema.ts';
import type { VariableFacts } from './variables.ts';
import type { Word } from './words.ts';

const NUMBER = /*@__PURE__*/ new Intl.NumberFormat('en');

export function countOf(amount: number, one: string, many: string): string {
  return `${NUMBER.format(amount)} ${amount === 1 ? one : many}`;
}

/** `keys` are the attributes known for the type, if they have been asked for. */
export function typeCard(type: TypeSummary, keys: readonly KeySummary[] = []): Card {
  const facts = keys.slice(0, KEYS_SHOWN).map(keyLine);
  if (keys.length > KEYS_SHOWN) facts.push(`and ${keys.length - KEYS_SHOWN} more attributes`);
  return {
    title: type.hint ? `${type.hint} ${type.name}` : type.name,
    kind: type.count === undefined ? 'concept type' : `concept type, ${countOf(type.count, 'concept', 'concepts')}`,
    ...(type.description !== undefined && { text: type.description }),
    facts,
  };
}

const KEYS_SHOWN = 12;

function keyLine({ key, valueType, required, description }: KeySummary): string {
  const type = [valueType, required ? 'required' : ''].filter(Boolean).join(', ');
  return `${key}${type ? ` (${type})` : ''}${description ? `: ${description}` : ''}`;
}

export function predicateCard(predicate: PredicateSummary): Card {
  const { name, description, subjectTypes, objectTypes, count } = predicate;
  return {
    title: name,
    kind: count === undefined ? 'predicate' : `predicate, ${countOf(count, 'link', 'links')}`,
    ...(description !== undefined && { text: description }),
    facts: [`(${anyOf(subjectTypes)}, "${name}", ${anyOf(objectTypes)})`],
  };
}

/** Types as a person reads them: "Drug or Symptom", "anything". */
export function anyOf(types: readonly string[]): string {
  return types.length === 0 || types.includes('*') ? 'anything' : types.join(' or ');
}

export function keyCard(summary: KeySummary, kind: 'attribute' | 'metadata', owners: readonly string[]): Card {
  const { key, valueType, description, required, seen } = summary;
  const facts = [
    ...(valueType ? [valueType] : []),
    ...(required ? ['required'] : []),
    ...(seen === undefined ? [] : [`seen in ${NUMBER.format(seen)} of the elements looked at`]),
  ];
  return {
    title: key,
    kind: owners.length > 0 ? `${kind} of ${owners.join(', ')}` : kind,
    ...(description !== undefined && { text: description }),
    facts,
  };
}

export function wordCard({ word, meaning, example }: Word): Card {
  return { title: word, kind: /[a-z]/.test(word) ? 'constant' : 'keyword', text: meaning, example };
}

export function variableCard(facts: VariableFacts, line: number | undefined): Card {
  const where = line === undefined ? 'not bound in this statement' : `bound on line ${line}`;
  return { title: `?${facts.name}`, kind: holding(facts), facts: [where, ...linksOf(facts)] };
}

function holding({ holds, types, conceptName, predicates }: VariableFacts): string {
  if (holds === 'predicate') return 'the name of a predicate';
  if (holds === 'link') return predicates.length > 0 ? `link, ${predicates.map(quoted).join(' or ')}` : 'link';
  if (types.length > 0) return `${types.join(' or ')}${conceptName === undefined ? '' : ` ${quoted(conceptName)}`}`;
  return conceptName === undefined ? 'variable' : `concept ${quoted(conceptName)}`;
}

function linksOf({ subjectOf, objectOf }: VariableFacts): string[] {
  return [
    ...(subjectOf.length > 0 ? [`subject of ${subjectOf.map(quoted).join(', ')}`] : []),
    ...(objectOf.length > 0 ? [`object of ${objectOf.map(quoted).join(', ')}`] : []),
  ];
}

const quoted = (name: string): string => JSON.stringify(name);

/** `value` is undefined where the parameters do not have the name. */
export function parameterCard(name: string, value: Json | undefined): Card {
  const text = value === undefined ? 'It has no value yet.' : shorten(valueToText(value));
  return { title: `:${name}`, kind: 'parameter', text };
}

function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}

const FIELDS: Readonly<Record<string, readonly [string, string]>> = {
  id: ['The id of the element, such as "C:12" or "P:7".', 'FIND(?x.id)'],
  type: ['The concept type.', '?x {type: "Person"}'],
  name: ['The name, unique within its type.', '?x {type: "Person", name: "Alice"}'],
  subject: ['Of a link: the id of what it speaks about.', 'FIND(?link.subject)'],
  predicate: ['Of a link: the name of the relation.', 'FIND(?link.predicate)'],
  object: ['Of a link: the id of what it leads to.', 'FIND(?link.object)'],
  attributes: ['Data about the thing itself.', 'FIND(?x.attributes.description)'],
  metadata: ['Data about the statement: source, confidence, times.', 'FIND(?link.metadata.confidence)'],
};

export function fieldCard(name: string): Card | undefined {
  const field = FIELDS[name];
  return field && { title: name, kind: 'field', text: field[0], example: field[1] };
}
