// Whether an engine's response to a FIND is one the naive answer allows: the same rows, in an order ORDER BY permits, and
// under a LIMIT as many of the first rows as there are.
import type { FindStatement } from '../src/language/ast.ts';
import type { KipResponse } from '../src/protocol/response.ts';
import type { Json } from '../src/protocol/values.ts';
import { compareRows, Open, type Answer, type Cell, type Row } from './naive-projection.ts';
import { canonical } from './naive-values.ts';

/** What is wrong with the response, or undefined where nothing is. */
export function disagreement(answer: Answer, response: KipResponse, statement: FindStatement): string | undefined {
  if (answer.kind === 'error') {
    const code = response.error?.code ?? 'a result';
    return answer.codes.includes(code) ? undefined : `expected ${answer.codes.join(' or ')}, got ${code}`;
  }
  if (response.error) return `refused with ${response.error.code}: ${response.error.message}`;
  if (answer.kind === 'scalars') return compareScalars(answer.cells, response.result!);
  const actual = readRows(response.result!, statement.projections.length);
  if (!actual) return `not ${statement.projections.length} equally long column(s): ${JSON.stringify(response.result)}`;
  return comparePage(answer.rows, answer.limit, actual, response.next_cursor !== undefined, statement);
}

function compareScalars(cells: readonly Cell[], result: Json): string | undefined {
  const actual = cells.length === 1 ? [result] : result;
  const same = Array.isArray(actual) && actual.length === cells.length && rowMatches(cells, actual);
  return same ? undefined : `expected ${show(cells)}, got ${JSON.stringify(actual)}`;
}

function comparePage(
  rows: readonly Row[],
  limit: number | undefined,
  actual: readonly (readonly Json[])[],
  more: boolean,
  { orderBy }: FindStatement,
): string | undefined {
  const expected = Math.min(limit ?? Infinity, rows.length);
  if (actual.length !== expected)
    return `expected ${expected} rows${listing(rows)}, got ${actual.length}: ${JSON.stringify(actual)}`;
  if (more !== actual.length < rows.length)
    return `next_cursor is ${more ? 'present' : 'absent'} with ${actual.length} of ${rows.length} rows`;
  // Rows of equal cells are told apart by their keys only, so they are taken in the order of their keys.
  const unused = [...rows].sort((a, b) => compareRows(a, b, orderBy) ?? 0);
  const matched: Row[] = [];
  for (const cells of actual) {
    const at = unused.findIndex((row) => rowMatches(row.cells, cells));
    if (at < 0) return `unexpected row ${JSON.stringify(cells)}; expected${listing(rows)}`;
    matched.push(...unused.splice(at, 1));
  }
  return misorder(matched, unused, rows, orderBy);
}

function misorder(
  page: readonly Row[],
  rest: readonly Row[],
  all: readonly Row[],
  orderBy: FindStatement['orderBy'],
): string | undefined {
  // Where equal rows have keys without an order between them, which of them came first cannot be told.
  const ambiguous =
    new Set(all.map((row) => show(row.cells))).size < all.length &&
    all.some((a) => all.some((b) => compareRows(a, b, orderBy) === undefined));
  if (ambiguous) return undefined;
  const after = [...page, ...rest];
  for (const [index, row] of page.entries()) {
    const early = after.slice(index + 1).find((later) => (compareRows(later, row, orderBy) ?? 0) < 0);
    if (early)
      return `row ${show(early.cells)} with keys ${show(early.keys)} belongs before ${show(row.cells)} with ${show(row.keys)}`;
  }
  return undefined;
}

/** Columns to rows; undefined where the result is not columns of one length. */
function readRows(result: Json, columns: number): readonly (readonly Json[])[] | undefined {
  const table = (columns === 1 ? [result] : result) as readonly (readonly Json[])[];
  const sound = Array.isArray(table) && table.length === columns && table.every((column) => Array.isArray(column));
  if (!sound || table.some((column) => column.length !== table[0]!.length)) return undefined;
  return table[0]!.map((_, index) => table.map((column) => column[index]!));
}

function rowMatches(cells: readonly Cell[], actual: readonly Json[]): boolean {
  return cells.every((cell, index) => {
    const value = actual[index]!;
    if (cell instanceof Open)
      return cell.values === undefined || cell.values.some((allowed) => sameValue(allowed, value));
    return sameValue(cell, value);
  });
}

/** Equal, numbers up to the rounding that depends on the order of a sum. */
function sameValue(a: Json, b: Json): boolean {
  if (typeof a === 'number' && typeof b === 'number') return Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a));
  return canonical(a) === canonical(b);
}

function listing(rows: readonly Row[]): string {
  return ` ${rows.map((row) => show(row.cells)).join(' ')}`;
}

function show(cells: readonly Cell[]): string {
  return JSON.stringify(cells.map((cell) => (cell instanceof Open ? (cell.values ?? 'anything') : cell)));
}
