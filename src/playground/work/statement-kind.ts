// What a statement is by its first words: enough to title a tab and to know whether it would write.

const FIRST_WORD = /^(?:\s|\/\/[^\n]*(?:\n|$))*([A-Za-z]+)/;
const WRITING = new Set(['UPSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** "FIND", "UPSERT", …; empty for a text that begins with no word. */
function keywordOf(statement: string): string {
  return FIRST_WORD.exec(statement)?.[1]?.toUpperCase() ?? '';
}

export function writes(statement: string): boolean {
  return WRITING.has(keywordOf(statement));
}

/** Where the next statement of a text begins. */
const NEXT = /\n\s*(?=(?:FIND|UPSERT|UPDATE|DELETE|MERGE|DESCRIBE|SEARCH|EXPORT)\b)/;
/** More than a title is made of; a text can be megabytes long, and is titled with every key pressed. */
const LOOKED_AT = 4000;

/** What the first statement of a text is about, in few words: its keyword and the first type, predicate or word that it names. */
export function titleOf(text: string): string {
  const beginning = text.slice(0, LOOKED_AT);
  const keyword = keywordOf(beginning);
  if (keyword === '') return beginning.trim() === '' ? 'Empty' : shortened(beginning);
  const body = beginning
    .replace(/^\s*\/\/[^\n]*$/gm, '')
    .trimStart()
    .split(NEXT, 1)[0]!;
  if (keyword === 'DESCRIBE' || keyword === 'SEARCH') return shortened(body);
  const named =
    /\btype:\s*"([^"$][^"\n]*)"/.exec(body)?.[1] ??
    /,\s*"([^"\n]+)"/.exec(body)?.[1] ??
    /\btype:\s*"([^"\n]+)"/.exec(body)?.[1];
  return named === undefined ? shortened(body) : shortened(`${keyword} ${named}`);
}

const TITLE_MAX = 32;

/** On one line, cut with an ellipsis. */
export function shortened(text: string, max = TITLE_MAX): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > max ? `${line.slice(0, max - 1).trimEnd()}…` : line;
}
