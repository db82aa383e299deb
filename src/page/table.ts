// A result as rows and columns, whatever its shape (specification §6.2.2). Pure: the panes make elements of it.
import { isJsonObject, type Json, type JsonObject } from '../protocol/values.ts';

export interface Table {
  readonly headers: readonly string[];
  /** One cell per header; undefined where this row has nothing under it. */
  readonly rows: readonly (readonly (Json | undefined)[])[];
}

/**
 * @param titles the expressions of FIND, none for other commands. Several mean that the result is one array per column, or
 *   one value each where all are aggregates.
 */
export function toTable(result: Json, titles: readonly string[]): Table {
  if (titles.length > 1 && isColumns(result, titles.length)) return columnsTable(result, titles);
  if (titles.length > 1 && Array.isArray(result) && result.length === titles.length)
    return { headers: titles, rows: [result] };
  if (Array.isArray(result)) return listTable(result as readonly Json[], titles[0] ?? 'value');
  if (isJsonObject(result)) return { headers: ['', 'value'], rows: Object.entries(result) };
  return { headers: [titles[0] ?? 'value'], rows: [[result]] };
}

function isColumns(result: Json, count: number): result is readonly (readonly Json[])[] {
  return Array.isArray(result) && result.length === count && result.every((column) => Array.isArray(column));
}

function columnsTable(columns: readonly (readonly Json[])[], titles: readonly string[]): Table {
  const length = Math.max(...columns.map((column) => column.length));
  return { headers: titles, rows: Array.from({ length }, (_, row) => columns.map((column) => column[row])) };
}

/** A list of objects gets a column per key, in the order the keys first appear; any other list one column. */
function listTable(items: readonly Json[], title: string): Table {
  if (items.length === 0 || !items.every(isJsonObject)) return { headers: [title], rows: items.map((item) => [item]) };
  const objects = items as readonly JsonObject[];
  const headers = [...new Set(objects.flatMap((object) => Object.keys(object)))];
  return { headers, rows: objects.map((object) => headers.map((key) => object[key])) };
}

/** A cell as text: strings bare, everything else as JSON. */
export function cellText(cell: Json | undefined): string {
  if (cell === undefined) return '';
  return typeof cell === 'string' ? cell : JSON.stringify(cell);
}
