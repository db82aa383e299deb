// What the bench's page and its workers tell each other.
import type { OperationRow } from '../report.ts';

/** Where the memory of one size lies: under the name by which the product's own worker opens it. */
export const nexusName = (n: number): string => `bench-${n}`;
export const poolDirectory = (n: number): string => `/pocket-nexus/${nexusName(n)}`;
export const FILE_NAME = '/nexus.sqlite3';

/** The first question after opening, both ways. */
export interface FirstQuestion {
  readonly text: string;
  readonly sql: string;
  readonly parameters: readonly (string | number)[];
}

export interface Loaded {
  readonly concepts: number;
  readonly links: number;
  readonly loadMs: number;
  readonly fileMiB: number;
}

/** Milliseconds of one committed write on this file. */
export interface CommitCosts {
  /** A bare transaction that changes one row. */
  readonly bare: number;
  readonly hand: number;
  readonly engine: number;
}

export interface BenchWorker {
  load(n: number): Promise<Loaded>;
  operations(budgetMs: number): Promise<OperationRow[]>;
  commits(rounds: number): Promise<CommitCosts>;
  firstQuestion(): FirstQuestion;
  /** All nodes of a type, as the engine's answer text. */
  nodesText(type: string): Promise<string>;
  /** All nodes of a type, read by hand and parsed cell by cell. */
  nodesByHand(type: string): unknown[];
  heapMiB(): number;
  close(): void;
}

/** SQLite-WASM alone, asked the same by hand. */
export interface BareWorker {
  /** Opens the file of size n as the engine does, and answers with whole nodes as objects. */
  open(n: number): Promise<void>;
  ask(question: FirstQuestion): unknown[];
}

/** Product against yardstick, milliseconds. */
export interface Compared {
  readonly engine: number;
  readonly hand: number;
  readonly ratio: number;
}

/** New worker to first answer; `empty` is a worker that only answers. */
export interface ColdOpen extends Compared {
  readonly empty: number;
  /** The parts: until the database is open, and the first question. */
  readonly engineParts: readonly [open: number, ask: number];
  readonly handParts: readonly [open: number, ask: number];
}

export interface BrowserSize extends Loaded {
  readonly n: number;
  readonly operations: readonly OperationRow[];
  readonly commits: CommitCosts;
  readonly wholeNodes: Compared;
  readonly heapMiB: number;
  readonly coldOpen: ColdOpen;
}

export interface BrowserOptions {
  readonly budgetMs: number;
  readonly rounds: number;
}
