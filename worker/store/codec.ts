// Rows to JSON text, inside SQLite: one expression per shape, over the alias of a `concepts` or `propositions` row.
// Stored JSON is spliced as text; nothing is parsed between the page of the file and the reader of the answer.
// The text never holds a raw control character, so a raw tab can separate elements (§6.2.2 results are built that way).
import { elementIdSql } from './element-id.ts';

/** The name of the definition node with this id, as JSON. */
const definitionName = (id: string): string => `json_quote((SELECT d.name FROM concepts AS d WHERE d.id = ${id}))`;

/** `_updated_at` as an ISO 8601 text. */
export const updatedAt = (alias: string): string =>
  `strftime('%Y-%m-%dT%H:%M:%fZ', ${alias}.updated_at / 1000.0, 'unixepoch')`;

/** The whole metadata object: the author's keys with the engine's (§2.11.1). */
export const metadataJson = (alias: string): string =>
  `json_set(${alias}.metadata, '$._version', ${alias}.version, '$._updated_at', ${updatedAt(alias)})`;

/** `{"id", "type", "name", "attributes", "metadata"}`; NULL where the alias is an unmatched left join. */
export const conceptJson = (alias: string, metadata: string = metadataJson(alias)): string =>
  `iif(${alias}.id IS NULL, NULL, concat('{"id":"C:', ${alias}.id, '","type":', ${definitionName(`${alias}.type`)}, ` +
  `',"name":', json_quote(${alias}.name), ',"attributes":', json(${alias}.attributes), ',"metadata":', ${metadata}, '}'))`;

/** `{"id", "subject", "predicate", "object", "attributes", "metadata"}`; NULL where the alias is an unmatched left join. */
export const propositionJson = (alias: string, metadata: string = metadataJson(alias)): string =>
  `iif(${alias}.id IS NULL, NULL, concat('{"id":"P:', ${alias}.id, '","subject":"', ${elementIdSql(`${alias}.subject`)}, ` +
  `'","predicate":', ${definitionName(`${alias}.predicate`)}, ',"object":"', ${elementIdSql(`${alias}.object`)}, ` +
  `'","attributes":', json(${alias}.attributes), ',"metadata":', ${metadata}, '}'))`;
