// What the page and the layout's worker tell each other. Positions are x and y in turn, node by node.

export interface LayoutGraph {
  readonly kind: 'graph';
  /** Counts up; positions carry it, so that those of an earlier graph are told apart. */
  readonly generation: number;
  /** NaN where a node has no place yet. */
  readonly positions: Float32Array;
  readonly radii: Float32Array;
  /** 1 where a node stays where it is. */
  readonly pinned: Uint8Array;
  /** Pairs of node numbers. */
  readonly links: Uint32Array;
  /** How long each link would like to be. */
  readonly lengths: Float32Array;
  /** Node numbers in threes: a node in the middle of a link, and the two ends it belongs between. */
  readonly middles: Uint32Array;
  /** How far things may move at first, 0 to 1: 1 for a new graph, less where few nodes came to it. */
  readonly heat: number;
  /** Compute to the end, tell the end only: for people who want no motion. */
  readonly still: boolean;
  /** Width by height of the room there is, between 1/3 and 3. */
  readonly aspect: number;
}

export interface LayoutMove {
  readonly kind: 'move';
  readonly node: number;
  readonly x: number;
  readonly y: number;
}

export interface LayoutRelease {
  readonly kind: 'release';
  readonly node: number;
  readonly pinned: boolean;
}

export type LayoutOrder = LayoutGraph | LayoutMove | LayoutRelease;

export interface LayoutPositions {
  readonly generation: number;
  readonly positions: Float32Array;
  /** 0 to 1: how much of the way to rest is done. */
  readonly progress: number;
  readonly done: boolean;
}
