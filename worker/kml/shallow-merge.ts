// Shallow merge (§2.10): a key that is written replaces the stored value as a whole, null included; other keys stay.
import type { Json, JsonObject } from '../../src/protocol/values.ts';

export interface MergedObject {
  readonly value: JsonObject;
  /** Keys whose value is new or different; empty where nothing changes, and then `value` is the stored object itself. */
  readonly changedKeys: readonly string[];
}

export function mergeShallow(stored: JsonObject, written: JsonObject): MergedObject {
  const changedKeys = Object.keys(written).filter(
    (key) => !Object.hasOwn(stored, key) || !sameValue(stored[key] as Json, written[key] as Json),
  );
  if (changedKeys.length === 0) return { value: stored, changedKeys };
  return { value: { ...stored, ...written }, changedKeys };
}

function sameValue(left: Json, right: Json): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  return JSON.stringify(left) === JSON.stringify(right);
}
