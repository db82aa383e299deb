// What a command does, told by its first word. KIP keywords are upper case and a command is one statement (or several UPSERTs),
// so the first word is enough; whoever relies on it still sends what is not known to write through the read-only door.

/** What a statement does, by how it begins. */
export type StatementKind =
  'find' | 'search' | 'describe' | 'export' | 'upsert' | 'update' | 'merge' | 'delete' | 'unknown';

const KINDS: ReadonlyMap<string, StatementKind> = new Map([
  ['FIND', 'find'],
  ['SEARCH', 'search'],
  ['DESCRIBE', 'describe'],
  ['EXPORT', 'export'],
  ['UPSERT', 'upsert'],
  ['UPDATE', 'update'],
  ['MERGE', 'merge'],
  ['DELETE', 'delete'],
]);

const WRITING: ReadonlySet<StatementKind> = new Set(['upsert', 'update', 'merge', 'delete']);

/** White space and comments, then a word. */
const FIRST_WORD = /^(?:\s|\/\/[^\n]*(?:\n|$))*([A-Za-z]+)/;

/** The kind of a command; `unknown` for text that begins with none of the eight keywords. */
export function statementKind(command: string): StatementKind {
  return KINDS.get(FIRST_WORD.exec(command)?.[1] ?? '') ?? 'unknown';
}

/** Whether a command of this kind changes the memory. */
export const isWriting = (kind: StatementKind): boolean => WRITING.has(kind);

/** How many expressions a FIND has: with two or more its answer is one array per expression. 0 for other commands. */
export function findWidth(command: string): number {
  if (statementKind(command) !== 'find') return 0;
  const open = FIRST_WORD.exec(command)![0].length;
  let width = 1;
  let depth = 0;
  for (const [token] of command.slice(open).matchAll(/"(?:[^"\\]|\\.)*"|\/\/[^\n]*|[()[\]{},]/g)) {
    if ('([{'.includes(token)) depth++;
    else if (')]}'.includes(token)) depth--;
    else if (token === ',' && depth === 1) width++;
    if (depth === 0 && token === ')') break;
  }
  return width;
}
