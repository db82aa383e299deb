// EXPECT VERSION (§2.11.2): the block runs only on the version its author has read; 0 stands for "does not exist yet".
import { resolve, type Scalar } from '../../src/language/core.ts';
import { errors } from '../../src/protocol/errors.ts';
import type { Parameters } from '../../src/protocol/values.ts';

/**
 * Throws versionConflict where the guard does not hold.
 *
 * @param found    the element's version, or undefined where it does not exist
 * @param describe the element in KIP text; called only for an error
 */
export function checkVersion(
  guard: Scalar | undefined,
  parameters: Parameters,
  found: number | undefined,
  describe: () => string,
): void {
  if (!guard) return;
  const expected = expectedVersion(guard, parameters);
  if (expected === (found ?? 0)) return;
  if (found === undefined) {
    throw errors.versionConflict(
      `${describe()} does not exist, but the block expects its version ${expected}. Nothing was written.`,
      'It was deleted, or never created. To create it, write EXPECT VERSION 0 or leave the guard out.',
      guard.range,
    );
  }
  throw errors.versionConflict(
    expected === 0
      ? `${describe()} already exists (its _version is ${found}), but EXPECT VERSION 0 is for a new element. Nothing was written.`
      : `${describe()} is at _version ${found}, but the block expects ${expected}: someone changed it since it was read. Nothing was written.`,
    `Read it again with ?x.attributes and ?x.metadata._version, merge your change into what is there now, and write with EXPECT VERSION ${found} if that is still its version.`,
    guard.range,
  );
}

function expectedVersion(guard: Scalar, parameters: Parameters): number {
  const value = resolve(guard, parameters);
  if (typeof value !== 'number') {
    throw errors.invalidValueType(
      `EXPECT VERSION takes a number, but ${JSON.stringify(value)} was given.`,
      'Give the _version that was read, as a number, or 0 for an element that must not exist yet.',
      guard.range,
    );
  }
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw errors.invalidSyntax(
    `EXPECT VERSION takes a whole number of at least 0, but ${value} was given.`,
    'Give the _version that was read, or 0 for an element that must not exist yet.',
    guard.range,
  );
}
