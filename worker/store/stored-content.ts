// The content of an element as the tables hold it, and the statement that writes back what a change left of it.
import type { JsonObject } from '../../src/protocol/values.ts';
import type { Driver, SqlRow } from './driver.ts';
import { kindOf } from './element-id.ts';

/** An element's attributes and the author's metadata (with `_merged_from` where there is one). */
export interface Content {
  readonly attributes: JsonObject;
  readonly metadata: JsonObject;
}

export interface StoredElement extends Content {
  readonly id: number;
  readonly version: number;
}

/** Columns of `readElement`, over the table's own alias. */
export const CONTENT_COLUMNS = 'id, version, json(attributes), json(metadata)';

export function readElement(row: SqlRow): StoredElement {
  const [id, version, attributes, metadata] = row as [number, number, string, string];
  return { id, version, ...parseContent(attributes, metadata) };
}

/** The two JSON texts of an element's content. */
export function parseContent(attributes: string, metadata: string): Content {
  return {
    attributes: attributes === '{}' ? {} : (JSON.parse(attributes) as JsonObject),
    metadata: metadata === '{}' ? {} : (JSON.parse(metadata) as JsonObject),
  };
}

/**
 * Writes the given parts of an element's content and raises its version by one (§2.11.1). A part left out is not touched,
 * so that its indexes are not either.
 */
export function writeContent(driver: Driver, id: number, content: Partial<Content>, now: number): void {
  const table = kindOf(id) === 'concept' ? 'concepts' : 'propositions';
  const { attributes, metadata } = content;
  const parts: string[] = [];
  const values: (string | number)[] = [];
  if (attributes) {
    parts.push('attributes = jsonb(?)');
    values.push(JSON.stringify(attributes));
  }
  if (metadata) {
    parts.push('metadata = jsonb(?)');
    values.push(JSON.stringify(metadata));
  }
  driver.run(
    `UPDATE ${table} SET ${parts.map((part) => `${part}, `).join('')}version = version + 1, updated_at = ? WHERE id = ?`,
    [...values, now, id],
  );
}
