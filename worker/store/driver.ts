// The one way to SQLite. Synchronous; statements are prepared once per text and cached; values are always bound.
// A driver knows SQL and nothing of KIP. Back ends: memory or file image (Node), OPFS pool (browser).

export type SqlValue = string | number | null | Uint8Array;
export type SqlRow = readonly SqlValue[];

/** A deterministic SQL function in JavaScript. It costs 4–8 µs a call, so plain SQL goes first wherever it can say the same. */
export type SqlFunction = (...values: SqlValue[]) => SqlValue;

/** By table of the file, each with a rowid: the index of the column whose integer is logged with each row. */
export type WatchedColumns = Readonly<Record<string, number>>;

/**
 * Rows in the order of writing, three numbers each: what was done (SQLite's own codes: 23 for an update, and these), the rowid, and the integer in
 * the watched column, or 0 where no values were asked for. A rowid never changes.
 */
export type WrittenRows = Float64Array;

export const INSERTED = 18;
export const DELETED = 9;

/** Called every few thousand SQLite instructions; true interrupts the running statement. */
export type InterruptCheck = () => boolean;

export interface Driver {
  /** How many transactions were committed since the driver was opened; who keeps a copy sees by it when to renew it. */
  readonly commits: number;
  /** All rows, cells in column order. Integers come back as numbers (all ids stay below 2^53). */
  all(sql: string, parameters?: readonly SqlValue[]): SqlRow[];
  /** The first row, or undefined; the statement is reset without reading on. */
  get(sql: string, parameters?: readonly SqlValue[]): SqlRow | undefined;
  /** Runs to the end and returns the number of rows changed. */
  run(sql: string, parameters?: readonly SqlValue[]): number;
  /** A script of statements without parameters; not cached. */
  script(sql: string): void;
  /**
   * Runs `body` in one write transaction: commits when it returns, rolls back and rethrows when it throws. Not nested.
   * `body` must be synchronous; a promise is refused, by type and at run time.
   */
  transaction<T>(body: () => T extends PromiseLike<unknown> ? never : T, options?: { readonly rollback?: boolean }): T;
  /** Runs `body` with the connection in query-only mode, so that no statement in it can write. */
  reading<T>(body: () => T): T;
  /** Installs or removes (undefined) the check that can interrupt a long statement; an interrupted one throws an Interrupted error. */
  interruptWhen(check: InterruptCheck | undefined): void;
  /**
   * Runs `body` and hands `take` the rows of these tables that it has written; always the same tables on one driver. Without values
   * that costs next to nothing, with them some 0.3 µs a row.
   */
  loggingRows<T>(columns: WatchedColumns, withValues: boolean, body: () => T, take: (rows: WrittenRows) => void): T;
  /** Adds an SQL function to this connection; `parameterCount` is exact. It must not call the driver. */
  defineFunction(name: string, parameterCount: number, body: SqlFunction): void;
  /** The whole database as a file image. */
  image(): Uint8Array;
  close(): void;
}
