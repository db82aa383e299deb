// The part of a statement that matters at a position. Of most statements that is all of it; of a capsule of a thousand blocks
// it is the opening and the blocks around the position, so that a key press never waits for the rest to be read.
import type { EditorState } from '@codemirror/state';
import { lineEnd, stringEnd } from '../language/budget.ts';
import { statementsOf } from './statements.ts';

/** Statements up to this length are taken whole, in UTF-16 units. */
const WHOLE_MAX = 24 * 1024;
/** How many closed brackets in front of the position are kept of longer ones. */
const BLOCKS_BEFORE = 8;

export class Excerpt {
  readonly text: string;
  /** Where the statement begins in the document. */
  readonly #from: number;
  /** How much of the text is its opening, and where in the document the rest begins. */
  readonly #head: number;
  readonly #body: number;

  constructor(text: string, from: number, head = 0, body = from) {
    this.text = text;
    this.#from = from;
    this.#head = head;
    this.#body = body;
  }

  /** The offset in the text of a position of the document that the excerpt is about. */
  inText(pos: number): number {
    return pos < this.#body ? pos - this.#from : pos - this.#body + this.#head;
  }

  inDocument(offset: number): number {
    return offset < this.#head ? this.#from + offset : this.#body + offset - this.#head;
  }
}

/** The statement that what is written at `pos` belongs to, at least up to `pos`. */
export function excerptAt(state: EditorState, pos: number): Excerpt {
  const range = statementsOf(state.doc).findLast(({ from }) => from <= pos);
  if (!range) return new Excerpt('', pos);
  const text = state.sliceDoc(range.from, Math.max(range.to, pos));
  return text.length <= WHOLE_MAX ? new Excerpt(text, range.from) : cut(text, range.from, pos - range.from);
}

function cut(text: string, from: number, at: number): Excerpt {
  let depth = 0;
  /** Behind the outermost bracket that is open, or the last that was; and the ends of those closed directly inside it. */
  let head = 0;
  let closed: number[] = [];
  let end = Math.min(text.length, at + WHOLE_MAX);
  let body: number | undefined;
  for (const { offset, opens } of bracketsOf(text, end)) {
    if (offset >= at) body ??= bodyStart(depth, head, closed);
    depth = Math.max(0, depth + (opens ? 1 : -1));
    if (body !== undefined) {
      // The block the position is in ends here.
      if (opens || depth > 1) continue;
      end = offset + 1;
      break;
    }
    if (opens && depth === 1) [head, closed] = [offset + 1, []];
    else if (!opens && depth === 1) closed.push(offset + 1);
    else if (depth === 0) closed = [offset];
  }
  body ??= bodyStart(depth, head, closed);
  return new Excerpt(text.slice(0, head) + text.slice(body, end), from, head, from + body);
}

/** Where the part behind the opening begins: at the bracket that closed it, or some blocks before the position. */
function bodyStart(depth: number, head: number, closed: readonly number[]): number {
  return closed.at(depth === 0 ? -1 : -BLOCKS_BEFORE) ?? head;
}

interface Bracket {
  readonly offset: number;
  readonly opens: boolean;
}

/** The brackets before an offset, outside strings and comments. */
function* bracketsOf(text: string, to: number): Generator<Bracket> {
  for (let offset = 0; offset < to; offset++) {
    const code = text.charCodeAt(offset);
    if (code === 0x22) offset = stringEnd(text, offset) - 1;
    else if (code === 0x2f && text.charCodeAt(offset + 1) === 0x2f) offset = lineEnd(text, offset);
    else if (code === 0x28 || code === 0x5b || code === 0x7b) yield { offset, opens: true };
    else if (code === 0x29 || code === 0x5d || code === 0x7d) yield { offset, opens: false };
  }
}
