// Which text makes an element findable (§5.2.2), as one rule instead of a list per type:
// - name: the concept's name;
// - aliases: `aliases` and the attributes that hold another name of the thing (ALIAS_KEYS);
// - text: every other attribute that is a string or a list of strings, except identifiers, addresses, times and enumerations.
// Text inside objects is structure (an `instance_schema`, a configuration) and does not ground. Metadata never does.
import type { Json, JsonObject } from '../../src/protocol/values.ts';
import { fold, indexText } from './segment.ts';

/** The three columns of the concept index, already cut into words. */
export interface ConceptGrounding {
  readonly name: string;
  readonly aliases: string;
  readonly text: string;
}

/** Attributes read as further names of the element, beside its `name`. A string, or a list of strings. */
const ALIAS_KEYS: ReadonlySet<string> = new Set([
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

type Role = 'alias' | 'text' | 'silent';

// Attribute keys repeat over a whole memory, so the answer is kept; bounded because keys are the user's.
const roles = new Map<string, Role>();
const ROLES_MAX = 4096;

function roleOf(key: string): Role {
  let role = roles.get(key);
  if (role === undefined) {
    role = ALIAS_KEYS.has(key) ? 'alias' : SILENT_KEY.test(key) ? 'silent' : 'text';
    if (roles.size >= ROLES_MAX) roles.clear();
    roles.set(key, role);
  }
  return role;
}

/** Whether an attribute of this key says anything at all. */
export function isSalient(key: string): boolean {
  return roleOf(key) !== 'silent';
}

/** True where a change of any of these attributes may change what finds the element. */
export function affectsGrounding(attributeKeys: readonly string[]): boolean {
  return attributeKeys.some(isSalient);
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
  let aliases = '';
  for (const alias of textsOf(attributes, 'alias')) aliases += `${indexText(alias)} ${exactEntry(alias)} `;
  return { name: `${indexText(name)} ${exactEntry(name)}`, aliases, text: salientText(attributes) };
}

/** The words by which a link is found through its own attributes; empty where it has no text. */
export function groundProposition(attributes: JsonObject): string {
  return (textsOf(attributes, 'alias').map(indexText).join(' ') + ' ' + salientText(attributes)).trim();
}

/** Every other name of the element, in the order of its attributes. */
export function aliasesOf(attributes: JsonObject): string[] {
  return textsOf(attributes, 'alias');
}

/** Everything else it says in words, in the order of its attributes. */
export function salientTexts(attributes: JsonObject): string[] {
  return textsOf(attributes, 'text').filter((text) => !SILENT_VALUE.test(text));
}

function salientText(attributes: JsonObject): string {
  let words = '';
  for (const text of salientTexts(attributes)) words += `${indexText(text)} `;
  return words;
}

/** The strings, single or in lists, of the attributes that play this role. */
function textsOf(attributes: JsonObject, role: Role): string[] {
  const texts: string[] = [];
  for (const key in attributes) {
    const value = attributes[key] as Json;
    if (typeof value === 'string') {
      if (roleOf(key) === role) texts.push(value);
    } else if (Array.isArray(value) && roleOf(key) === role) {
      for (const item of value as readonly Json[]) if (typeof item === 'string') texts.push(item);
    }
  }
  return texts;
}
