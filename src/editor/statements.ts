// Where the statements of a document begin and end. A document of the editor is a sheet: any number of statements, most of
// the time one of them half written. So the cut follows words and brackets, not the grammar: a statement runs from its first
// word to the first word of the next, and a bracket that was never closed does not swallow what comes after it.
import type { EditorState, Text } from '@codemirror/state';
import { lineEnd, stringEnd } from '../language/budget.ts';

/** Where a statement is. */
export interface StatementRange {
  /** UTF-16 offsets in the document: the first character of the first word, and the end of the last token. */
  readonly from: number;
  readonly to: number;
}

/** A statement with its text. */
export interface StatementText extends StatementRange {
  readonly text: string;
}

/** The first words of KIP's statements, with what may follow each. */
const OPENINGS: Readonly<Record<string, RegExp>> = {
  FIND: /\s*\(/y,
  UPSERT: /\s*\{/y,
  UPDATE: /\s+\?/y,
  MERGE: /\s+CONCEPT\b/y,
  DELETE: /\s+(?:ATTRIBUTES|METADATA|PROPOSITIONS|CONCEPT)\b/y,
  DESCRIBE: /\s+(?:PRIMER|DOMAINS|CONCEPT|PROPOSITION)\b/y,
  SEARCH: /\s+(?:CONCEPT|PROPOSITION)\b/y,
  EXPORT: /\s+\?/y,
};

/** Most words need not be looked at. */
const OPENING_LENGTHS = /*@__PURE__*/ new Set(Object.keys(OPENINGS).map((word) => word.length));

const cache = new WeakMap<Text, readonly StatementRange[]>();

/** The statements of a document in order. Comments and space belong to none; everything else belongs to one. */
export function statementsOf(doc: Text): readonly StatementRange[] {
  let ranges = cache.get(doc);
  if (!ranges) cache.set(doc, (ranges = new StatementScan(doc.toString()).run()));
  return ranges;
}

/**
 * The statement a caret at `pos` means: the one it stands in or behind on the same line; in a comment, the statement the
 * comment heads; in the space between two statements, the one before. Undefined for a document without statements.
 */
export function statementAt(state: EditorState, pos: number): StatementText | undefined {
  const ranges = statementsOf(state.doc);
  const next = ranges.findIndex(({ from }) => from > pos);
  const before = ranges[(next < 0 ? ranges.length : next) - 1];
  const after = next < 0 ? undefined : ranges[next];
  const range = chooseStatement(state.doc, pos, before, after);
  return range && { ...range, text: state.sliceDoc(range.from, range.to) };
}

function chooseStatement(doc: Text, pos: number, before?: StatementRange, after?: StatementRange) {
  if (!before || !after) return before ?? after;
  if (pos <= doc.lineAt(before.to).to) return before;
  const last = doc.lineAt(after.from).number;
  for (let number = doc.lineAt(pos).number; number < last; number++) {
    if (!doc.line(number).text.trimStart().startsWith('//')) return before;
  }
  return after;
}

/** One pass over the characters: a capsule of megabytes takes milliseconds. */
class StatementScan {
  readonly text: string;
  readonly ranges: StatementRange[] = [];
  at = 0;
  depth = 0;
  /** Offset of the statement under way; -1 before its first token. */
  start = -1;
  /** The end of the last token. */
  end = 0;
  /** Whether the statement under way has begun with one of the first words. */
  opened = false;

  constructor(text: string) {
    this.text = text;
  }

  run(): readonly StatementRange[] {
    const { text } = this;
    while (this.at < text.length) {
      const code = text.charCodeAt(this.at);
      if (code <= 0x20 || code === 0xa0 || code === 0xfeff) this.at++;
      else if (code === 0x2f && text.charCodeAt(this.at + 1) === 0x2f) this.at = lineEnd(text, this.at);
      else this.#token(code);
    }
    this.#close();
    return this.ranges;
  }

  #token(code: number): void {
    const { text, at } = this;
    const sigil = code === 0x3f || code === 0x3a || code === 0x2e;
    const from = sigil ? at + 1 : at;
    const end = wordEnd(text, from);
    if (!sigil && OPENING_LENGTHS.has(end - from)) this.#word(text.slice(at, end));
    if (this.start < 0) this.start = at;
    if (code === 0x22) this.at = stringEnd(text, at);
    else if (end > from) this.at = end;
    else this.at++;
    if (code === 0x28 || code === 0x5b || code === 0x7b) this.depth++;
    else if (code === 0x29 || code === 0x5d || code === 0x7d) this.depth = Math.max(0, this.depth - 1);
    this.end = this.at;
  }

  /** Words before the first opening belong to the statement it opens, where they are complained of as one text. */
  #word(word: string): void {
    const opening = Object.hasOwn(OPENINGS, word.toUpperCase());
    if (!opening || (this.depth > 0 && !this.#breaksOut(word))) return;
    if (this.opened) this.#close();
    this.opened = true;
    this.depth = 0;
  }

  /** Inside brackets only a whole opening counts, at the head of a line that is indented no deeper than this statement. */
  #breaksOut(word: string): boolean {
    const follows = OPENINGS[word];
    if (!follows) return false;
    follows.lastIndex = this.at + word.length;
    if (!follows.test(this.text)) return false;
    return this.#indent(this.at) <= this.#indent(this.start);
  }

  /** The column of an offset, Infinity where something stands before it on its line. */
  #indent(offset: number): number {
    const line = this.text.lastIndexOf('\n', offset - 1) + 1;
    return this.text.slice(line, offset).trim() === '' ? offset - line : Infinity;
  }

  #close(): void {
    if (this.start >= 0) this.ranges.push({ from: this.start, to: this.end });
    this.start = -1;
    this.opened = false;
  }
}

/** The end of the word that starts at `from`; `from` itself if none does. */
export function wordEnd(text: string, from: number): number {
  let at = from;
  while (isWordPart(text.charCodeAt(at))) at++;
  return at;
}

function isWordPart(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39) || code === 0x5f
  );
}
