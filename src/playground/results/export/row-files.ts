// Rows as JSON and as CSV, in pieces of text. Both are safe wherever they are pasted: JSON inside a script of a page, CSV in a
// spreadsheet.
import type { Json, JsonObject } from '../../../protocol/values.ts';
import { asElement, type Element } from '../../../protocol/elements.ts';
import { csvLine } from '../row-text.ts';
import { type Cell, type Row, type Table } from '../table.ts';

const ROWS_A_PIECE = 500;

/** What became of the export so far. */
export type OnRows = (rows: number) => void;

const SCRIPT_SIGNS: Readonly<Record<string, string>> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/** JSON that means the same and holds no sign that could end a script or begin markup. */
export function safeJson(value: Json, space?: number): string {
  return JSON.stringify(value, null, space).replace(/[<>&\u2028\u2029]/g, (sign) => SCRIPT_SIGNS[sign]!);
}

/** One array; a row of several columns is an object by their titles, of one column the value itself. */
export async function* jsonPieces(tables: AsyncIterable<Table>, onRows: OnRows): AsyncGenerator<string> {
  let rows = 0;
  yield '[';
  for await (const table of tables) {
    const keys = distinct(table.titles);
    for (let from = 0; from < table.length; from += ROWS_A_PIECE) {
      const to = Math.min(table.length, from + ROWS_A_PIECE);
      let piece = '';
      for (let at = from; at < to; at++)
        piece += `${rows + at === 0 ? '\n' : ',\n'}${safeJson(rowValue(keys, table.row(at)))}`;
      yield piece;
      onRows(rows + to);
    }
    rows += table.length;
  }
  yield rows === 0 ? ']\n' : '\n]\n';
}

function rowValue(keys: readonly string[], row: Row): Json {
  if (keys.length === 1) return row[0] ?? null;
  const value: Record<string, Json> = Object.create(null) as Record<string, Json>;
  keys.forEach((key, column) => {
    if (row[column] !== undefined) value[key] = row[column];
  });
  return value as JsonObject;
}

/** The same expression may stand twice in FIND; an object has each key once. */
function distinct(titles: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return titles.map((title) => {
    const times = (seen.get(title) ?? 0) + 1;
    seen.set(title, times);
    return times === 1 ? title : `${title} (${times})`;
  });
}

const FIELDS = ['id', 'type', 'name', 'subject', 'predicate', 'object', 'attributes', 'metadata'] as const;

/**
 * A header line and a line per row, ended by CR LF (RFC 4180). A column of whole elements becomes one column per field; attributes and
 * metadata are JSON.
 */
export async function* csvPieces(
  tables: AsyncIterable<Table>,
  elementColumns: readonly boolean[],
  withMark: boolean,
  onRows: OnRows,
): AsyncGenerator<string> {
  let rows = 0;
  let begun = false;
  for await (const table of tables) {
    const isElements = (column: number) => elementColumns[column] ?? false;
    if (!begun) {
      begun = true;
      const titles = table.titles.flatMap((title, column) =>
        isElements(column) ? FIELDS.map((field) => `${title}.${field}`) : [title],
      );
      // The mark tells spreadsheets that this is UTF-8.
      yield `${withMark ? '\uFEFF' : ''}${csvLine(titles)}\r\n`;
    }
    for (let from = 0; from < table.length; from += ROWS_A_PIECE) {
      const to = Math.min(table.length, from + ROWS_A_PIECE);
      let piece = '';
      for (let at = from; at < to; at++) {
        const row = table.row(at).flatMap((cell, column) => (isElements(column) ? fields(cell) : [cell]));
        piece += `${csvLine(row)}\r\n`;
      }
      yield piece;
      onRows(rows + to);
    }
    rows += table.length;
  }
}

function fields(cell: Cell): Row {
  const element: Partial<Element> | undefined = asElement(cell);
  return FIELDS.map((field) => (element as JsonObject | undefined)?.[field]);
}

/** Which columns hold whole elements only, told by the rows at hand; an empty column holds none. */
export function columnsOfElements(table: Table): boolean[] {
  const found = table.titles.map(() => false);
  const other = table.titles.map(() => false);
  for (let at = 0; at < table.length; at++) {
    table.row(at).forEach((cell, column) => {
      if (cell === null || cell === undefined) return;
      if (asElement(cell)) found[column] = true;
      else other[column] = true;
    });
  }
  return found.map((is, column) => is && !other[column]);
}
