// SQLite-WASM and nothing else: what opening the file and asking one question costs without an engine.
import { expose } from 'comlink';
import sqlite3InitModule from '@sqlite.org/sqlite-wasm';
import { Connection } from '../connection.ts';
import type { Row, SqliteModule } from '../connection.ts';
import { FILE_NAME, poolDirectory } from './bench-api.ts';
import type { BareWorker, FirstQuestion } from './bench-api.ts';

const silent = (): void => {};
(globalThis as { sqlite3ApiConfig?: unknown }).sqlite3ApiConfig = {
  disable: { vfs: { opfs: true, 'opfs-wl': true } },
  warn: silent,
  error: silent,
};
const loading = sqlite3InitModule();

const node = (row: Row): unknown => ({
  id: `C:${String(row[0])}`,
  type: row[1],
  name: row[2],
  attributes: JSON.parse(row[3] as string) as unknown,
  metadata: JSON.parse(row[4] as string) as unknown,
});

class Bare implements BareWorker {
  #db: Connection | undefined;

  async open(n: number): Promise<void> {
    const sqlite3 = await loading;
    const directory = poolDirectory(n);
    const pool = await sqlite3.installOpfsSAHPoolVfs({ directory, name: `pool:${directory}`, initialCapacity: 12 });
    const database = new pool.OpfsSAHPoolDb(FILE_NAME);
    database.exec('PRAGMA locking_mode=exclusive; PRAGMA journal_mode=wal; PRAGMA synchronous=normal;');
    database.exec('PRAGMA cache_size=-65536;');
    this.#db = new Connection(sqlite3 as unknown as SqliteModule, Number(database.pointer));
  }

  ask({ sql, parameters }: FirstQuestion): unknown[] {
    if (!this.#db) throw new Error('Nothing is open.');
    return this.#db.all(sql, parameters).map(node);
  }
}

expose(new Bare());
