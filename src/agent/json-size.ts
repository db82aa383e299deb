// How long a value is as JSON text, without making that text of values that are far too long anyway.
import type { Json } from '../protocol/values.ts';

/** The length of the JSON text in UTF-16 units; any number above `limit` where it is longer than that. */
export function jsonSize(value: Json | undefined, limit = Infinity): number {
  if (value === undefined) return 0;
  if (typeof value === 'string') return value.length > limit ? value.length : JSON.stringify(value).length;
  if (typeof value !== 'object' || value === null) return String(value).length;
  let size = 2;
  if (Array.isArray(value)) {
    for (const item of value as readonly Json[]) {
      size += (size > 2 ? 1 : 0) + jsonSize(item, limit - size);
      if (size > limit) return size;
    }
    return size;
  }
  for (const [key, item] of Object.entries(value)) {
    if (item === undefined) continue;
    size += (size > 2 ? 1 : 0) + JSON.stringify(key).length + 1 + jsonSize(item, limit - size);
    if (size > limit) return size;
  }
  return size;
}
