// SQLite's preupdate hook on one connection: a call from WASM for every row written, which for the rows of the file's own tables that are
// asked for reads one integer of the row.
import type { Sqlite3Static } from '@sqlite.org/sqlite-wasm';
import type { RowOperation, RowWatch } from './driver.ts';
import { OK, type SqliteExports } from './wasm-exports.ts';

const DELETE = 9;
const INSERT = 18;

export class RowHook {
  readonly #sqlite3: Sqlite3Static;
  readonly #exports: SqliteExports;
  readonly #handle: number;
  readonly #callback: number;
  readonly #valueOut: number;
  /** By address of the table's name: its watched column, or undefined. Good while the schema stays, so renewed with each watch. */
  readonly #tables = new Map<number, number | undefined>();
  #columns: Readonly<Record<string, number>> = {};
  #watch: RowWatch | undefined;

  constructor(sqlite3: Sqlite3Static, handle: number) {
    const { wasm } = sqlite3;
    this.#sqlite3 = sqlite3;
    this.#exports = wasm.exports as SqliteExports;
    this.#handle = handle;
    this.#valueOut = Number(wasm.alloc(8));
    this.#callback = Number(
      wasm.installFunction(
        'v(ppippjj)',
        (_context: number, _database: number, operation: number, schema: number, table: number, rowid: bigint) =>
          this.#note(operation, Number(schema), Number(table), rowid),
      ),
    );
  }

  install(columns: Readonly<Record<string, number>>, watch: RowWatch): void {
    this.#columns = columns;
    this.#watch = watch;
    this.#tables.clear();
    this.#exports.sqlite3_preupdate_hook(this.#handle, this.#callback, 0);
  }

  remove(): void {
    this.#watch = undefined;
    this.#exports.sqlite3_preupdate_hook(this.#handle, 0, 0);
  }

  /** Once the database is closed. */
  free(): void {
    this.#sqlite3.wasm.uninstallFunction(this.#callback);
    this.#sqlite3.wasm.dealloc(this.#valueOut);
  }

  #note(operation: number, schema: number, table: number, rowid: bigint): void {
    const column = this.#columnOf(schema, table);
    if (column === undefined) return;
    const read = operation === INSERT ? 'sqlite3_preupdate_new' : 'sqlite3_preupdate_old';
    if (this.#exports[read](this.#handle, column, this.#valueOut) !== OK) return;
    const value = this.#exports.sqlite3_value_double(Number(this.#sqlite3.wasm.peekPtr(this.#valueOut)));
    this.#watch?.(operationOf(operation), Number(rowid), value);
  }

  #columnOf(schema: number, table: number): number | undefined {
    if (this.#tables.has(table)) return this.#tables.get(table);
    const { wasm } = this.#sqlite3;
    const column = wasm.cstrToJs(schema) === 'main' ? this.#columns[wasm.cstrToJs(table) ?? ''] : undefined;
    this.#tables.set(table, column);
    return column;
  }
}

function operationOf(code: number): RowOperation {
  if (code === INSERT) return 'insert';
  return code === DELETE ? 'delete' : 'update';
}
