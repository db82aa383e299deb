// Rows of the concepts table.
import type { Driver } from './driver.ts';
import { CONTENT_COLUMNS, readElement, type StoredElement } from './stored-content.ts';

export interface ConceptIdentity {
  /** Id of the type's definition node. */
  readonly type: number;
  readonly name: string;
}

/** The id of the concept with this identity, or undefined. */
export function conceptId(driver: Driver, { type, name }: ConceptIdentity): number | undefined {
  return driver.get('SELECT id FROM concepts WHERE type = ? AND name = ?', [type, name])?.[0] as number | undefined;
}

export function findConcept(driver: Driver, { type, name }: ConceptIdentity): StoredElement | undefined {
  const row = driver.get(`SELECT ${CONTENT_COLUMNS} FROM concepts WHERE type = ? AND name = ?`, [type, name]);
  return row && readElement(row);
}

export function readConcept(driver: Driver, id: number): StoredElement | undefined {
  const row = driver.get(`SELECT ${CONTENT_COLUMNS} FROM concepts WHERE id = ?`, [id]);
  return row && readElement(row);
}

export function conceptIdentity(driver: Driver, id: number): ConceptIdentity | undefined {
  const row = driver.get('SELECT type, name FROM concepts WHERE id = ?', [id]);
  return row && { type: row[0] as number, name: row[1] as string };
}

export function deleteConcept(driver: Driver, id: number): void {
  driver.run('DELETE FROM concepts WHERE id = ?', [id]);
}
