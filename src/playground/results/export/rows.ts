// All rows of an answer, page by page: those that are there, then behind each cursor the next ones, in larger pages than are shown.
import type { Nexus } from '../../../client/open-nexus.ts';
import type { CommandResponse } from '../../../protocol/response.ts';
import { type Answer, followCursor } from '../pages.ts';
import { toTable, type Table } from '../table.ts';

/** Rows asked for at once. Larger pages are hardly faster, and a cancel waits for the one under way. */
const PAGE = 5000;

export async function* responsesOf(answer: Answer, nexus: Nexus, signal: AbortSignal): AsyncGenerator<CommandResponse> {
  let { response } = answer.run;
  yield response;
  while (response.next_cursor !== undefined) {
    signal.throwIfAborted();
    response = await followCursor(nexus, answer, response.next_cursor, signal, PAGE);
    yield response;
  }
}

export async function* tablesOf(answer: Answer, nexus: Nexus, signal: AbortSignal): AsyncGenerator<Table> {
  for await (const { result = null } of responsesOf(answer, nexus, signal)) {
    yield toTable(result, answer.titles, answer.statement);
  }
}
