// A database file in the browser's origin-private file system, through SQLite's `opfs-sahpool` VFS: synchronous access
// handles, no cross-origin isolation needed, and durable in WAL mode against a killed tab or browser (docs/architecture.md).
import type { SAHPoolUtil, Sqlite3Static } from '@sqlite.org/sqlite-wasm';
import { errors } from '../../src/protocol/errors.ts';
import { Connection } from './connection.ts';
import type { Driver } from './driver.ts';

export interface PoolOptions {
  /** OPFS directory of the pool, for example "/pocket-nexus/default". One pool holds one memory. */
  readonly directory: string;
  /** Name of the database inside the pool; starts with "/". */
  readonly fileName: string;
  /** How long to wait for another worker of this origin to let go of the files. */
  readonly waitMs?: number;
}

/** A database takes a file, its WAL and a journal; the rest is room for backups and copies. */
const POOL_CAPACITY = 12;
/** A log and a journal each for two files, and two copies. */
const ROOM = 8;
const RETRY_MS = 50;
const CACHE_KIB = 65536;

/**
 * Opens (or creates) a database in OPFS. Only one worker of an origin can hold a pool.
 *
 * @throws internal where another worker keeps holding the files, or where the browser has no OPFS
 */
export async function openPoolDriver(sqlite3: Sqlite3Static, options: PoolOptions): Promise<Driver> {
  const pool = await acquirePool(sqlite3, options);
  return openInPool(sqlite3, pool, options.fileName, () => pool.pauseVfs());
}

/** Opens a file of a pool, making it if it is not there. */
export function openInPool(sqlite3: Sqlite3Static, pool: SAHPoolUtil, fileName: string, onClose = () => {}): Driver {
  const database = new pool.OpfsSAHPoolDb(fileName);
  const driver = new Connection(sqlite3, database, { onClose, isFull: (isWriting) => storageIsFull() || isWriting });
  try {
    configure(driver);
  } catch (error) {
    driver.close();
    throw error;
  }
  return driver;
}

let wasRefusedRoom = false;
let isWatchingWrites = false;

/**
 * Whether a write to OPFS failed since this was asked last. What makes a browser refuse a write to a file it has given out is want of room;
 * SQLite's VFS tells of that as of a failure to read.
 */
export function storageIsFull(): boolean {
  const answer = wasRefusedRoom;
  wasRefusedRoom = false;
  return answer;
}

/** What is needed of a FileSystemSyncAccessHandle, which only workers of a browser know. */
interface WritableHandle {
  write(buffer: { readonly byteLength: number }, options?: object): number;
}

function watchWrites(): void {
  if (isWatchingWrites) return;
  isWatchingWrites = true;
  const { FileSystemSyncAccessHandle } = globalThis as unknown as {
    FileSystemSyncAccessHandle: { prototype: WritableHandle };
  };
  const { prototype } = FileSystemSyncAccessHandle;
  const { write } = prototype;
  prototype.write = function (this: WritableHandle, ...given: Parameters<typeof write>) {
    try {
      const written = write.apply(this, given);
      if (written < given[0].byteLength) wasRefusedRoom = true;
      return written;
    } catch (error) {
      wasRefusedRoom = true;
      throw error;
    }
  };
}

/** Removes all files of a pool that no worker holds open. One that is not there is no fault. */
export async function removePool(directory: string): Promise<void> {
  const folders = directory.split('/').filter(Boolean);
  const last = folders.pop()!;
  try {
    let folder = await navigator.storage.getDirectory();
    for (const name of folders) folder = await folder.getDirectoryHandle(name);
    await folder.removeEntry(last, { recursive: true });
  } catch (error) {
    if ((error as Error).name !== 'NotFoundError') throw error;
  }
}

/** Takes hold of a pool, once it is free, with room in it for another few files. */
export async function acquirePool(
  sqlite3: Sqlite3Static,
  options: Pick<PoolOptions, 'directory' | 'waitMs'>,
): Promise<SAHPoolUtil> {
  watchWrites();
  const deadline = Date.now() + (options.waitMs ?? 5000);
  for (;;) {
    try {
      const pool = await sqlite3.installOpfsSAHPoolVfs({
        directory: options.directory,
        name: `pool:${options.directory}`,
        initialCapacity: POOL_CAPACITY,
        // A failure is remembered by the VFS; without this a retry would only repeat it. Missing in the package's types.
        ...{ forceReinitIfPreviouslyFailed: true },
      });
      if (pool.isPaused()) await pool.unpauseVfs();
      await pool.reserveMinimumCapacity(Math.max(POOL_CAPACITY, pool.getFileCount() + ROOM));
      return pool;
    } catch (error) {
      if (!isHeldElsewhere(error)) throw error;
      if (Date.now() >= deadline) {
        throw errors.internal(
          'Another tab or worker holds this memory open.',
          'Close the other tab, or work in it, then try again.',
        );
      }
      await new Promise((resume) => setTimeout(resume, RETRY_MS));
    }
  }
}

function isHeldElsewhere(error: unknown): boolean {
  return error instanceof Error && error.name === 'NoModificationAllowedError';
}

/**
 * Order matters: WAL works on this VFS only once locking is exclusive, and journal_mode answers "delete" instead of failing.
 */
function configure(driver: Driver): void {
  driver.get('PRAGMA locking_mode=exclusive');
  const mode = driver.get('PRAGMA journal_mode=wal')?.[0];
  if (mode !== 'wal') throw errors.internal(`The database does not run in WAL mode but in "${String(mode)}".`);
  driver.script(
    `PRAGMA synchronous=normal; PRAGMA foreign_keys=on; PRAGMA secure_delete=on; PRAGMA cache_size=-${CACHE_KIB};`,
  );
}

/** Whether the folder of a pool is still there; a browser may remove it while its files are open. */
export async function poolIsThere(directory: string): Promise<boolean> {
  try {
    let folder = await navigator.storage.getDirectory();
    for (const name of directory.split('/').filter(Boolean)) folder = await folder.getDirectoryHandle(name);
    return true;
  } catch {
    return false;
  }
}
