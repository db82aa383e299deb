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

/** What a statement is about, in few words: its keyword and the first type, predicate or word that it names. */
export function titleOf(text: string): string {
  const keyword = keywordOf(text);
  if (keyword === '') return 'Empty';
  const body = text.replace(/^\s*\/\/[^\n]*$/gm, '');
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
