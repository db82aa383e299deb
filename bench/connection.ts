// The yardstick's own way to SQLite: the C API, statements cached by text, cells read straight from the WASM heap.
// It shares the connection of the engine it is compared with, so that both see one database, one page cache, one set of indexes.

export type Cell = string | number | null;
export type Row = Cell[];

const SQLITE_ROW = 100;
const SQLITE_DONE = 101;
const SQLITE_INTEGER = 1;
const SQLITE_FLOAT = 2;
const SQLITE_TEXT = 3;
const PREPARE_PERSISTENT = 1;

/** The part of sqlite-wasm that the yardstick calls. */
export interface SqliteModule {
  readonly version: { readonly libVersion: string };
  readonly capi: {
    sqlite3_prepare_v3(db: number, sql: string, length: number, flags: number, out: number, tail: null): number;
    sqlite3_errmsg(db: number): string;
    sqlite3_exec(db: number, sql: string, callback: number, argument: number, message: number): number;
    sqlite3_finalize(statement: number): number;
  };
  readonly wasm: {
    readonly exports: Readonly<Record<string, (...parameters: (number | bigint)[]) => number>>;
    readonly memory: WebAssembly.Memory;
    alloc(bytes: number): number;
    dealloc(pointer: number): void;
    heap8u(): Uint8Array;
    peekPtr(pointer: number): number;
    pstack: { readonly pointer: number; alloc(bytes: number): number; restore(pointer: number): void };
  };
}

interface Statement {
  readonly pointer: number;
  readonly columns: number;
}

export class Connection {
  readonly sqlite: SqliteModule;
  readonly db: number;
  readonly #statements = new Map<string, Statement>();
  readonly #encoder = new TextEncoder();
  readonly #decoder = new TextDecoder();
  #scratch = 0;
  #scratchBytes = 0;

  /** `db` is the `sqlite3*` of an open connection. */
  constructor(sqlite: SqliteModule, db: number) {
    this.sqlite = sqlite;
    this.db = db;
  }

  all(sql: string, parameters: readonly Cell[] = []): Row[] {
    const { pointer, columns } = this.#prepare(sql);
    const { sqlite3_step: step, sqlite3_reset: reset } = this.#calls;
    this.#bind(pointer, parameters);
    const rows: Row[] = [];
    let code = step(pointer);
    while (code === SQLITE_ROW) {
      const row: Row = new Array<Cell>(columns);
      for (let i = 0; i < columns; i++) row[i] = this.#cell(pointer, i);
      rows.push(row);
      code = step(pointer);
    }
    reset(pointer);
    if (code !== SQLITE_DONE) this.#fail(sql);
    return rows;
  }

  run(sql: string, parameters: readonly Cell[] = []): void {
    const { pointer } = this.#prepare(sql);
    const { sqlite3_step: step, sqlite3_reset: reset } = this.#calls;
    this.#bind(pointer, parameters);
    let code = step(pointer);
    while (code === SQLITE_ROW) code = step(pointer);
    reset(pointer);
    if (code !== SQLITE_DONE) this.#fail(sql);
  }

  script(sql: string): void {
    if (this.sqlite.capi.sqlite3_exec(this.db, sql, 0, 0, 0) !== 0) this.#fail(sql);
  }

  changes(): number {
    return this.#calls.sqlite3_changes(this.db);
  }

  /** Finalizes the cached statements; the connection itself belongs to whoever opened it. */
  release(): void {
    for (const { pointer } of this.#statements.values()) this.sqlite.capi.sqlite3_finalize(pointer);
    this.#statements.clear();
    if (this.#scratch) this.sqlite.wasm.dealloc(this.#scratch);
    this.#scratch = this.#scratchBytes = 0;
  }

  get #calls() {
    return this.sqlite.wasm.exports as unknown as Record<
      | 'sqlite3_step'
      | 'sqlite3_reset'
      | 'sqlite3_column_count'
      | 'sqlite3_column_type'
      | 'sqlite3_column_double'
      | 'sqlite3_column_text'
      | 'sqlite3_column_bytes'
      | 'sqlite3_bind_int'
      | 'sqlite3_bind_int64'
      | 'sqlite3_bind_double'
      | 'sqlite3_bind_null'
      | 'sqlite3_bind_text'
      | 'sqlite3_changes',
      (...parameters: (number | bigint)[]) => number
    >;
  }

  #prepare(sql: string): Statement {
    const cached = this.#statements.get(sql);
    if (cached) return cached;
    const { capi, wasm } = this.sqlite;
    const stack = wasm.pstack.pointer;
    try {
      const out = wasm.pstack.alloc(8);
      if (capi.sqlite3_prepare_v3(this.db, sql, -1, PREPARE_PERSISTENT, out, null) !== 0) this.#fail(sql);
      const pointer = wasm.peekPtr(out);
      const statement = { pointer, columns: this.#calls.sqlite3_column_count(pointer) };
      this.#statements.set(sql, statement);
      return statement;
    } finally {
      wasm.pstack.restore(stack);
    }
  }

  #bind(pointer: number, parameters: readonly Cell[]): void {
    const calls = this.#calls;
    for (let i = 0; i < parameters.length; i++) {
      const value = parameters[i];
      if (typeof value === 'string') this.#bindText(pointer, i + 1, value);
      else if (value === null || value === undefined) calls.sqlite3_bind_null(pointer, i + 1);
      else if (!Number.isInteger(value)) calls.sqlite3_bind_double(pointer, i + 1, value);
      else if (value === (value | 0)) calls.sqlite3_bind_int(pointer, i + 1, value);
      else calls.sqlite3_bind_int64(pointer, i + 1, BigInt(value));
    }
  }

  /** Encodes straight into the heap; SQLite copies what it keeps (SQLITE_TRANSIENT). */
  #bindText(pointer: number, index: number, text: string): void {
    const { wasm } = this.sqlite;
    const bytes = text.length * 3;
    if (bytes > this.#scratchBytes || !this.#scratch) {
      if (this.#scratch) wasm.dealloc(this.#scratch);
      this.#scratchBytes = Math.max(4096, bytes * 2);
      this.#scratch = wasm.alloc(this.#scratchBytes);
    }
    const target = wasm.heap8u().subarray(this.#scratch, this.#scratch + bytes);
    const { written } = this.#encoder.encodeInto(text, target);
    this.#calls.sqlite3_bind_text(pointer, index, this.#scratch, written, -1);
  }

  #cell(pointer: number, column: number): Cell {
    const calls = this.#calls;
    switch (calls.sqlite3_column_type(pointer, column)) {
      case SQLITE_INTEGER: // below 2^53, so exact as a double
      case SQLITE_FLOAT:
        return calls.sqlite3_column_double(pointer, column);
      case SQLITE_TEXT:
        return this.#text(calls.sqlite3_column_text(pointer, column), calls.sqlite3_column_bytes(pointer, column));
      default:
        return null;
    }
  }

  #text(start: number, length: number): string {
    const heap = this.sqlite.wasm.heap8u();
    if (length < 24) {
      let text = '';
      let i = start;
      for (; i < start + length; i++) {
        const byte = heap[i] as number;
        if (byte > 127) break;
        text += String.fromCharCode(byte);
      }
      if (i === start + length) return text;
    }
    return this.#decoder.decode(heap.subarray(start, start + length));
  }

  #fail(sql: string): never {
    throw new Error(`${this.sqlite.capi.sqlite3_errmsg(this.db)}: ${sql.slice(0, 200)}`);
  }
}
