// A memory's whole file as bytes, read through SQLite page by page: what is still in the write-ahead log is in it, whatever keeps the
// database, and no second copy is made inside WebAssembly's memory.
import { errors } from '../../src/protocol/errors.ts';
import type { Driver } from './driver.ts';

const PAGES_AT_ONCE = 256;

/** Consistent, since nothing else runs meanwhile. Opened as a memory image or imported into a pool it is the same database. */
export function readImage(driver: Driver): Uint8Array<ArrayBuffer> {
  const pageBytes = driver.get('PRAGMA page_size')![0] as number;
  const pages = driver.get('PRAGMA page_count')![0] as number;
  const image = new Uint8Array(allocate(pages * pageBytes));
  for (let first = 1; first <= pages; first += PAGES_AT_ONCE) {
    const rows = driver.all('SELECT pgno, data FROM sqlite_dbpage WHERE pgno BETWEEN ? AND ?', [
      first,
      first + PAGES_AT_ONCE - 1,
    ]);
    for (const [page, data] of rows) image.set(data as Uint8Array, ((page as number) - 1) * pageBytes);
  }
  // Says "WAL", which a file without its log must not.
  image.set([1, 1], 18);
  return image;
}

function allocate(bytes: number): ArrayBuffer {
  try {
    return new ArrayBuffer(bytes);
  } catch {
    throw errors.resourceExhausted(
      `There is no room in memory for a copy of the file (${Math.ceil(bytes / 1024 / 1024)} MiB).`,
      'Close other tabs, then try again, or export the memory as a capsule.',
    );
  }
}
