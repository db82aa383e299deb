// The rows that one connection writes, logged in SQLite's own memory by a hook that is WebAssembly too (row-log.wat): no call into
// JavaScript for a row.
import type { Sqlite3Static } from '@sqlite.org/sqlite-wasm';
import type { WatchedColumns } from './driver.ts';
import { NOMEM, sqliteError } from './result-codes.ts';
import { KERNEL } from './row-log.generated.ts';
import type { SqliteExports } from './wasm-exports.ts';

// Parts of a log (row-log.wat), in 32-bit words.
const ROWS = 0;
const COUNT = 1;
const ROOM = 2;
const LOST = 3;
/** How many words come before the tables. */
const HEAD = 6;
const WORD = 4;
const ROW_BYTES = 24;
/** Room for so many rows is kept between two logs. */
const KEPT_ROWS = 4096;

let compiled: WebAssembly.Module | undefined;

export class RowLog {
  readonly #sqlite3: Sqlite3Static;
  readonly #exports: SqliteExports;
  readonly #handle: number;
  readonly #written: number;
  readonly #writing: number;
  readonly #log: number;
  /** Addresses to give back in the end. */
  readonly #allocated: number[] = [];

  /** Watches these tables; those that make the log must not change. */
  constructor(sqlite3: Sqlite3Static, handle: number, columns: WatchedColumns) {
    const { wasm } = sqlite3;
    this.#sqlite3 = sqlite3;
    this.#exports = wasm.exports as SqliteExports;
    this.#handle = handle;
    const watched = Object.entries(columns);
    this.#log = this.#allocate((HEAD + 2 * watched.length) * WORD);
    const words = [0, 0, 0, 0, this.#allocate(8), watched.length];
    for (const [table, column] of watched) {
      const name = Number(wasm.allocCString(table, false));
      this.#allocated.push(name);
      words.push(name, column);
    }
    this.#words().set(words);
    compiled ??= new WebAssembly.Module(Uint8Array.from(atob(KERNEL), (character) => character.charCodeAt(0)));
    const { memory } = wasm as unknown as { memory: WebAssembly.Memory };
    const sqlite = { ...(wasm.exports as WebAssembly.ModuleImports), memory };
    const { written, writing } = new WebAssembly.Instance(compiled, { sqlite }).exports;
    this.#written = Number(wasm.installFunction('v(pippj)', written as () => void));
    this.#writing = Number(wasm.installFunction('v(ppippjj)', writing as () => void));
  }

  /** @param withValues whether the watched columns are read; otherwise they are logged as 0 */
  start(withValues: boolean): void {
    const words = this.#words();
    words[COUNT] = words[LOST] = 0;
    if (withValues) this.#exports.sqlite3_preupdate_hook(this.#handle, this.#writing, this.#log);
    else this.#exports.sqlite3_update_hook(this.#handle, this.#written, this.#log);
  }

  /**
   * What was written since the start.
   *
   * @throws resourceExhausted where there was no memory for all of it
   */
  read(): Float64Array {
    const words = this.#words();
    if (words[LOST]) throw sqliteError(NOMEM, 'out of memory');
    const rows = words[ROWS]!;
    const bytes = this.#sqlite3.wasm.heap8u().slice(rows, rows + words[COUNT]! * ROW_BYTES);
    return new Float64Array(bytes.buffer);
  }

  stop(): void {
    this.#exports.sqlite3_preupdate_hook(this.#handle, 0, 0);
    this.#exports.sqlite3_update_hook(this.#handle, 0, 0);
    if (this.#words()[ROOM]! > KEPT_ROWS) this.#freeRows();
  }

  /** Once the database is closed. */
  free(): void {
    this.#freeRows();
    const { wasm } = this.#sqlite3;
    for (const hook of [this.#written, this.#writing]) wasm.uninstallFunction(hook);
    for (const address of this.#allocated) wasm.dealloc(address);
  }

  #freeRows(): void {
    const words = this.#words();
    this.#exports.sqlite3_free(words[ROWS]!);
    words[ROWS] = words[ROOM] = 0;
  }

  /** Fresh each time: where SQLite's memory grows, views of it end. */
  #words(): Uint32Array {
    return new Uint32Array(this.#sqlite3.wasm.heap8u().buffer, this.#log);
  }

  #allocate(bytes: number): number {
    const address = Number(this.#sqlite3.wasm.alloc(bytes));
    this.#allocated.push(address);
    return address;
  }
}
