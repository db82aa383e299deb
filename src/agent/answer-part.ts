// An answer in parts that fit. A list is cut between its rows; only a row that would fill more than a part of its own, and a
// result that is no list, is cut inside, as JSON text. All parts together are the whole answer.
import type { CommandResponse } from '../protocol/response.ts';
import type { Json } from '../protocol/values.ts';
import { jsonSize } from './json-size.ts';

/** The answer to one command, or what is left of it. */
export interface Pending {
  readonly response: CommandResponse;
  /** The result has one array per FIND expression, so that a row goes across. */
  readonly columns: boolean;
  /** Rows that earlier parts had. */
  readonly rowsBefore: number;
  /** A row, or the whole result, that is being handed out as text. */
  readonly text?: PendingText | undefined;
}

interface PendingText {
  readonly whole: string;
  readonly from: number;
  /** The row it stands for; undefined where it is the whole result. */
  readonly row: number | undefined;
}

export interface AnswerPart {
  /** Undefined where nothing fits and a part of its own is needed. */
  readonly shown: PartialResponse | undefined;
  readonly rest: Pending | undefined;
  /** What is shown of it, in words. */
  readonly what: string;
}

/** As the response; `result_text` is a piece of the JSON text of a row or result that is too long for one part. */
export interface PartialResponse extends CommandResponse {
  readonly result_text?: string;
}

/** Room for the members around a result. */
const FRAME = 40;
/** Less room than this is not worth starting a text in. */
const TEXT_MIN = 200;

export function pendingOf(response: CommandResponse, columns: boolean): Pending {
  const { result } = response;
  const isTable =
    columns && Array.isArray(result) && result.length > 0 && result.every((column) => Array.isArray(column));
  return { response, columns: isTable, rowsBefore: 0 };
}

/**
 * The next part of an answer.
 *
 * @param room characters of JSON this part may have
 * @param whole characters a part may have that has nothing else in it
 */
export function nextPart(pending: Pending, room: number, whole: number): AnswerPart {
  if (pending.text) return textPart(pending, pending.text, room);
  if (jsonSize(pending.response as unknown as Json, room) <= room) return lastPart(pending);
  const { result } = pending.response;
  if (!Array.isArray(result))
    return textPart(
      pending,
      { whole: JSON.stringify(result ?? pending.response.error), from: 0, row: undefined },
      room,
    );
  const rows = rowsThatFit(pending, room - FRAME);
  if (rows > 0) return rowsPart(pending, rows);
  const row = rowAt(pending, 0);
  if (jsonSize(row, whole - FRAME) <= whole - FRAME && room < whole)
    return { shown: undefined, rest: pending, what: '' };
  return textPart(pending, { whole: JSON.stringify(row), from: 0, row: pending.rowsBefore }, room);
}

function lastPart(pending: Pending): AnswerPart {
  const { rowsBefore } = pending;
  const what =
    rowsBefore === 0 ? 'all of it' : rowsInWords(rowsBefore, rowCount(pending), rowsBefore + rowCount(pending));
  return { shown: pending.response, rest: undefined, what };
}

function rowsPart(pending: Pending, count: number): AnswerPart {
  const total = pending.rowsBefore + rowCount(pending);
  const what = rowsInWords(pending.rowsBefore, count, total);
  return { shown: { result: slice(pending, 0, count) }, rest: afterRows(pending, count), what };
}

function textPart(pending: Pending, text: PendingText, room: number): AnswerPart {
  if (room < TEXT_MIN) return { shown: undefined, rest: { ...pending, text }, what: '' };
  const piece = pieceThatFits(text.whole, text.from, room - FRAME);
  const to = text.from + piece.length;
  const of = text.row === undefined ? 'the result' : `row ${text.row + 1}`;
  const what = `characters ${text.from + 1}–${to} of ${text.whole.length} of ${of}, as JSON text`;
  const shown = { result_text: piece };
  if (to < text.whole.length) return { shown, rest: { ...pending, text: { ...text, from: to } }, what };
  if (text.row !== undefined) return { shown, rest: afterRows({ ...pending, text: undefined }, 1), what };
  const { next_cursor } = pending.response;
  return { shown: next_cursor === undefined ? shown : { ...shown, next_cursor }, rest: undefined, what };
}

/** What is left behind the first `count` rows; undefined where that is nothing, not even a cursor. */
function afterRows(pending: Pending, count: number): Pending | undefined {
  const total = rowCount(pending);
  if (count >= total && pending.response.next_cursor === undefined) return undefined;
  const response = { ...pending.response, result: slice(pending, count, total) };
  return { response, columns: pending.columns, rowsBefore: pending.rowsBefore + count };
}

function rowsThatFit(pending: Pending, room: number): number {
  const columns = pending.columns ? (pending.response.result as readonly (readonly Json[])[]) : undefined;
  let size = columns ? 2 + 3 * columns.length : 2;
  const count = rowCount(pending);
  for (let row = 0; row < count; row++) {
    const value = rowAt(pending, row);
    size += jsonSize(value, room - size) + 1;
    if (size > room) return row;
  }
  // All rows fit, but not with what stands beside them.
  return count;
}

function rowCount({ response, columns }: Pending): number {
  const result = response.result as readonly Json[] | undefined;
  if (!Array.isArray(result)) return 0;
  return columns ? (result[0] as readonly Json[]).length : result.length;
}

function rowAt({ response, columns }: Pending, row: number): Json {
  const result = response.result as readonly Json[];
  return columns ? result.map((column) => (column as readonly Json[])[row]!) : result[row]!;
}

function slice({ response, columns }: Pending, from: number, to: number): Json {
  const result = response.result as readonly Json[];
  return columns ? result.map((column) => (column as readonly Json[]).slice(from, to)) : result.slice(from, to);
}

/** The longest piece whose JSON text has room; it never parts a surrogate pair. */
function pieceThatFits(text: string, from: number, room: number): string {
  let to = Math.min(text.length, from + room);
  for (;;) {
    const code = text.charCodeAt(to - 1);
    if (to < text.length && to > from + 1 && code >= 0xd800 && code < 0xdc00) to--;
    const piece = text.slice(from, to);
    const over = JSON.stringify(piece).length - room;
    if (over <= 0) return piece;
    to = Math.max(from + 1, to - Math.max(1, Math.ceil(over / 2)));
  }
}

function rowsInWords(before: number, count: number, total: number): string {
  if (count === 0) return `no more rows of ${total}`;
  return `rows ${before + 1}–${before + count} of ${total}`;
}
