// The driver over one open SQLite-WASM database: cached prepared statements through the C API, values bound from one scratch
// buffer, cells read straight from WASM memory. One connection per file; nothing here knows KIP.
import type { Database, Sqlite3Static } from '@sqlite.org/sqlite-wasm';
import { errors, type KipError } from '../../src/protocol/errors.ts';
import type { Driver, InterruptCheck, SqlFunction, SqlRow, SqlValue, WatchedColumns, WrittenRows } from './driver.ts';
import { FULL, IOERR, NOMEM, sqliteError } from './result-codes.ts';
import { RowLog } from './row-log.ts';
import { StatementCache, type Statement } from './statement-cache.ts';
import { BLOB, DONE, FLOAT, INTEGER, OK, ROW, TEXT, TRANSIENT, type SqliteExports } from './wasm-exports.ts';

const CACHED_STATEMENTS = 512;
/** How many SQLite instructions pass between two looks at the interrupt check: about 0.1 ms. */
const INSTRUCTIONS_PER_CHECK = 4096;
const PREPARE_PERSISTENT = 1;
/** Bytes from which on a bound value is not kept in memory after its statement has run. */
const LARGE_VALUE = 1 << 20;
/** Texts shorter than this are decoded by hand if ASCII: cheaper than a call of TextDecoder. */
const SHORT_TEXT = 24;

const NO_PARAMETERS: readonly SqlValue[] = [];
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** What a connection must know of where its file is. */
export interface Place {
  /** Called once after the database is closed, for example to give the files back to the system. */
  readonly onClose?: () => void;
  /** Whether a failure was for want of room, where the place reports that as any other; `isWriting`: within a write transaction. */
  readonly isFull?: (isWriting: boolean) => boolean;
}

export class Connection implements Driver {
  readonly #sqlite3: Sqlite3Static;
  readonly #database: Database;
  readonly #exports: SqliteExports;
  /** Address of the `sqlite3*`, for measurements that run their own statements on this database. */
  readonly handle: number;
  readonly #statements: StatementCache;
  readonly #statementOut: number;
  readonly #queryOnlyOn: number;
  readonly #queryOnlyOff: number;
  readonly #progressCallback: number;
  readonly #place: Place;
  #rowLog: RowLog | undefined;
  #scratch = 0;
  #scratchBytes = 0;
  #holdsLargeValue = false;
  #check: InterruptCheck | undefined;
  #queryOnly = false;
  #reading = false;
  #writing = false;
  #closed = false;
  #commits = 0;

  constructor(sqlite3: Sqlite3Static, database: Database, place: Place = {}) {
    const { wasm } = sqlite3;
    this.#sqlite3 = sqlite3;
    this.#database = database;
    this.#exports = wasm.exports as SqliteExports;
    this.handle = Number(database.pointer);
    this.#place = place;
    this.#statementOut = Number(wasm.alloc(8));
    this.#queryOnlyOn = Number(wasm.allocCString('PRAGMA query_only=1', false));
    this.#queryOnlyOff = Number(wasm.allocCString('PRAGMA query_only=0', false));
    this.#statements = new StatementCache(
      CACHED_STATEMENTS,
      (sql) => this.#prepare(sql),
      (statement) => void this.#exports.sqlite3_finalize(statement.pointer),
    );
    this.#progressCallback = Number(wasm.installFunction('i(p)', () => (this.#check?.() ? 1 : 0)));
    this.#exports.sqlite3_progress_handler(this.handle, INSTRUCTIONS_PER_CHECK, this.#progressCallback, 0);
  }

  get commits(): number {
    return this.#commits;
  }

  all(sql: string, parameters = NO_PARAMETERS): SqlRow[] {
    const statement = this.#start(sql, parameters);
    const rows: SqlRow[] = [];
    let code: number;
    while ((code = this.#exports.sqlite3_step(statement.pointer)) === ROW) rows.push(this.#row(statement));
    this.#finish(statement, code);
    return rows;
  }

  get(sql: string, parameters = NO_PARAMETERS): SqlRow | undefined {
    const statement = this.#start(sql, parameters);
    const code = this.#exports.sqlite3_step(statement.pointer);
    const row = code === ROW ? this.#row(statement) : undefined;
    this.#finish(statement, row ? DONE : code);
    return row;
  }

  run(sql: string, parameters = NO_PARAMETERS): number {
    this.#allowWrites();
    const statement = this.#start(sql, parameters);
    let code: number;
    do code = this.#exports.sqlite3_step(statement.pointer);
    while (code === ROW);
    this.#finish(statement, code);
    return this.#exports.sqlite3_changes(this.handle);
  }

  script(sql: string): void {
    this.#allowWrites();
    try {
      this.#database.exec(sql);
    } catch {
      throw this.#lastError();
    }
  }

  transaction<T>(
    body: () => T extends PromiseLike<unknown> ? never : T,
    options: { readonly rollback?: boolean } = {},
  ): T {
    if (this.#writing || this.#reading) throw errors.internal('A transaction was begun inside another one.');
    this.run('BEGIN IMMEDIATE');
    this.#writing = true;
    let result: T;
    try {
      result = body();
      if (isPromise(result)) throw errors.internal('A transaction must not wait: its body returned a promise.');
      if (!options.rollback) this.#commit();
    } catch (error) {
      this.#rollback();
      throw error;
    } finally {
      this.#writing = false;
    }
    if (options.rollback) this.#rollback();
    return result;
  }

  reading<T>(body: () => T): T {
    if (this.#writing) throw errors.internal('A read was begun inside a write transaction.');
    const outer = this.#reading;
    this.#setQueryOnly(true);
    this.#reading = true;
    try {
      return body();
    } finally {
      this.#reading = outer;
    }
  }

  interruptWhen(check: InterruptCheck | undefined): void {
    this.#check = check;
  }

  loggingRows<T>(columns: WatchedColumns, withValues: boolean, body: () => T, take: (rows: WrittenRows) => void): T {
    const log = (this.#rowLog ??= new RowLog(this.#sqlite3, this.handle, columns));
    log.start(withValues);
    try {
      const result = body();
      take(log.read());
      return result;
    } finally {
      log.stop();
    }
  }

  defineFunction(name: string, parameterCount: number, body: SqlFunction): void {
    this.#database.createFunction({
      name,
      arity: parameterCount,
      deterministic: true,
      innocuous: true,
      xFunc: (_context: number, ...values: SqlValue[]) => body(...values),
    } as Parameters<Database['createFunction']>[0]);
  }

  image(): Uint8Array {
    return this.#sqlite3.capi.sqlite3_js_db_export(this.#database);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#statements.clear();
    this.#database.close();
    const { wasm } = this.#sqlite3;
    wasm.uninstallFunction(this.#progressCallback);
    this.#rowLog?.free();
    for (const address of [this.#statementOut, this.#queryOnlyOn, this.#queryOnlyOff]) wasm.dealloc(address);
    this.#freeScratch();
    this.#place.onClose?.();
  }

  // ---------------------------------------------------------------- statements

  #prepare(sql: string): Statement {
    const { wasm } = this.#sqlite3;
    const length = this.#toScratch(sql);
    const code = this.#exports.sqlite3_prepare_v3(
      this.handle,
      this.#scratch,
      length,
      PREPARE_PERSISTENT,
      this.#statementOut,
      0,
    );
    if (code !== OK) throw this.#lastError(code);
    const pointer = Number(wasm.peekPtr(this.#statementOut));
    if (pointer === 0) throw errors.internal('An SQL text holds no statement.');
    return {
      pointer,
      columnCount: this.#exports.sqlite3_column_count(pointer),
      parameterCount: this.#exports.sqlite3_bind_parameter_count(pointer),
      used: false,
    };
  }

  #start(sql: string, parameters: readonly SqlValue[]): Statement {
    if (this.#closed) throw errors.internal('The memory is closed.', 'Open it again, then repeat the command.');
    const statement = this.#statements.take(sql);
    // A missing value would silently keep the one bound before.
    if (statement.parameterCount !== parameters.length) {
      throw errors.internal(
        `An SQL text takes ${statement.parameterCount} values and got ${parameters.length}: ${sql}`,
      );
    }
    for (let index = 0; index < parameters.length; index++) {
      const code = this.#bind(statement.pointer, index + 1, parameters[index] as SqlValue);
      if (code !== OK) throw this.#lastError(code);
    }
    return statement;
  }

  /** Resets the statement, which ends its read, then reports what the last step said. */
  #finish(statement: Statement, code: number): void {
    const error = code === DONE ? undefined : this.#lastError(code);
    this.#exports.sqlite3_reset(statement.pointer);
    if (this.#holdsLargeValue) this.#releaseLargeValue(statement);
    if (error) throw error;
  }

  #lastError(code = this.#exports.sqlite3_extended_errcode(this.handle)): KipError {
    if ((code & 0xff) === IOERR && this.#place.isFull?.(this.#writing)) return sqliteError(FULL, '');
    return sqliteError(code, this.#sqlite3.wasm.cstrToJs(this.#exports.sqlite3_errmsg(this.handle)) ?? '');
  }

  // ---------------------------------------------------------------- values

  #bind(pointer: number, index: number, value: SqlValue): number {
    const exports = this.#exports;
    if (typeof value === 'string') {
      const length = this.#toScratch(value);
      return exports.sqlite3_bind_text(pointer, index, this.#scratch, length, TRANSIENT);
    }
    if (typeof value === 'number') {
      if (value === (value | 0)) return exports.sqlite3_bind_int(pointer, index, value);
      if (Number.isSafeInteger(value)) return exports.sqlite3_bind_int64(pointer, index, BigInt(value));
      return exports.sqlite3_bind_double(pointer, index, value);
    }
    if (value === null) return exports.sqlite3_bind_null(pointer, index);
    this.#reserveScratch(value.length);
    this.#sqlite3.wasm.heap8u().set(value, this.#scratch);
    return exports.sqlite3_bind_blob(pointer, index, this.#scratch, value.length, TRANSIENT);
  }

  /** Encodes a text at the start of the scratch buffer; the number of bytes written. */
  #toScratch(text: string): number {
    const bytesMax = text.length * 3;
    this.#reserveScratch(bytesMax);
    const target = this.#sqlite3.wasm.heap8u().subarray(this.#scratch, this.#scratch + bytesMax);
    return encoder.encodeInto(text, target).written;
  }

  #reserveScratch(bytes: number): void {
    if (bytes > LARGE_VALUE) this.#holdsLargeValue = true;
    if (bytes <= this.#scratchBytes && this.#scratch !== 0) return;
    this.#freeScratch();
    const size = bytes > LARGE_VALUE ? bytes : Math.max(4096, bytes * 2);
    this.#scratch = this.#exports.sqlite3_malloc(size);
    if (this.#scratch === 0) throw sqliteError(NOMEM, 'out of memory');
    this.#scratchBytes = size;
  }

  #freeScratch(): void {
    this.#exports.sqlite3_free(this.#scratch);
    this.#scratch = 0;
    this.#scratchBytes = 0;
  }

  /** Lets go of the copies of a large value that the statement and the scratch buffer would keep. */
  #releaseLargeValue(statement: Statement): void {
    this.#exports.sqlite3_clear_bindings(statement.pointer);
    this.#freeScratch();
    this.#holdsLargeValue = false;
  }

  #row(statement: Statement): SqlRow {
    const { pointer, columnCount } = statement;
    const cells = new Array<SqlValue>(columnCount);
    for (let column = 0; column < columnCount; column++) cells[column] = this.#cell(pointer, column);
    return cells;
  }

  #cell(pointer: number, column: number): SqlValue {
    const exports = this.#exports;
    switch (exports.sqlite3_column_type(pointer, column)) {
      case INTEGER: // exact as a double below 2^53, and much cheaper than a bigint
      case FLOAT:
        return exports.sqlite3_column_double(pointer, column);
      case TEXT: {
        const start = exports.sqlite3_column_text(pointer, column);
        return this.#text(start, exports.sqlite3_column_bytes(pointer, column));
      }
      case BLOB: {
        const start = exports.sqlite3_column_blob(pointer, column);
        return this.#sqlite3.wasm.heap8u().slice(start, start + exports.sqlite3_column_bytes(pointer, column));
      }
      default:
        return null;
    }
  }

  #text(start: number, length: number): string {
    const heap = this.#sqlite3.wasm.heap8u();
    const end = start + length;
    if (length >= SHORT_TEXT) return decoder.decode(heap.subarray(start, end));
    let text = '';
    for (let index = start; index < end; index++) {
      const byte = heap[index] as number;
      if (byte > 127) return decoder.decode(heap.subarray(start, end));
      text += String.fromCharCode(byte);
    }
    return text;
  }

  // ---------------------------------------------------------------- modes

  #allowWrites(): void {
    if (this.#queryOnly && !this.#reading) this.#setQueryOnly(false);
  }

  /**
   * Preparing a flag pragma already applies it (documented under "PRAGMA": some run during compilation). It is never stepped,
   * since stepping it would make every cached statement compile again. The driver contract proves that the mode holds.
   */
  #setQueryOnly(on: boolean): void {
    if (this.#queryOnly === on) return;
    const sql = on ? this.#queryOnlyOn : this.#queryOnlyOff;
    const code = this.#exports.sqlite3_prepare_v2(this.handle, sql, -1, this.#statementOut, 0);
    if (code !== OK) throw this.#lastError(code);
    this.#exports.sqlite3_finalize(Number(this.#sqlite3.wasm.peekPtr(this.#statementOut)));
    this.#queryOnly = on;
  }

  #commit(): void {
    this.#uninterrupted(() => this.run('COMMIT'));
    this.#commits++;
  }

  #rollback(): void {
    // SQLite has already rolled back by itself after some failures (a full disk, no memory).
    if (this.#exports.sqlite3_get_autocommit(this.handle) !== 0) return;
    this.#uninterrupted(() => this.run('ROLLBACK'));
  }

  #uninterrupted(body: () => void): void {
    const check = this.#check;
    this.#check = undefined;
    try {
      body();
    } finally {
      this.#check = check;
    }
  }
}

function isPromise(value: unknown): boolean {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}
