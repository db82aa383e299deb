// The C functions of SQLite that the driver calls directly. The package's own wrappers convert every argument; at millions
// of cells that costs several times the work itself.

/** Pointers and result codes are plain numbers; 64-bit integers cross as bigint. */
export interface SqliteExports {
  sqlite3_bind_blob(statement: number, index: number, bytes: number, length: number, destructor: number): number;
  sqlite3_bind_double(statement: number, index: number, value: number): number;
  sqlite3_bind_int(statement: number, index: number, value: number): number;
  sqlite3_bind_int64(statement: number, index: number, value: bigint): number;
  sqlite3_bind_null(statement: number, index: number): number;
  sqlite3_bind_parameter_count(statement: number): number;
  sqlite3_bind_text(statement: number, index: number, text: number, length: number, destructor: number): number;
  sqlite3_changes(database: number): number;
  sqlite3_clear_bindings(statement: number): number;
  sqlite3_column_blob(statement: number, column: number): number;
  sqlite3_column_bytes(statement: number, column: number): number;
  sqlite3_column_count(statement: number): number;
  sqlite3_column_double(statement: number, column: number): number;
  sqlite3_column_text(statement: number, column: number): number;
  sqlite3_column_type(statement: number, column: number): number;
  sqlite3_errmsg(database: number): number;
  sqlite3_extended_errcode(database: number): number;
  sqlite3_finalize(statement: number): number;
  sqlite3_free(address: number): void;
  sqlite3_get_autocommit(database: number): number;
  sqlite3_malloc(bytes: number): number;
  sqlite3_prepare_v2(database: number, sql: number, length: number, statement: number, tail: number): number;
  sqlite3_prepare_v3(
    database: number,
    sql: number,
    length: number,
    flags: number,
    statement: number,
    tail: number,
  ): number;
  sqlite3_preupdate_hook(database: number, callback: number, context: number): number;
  sqlite3_progress_handler(database: number, instructions: number, callback: number, context: number): void;
  sqlite3_reset(statement: number): number;
  sqlite3_step(statement: number): number;
  sqlite3_update_hook(database: number, callback: number, context: number): number;
}

export const ROW = 100;
export const DONE = 101;
export const OK = 0;

/** Column types. */
export const INTEGER = 1;
export const FLOAT = 2;
export const TEXT = 3;
export const BLOB = 4;

/** Tells SQLite to copy the bound bytes at once. */
export const TRANSIENT = -1;
