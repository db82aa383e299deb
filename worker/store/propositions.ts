// Rows of the propositions table.
import type { Driver } from './driver.ts';
import { CONTENT_COLUMNS, readElement, type StoredElement } from './stored-content.ts';

/** A link's identity (§2.10): ids of the endpoints and of the predicate's definition node. */
export interface Triple {
  readonly subject: number;
  readonly predicate: number;
  readonly object: number;
}

/** The id of the link with this identity, or undefined. */
export function propositionId(driver: Driver, { subject, predicate, object }: Triple): number | undefined {
  const row = driver.get('SELECT id FROM propositions WHERE subject = ? AND predicate = ? AND object = ?', [
    subject,
    predicate,
    object,
  ]);
  return row?.[0] as number | undefined;
}

export function findProposition(driver: Driver, { subject, predicate, object }: Triple): StoredElement | undefined {
  const row = driver.get(
    `SELECT ${CONTENT_COLUMNS} FROM propositions WHERE subject = ? AND predicate = ? AND object = ?`,
    [subject, predicate, object],
  );
  return row && readElement(row);
}

export function readProposition(driver: Driver, id: number): StoredElement | undefined {
  const row = driver.get(`SELECT ${CONTENT_COLUMNS} FROM propositions WHERE id = ?`, [id]);
  return row && readElement(row);
}
