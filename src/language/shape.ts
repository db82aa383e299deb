// The key under which a compiled command is cached: its text without comments, with runs of space collapsed, every string
// literal as `"` and every number as `#`. Two texts of one shape have the same AST but for literal values and ranges.
// The scan follows the grammar's lexical rules and refuses whatever does not look right, including literals whose value
// the parser would complain of (LIMIT 0, MODE "fuzzy", DELETE METADATA {"_x"}): those go through the parser. So if one
// text of a shape parses, all texts of that shape do.
import { isWellFormed } from './budget.ts';
import { SEARCH_MODES } from './lower/meta.ts';

export interface Shape {
  readonly shape: string;
  /** The values of the literals in source order: entry n belongs to the Literal with slot n. */
  readonly literals: readonly (string | number)[];
}

const numberPattern = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const wordPattern = /[A-Za-z0-9_]+/y;
const hopsPattern = /\{[ \t\r\n0-9,]*\}/y;

/** The shape of a command text, undefined where the scan finds anything the grammar has no token for. */
export function shapeOf(text: string): Shape | undefined {
  return isWellFormed(text) ? new ShapeScan(text).run() : undefined;
}

class ShapeScan {
  readonly text: string;
  readonly literals: (string | number)[] = [];
  at = 0;
  shape = '';
  /** Where the part of the text starts that is to be copied as it is. */
  pending = 0;
  lastWord = '';

  constructor(text: string) {
    this.text = text;
  }

  run(): Shape | undefined {
    const { text } = this;
    while (this.at < text.length) {
      if (!this.#step(text.charCodeAt(this.at))) return undefined;
    }
    this.#copy(this.at);
    return { shape: this.shape.trimEnd(), literals: this.literals };
  }

  /** Takes one token; false for what cannot stand in a command. */
  #step(code: number): boolean {
    const { text, at } = this;
    if (isSpace(code) || (code === 0x2f && text.charCodeAt(at + 1) === 0x2f)) return this.#space();
    if (code === 0x22) return this.#string();
    if (isDigit(code) || code === 0x2d) return this.#number();
    if (isWordStart(code)) return this.#word();
    // ? : . begin names; a digit may not follow.
    if (code === 0x3f || code === 0x3a || code === 0x2e) return this.#sigil(code);
    if (code === 0x7b) return this.#brace();
    this.at++;
    return PUNCTUATION.has(code);
  }

  #copy(until: number): void {
    this.shape += this.text.slice(this.pending, until);
  }

  #space(): boolean {
    this.#copy(this.at);
    this.at = skipSpace(this.text, this.at);
    this.pending = this.at;
    if (this.shape !== '') this.shape += ' ';
    return true;
  }

  #string(): boolean {
    const { text } = this;
    const from = this.at;
    const value = this.#readString();
    if (value === undefined) return false;
    const next = skipSpace(text, this.at);
    // A key is part of the shape; so is the space between it and the colon gone.
    if (text.charCodeAt(next) === 0x3a) {
      this.#copy(this.at);
      this.at = next;
      this.pending = next;
      return true;
    }
    return this.#literal(from, '"', value) && this.#acceptsString(value);
  }

  /** The value of the string under the scan, which moves behind it; undefined if it is not a JSON string. */
  #readString(): string | undefined {
    const { text } = this;
    const from = this.at;
    let escaped = false;
    for (let at = from + 1; ; at++) {
      const code = text.charCodeAt(at);
      if (!(code >= 0x20)) return undefined;
      if (code === 0x5c) {
        escaped = true;
        at++;
      } else if (code === 0x22) {
        this.at = at + 1;
        break;
      }
    }
    if (!escaped) return text.slice(from + 1, this.at - 1);
    try {
      return JSON.parse(text.slice(from, this.at)) as string;
    } catch {
      return undefined;
    }
  }

  #number(): boolean {
    const from = this.at;
    numberPattern.lastIndex = from;
    const found = numberPattern.exec(this.text);
    if (!found) return false;
    this.at = numberPattern.lastIndex;
    if (isWordPart(this.text.charCodeAt(this.at))) return false;
    const value = Number(found[0]);
    return Number.isFinite(value) && this.#literal(from, '#', value) && this.#acceptsNumber(value);
  }

  #literal(from: number, mark: string, value: string | number): boolean {
    this.#copy(from);
    this.shape += mark;
    this.pending = this.at;
    this.literals.push(value);
    return true;
  }

  #word(): boolean {
    wordPattern.lastIndex = this.at;
    const word = wordPattern.exec(this.text)?.[0] ?? '';
    this.at += word.length;
    this.lastWord = word;
    return true;
  }

  /** A colon alone is the one between key and value; a question mark or full stop needs a name behind it. */
  #sigil(code: number): boolean {
    this.at++;
    if (isWordStart(this.text.charCodeAt(this.at))) return this.#word();
    return code === 0x3a;
  }

  /** `{1,5}` is a hop quantifier and stays as it is; only there does a number follow the brace. */
  #brace(): boolean {
    hopsPattern.lastIndex = this.at;
    const hops = hopsPattern.exec(this.text);
    if (!hops && isDigit(this.text.charCodeAt(skipSpace(this.text, this.at + 1)))) return false;
    this.#copy(this.at);
    this.shape += hops ? hops[0].replace(/\s+/g, ' ') : '{';
    this.at += hops ? hops[0].length : 1;
    this.pending = this.at;
    return true;
  }

  #acceptsString(value: string): boolean {
    if (this.lastWord === 'MODE') return (SEARCH_MODES as readonly string[]).includes(value);
    return !(value.startsWith('_') && this.lastWord === 'METADATA');
  }

  #acceptsNumber(value: number): boolean {
    switch (this.lastWord) {
      case 'LIMIT':
        return Number.isSafeInteger(value) && value >= 1;
      case 'VERSION':
        return Number.isSafeInteger(value) && value >= 0;
      case 'THRESHOLD':
        return value >= 0 && value <= 1;
      default:
        return true;
    }
  }
}

const PUNCTUATION = new Set([...'()[]},!=<>&|'].map((character) => character.charCodeAt(0)));

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09 || code === 0xa0 || code === 0xfeff;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isWordStart(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x5f;
}

function isWordPart(code: number): boolean {
  return isWordStart(code) || isDigit(code);
}

/** The offset of the next token. */
function skipSpace(text: string, from: number): number {
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    if (isSpace(code)) at++;
    else if (code === 0x2f && text.charCodeAt(at + 1) === 0x2f) {
      while (at < text.length && text.charCodeAt(at) !== 0x0a && text.charCodeAt(at) !== 0x0d) at++;
    } else return at;
  }
}
