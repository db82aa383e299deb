// Element ids. Concepts and propositions share one integer space in which the lowest bit tells them apart: concept ids
// are even, proposition ids odd. So the kind of an endpoint is known without looking it up. On the wire an id is
// "C:<integer>" or "P:<integer>".

import type { Driver } from './driver.ts';

export type ElementKind = 'concept' | 'proposition';

export interface ElementId {
  readonly kind: ElementKind;
  readonly id: number;
}

export const kindOf = (id: number): ElementKind => (id % 2 === 0 ? 'concept' : 'proposition');

export const formatElementId = (id: number): string => `${id % 2 === 0 ? 'C' : 'P'}:${id}`;

/** Undefined where the text is not an id this engine could have issued. */
export function parseElementId(text: string): ElementId | undefined {
  const match = /^([CP]):(\d{1,15})$/.exec(text);
  if (!match) return undefined;
  const id = Number(match[2]);
  const kind = kindOf(id);
  return (match[1] === 'C') === (kind === 'concept') ? { kind, id } : undefined;
}

/** SQL: the wire id of the element whose integer id is `expression`; NULL stays NULL. */
export const elementIdSql = (expression: string): string => `(iif(${expression} & 1, 'P:', 'C:') || ${expression})`;

/** Whether an element with this id exists. */
export function elementExists(driver: Driver, id: number): boolean {
  const table = kindOf(id) === 'concept' ? 'concepts' : 'propositions';
  return driver.get(`SELECT 1 FROM ${table} WHERE id = ?`, [id]) !== undefined;
}
