// How many rows an answer has, for the line above it (specification §6.2.2: several columns come as one list each).
import type { Json } from '../../protocol/values.ts';

const TOKEN = /"(?:\\.|[^"\\])*"?|\/\/[^\n]*|[(),]/g;
const FIND = /^(?:\s|\/\/[^\n]*\n)*FIND\s*\(/i;

/** Undefined for an answer that is no list. */
export function rowsOf(command: string, result: Json | undefined): number | undefined {
  if (!Array.isArray(result)) return undefined;
  const columns = columnCount(command);
  if (columns < 2) return result.length;
  const lists = result.length === columns && result.every((column) => Array.isArray(column));
  return lists ? Math.max(...result.map((column: readonly Json[]) => column.length)) : 1;
}

/** Expressions between the brackets of FIND; 0 for another statement. */
function columnCount(command: string): number {
  const start = FIND.exec(command);
  if (!start) return 0;
  let depth = 1;
  let count = 1;
  for (const [token] of command.slice(start[0].length).matchAll(TOKEN)) {
    if (token === '(') depth++;
    else if (token === ')' && --depth === 0) break;
    else if (token === ',' && depth === 1) count++;
  }
  return count;
}
