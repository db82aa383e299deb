// One concept as the JSON text an answer carries.
import { conceptJson } from './codec.ts';
import type { Driver } from './driver.ts';

const READ = `SELECT ${conceptJson('c')} FROM concepts AS c WHERE c.id = ?1`;

/** The whole element, or undefined where no concept has the id. */
export function readConceptText(driver: Driver, id: number): string | undefined {
  return driver.get(READ, [id])?.[0] as string | undefined;
}
