// What the page of the bench of search by meaning tells its driver and its workers.

export const DIM = 512;

export interface ScanFigures {
  readonly vectors: number;
  /** Milliseconds until all vectors are in memory, from the file. */
  readonly fillMs: number;
  /** Milliseconds of one exact search for the ten nearest, sorted. */
  readonly exact: readonly number[];
  /** The same by a plain loop over 32-bit floats in memory. */
  readonly plain: readonly number[];
  /** Searches in which both ways named other elements. */
  readonly differences: number;
}

export interface LargeFigures {
  readonly vectors: number;
  /** Of the codes in memory. */
  readonly mib: number;
  /** Milliseconds in which all vectors are compared with one. */
  readonly scan: readonly number[];
  /** How many elements a scan for the ten nearest leaves to be settled by their exact vectors. */
  readonly left: readonly number[];
}

export interface VectorWorker {
  /** Gives every concept of the memory a vector near one of `base`, as if the app's model had made it. */
  write(name: string, base: Float32Array): Promise<number>;
  scan(name: string, queries: Float32Array): Promise<ScanFigures>;
  /** The index in memory by itself, with `count` vectors near those of `base`. */
  large(count: number, base: Float32Array, queries: Float32Array): Promise<LargeFigures>;
}

export interface SearchFigures {
  readonly openMs: number;
  /** From a new page state to the first semantic answer: opening, loading the model, reading the vectors, answering. */
  readonly firstAnswerMs: number;
  readonly hybrid: readonly number[];
  readonly keyword: readonly number[];
}

export interface TextFigures {
  readonly loadMs: number;
  /** Texts of about twelve words embedded per second, one after the other and many at once. */
  readonly singlePerSecond: number;
  readonly batchPerSecond: number;
}

export interface IndexFigures {
  readonly elements: number;
  readonly writeMs: number;
  /** From the last write to the last vector. */
  readonly restMs: number;
}
