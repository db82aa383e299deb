// JSON → KIP text, on one line, as EXPORT and the formatter write it. Keys that are identifiers stay bare; everything else is
// JSON, with lone surrogates and the two line separators escaped, so that the text survives every encoding and editor.
import type { Json, JsonObject } from '../protocol/values.ts';

/** What may stand as a bare key or behind `?`, `:` and `.` (§2.8.1). */
export const identifierPattern = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** The text of a JSON value, which parses back to the same value. */
export function valueToText(value: Json): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(valueToText).join(', ')}]`;
  const members = Object.entries(value as JsonObject).map(([key, item]) => `${keyToText(key)}: ${valueToText(item)}`);
  return members.length === 0 ? '{}' : `{${members.join(', ')}}`;
}

/** A key, bare if it may be. */
export function keyToText(key: string): string {
  return identifierPattern.test(key) ? key : quote(key);
}

/** A string in double quotes. */
export function quote(text: string): string {
  return JSON.stringify(text).replace(/[\u2028\u2029\u007f]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
