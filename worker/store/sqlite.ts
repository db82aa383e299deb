// Opens SQLite: once per thread the WASM module, then a database in memory (from a file image if there is one) or, in a
// browser's worker, a file in OPFS (see opfs-pool.ts).
import sqlite3InitModule, { type Sqlite3Static } from '@sqlite.org/sqlite-wasm';
import { Connection } from './connection.ts';
import type { Driver } from './driver.ts';
import { sqliteError } from './result-codes.ts';

export { openPoolDriver, removePool } from './opfs-pool.ts';

/** Loads SQLite. The two OPFS VFSes we do not use are switched off first: each would start a worker of its own. */
export async function loadSqlite(): Promise<Sqlite3Static> {
  (globalThis as { sqlite3ApiConfig?: unknown }).sqlite3ApiConfig = {
    disable: { vfs: { opfs: true, 'opfs-wl': true } },
    warn: ignore, // results arrive as errors; SQLite's own log would repeat them on the console
    error: ignore,
  };
  return sqlite3InitModule();
}

function ignore(): void {}

export interface MemoryOptions {
  /** A database file as written by `Driver.image()`; absent for an empty database. Left unchanged. */
  readonly image?: Uint8Array;
}

/**
 * A database in memory, gone when closed unless its `image()` is kept.
 *
 * @throws internal where the image is damaged or no database
 */
export function openMemoryDriver(sqlite3: Sqlite3Static, options: MemoryOptions = {}): Driver {
  const database = new sqlite3.oo1.DB(':memory:');
  const driver = new Connection(sqlite3, database);
  try {
    if (options.image) load(sqlite3, database.pointer as number, options.image);
    driver.script('PRAGMA foreign_keys=on; PRAGMA secure_delete=on;');
    driver.get('PRAGMA schema_version'); // reads the first page, so that a file that is no database fails here
  } catch (error) {
    driver.close();
    throw error;
  }
  return driver;
}

function load(sqlite3: Sqlite3Static, handle: number, image: Uint8Array): void {
  const { capi, wasm } = sqlite3;
  const bytes = new Uint8Array(image);
  // Bytes 18 and 19 say "WAL"; a database in memory cannot be one, and would refuse to open.
  bytes[18] = 1;
  bytes[19] = 1;
  const address = wasm.allocFromTypedArray(bytes);
  const code = capi.sqlite3_deserialize(
    handle,
    'main',
    address,
    bytes.length,
    bytes.length,
    capi.SQLITE_DESERIALIZE_FREEONCLOSE | capi.SQLITE_DESERIALIZE_RESIZEABLE,
  );
  if (code !== capi.SQLITE_OK) throw sqliteError(code, 'cannot read the file image');
}
