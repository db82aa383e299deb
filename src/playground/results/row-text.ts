// Rows as text for the clipboard and for files that spreadsheets open. A spreadsheet takes a text that begins with one of a few
// signs for a formula, whoever wrote it; such a text gets an apostrophe in front, which the spreadsheet shows as text.
import { cellText, type Cell, type Row } from './table.ts';

/** The signs OWASP names, their full-width forms, which spreadsheets of East Asia take for the same, and the line feed. */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/** A cell as text no spreadsheet takes for a formula. Numbers are none, whatever their sign. */
export function safeText(cell: Cell): string {
  const text = cellText(cell);
  return typeof cell === 'string' && FORMULA.test(text) ? `'${text}` : text;
}

/** One line of CSV (RFC 4180), without its line end. */
export function csvLine(row: Row): string {
  return row.map((cell) => quoted(safeText(cell), /[",\r\n\t]|^\s|\s$|^'/)).join(',');
}

/** One line of tab-separated text, as spreadsheets exchange it by the clipboard. */
export function tabbedLine(row: Row): string {
  return row.map((cell) => quoted(safeText(cell), /["\t\r\n]/)).join('\t');
}

function quoted(text: string, where: RegExp): string {
  return where.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
