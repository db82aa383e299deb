// Metadata as authors write it: inner layers win key by key (§2.10), and keys that start with "_" belong to the engine (§2.11.1).
import { resolveObject, type ObjectValue } from '../../src/language/core.ts';
import { errors, type Range } from '../../src/protocol/errors.ts';
import type { JsonObject, Parameters } from '../../src/protocol/values.ts';

export const NO_METADATA: JsonObject = {};

/** The outer layer overridden by a `WITH METADATA`, which may be absent. */
export function layerMetadata(outer: JsonObject, inner: ObjectValue | undefined, parameters: Parameters): JsonObject {
  if (!inner) return outer;
  for (const { key, keyRange } of inner.members) refuseReserved(key, keyRange);
  return { ...outer, ...resolveObject(inner.members, parameters) };
}

/** Throws constraintViolation for a metadata key that only the engine writes. */
export function refuseReserved(key: string, range?: Range): void {
  if (!key.startsWith('_')) return;
  throw errors.constraintViolation(
    `The metadata key "${key}" starts with "_" and is kept by the engine; it cannot be set or deleted.`,
    `Leave "${key}" out${key === '_version' ? '; to guard a write use EXPECT VERSION <n> in an UPSERT block' : ''}. Keys of your own start with a letter.`,
    range,
  );
}
