// A text after some edits, which knows where each of its characters stood in the source.
import type { Range } from '../../protocol/errors.ts';
import type { TextEdit } from '../diagnostics.ts';

export class MendedText {
  readonly text: string;
  readonly #previous: MendedText | undefined;
  readonly #edits: readonly TextEdit[];

  constructor(text: string, previous?: MendedText, edits: readonly TextEdit[] = []) {
    this.text = text;
    this.#previous = previous;
    this.#edits = edits.toSorted((a, b) => a.from - b.from);
  }

  with(edits: readonly TextEdit[]): MendedText {
    return new MendedText(applyEdits(this.text, edits), this, edits);
  }

  originalRange({ from, to }: Range): Range {
    const start = this.#original(from);
    return { from: start, to: Math.max(start, this.#original(to)) };
  }

  originalEdit(edit: TextEdit): TextEdit {
    return { ...this.originalRange(edit), insert: edit.insert };
  }

  #original(offset: number): number {
    if (!this.#previous) return offset;
    let shift = 0;
    for (const { from, to, insert } of this.#edits) {
      const start = from + shift;
      if (offset <= start) break;
      if (offset < start + insert.length) return this.#previous.#original(from);
      shift += insert.length - (to - from);
    }
    return this.#previous.#original(offset - shift);
  }
}

/** The text after some edits, none of which overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = '';
  let at = 0;
  for (const edit of edits.toSorted((a, b) => a.from - b.from)) {
    result += text.slice(at, edit.from) + edit.insert;
    at = edit.to;
  }
  return result + text.slice(at);
}
