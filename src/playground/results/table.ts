// An answer as rows and columns, whatever its shape (§6.2.2). Rows are made when they are asked for, since an answer without a
// LIMIT may hold a hundred thousand. Pure: the views make a page of it, the exports a file.
import type { Statement } from '../../language/core.ts';
import { isJsonObject, type Json, type JsonObject } from '../../protocol/values.ts';

export type Cell = Json | undefined;
export type Row = readonly Cell[];

export interface Table {
  readonly titles: readonly string[];
  readonly length: number;
  /** One cell per title; undefined where this row has nothing under it. */
  row(index: number): Row;
}

/** @param titles the expressions of FIND; none for other statements */
export function toTable(result: Json, titles: readonly string[], statement?: Statement): Table {
  if (statement?.kind === 'upsert' && isJsonObject(result)) return writtenTable(result);
  if (titles.length > 1 && isColumns(result, titles.length)) return columnsTable(result, titles);
  if (titles.length > 1 && Array.isArray(result) && result.length === titles.length) {
    return table(titles, [result as readonly Json[]]);
  }
  if (Array.isArray(result)) return listTable(result as readonly Json[], titles);
  if (isJsonObject(result) && titles.length === 0) return table(['key', 'value'], Object.entries(result));
  return table([titles[0] ?? 'value'], [[result]]);
}

function table(titles: readonly string[], rows: readonly Row[]): Table {
  return { titles, length: rows.length, row: (index) => rows[index]! };
}

function isColumns(result: Json, count: number): result is readonly (readonly Json[])[] {
  return Array.isArray(result) && result.length === count && result.every((column) => Array.isArray(column));
}

function columnsTable(columns: readonly (readonly Json[])[], titles: readonly string[]): Table {
  const length = columns.reduce((longest, column) => Math.max(longest, column.length), 0);
  return { titles, length, row: (index) => columns.map((column) => column[index]) };
}

/** A list of objects gets a column per key, in the order the keys first appear, if FIND did not name the one column. */
function listTable(list: readonly Json[], titles: readonly string[]): Table {
  if (titles.length > 0 || list.length === 0 || !list.every(isJsonObject)) {
    return { titles: [titles[0] ?? 'value'], length: list.length, row: (index) => [list[index]] };
  }
  const objects = list as readonly JsonObject[];
  const keys = new Set<string>();
  for (const object of objects) for (const key of Object.keys(object)) keys.add(key);
  const headers = [...keys];
  // What SEARCH finds is elements: each is one thing, not a row of its members.
  if (['id', 'attributes', 'metadata'].every((key) => keys.has(key))) return foundTable(objects);
  return { titles: headers, length: objects.length, row: (index) => headers.map((key) => objects[index]![key]) };
}

function foundTable(objects: readonly JsonObject[]): Table {
  const score = (object: JsonObject) => (isJsonObject(object['metadata']) ? object['metadata']['_score'] : undefined);
  const scored = objects.some((object) => score(object) !== undefined);
  return {
    titles: scored ? ['element', 'score'] : ['element'],
    length: objects.length,
    row: (index) => (scored ? [objects[index]!, score(objects[index]!)] : [objects[index]!]),
  };
}

/** What an UPSERT wrote, one element a row. */
function writtenTable(result: JsonObject): Table {
  const rows: Row[] = [];
  for (const [key, what] of [
    ['upsert_concept_nodes', 'concept'],
    ['upsert_proposition_links', 'link'],
  ] as const) {
    const ids = result[key];
    if (Array.isArray(ids)) for (const id of ids as readonly Json[]) rows.push([what, id]);
  }
  return rows.length > 0 ? table(['written', 'element'], rows) : table(['key', 'value'], Object.entries(result));
}

/** A cell as text: strings bare, everything else as JSON, nothing as nothing. */
export function cellText(cell: Cell): string {
  if (cell === undefined) return '';
  return typeof cell === 'string' ? cell : JSON.stringify(cell);
}
