// The size of the file against the plainest schema with the same data.
import { Connection } from './connection.ts';
import type { SqliteModule } from './connection.ts';
import type { Dataset } from './dataset.ts';
import type { Sqlite3 } from './nexus-under-test.ts';
import { loadReference } from './reference-schema/schema.ts';

export function fileBytes(db: Connection): number {
  const pragma = (name: string): number => db.all(`PRAGMA ${name}`)[0]?.[0] as number;
  return (pragma('page_count') - pragma('freelist_count')) * pragma('page_size');
}

export function referenceFileBytes(sqlite3: Sqlite3, dataset: Dataset): number {
  const database = new sqlite3.oo1.DB(':memory:');
  const db = new Connection(sqlite3 as unknown as SqliteModule, Number(database.pointer));
  try {
    loadReference(db, dataset);
    return fileBytes(db);
  } finally {
    db.release();
    database.close();
  }
}
