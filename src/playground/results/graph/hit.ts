// What lies under a point. Nodes are sorted into squares of a grid, built anew when they have moved and first asked for, so that a
// click looks at a handful of nodes, not at all.
import { curveOf, distanceTo } from './geometry.ts';
import type { GraphModel, Shown } from './model.ts';

const SQUARE = 64;
/** Nearer than this to a link, in pixels of the screen, means the link. */
const LINK_REACH = 6;
const NODE_REACH = 4;

export type Hit = { readonly kind: 'node' | 'link'; readonly index: number };

export class HitTest {
  #squares: Map<number, number[]> | undefined;
  #radiusMax = 0;

  /** Positions have changed. */
  reset(): void {
    this.#squares = undefined;
  }

  find(model: GraphModel, positions: Float32Array, shown: Shown, x: number, y: number, scale: number): Hit | undefined {
    const node = this.#node(model, positions, shown, x, y, NODE_REACH / scale);
    if (node >= 0) return { kind: 'node', index: node };
    const reach = LINK_REACH / scale;
    let best = -1;
    let nearest = reach;
    model.links.forEach((link, index) => {
      if (!shown.links[index]) return;
      const curve = curveOf(link, positions, model);
      if (
        outside(curve.fromX, curve.toX, curve.bendX, x, reach) ||
        outside(curve.fromY, curve.toY, curve.bendY, y, reach)
      )
        return;
      const distance = distanceTo(curve, x, y);
      if (distance < nearest) [nearest, best] = [distance, index];
    });
    return best < 0 ? undefined : { kind: 'link', index: best };
  }

  #node(model: GraphModel, positions: Float32Array, shown: Shown, x: number, y: number, reach: number): number {
    const squares = (this.#squares ??= this.#build(model, positions));
    const steps = Math.ceil((this.#radiusMax + reach) / SQUARE);
    const [column, row] = [Math.floor(x / SQUARE), Math.floor(y / SQUARE)];
    let best = -1;
    let nearest = Infinity;
    // Far out, a few pixels reach over many squares: then all nodes are fewer than the squares.
    const candidates = steps > 12 ? [model.nodes.keys()] : around(squares, column, row, steps);
    for (const square of candidates) {
      for (const node of square) {
        if (!shown.nodes[node]) continue;
        const distance = Math.hypot(positions[2 * node]! - x, positions[2 * node + 1]! - y);
        if (distance < model.nodes[node]!.radius + reach && distance < nearest) [nearest, best] = [distance, node];
      }
    }
    return best;
  }

  #build(model: GraphModel, positions: Float32Array): Map<number, number[]> {
    const squares = new Map<number, number[]>();
    this.#radiusMax = 0;
    model.nodes.forEach(({ radius }, node) => {
      this.#radiusMax = Math.max(this.#radiusMax, radius);
      const key = keyOf(Math.floor(positions[2 * node]! / SQUARE), Math.floor(positions[2 * node + 1]! / SQUARE));
      const square = squares.get(key);
      if (square) square.push(node);
      else squares.set(key, [node]);
    });
    return squares;
  }
}

function outside(a: number, b: number, c: number, at: number, reach: number): boolean {
  return at < Math.min(a, b, c) - reach || at > Math.max(a, b, c) + reach;
}

function keyOf(column: number, row: number): number {
  return (column + 50_000) * 100_003 + row + 50_000;
}

function* around(
  squares: Map<number, number[]>,
  column: number,
  row: number,
  steps: number,
): Generator<Iterable<number>> {
  for (let c = column - steps; c <= column + steps; c++) {
    for (let r = row - steps; r <= row + steps; r++) {
      const square = squares.get(keyOf(c, r));
      if (square) yield square;
    }
  }
}
