// Being told of the rows that one connection writes: SQLite calls from WASM for each. Its update hook knows the rowid alone and costs
// next to nothing; its preupdate hook can read the old row as well, at several microseconds a row, and so is used only where rows go.
import type { Sqlite3Static } from '@sqlite.org/sqlite-wasm';
import type { RowOperation, RowWatch, WatchedColumns } from './driver.ts';
import { OK, type SqliteExports } from './wasm-exports.ts';

const DELETE = 9;
const INSERT = 18;
const encoder = new TextEncoder();
const MAIN = zeroTerminated('main');

interface Watched {
  readonly table: Uint8Array;
  readonly column: number;
}

export class RowHook {
  readonly #sqlite3: Sqlite3Static;
  readonly #exports: SqliteExports;
  readonly #handle: number;
  readonly #onUpdate: number;
  readonly #onPreupdate: number;
  readonly #valueOut: number;
  #watched: readonly Watched[] = [];
  #watch: RowWatch | undefined;

  constructor(sqlite3: Sqlite3Static, handle: number) {
    const { wasm } = sqlite3;
    this.#sqlite3 = sqlite3;
    this.#exports = wasm.exports as SqliteExports;
    this.#handle = handle;
    this.#valueOut = Number(wasm.alloc(8));
    const onUpdate = (_context: number, operation: number, schema: number, table: number, rowid: bigint) =>
      this.#updated(operation, schema, table, rowid);
    const onPreupdate = (_context: number, _database: number, ...row: [number, number, number, bigint]) =>
      this.#writing(...row);
    this.#onUpdate = Number(wasm.installFunction('v(pippj)', onUpdate));
    this.#onPreupdate = Number(wasm.installFunction('v(ppippjj)', onPreupdate));
  }

  install(columns: WatchedColumns, withValues: boolean, watch: RowWatch): void {
    this.#watched = Object.entries(columns).map(([table, column]) => ({ table: zeroTerminated(table), column }));
    this.#watch = watch;
    if (withValues) this.#exports.sqlite3_preupdate_hook(this.#handle, this.#onPreupdate, 0);
    else this.#exports.sqlite3_update_hook(this.#handle, this.#onUpdate, 0);
  }

  remove(): void {
    this.#watch = undefined;
    this.#exports.sqlite3_preupdate_hook(this.#handle, 0, 0);
    this.#exports.sqlite3_update_hook(this.#handle, 0, 0);
  }

  /** Once the database is closed. */
  free(): void {
    const { wasm } = this.#sqlite3;
    for (const callback of [this.#onUpdate, this.#onPreupdate]) wasm.uninstallFunction(callback);
    wasm.dealloc(this.#valueOut);
  }

  #updated(operation: number, schema: number, table: number, rowid: bigint): void {
    if (this.#find(schema, table)) this.#watch?.(operationOf(operation), Number(rowid), 0);
  }

  /** SQLite passes a second rowid, the new one, which is the same: ids never change. */
  #writing(operation: number, schema: number, table: number, rowid: bigint, _newRowid?: bigint): void {
    const watched = this.#find(schema, table);
    if (!watched) return;
    const read = operation === INSERT ? this.#exports.sqlite3_preupdate_new : this.#exports.sqlite3_preupdate_old;
    const code = read(this.#handle, watched.column, this.#valueOut);
    const { wasm } = this.#sqlite3;
    const value = code === OK ? this.#exports.sqlite3_value_double(Number(wasm.peekPtr(this.#valueOut))) : 0;
    this.#watch?.(operationOf(operation), Number(rowid), value);
  }

  #find(schema: number, table: number): Watched | undefined {
    const heap = this.#sqlite3.wasm.heap8u();
    for (const watched of this.#watched)
      if (isText(heap, table, watched.table)) return isText(heap, schema, MAIN) ? watched : undefined;
    return undefined;
  }
}

function isText(heap: Uint8Array, address: number, text: Uint8Array): boolean {
  for (let at = 0; at < text.length; at++) if (heap[address + at] !== text[at]) return false;
  return true;
}

function zeroTerminated(text: string): Uint8Array {
  return encoder.encode(`${text}\0`);
}

function operationOf(code: number): RowOperation {
  if (code === INSERT) return 'insert';
  return code === DELETE ? 'delete' : 'update';
}
