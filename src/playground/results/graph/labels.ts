// Which labels are drawn, and where: the more a node is linked, the earlier it chooses; a label that would lie on another one waits
// until there is room, by zooming in. Boxes taken are kept in squares of the screen.
import { shortened } from '../words.ts';

const SQUARE = 48;

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export class TakenBoxes {
  readonly #squares = new Map<number, Box[]>();

  /** Takes a box if nothing lies there yet. */
  take(box: Box): boolean {
    const squares = this.#keys(box);
    for (const key of squares) {
      for (const other of this.#squares.get(key) ?? []) {
        if (box.left < other.right && box.right > other.left && box.top < other.bottom && box.bottom > other.top)
          return false;
      }
    }
    this.#add(box, squares);
    return true;
  }

  add(box: Box): void {
    this.#add(box, this.#keys(box));
  }

  #add(box: Box, squares: readonly number[]): void {
    for (const key of squares) {
      const boxes = this.#squares.get(key);
      if (boxes) boxes.push(box);
      else this.#squares.set(key, [box]);
    }
  }

  #keys({ left, top, right, bottom }: Box): number[] {
    const keys: number[] = [];
    for (let column = Math.floor(left / SQUARE); column <= Math.floor(right / SQUARE); column++) {
      for (let row = Math.floor(top / SQUARE); row <= Math.floor(bottom / SQUARE); row++)
        keys.push(column * 10_007 + row);
    }
    return keys;
  }
}

const LINE_MAX = 22;
const LABEL_MAX = 46;

/** A name on at most two lines, cut where it is longer; the whole of it is told by the inspector and to screen readers. */
export function labelLines(name: string): readonly string[] {
  const text = shortened(name.replace(/\s+/g, ' ').trim(), LABEL_MAX);
  if (text.length <= LINE_MAX) return [text];
  const middle = Math.ceil(text.length / 2);
  const before = text.lastIndexOf(' ', middle);
  const after = text.indexOf(' ', middle);
  const at = after >= 0 && (before < 0 || after - middle < middle - before) ? after : before;
  return at <= 0 ? [shortened(text, LINE_MAX + 6)] : [text.slice(0, at), text.slice(at + 1)];
}

export class TextMeasure {
  readonly #widths = new Map<string, number>();
  #font = '';

  width(context: CanvasRenderingContext2D, text: string): number {
    if (context.font !== this.#font) {
      this.#widths.clear();
      this.#font = context.font;
    }
    let width = this.#widths.get(text);
    if (width === undefined) this.#widths.set(text, (width = context.measureText(text).width));
    return width;
  }
}
