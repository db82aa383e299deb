// Cuts a capsule into its statements while it streams in, so that a file of any size is held one statement at a time. It
// knows strings, comments and brackets; what is inside a statement is the parser's business.

export interface CapsuleStatement {
  readonly text: string;
  /** Line of the capsule the text begins on, counted from 1. */
  readonly line: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SLASH = 0x2f;
const LF = 0x0a;
const CR = 0x0d;
const OPENING = new Set([...'({['].map((character) => character.charCodeAt(0)));
const CLOSING = new Set([...')}]'].map((character) => character.charCodeAt(0)));

/** A statement begins at this word wherever no bracket is open. */
const FIRST_WORD = 'UPSERT';

type State = 'text' | 'string' | 'escape' | 'slash' | 'comment';

export class StatementSplitter {
  #text = '';
  #at = 0;
  #line = 1;
  #depth = 0;
  #state: State = 'text';
  /** Where the word being read began, or -1. */
  #word = -1;
  /** Whether the text holds more than space and comments. */
  #begun = false;

  /** The statements that `chunk` completed: all that are followed by another one. */
  push(chunk: string): CapsuleStatement[] {
    const done: CapsuleStatement[] = [];
    this.#text += chunk;
    for (; this.#at < this.#text.length; this.#at++) {
      const statement = this.#step(this.#text.charCodeAt(this.#at));
      if (statement) done.push(statement);
    }
    return done;
  }

  /** The last statement; undefined where nothing but space and comments is left. */
  end(): CapsuleStatement | undefined {
    const last = this.#endWord();
    const rest = this.#begun ? this.#cut(this.#text.length) : undefined;
    return last ?? rest;
  }

  #step(code: number): CapsuleStatement | undefined {
    switch (this.#state) {
      case 'escape':
        this.#state = 'string';
        return undefined;
      case 'string':
        // A string never spans lines; an unclosed one ends with its line, and the parser complains.
        if (code === BACKSLASH) this.#state = 'escape';
        else if (code === QUOTE || code === LF) this.#state = 'text';
        return undefined;
      case 'comment':
        if (code === LF || code === CR) this.#state = 'text';
        return undefined;
      case 'slash':
        this.#state = code === SLASH ? 'comment' : 'text';
        if (code === SLASH) return undefined;
        this.#begun = true;
        return this.#plain(code);
      case 'text':
        return this.#plain(code);
    }
  }

  #plain(code: number): CapsuleStatement | undefined {
    if (isWordPart(code)) {
      if (this.#word < 0) this.#word = this.#at;
      return undefined;
    }
    const statement = this.#endWord();
    if (code === SLASH) {
      this.#state = 'slash';
      return statement;
    }
    if (!isSpace(code)) this.#begun = true;
    if (code === QUOTE) this.#state = 'string';
    else if (OPENING.has(code)) this.#depth++;
    else if (CLOSING.has(code)) this.#depth = Math.max(0, this.#depth - 1);
    return statement;
  }

  #endWord(): CapsuleStatement | undefined {
    if (this.#word < 0) return undefined;
    const begin = this.#word;
    const isFirst = this.#depth === 0 && this.#text.slice(begin, this.#at) === FIRST_WORD;
    const statement = isFirst && this.#begun ? this.#cut(begin) : undefined;
    this.#word = -1;
    this.#begun = true;
    return statement;
  }

  /** Takes the text up to `end` as a statement and goes on with the rest. */
  #cut(end: number): CapsuleStatement {
    const text = this.#text.slice(0, end);
    const line = this.#line;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#line++;
    this.#text = this.#text.slice(end);
    this.#at -= end;
    return { text, line };
  }
}

function isWordPart(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39) || code === 0x5f
  );
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === LF || code === CR || code === 0x09;
}
