// One command through the engine's public door, and its answer as solutions: one array a solution, one value an expression.
import type { Json } from '../src/protocol/values.ts';
import type { Engine } from '../worker/engine.ts';

/** The result of one command. @throws where the engine answers with an error */
export async function resultOf(engine: Engine, command: string): Promise<{ result: Json; cursor: string | undefined }> {
  const { result, error, next_cursor: cursor } = await engine.execute({ command });
  if (error) throw new Error(`${error.code}: ${error.message}\n${command.slice(0, 400)}`);
  return { result: result as Json, cursor };
}

/** All pages of a command, as they come. */
export async function pagesOf(engine: Engine, command: string): Promise<Json[]> {
  const pages: Json[] = [];
  for (let cursor: string | undefined = undefined; ;) {
    const text: string = cursor === undefined ? command : `${command} CURSOR ${JSON.stringify(cursor)}`;
    const answer = await resultOf(engine, text);
    pages.push(answer.result);
    if (answer.cursor === undefined) return pages;
    cursor = answer.cursor;
  }
}

/** FIND answers in columns (§6.2.2), one expression in a bare list. */
export function solutionsOf(result: Json, expressions: number): Json[][] {
  const list = result as readonly Json[];
  if (expressions === 1) return list.map((value) => [value]);
  const columns = list as readonly (readonly Json[])[];
  return (columns[0] ?? []).map((_, row) => columns.map((column) => column[row] as Json));
}

/** The raw result, of the last page where there are several. */
export async function ask(engine: Engine, command: string): Promise<Json[]> {
  return (await resultOf(engine, command)).result as Json[];
}
