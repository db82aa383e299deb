// Names to suggest where a concept was asked for by a name it does not have. Runs only when an error is being written.
import { nearest } from '../../src/language/core.ts';
import type { ConceptIdentity } from './concepts.ts';
import type { Driver } from './driver.ts';

const CANDIDATES_MAX = 5000;
/** A misspelling hardly changes the length by more; it keeps the candidates few in a large memory. */
const LENGTH_SPREAD = 3;

/** Up to three names of the same type that are close to the one not found, nearest first. */
export function similarNames(driver: Driver, { type, name }: ConceptIdentity): string[] {
  const rows = driver.all('SELECT name FROM concepts WHERE type = ? AND length(name) BETWEEN ? AND ? LIMIT ?', [
    type,
    name.length - LENGTH_SPREAD,
    name.length + LENGTH_SPREAD,
    CANDIDATES_MAX,
  ]);
  return nearest(
    name,
    rows.map((row) => row[0] as string),
    3,
  );
}

/** Ids of the types under which a concept of exactly this name exists. */
export function typesWithName(driver: Driver, name: string): number[] {
  return driver.all('SELECT type FROM concepts WHERE name = ? LIMIT 5', [name]).map((row) => row[0] as number);
}
