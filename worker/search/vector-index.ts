// The vectors of one kind of element in memory, as int8 codes in WebAssembly memory, and the search over all of them.
// A scan ranks every vector by its codes; since the error of a code is known, every element that could belong to the true best is
// told, and whoever holds the exact vectors settles the order among those few. So the result is exact, at a quarter of the memory.
import { encodeVector, type VectorCodes } from './vector-codes.ts';
import { KERNEL } from './vector-kernel.generated.ts';

/** Vectors per block; blocks are appended, so that growing moves nothing. A multiple of four, as the kernel asks. */
const BLOCK = 1024;
const PAGE = 65536;
/** Steps into which the range of cosines is cut when the k-th best is looked for. */
const STEPS = 4096;
/** What 32-bit arithmetic may add to the error of the codes. */
const ROUNDING = 1e-5;
const NOWHERE = -1;
/** Below every cosine: an element left out. */
const LEFT_OUT = -2;

interface Kernel {
  readonly memory: WebAssembly.Memory;
  scan(codes: number, scales: number, query: number, scores: number, count: number, width: number): void;
}

let compiled: WebAssembly.Module | undefined;

function startKernel(): Kernel {
  compiled ??= new WebAssembly.Module(Uint8Array.from(atob(KERNEL), (character) => character.charCodeAt(0)));
  return new WebAssembly.Instance(compiled).exports as unknown as Kernel;
}

export interface NearestOptions {
  /** How many elements are wanted. */
  readonly limit: number;
  /** Only elements of this group. */
  readonly group?: number | undefined;
}

export class VectorIndex {
  /** Bytes of one vector: its codes, filled up with zeros. */
  readonly #width: number;
  readonly #kernel = startKernel();
  #blocks = 0;
  #bytes: Int8Array = new Int8Array();
  #floats: Float32Array = new Float32Array();
  /** The largest distance between a vector and its codes so far. */
  #error = 0;

  // Per vector ("slot"): the place of its element, and the element's next slot.
  readonly #owner: number[] = [];
  readonly #next: number[] = [];
  readonly #errors: number[] = [];
  readonly #freeSlots: number[] = [];

  // Per place: the element there, its group, and its first slot.
  readonly #element: number[] = [];
  readonly #group: number[] = [];
  readonly #first: number[] = [];
  readonly #freePlaces: number[] = [];
  readonly #places = new Map<number, number>();

  /** @param dim numbers per vector */
  constructor(dim: number) {
    this.#width = Math.ceil(dim / 16) * 16;
  }

  /** How many elements have vectors. */
  get size(): number {
    return this.#places.size;
  }

  /** Adds a vector to an element. `group` is what searches narrow by: the id of its type or predicate. */
  add(element: number, group: number, vector: VectorCodes): void {
    let place = this.#places.get(element);
    if (place === undefined) {
      place = this.#freePlaces.pop() ?? this.#element.length;
      this.#element[place] = element;
      this.#first[place] = NOWHERE;
      this.#places.set(element, place);
    }
    this.#group[place] = group;
    this.#addSlot(place, vector);
  }

  delete(element: number): void {
    const place = this.#places.get(element);
    if (place === undefined) return;
    for (let slot = this.#first[place]!; slot !== NOWHERE; slot = this.#next[slot]!) {
      this.#owner[slot] = NOWHERE;
      this.#freeSlots.push(slot);
    }
    this.#places.delete(element);
    this.#freePlaces.push(place);
  }

  /**
   * Every element that may be among the `limit` nearest to the query, in no order: all of the true nearest, and those whose codes
   * are too close to theirs to tell. `query` has length 1.
   */
  candidates(query: Float32Array, { limit, group }: NearestOptions): number[] {
    const { best, error } = this.#scan(query);
    if (group !== undefined) this.#leaveOut(best, group);
    const tolerance = this.#error + error * (1 + this.#error) + ROUNDING;
    const least = kthLargestAtLeast(best, limit) - 2 * tolerance;
    const places: number[] = [];
    for (let place = 0; place < best.length; place++) {
      const cosine = best[place]!;
      if (cosine >= least && cosine > LEFT_OUT) places.push(place);
    }
    return this.#narrowed(places, query, limit).map((place) => this.#element[place]!);
  }

  /**
   * Those of these places that remain once the query is taken as it is, not as its codes, and each vector's own error instead of the
   * largest: the fewer remain, the fewer exact vectors have to be read from the file.
   */
  #narrowed(places: readonly number[], query: Float32Array, limit: number): readonly number[] {
    if (places.length <= limit) return places;
    const bounds = places.map((place) => this.#bounds(place, query));
    const least = bounds.map(([lower]) => lower).sort((a, b) => b - a)[limit - 1]!;
    return places.filter((_, at) => bounds[at]![1] >= least);
  }

  /** Between which two numbers the cosine of the place's nearest vector lies. */
  #bounds(place: number, query: Float32Array): readonly [lower: number, upper: number] {
    let [lower, upper] = [-Infinity, -Infinity];
    for (let slot = this.#first[place]!; slot !== NOWHERE; slot = this.#next[slot]!) {
      const block = this.#blockStart(Math.floor(slot / BLOCK));
      const codes = block + (slot % BLOCK) * this.#width;
      let sum = 0;
      for (let at = 0; at < query.length; at++) sum += query[at]! * this.#bytes[codes + at]!;
      const cosine = sum * this.#floats[(block + BLOCK * this.#width) / 4 + (slot % BLOCK)]!;
      const error = this.#errors[slot]! + ROUNDING;
      lower = Math.max(lower, cosine - error);
      upper = Math.max(upper, cosine + error);
    }
    return [lower, upper];
  }

  /** The mean cosine of the query and the `count` elements nearest to it, as far as codes tell; 0 where there are fewer. */
  meanOfNearest(query: Float32Array, count: number): number {
    if (this.size < count) return 0;
    // Kept in order as they come: of many, few are among the nearest.
    const nearest = new Float64Array(count).fill(LEFT_OUT);
    for (const cosine of this.#scan(query).best) {
      let at = 0;
      for (; at < count && cosine > nearest[at]!; at++) if (at > 0) nearest[at - 1] = nearest[at]!;
      if (at > 0) nearest[at - 1] = cosine;
    }
    return nearest.reduce((sum, cosine) => sum + cosine, 0) / count;
  }

  /** The best approximate cosine of each place, and how far the query is from its codes. */
  #scan(query: Float32Array): { readonly best: Float32Array; readonly error: number } {
    this.#reserve(0);
    const { codes, scale: queryScale, error } = encodeVector(query);
    this.#bytes.set(codes);
    const best = new Float32Array(this.#element.length).fill(LEFT_OUT);
    const slots = this.#owner.length;
    for (let block = 0, slot = 0; slot < slots; block++) {
      const count = Math.min(BLOCK, slots - slot);
      const start = this.#blockStart(block);
      const scales = start + BLOCK * this.#width;
      const scores = scales + BLOCK * 4;
      this.#kernel.scan(start, scales, 0, scores, Math.ceil(count / 4) * 4, this.#width);
      for (let at = scores / 4, end = at + count; at < end; at++, slot++) {
        const place = this.#owner[slot]!;
        if (place === NOWHERE) continue;
        const cosine = this.#floats[at]! * queryScale;
        if (cosine > best[place]!) best[place] = cosine;
      }
    }
    return { best, error };
  }

  #leaveOut(best: Float32Array, group: number): void {
    for (let place = 0; place < best.length; place++) if (this.#group[place] !== group) best[place] = LEFT_OUT;
  }

  #addSlot(place: number, { codes, scale, error }: VectorCodes): void {
    const slot = this.#freeSlots.pop() ?? this.#owner.length;
    this.#reserve(slot);
    const start = this.#blockStart(Math.floor(slot / BLOCK));
    this.#bytes.set(codes, start + (slot % BLOCK) * this.#width);
    this.#floats[(start + BLOCK * this.#width) / 4 + (slot % BLOCK)] = scale;
    this.#error = Math.max(this.#error, error);
    this.#errors[slot] = error;
    this.#owner[slot] = place;
    this.#next[slot] = this.#first[place]!;
    this.#first[place] = slot;
  }

  // Memory: the query's codes, then the blocks, each with its codes, their scales and the scores of the last scan.

  #blockStart(block: number): number {
    return this.#width + block * (BLOCK * this.#width + BLOCK * 8);
  }

  #reserve(slot: number): void {
    const blocks = Math.floor(slot / BLOCK) + 1;
    if (blocks <= this.#blocks) return;
    const { memory } = this.#kernel;
    const missing = this.#blockStart(blocks) - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
    this.#bytes = new Int8Array(memory.buffer);
    this.#floats = new Float32Array(memory.buffer);
    this.#blocks = blocks;
  }
}

/** A number no larger than the k-th largest of these, and less than a step below it; LEFT_OUT where there are fewer than k. */
function kthLargestAtLeast(cosines: Float32Array, k: number): number {
  const counts = new Uint32Array(STEPS + 1);
  for (const cosine of cosines) if (cosine > LEFT_OUT) counts[stepOf(cosine)]!++;
  let step = STEPS;
  for (let above = 0; step >= 0; step--) {
    above += counts[step]!;
    if (above >= k) return (step / STEPS) * 2 - 1;
  }
  return LEFT_OUT;
}

const stepOf = (cosine: number): number => Math.floor(((Math.min(1, Math.max(-1, cosine)) + 1) / 2) * STEPS);
