// The one text of an element that a model turns into a vector (§5.2.2): what it says, in words.
// - A concept: its name, its other names, then its salient attributes, the description first. The type is named where the concept
//   says little else, since "Aspirin" alone could be anything.
// - A link: subject, predicate and object as a sentence, then what its own attributes say.
// Which attributes are salient is the rule of the keyword index (grounding.ts). A type can change that for its instances by an
// attribute of its definition node:
//   semantic_grounding: {attributes: ["content_summary"]}   only these attributes, in this order
//   semantic_grounding: {type: true | false}                name the type always, or never
//   semantic_grounding: {embed: false}                      no vectors at all: found by words alone
import { isJsonObject, type Json, type JsonObject } from '../../src/protocol/values.ts';
import type { Nexus } from '../nexus.ts';
import { aliasesOf, isSalient, salientTexts } from './grounding.ts';

/** The attribute of a type definition that adjusts what is embedded of its instances. */
export const RULE_KEY = 'semantic_grounding';

interface Rule {
  readonly attributes?: readonly string[];
  readonly type?: boolean;
  readonly embed?: boolean;
}

/** A concept with fewer words than this also says its type. */
const FEW_WORDS = 3;

/** How far links of links are spelt out. */
export const LINK_DEPTH = 3;

interface ConceptRow {
  readonly name: string;
  readonly type: number;
  readonly attributes: JsonObject;
}

interface LinkRow {
  readonly subject: number;
  readonly predicate: number;
  readonly object: number;
  readonly attributes: JsonObject;
}

type Source = Pick<Nexus, 'driver' | 'types'>;

/** The texts of these elements, by id; those that are gone or are not to be embedded have none. */
export function meaningTexts(source: Source, ids: readonly number[]): Map<number, readonly string[]> {
  const concepts = ids.filter((id) => id % 2 === 0);
  const links = ids.filter((id) => id % 2 !== 0);
  const texts = new Map<number, readonly string[]>();
  const rules = new Map<number, Rule>();
  for (const [id, concept] of readConcepts(source, concepts)) {
    const rule = ruleOf(source, concept.type, rules);
    if (rule.embed ?? !isBuiltIn(source, concept)) {
      texts.set(id, conceptTexts(concept, source.types.nameOf(concept.type), rule));
    }
  }
  for (const [id, link] of readLinks(source, links)) {
    const rule = ruleOf(source, link.predicate, rules);
    if (rule.embed !== false) texts.set(id, [linkText(source, link, rule)]);
  }
  return texts;
}

/** What an element says, for comparing words and letters. */
export interface WholeText {
  /** Its name and other names; of a link, the sentence. */
  readonly names: string;
  /** All of it. */
  readonly whole: string;
}

/** What each element says, whether or not it is embedded. */
export function wholeTexts(source: Source, ids: readonly number[]): Map<number, WholeText> {
  const texts = new Map<number, WholeText>();
  const concepts = ids.filter((id) => id % 2 === 0);
  for (const [id, concept] of readConcepts(source, concepts)) {
    const whole = conceptTexts(concept, source.types.nameOf(concept.type), { type: false })[0]!;
    texts.set(id, { names: namesOf(concept).join('. '), whole });
  }
  const links = ids.filter((id) => id % 2 !== 0);
  for (const [id, link] of readLinks(source, links)) {
    texts.set(id, { names: sentence(source, link, 0), whole: linkText(source, link, {}) });
  }
  return texts;
}

function namesOf({ name, attributes }: ConceptRow): string[] {
  return [name, aliasesOf(attributes).join(', ')].filter((part) => part !== '');
}

function conceptTexts(concept: ConceptRow, type: string, rule: Rule): string[] {
  const names = namesOf(concept);
  const said = attributeTexts(concept.attributes, rule).filter((part) => part !== '');
  const short = [...names, ...said].join(' ').split(/\s+/).length < FEW_WORDS;
  const whole = [...names, ...said, ...((rule.type ?? short) ? [words(type)] : [])].join('. ');
  return said.length === 0 ? [whole] : [whole, said.join('. ')];
}

/** Domains every memory has. */
const BUILT_IN_DOMAINS = new Set(['Unsorted', 'Archived', 'System', 'CoreSchema']);

/**
 * The definitions of types and predicates, and the domains every memory has, speak of memory in general, which resembles nearly every
 * term. They are what DESCRIBE is for.
 */
function isBuiltIn({ types }: Source, { type, name }: ConceptRow): boolean {
  if (type === types.conceptTypeType || type === types.propositionTypeType) return true;
  return types.nameOf(type) === 'Domain' && BUILT_IN_DOMAINS.has(name);
}

function linkText(source: Source, link: LinkRow, rule: Rule): string {
  return [sentence(source, link, 0), ...attributeTexts(link.attributes, rule)].filter((part) => part !== '').join('. ');
}

/** "Alice prefers dark mode"; a link as an endpoint is a sentence of its own. */
function sentence(source: Source, { subject, predicate, object }: LinkRow, depth: number): string {
  return [
    endpoint(source, subject, depth),
    words(source.types.nameOf(predicate)),
    endpoint(source, object, depth),
  ].join(' ');
}

function endpoint(source: Source, id: number, depth: number): string {
  if (id % 2 === 0) return readConcepts(source, [id]).get(id)?.name ?? '';
  const link = depth < LINK_DEPTH ? readLinks(source, [id]).get(id) : undefined;
  return link ? `(${sentence(source, link, depth + 1)})` : '';
}

function attributeTexts(attributes: JsonObject, { attributes: chosen }: Rule): string[] {
  // Of keys that say nothing, no change is noticed.
  if (chosen) return chosen.filter(isSalient).flatMap((key) => stringsOf(attributes[key]));
  const { description, ...others } = attributes;
  return [...stringsOf(description), ...salientTexts(others)];
}

function stringsOf(value: Json | undefined): string[] {
  if (typeof value === 'string') return [value];
  if (!Array.isArray(value)) return [];
  return (value as readonly Json[]).filter((item): item is string => typeof item === 'string');
}

/** `belongs_to_domain` and `SleepTask` as words. */
function words(name: string): string {
  return name
    .replace(/^\$/, '')
    .replace(/_/g, ' ')
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .toLowerCase();
}

function ruleOf({ driver }: Source, definition: number, known: Map<number, Rule>): Rule {
  let rule = known.get(definition);
  if (!rule) {
    const row = driver.get(`SELECT json_extract(attributes, '$.${RULE_KEY}') FROM concepts WHERE id = ?1`, [
      definition,
    ]);
    known.set(definition, (rule = parseRule(row?.[0])));
  }
  return rule;
}

/** Whatever of a rule has the right form; the rest of it is as if not written. */
function parseRule(text: unknown): Rule {
  const given = typeof text === 'string' && text.startsWith('{') ? (JSON.parse(text) as Json) : null;
  if (!isJsonObject(given)) return {};
  const { attributes, type, embed } = given;
  return {
    ...(Array.isArray(attributes) && { attributes: stringsOf(attributes) }),
    ...(typeof type === 'boolean' && { type }),
    ...(typeof embed === 'boolean' && { embed }),
  };
}

function readConcepts({ driver }: Source, ids: readonly number[]): Map<number, ConceptRow> {
  const rows = driver.all(
    'SELECT c.id, c.name, c.type, json(c.attributes) FROM json_each(?1) AS w CROSS JOIN concepts AS c ON c.id = w.value',
    [JSON.stringify(ids)],
  );
  return new Map(
    rows.map(([id, name, type, attributes]) => [
      id as number,
      { name: name as string, type: type as number, attributes: JSON.parse(attributes as string) as JsonObject },
    ]),
  );
}

function readLinks({ driver }: Source, ids: readonly number[]): Map<number, LinkRow> {
  const rows = driver.all(
    `SELECT p.id, p.subject, p.predicate, p.object, json(p.attributes)
     FROM json_each(?1) AS w CROSS JOIN propositions AS p ON p.id = w.value`,
    [JSON.stringify(ids)],
  );
  return new Map(
    rows.map(([id, subject, predicate, object, attributes]) => [
      id as number,
      {
        subject: subject as number,
        predicate: predicate as number,
        object: object as number,
        attributes: JSON.parse(attributes as string) as JsonObject,
      },
    ]),
  );
}
