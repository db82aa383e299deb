// Reads one `{…}` or `[…]` of plain values straight from the text into the AST: JSON with bare keys, placeholders, comments
// and trailing commas (§2.7). It gives up (undefined) at anything else, and the grammar then says what is wrong.
import type { ArrayValue, Literal, Member, ObjectValue, Placeholder, Value } from './ast.ts';

/** What a reader needs of the command around the value. */
export interface ValueContext {
  readonly text: string;
  readonly placeholders: Placeholder[];
  nextSlot(): number;
}

/** Thrown by the readers where the text is not plain; never leaves this folder. */
export class Unreadable extends Error {}

export const wordPattern = /[A-Za-z_][A-Za-z0-9_]*/y;
/** What a string holds up to its end or its first escape. */
const plainPattern = /[^"\\\u0000-\u001f]*/y;
const numberPattern = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const CONSTANTS: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null };

/** The object or array at `from`, which must end exactly at `to`. */
export function readWholeValue(context: ValueContext, from: number, to: number): ObjectValue | ArrayValue | undefined {
  try {
    const reader = new ValueReader(context, from);
    const value = reader.value();
    return reader.at === to && (value.kind === 'object' || value.kind === 'array') ? value : undefined;
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

function repeatsKey(members: readonly Member[]): boolean {
  if (members.length > 8) return new Set(members.map((member) => member.key)).size < members.length;
  return members.some((member, index) => members.findIndex((other) => other.key === member.key) < index);
}

export class ValueReader {
  readonly context: ValueContext;
  readonly text: string;
  at: number;

  constructor(context: ValueContext, at: number) {
    this.context = context;
    this.text = context.text;
    this.at = at;
  }

  value(): Value {
    const from = this.at;
    switch (this.text.charCodeAt(from)) {
      case 0x7b:
        return this.object();
      case 0x5b:
        return this.array();
      case 0x22: {
        const slot = this.context.nextSlot();
        return this.literal(this.string(), from, slot);
      }
      case 0x3a:
        return this.placeholder();
      default:
        return this.constantOrNumber();
    }
  }

  object(): ObjectValue {
    const from = this.at++;
    const members: Member[] = [];
    while (this.#more(0x7d, members.length > 0)) members.push(this.member());
    if (repeatsKey(members)) throw new Unreadable();
    return { kind: 'object', members, range: { from, to: this.at } };
  }

  array(): ArrayValue {
    const from = this.at++;
    const items: Value[] = [];
    while (this.#more(0x5d, items.length > 0)) items.push(this.value());
    return { kind: 'array', items, range: { from, to: this.at } };
  }

  member(): Member {
    const from = this.at;
    const key = this.text.charCodeAt(from) === 0x22 ? this.string() : this.match(wordPattern);
    const keyRange = { from, to: this.at };
    this.skipSpace();
    if (this.text.charCodeAt(this.at) !== 0x3a) throw new Unreadable();
    this.at++;
    this.skipSpace();
    const value = this.value();
    return { key, keyRange, value, range: { from, to: this.at } };
  }

  string(): string {
    const { text, at: from } = this;
    plainPattern.lastIndex = from + 1;
    plainPattern.test(text);
    let at = plainPattern.lastIndex;
    if (text.charCodeAt(at) === 0x22) {
      this.at = at + 1;
      return text.slice(from + 1, at);
    }
    for (; text.charCodeAt(at) !== 0x22; at++) {
      const code = text.charCodeAt(at);
      if (!(code >= 0x20)) throw new Unreadable();
      if (code === 0x5c) at++;
    }
    this.at = at + 1;
    return this.#decode(from);
  }

  placeholder(): Placeholder {
    const from = this.at++;
    const name = this.match(wordPattern);
    const placeholder: Placeholder = { kind: 'placeholder', name, range: { from, to: this.at } };
    this.context.placeholders.push(placeholder);
    return placeholder;
  }

  constantOrNumber(): Literal {
    const from = this.at;
    const code = this.text.charCodeAt(from);
    if (code === 0x2d || (code >= 0x30 && code <= 0x39)) {
      const number = Number(this.match(numberPattern));
      if (!Number.isFinite(number)) throw new Unreadable();
      return this.literal(number, from, this.context.nextSlot());
    }
    const word = this.match(wordPattern);
    if (!Object.hasOwn(CONSTANTS, word)) throw new Unreadable();
    return this.literal(CONSTANTS[word] as boolean | null, from, -1);
  }

  literal(value: Literal['value'], from: number, slot: number): Literal {
    return { kind: 'literal', value, slot, range: { from, to: this.at } };
  }

  #decode(from: number): string {
    try {
      return JSON.parse(this.text.slice(from, this.at)) as string;
    } catch {
      throw new Unreadable();
    }
  }

  /** Steps to the next item of a list, over the comma that `afterItem` calls for, or over the closing bracket. */
  #more(close: number, afterItem: boolean): boolean {
    this.skipSpace();
    if (afterItem && this.text.charCodeAt(this.at) === 0x2c) {
      this.at++;
      this.skipSpace();
    } else if (afterItem && this.text.charCodeAt(this.at) !== close) throw new Unreadable();
    if (this.text.charCodeAt(this.at) !== close) return true;
    this.at++;
    return false;
  }

  match(pattern: RegExp): string {
    const from = this.at;
    pattern.lastIndex = from;
    if (!pattern.test(this.text)) throw new Unreadable();
    this.at = pattern.lastIndex;
    return this.text.slice(from, this.at);
  }

  skipSpace(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09 || code === 0xa0 || code === 0xfeff)
        this.at++;
      else if (code === 0x2f && this.text.charCodeAt(this.at + 1) === 0x2f) this.#skipComment();
      else return;
    }
  }

  #skipComment(): void {
    while (this.at < this.text.length) {
      const code = this.text.charCodeAt(this.at);
      if (code === 0x0a || code === 0x0d) return;
      this.at++;
    }
  }
}
