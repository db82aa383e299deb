// What a piece of shared KIP would do, told without running or even parsing it: the statements by their first words, outside of quotes,
// comments and brackets, so that also a text with faults is told of.

const READS = ['FIND', 'SEARCH', 'DESCRIBE', 'EXPORT'];
const WRITES = ['UPSERT', 'UPDATE', 'MERGE', 'DELETE'];
const TOKEN = /\/\/[^\n]*|"(?:\\.|[^"\\])*"?|[{([]|[})\]]|\b[A-Z]+\b/g;
/** Zero-width and bidirectional controls, and control characters other than tab and line ends. */
const HIDDEN =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/;

export interface Contents {
  /** "2 × UPSERT", one for each kind, those that write first; empty where there is no statement. */
  readonly statements: readonly string[];
  readonly writes: boolean;
  readonly conceptBlocks: number;
  readonly propositionBlocks: number;
  /** Whether there are characters in it that are not seen or that turn text around: what one reads may not be what it says. */
  readonly hidden: boolean;
}

export function contentsOf(text: string): Contents {
  const counts = new Map<string, number>();
  let depth = 0;
  let conceptBlocks = 0;
  let propositionBlocks = 0;
  for (const [token] of text.matchAll(TOKEN)) {
    if (/^[{([]/.test(token)) depth++;
    else if (/^[})\]]/.test(token)) depth = Math.max(0, depth - 1);
    else if (depth === 0 && (READS.includes(token) || WRITES.includes(token)))
      counts.set(token, (counts.get(token) ?? 0) + 1);
    else if (depth === 1 && token === 'CONCEPT') conceptBlocks++;
    else if (depth === 1 && token === 'PROPOSITION') propositionBlocks++;
  }
  return {
    statements: [...WRITES, ...READS].flatMap((word) => (counts.has(word) ? [`${counts.get(word)} × ${word}`] : [])),
    writes: WRITES.some((word) => counts.has(word)),
    conceptBlocks,
    propositionBlocks,
    hidden: HIDDEN.test(text),
  };
}
