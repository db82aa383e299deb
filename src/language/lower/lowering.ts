// What every lowering function works with: the text, a cursor over its tree, and the complaints so far.
// The contract of a lowering function: it is called with the cursor on its node and leaves it there. Where a node does not
// mean anything in its place it reports that and returns a stand-in; a program with complaints is never handed out.
import type { TreeCursor } from '@lezer/common';
import type { Range } from '../../protocol/errors.ts';
import type { Literal, Placeholder, Variable } from '../ast.ts';
import { LineComment } from '../kip-terms.generated.ts';
import { Reporter } from '../reporter.ts';
import type { ValueContext } from '../value-reader.ts';

export class Lowering extends Reporter implements ValueContext {
  readonly cursor: TreeCursor;
  readonly placeholders: Placeholder[] = [];
  #slots = 0;

  constructor(text: string, cursor: TreeCursor) {
    super(text);
    this.cursor = cursor;
  }

  get term(): number {
    return this.cursor.type.id;
  }

  get range(): Range {
    return { from: this.cursor.from, to: this.cursor.to };
  }

  get source(): string {
    return this.text.slice(this.cursor.from, this.cursor.to);
  }

  nextSlot(): number {
    return this.#slots++;
  }

  /** Moves to the first child that is no comment; false, and no move, where there is none. */
  enter(): boolean {
    if (!this.cursor.firstChild()) return false;
    if (this.cursor.type.id !== LineComment || this.next()) return true;
    this.cursor.parent();
    return false;
  }

  /** Moves to the next sibling that is no comment; false, and no move, where there is none. */
  next(): boolean {
    let comments = 0;
    while (this.cursor.nextSibling()) {
      if (this.cursor.type.id !== LineComment) return true;
      comments++;
    }
    while (comments-- > 0) this.cursor.prevSibling();
    return false;
  }

  leave(): void {
    this.cursor.parent();
  }

  /** Visits each child of the node under the cursor, in order, with the child's term. */
  eachChild(visit: (term: number) => void): void {
    if (!this.enter()) return;
    do visit(this.cursor.type.id);
    while (this.next());
    this.leave();
  }

  /** Runs `lower` on the only child that carries meaning, the last one: keywords come before it. */
  lastChild<T>(lower: () => T): T {
    this.cursor.lastChild();
    while (this.cursor.type.id === LineComment) this.cursor.prevSibling();
    const result = lower();
    this.leave();
    return result;
  }
}

/** Stands in for a value that was reported. */
export function nothing(range: Range): Literal {
  return { kind: 'literal', value: null, slot: -1, range };
}

export function lowerVariable(l: Lowering): Variable {
  return { kind: 'variable', name: l.text.slice(l.cursor.from + 1, l.cursor.to), range: l.range };
}

/** Stands in for a variable the grammar demands but a report has excused. */
export function unnamedVariable(range: Range): Variable {
  return { kind: 'variable', name: '', range };
}
