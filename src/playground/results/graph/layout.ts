// The page's side of the layout's worker.
import type { GraphModel } from './model.ts';
import type { LayoutGraph, LayoutOrder, LayoutPositions } from './layout-messages.ts';

export interface LayoutState {
  readonly positions: Float32Array;
  readonly progress: number;
  readonly done: boolean;
}

export class Layout {
  readonly #worker: Worker;
  #generation = 0;

  constructor(onState: (state: LayoutState) => void) {
    this.#worker = new Worker(new URL('./layout-worker.ts', import.meta.url), { type: 'module', name: 'layout' });
    this.#worker.onmessage = ({ data }: MessageEvent<LayoutPositions>) => {
      if (data.generation === this.#generation) onState(data);
    };
  }

  /**
   * @param positions with NaN for nodes without a place; stays the caller's
   * @param aspect width of the stage by its height, which the graph takes after
   */
  start(
    model: GraphModel,
    positions: Float32Array,
    pinned: ReadonlySet<string>,
    heat: number,
    still: boolean,
    aspect: number,
  ): void {
    const { pairs, lengths } = springs(model);
    const middles = Uint32Array.from(
      model.links.flatMap(({ from, middle, to }) => (middle < 0 ? [] : [middle, from, to])),
    );
    const copy = positions.slice();
    const graph: LayoutGraph = {
      kind: 'graph',
      generation: ++this.#generation,
      positions: copy,
      radii: Float32Array.from(model.nodes, ({ radius }) => radius),
      pinned: Uint8Array.from(model.nodes, ({ id }) => (pinned.has(id) ? 1 : 0)),
      links: pairs,
      lengths,
      middles,
      heat,
      still,
      aspect: Math.min(3, Math.max(1 / 3, aspect)),
    };
    this.#worker.postMessage(graph, [
      copy.buffer,
      graph.radii.buffer,
      graph.pinned.buffer,
      pairs.buffer,
      lengths.buffer,
    ]);
  }

  move(node: number, x: number, y: number): void {
    this.#tell({ kind: 'move', node, x, y });
  }

  release(node: number, pinned: boolean): void {
    this.#tell({ kind: 'release', node, pinned });
  }

  end(): void {
    this.#worker.terminate();
  }

  #tell(order: LayoutOrder): void {
    this.#worker.postMessage(order);
  }
}

/** Each link is a spring; its length leaves room for the predicate on it. */
function springs(model: GraphModel): { pairs: Uint32Array; lengths: Float32Array } {
  const pairs: number[] = [];
  const lengths: number[] = [];
  const dense = model.nodes.length > 600 ? 0.6 : 1;
  for (const { from, to, middle, predicate } of model.links) {
    if (from === to) continue;
    const length =
      dense * (54 + 6 * Math.min(predicate.length, 18) + model.nodes[from]!.radius + model.nodes[to]!.radius);
    // A link that others end at is longer, so that there is room about its middle.
    pairs.push(from, to);
    lengths.push(middle < 0 ? length : length * 1.35);
  }
  return { pairs: Uint32Array.from(pairs), lengths: Float32Array.from(lengths) };
}
