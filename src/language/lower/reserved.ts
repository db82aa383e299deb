// Metadata keys that start with "_" belong to the engine (§2.11.1).
import type { Range } from '../../protocol/errors.ts';
import type { Lowering } from './lowering.ts';

export function checkReserved(
  l: Lowering,
  entries: readonly { readonly key: string; readonly keyRange: Range }[],
): void {
  for (const { key, keyRange } of entries) if (key.startsWith('_')) reportReserved(l, key, keyRange);
}

export function reportReserved(l: Lowering, key: string, range: Range): void {
  const hint = `Leave ${key} out: the engine keeps every metadata key that starts with "_". Reading it (?x.metadata.${key}) is fine.`;
  l.report('constraintViolation', range, `The metadata key "${key}" is written by the engine alone`, hint);
}
