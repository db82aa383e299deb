// Which text makes an element findable (§5.2.2), as one rule instead of a list per type:
// - name: the concept's name;
// - aliases: `aliases` and the attributes that hold another name of the thing (ALIAS_KEYS);
// - text: every other attribute that is a string or a list of strings, except identifiers, addresses, times and enumerations.
// Text inside objects is structure (an `instance_schema`, a configuration) and does not ground. Metadata never does.
import { isJsonObject, type Json, type JsonObject } from '../../src/protocol/values.ts';
import { fold, indexText } from './segment.ts';

/** The three columns of the concept index, already cut into words. */
export interface ConceptGrounding {
  readonly name: string;
  readonly aliases: string;
  readonly text: string;
}

/** Attributes read as further names of the element, beside its `name`. A string, or a list of strings. */
export const ALIAS_KEYS: ReadonlySet<string> = new Set([
  'aliases',
  'alias',
  'name',
  'display_name',
  'title',
  'label',
  'handle',
]);

// Keys whose values identify, locate, time, count or classify, but say nothing: left out whatever they hold.
const SILENT_KEY =
  /(?:^|_)(?:id|ids|uuid|url|urls|uri|href|hash|checksum|at|observed|timestamp|timezone|count|score|class|status|kind|type|types|hint|format|locale)$/;

// A lone web address or point in time, whatever its key.
const SILENT_VALUE = /^\s*(?:[a-z][a-z0-9+.-]*:\/\/\S+|\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d\S*)?)\s*$/i;

/** Marks the index entry that stands for a whole name or alias; no cut word starts with it. */
const EXACT_MARK = '\u00a4';

/** True where a change of any of these attributes may change what finds the element. */
export function affectsGrounding(attributeKeys: readonly string[]): boolean {
  return attributeKeys.some((key) => ALIAS_KEYS.has(key) || !SILENT_KEY.test(key));
}

/**
 * The index entry by which a whole name or alias is found in one step, whatever its length: a mark and a hash of the folded text.
 * Different texts may share an entry, so whoever looks one up compares the names themselves.
 */
export function exactEntry(name: string): string {
  let hash = 0x811c9dc5; // FNV-1a
  const folded = fold(name);
  for (let at = 0; at < folded.length; at++) hash = Math.imul(hash ^ folded.charCodeAt(at), 0x01000193);
  return EXACT_MARK + (hash >>> 0).toString(36);
}

/** The words by which a concept is found. */
export function groundConcept(name: string, attributes: JsonObject): ConceptGrounding {
  const aliases: string[] = [];
  for (const alias of aliasesOf(attributes)) aliases.push(indexText(alias), exactEntry(alias));
  return { name: `${indexText(name)} ${exactEntry(name)}`, aliases: aliases.join(' '), text: salientText(attributes) };
}

/** The words by which a link is found through its own attributes; empty where it has no text. */
export function groundProposition(attributes: JsonObject): string {
  return [...aliasesOf(attributes).map(indexText), salientText(attributes)].join(' ').trim();
}

/** Every other name of the element, in the order of its attributes. */
export function aliasesOf(attributes: JsonObject): string[] {
  return Object.entries(attributes).flatMap(([key, value]) => (ALIAS_KEYS.has(key) ? stringsOf(value) : []));
}

function salientText(attributes: JsonObject): string {
  const texts: string[] = [];
  for (const [key, value] of Object.entries(attributes)) {
    if (ALIAS_KEYS.has(key) || SILENT_KEY.test(key)) continue;
    for (const text of stringsOf(value)) if (!SILENT_VALUE.test(text)) texts.push(indexText(text));
  }
  return texts.join(' ');
}

function stringsOf(value: Json): string[] {
  if (typeof value === 'string') return [value];
  if (isJsonObject(value) || !Array.isArray(value)) return [];
  return value.filter((item): item is string => typeof item === 'string');
}
