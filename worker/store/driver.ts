// The one way to SQLite. Synchronous; statements are prepared once per text and cached; values are always bound.
// A driver knows SQL and nothing of KIP. Back ends: memory or file image (Node), OPFS pool (browser).

export type SqlValue = string | number | null | Uint8Array;
export type SqlRow = readonly SqlValue[];

/** A deterministic SQL function in JavaScript. It costs 4–8 µs a call, so plain SQL goes first wherever it can say the same. */
export type SqlFunction = (...values: SqlValue[]) => SqlValue;

export type RowOperation = 'insert' | 'update' | 'delete';

/** By table of the file, each with a rowid: the index of the column whose integer a watch is told. */
export type WatchedColumns = Readonly<Record<string, number>>;

/** Told of a row being written: its rowid, and the integer in the watched column as it was (of an insert, as it is), or 0 without values. */
export type RowWatch = (operation: RowOperation, rowid: number, value: number) => void;

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
  /** Installs or removes (undefined) a watch over the rows of these tables. It must not call the driver. Values cost microseconds a row. */
  watchRows(columns: WatchedColumns, withValues: boolean, watch: RowWatch): void;
  watchRows(watch: undefined): void;
  /** Adds an SQL function to this connection; `parameterCount` is exact. It must not call the driver. */
  defineFunction(name: string, parameterCount: number, body: SqlFunction): void;
  /** The whole database as a file image. */
  image(): Uint8Array;
  close(): void;
}
