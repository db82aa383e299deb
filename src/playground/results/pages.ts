// The pages of an answer. A page shown is at most a thousand rows; behind it there may be more of the same response, and behind that
// the cursor of the next one, for which the command is run again. Pages that were left are asked for again, not kept.
import type { Nexus } from '../../client/open-nexus.ts';
import type { Statement } from '../../language/core.ts';
import type { CommandResponse } from '../../protocol/response.ts';
import type { Run } from '../work/run.ts';
import { columnTitles, isPaged, pageCommand, statementOf } from './command-text.ts';
import { toTable, type Table } from './table.ts';

const ROWS_A_PAGE = 1000;

export interface Answer {
  readonly run: Run;
  readonly statement: Statement | undefined;
  readonly titles: readonly string[];
}

export function answerOf(run: Run): Answer {
  const statement = statementOf(run.command);
  return { run, statement, titles: columnTitles(run.command, statement) };
}

/** One page as it is shown. */
export interface ShownPage {
  readonly response: CommandResponse;
  readonly table: Table;
  /** Rows of `table` that are shown. */
  readonly from: number;
  readonly to: number;
  /** Rows of the whole answer before those of `table`. */
  readonly before: number;
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
}

export class Pages {
  readonly answer: Answer;
  readonly #nexus: Nexus | undefined;
  /** Cursor and first row of each response that was reached, the first one's without a cursor. */
  readonly #starts: { cursor: string | undefined; before: number }[] = [{ cursor: undefined, before: 0 }];
  #at = 0;
  #from = 0;
  #response: CommandResponse;
  #table: Table;

  constructor(answer: Answer, nexus: Nexus | undefined) {
    this.answer = answer;
    this.#nexus = nexus;
    this.#response = answer.run.response;
    this.#table = this.#toTable();
  }

  get page(): ShownPage {
    const to = Math.min(this.#from + ROWS_A_PAGE, this.#table.length);
    return {
      response: this.#response,
      table: this.#table,
      from: this.#from,
      to,
      before: this.#starts[this.#at]!.before,
      hasPrevious: this.#from > 0 || this.#at > 0,
      hasNext: to < this.#table.length || this.#mayFollow,
    };
  }

  get #mayFollow(): boolean {
    return this.#response.next_cursor !== undefined && isPaged(this.answer.statement) && this.#nexus !== undefined;
  }

  async next(signal: AbortSignal): Promise<void> {
    const { to, before } = this.page;
    if (to < this.#table.length) {
      this.#from = to;
      return;
    }
    const cursor = this.#response.next_cursor;
    if (cursor === undefined) return;
    const start = { cursor, before: before + this.#table.length };
    await this.#load(start.cursor, signal);
    this.#starts[++this.#at] = start;
    this.#from = 0;
  }

  async previous(signal: AbortSignal): Promise<void> {
    if (this.#from > 0) {
      this.#from = Math.max(0, this.#from - ROWS_A_PAGE);
      return;
    }
    if (this.#at === 0) return;
    await this.#load(this.#starts[this.#at - 1]!.cursor, signal);
    this.#at--;
    this.#from = Math.max(0, Math.ceil(this.#table.length / ROWS_A_PAGE) - 1) * ROWS_A_PAGE;
  }

  async #load(cursor: string | undefined, signal: AbortSignal): Promise<void> {
    const response =
      cursor === undefined ? this.answer.run.response : await followCursor(this.#nexus!, this.answer, cursor, signal);
    this.#response = response;
    this.#table = this.#toTable();
  }

  #toTable(): Table {
    return toTable(this.#response.result ?? null, this.answer.titles, this.answer.statement);
  }
}

/**
 * The page of an answer behind a cursor.
 *
 * @throws Error with the message of the answer where it is refused
 */
export async function followCursor(
  nexus: Nexus,
  { run, statement }: Answer,
  cursor: string,
  signal: AbortSignal,
  limit?: number,
): Promise<CommandResponse> {
  if (!isPaged(statement)) throw new Error('This answer has no further pages.');
  const command = pageCommand(run.command, statement, cursor, limit);
  const response: CommandResponse = await nexus.executeReadonly({ command, parameters: run.parameters }, { signal });
  if (response.error) throw new Error(`${response.error.message} ${response.error.hint}`);
  return response;
}
