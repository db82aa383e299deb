// A text that parses, as nested pieces: tokens, comments and bracketed groups. The tree gives the tokens with names, the
// signs are what stands between them.
import type { Tree } from '@lezer/common';
import { LineComment } from '../kip-terms.generated.ts';

export interface Token {
  readonly kind: 'token';
  readonly text: string;
  /** Stands behind a blank line. */
  readonly blankBefore: boolean;
}

export interface Comment {
  readonly kind: 'comment';
  readonly text: string;
  readonly blankBefore: boolean;
  /** Stands on a line of its own, not behind something. */
  readonly ownLine: boolean;
}

export interface Group {
  readonly kind: 'group';
  readonly open: string;
  readonly close: string;
  readonly pieces: Piece[];
  /** The text of the token before it, which tells what it is. */
  readonly after: string;
  readonly blankBefore: boolean;
}

export type Piece = Token | Comment | Group;

const SPACE = /\s*/y;
const SIGN = /&&|\|\||[(){}[\],:!|]/y;
const CLOSE: Readonly<Record<string, string>> = { '(': ')', '{': '}', '[': ']' };

export function piecesOf(text: string, tree: Tree): Piece[] {
  const reader = new PieceReader(text);
  tree.iterate({
    enter: (node) => {
      if (node.node.firstChild) return true;
      reader.leaf(node.from, node.to, node.type.id === LineComment);
      return false;
    },
  });
  return reader.finish();
}

class PieceReader {
  readonly #text: string;
  readonly #stack: Piece[][] = [[]];
  /** The end of the last piece. */
  #at = 0;
  #last = '';

  constructor(text: string) {
    this.#text = text;
  }

  leaf(from: number, to: number, isComment: boolean): void {
    this.#signs(from);
    const blankBefore = this.#blankBefore(from);
    if (isComment) {
      const ownLine = this.#stack[0]?.length === 0 || /[\n\r]/.test(this.#text.slice(this.#at, from));
      this.#push({ kind: 'comment', text: this.#text.slice(from, to).trimEnd(), blankBefore, ownLine });
    } else {
      this.#last = this.#text.slice(from, to);
      this.#push({ kind: 'token', text: this.#last, blankBefore });
    }
    this.#at = to;
  }

  finish(): Piece[] {
    this.#signs(this.#text.length);
    return this.#stack[0] ?? [];
  }

  #push(piece: Piece): void {
    this.#stack.at(-1)?.push(piece);
  }

  #blankBefore(from: number): boolean {
    return /\n[^\S\n]*\n/.test(this.#text.slice(this.#at, from).replaceAll('\r\n', '\n'));
  }

  #signs(until: number): void {
    for (;;) {
      SPACE.lastIndex = this.#at;
      const from = this.#at + (SPACE.exec(this.#text)?.[0].length ?? 0);
      if (from >= until) return;
      SIGN.lastIndex = from;
      this.#sign(SIGN.exec(this.#text)?.[0] ?? this.#text.charAt(from), from);
    }
  }

  #sign(sign: string, from: number): void {
    const blankBefore = this.#blankBefore(from);
    this.#at = from + sign.length;
    if (CLOSE[sign]) {
      const pieces: Piece[] = [];
      this.#push({ kind: 'group', open: sign, close: CLOSE[sign], pieces, after: this.#last, blankBefore });
      this.#stack.push(pieces);
    } else if (sign === ')' || sign === '}' || sign === ']') this.#stack.pop();
    else this.#push({ kind: 'token', text: sign, blankBefore });
    this.#last = sign;
  }
}
