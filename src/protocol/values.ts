// The values that cross the wire: plain JSON (specification §2.7).

/** A value of JSON that holds no other. */
export type JsonPrimitive = string | number | boolean | null;
/** Any value of JSON. */
export type Json = JsonPrimitive | readonly Json[] | JsonObject;
/** An object of JSON. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** Values for the `:name` placeholders of a command, by name without the colon (§6.1). */
export type Parameters = JsonObject;

/** The JSON kind of a value, in the words error messages use. */
export type JsonKind = 'string' | 'number' | 'boolean' | 'null' | 'array' | 'object';

export function jsonKind(value: Json): JsonKind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value as JsonKind;
}

/** The kind with its article, for messages: "a string", "an array", "null". */
export function kindInWords(value: Json): string {
  const kind = jsonKind(value);
  return kind === 'null' ? kind : `${kind === 'array' || kind === 'object' ? 'an' : 'a'} ${kind}`;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
