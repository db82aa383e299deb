// The files of one memory in its pool. The memory itself is the file of the highest generation: a restored backup, or the fresh memory
// that follows a damaged one, is a new generation, which becomes the memory in one step, when the pool gives the finished file its name.
// A file that a backup has replaced is removed once the backup is open; one that a fresh memory follows was found damaged and is kept.
import type { SAHPoolUtil, Sqlite3Static } from '@sqlite.org/sqlite-wasm';
import type { KeptCopy } from '../../src/protocol/copies.ts';
import { errors } from '../../src/protocol/errors.ts';
import type { Driver } from './driver.ts';
import { acquirePool, openInPool, storageIsFull } from './opfs-pool.ts';

const FIRST = '/nexus.sqlite3';
/** The number is the time at which the generation began; "r" marks a restored backup. */
const GENERATION = /^\/nexus(?:-(\d+)(r?))?\.sqlite3$/;
const MIGRATION_COPY = /^\/before-format-\d+-(\d+)\.sqlite3$/;
const SIDE_FILES = ['-wal', '-journal'];

export class PoolFiles {
  readonly #sqlite3: Sqlite3Static;
  readonly #pool: SAHPoolUtil;
  /** Sizes of copies, which never change; learning one means reading the file. */
  readonly #sizes = new Map<string, number>();

  private constructor(sqlite3: Sqlite3Static, pool: SAHPoolUtil) {
    this.#sqlite3 = sqlite3;
    this.#pool = pool;
  }

  /** Takes hold of the pool, once it is free. */
  static async take(sqlite3: Sqlite3Static, directory: string): Promise<PoolFiles> {
    return new PoolFiles(sqlite3, await acquirePool(sqlite3, { directory }));
  }

  /** The name of the memory's own file, whether or not it is there yet. */
  current(): string {
    return this.#generations().at(-1) ?? FIRST;
  }

  /** Opens a file of the pool, making it if it is not there. */
  open(name: string): Driver {
    return openInPool(this.#sqlite3, this.#pool, name);
  }

  /** A name for the next generation, which is the memory as soon as a file of this name is there. */
  nextGeneration(now: number, why: 'new' | 'restored'): string {
    const number = Math.max(now, generationOf(this.current()) + 1);
    return `/nexus-${number}${why === 'restored' ? 'r' : ''}.sqlite3`;
  }

  /** Removes what a restored backup has replaced; called once the backup is open. */
  removeReplaced(): void {
    const generations = this.#generations();
    for (const [at, name] of generations.slice(0, -1).entries()) {
      if (isRestored(generations[at + 1]!)) this.remove(name);
    }
  }

  /**
   * Adds a whole database file: either all of it, or nothing.
   *
   * @throws resourceExhausted where there is no room for it
   */
  add(name: string, image: Uint8Array): void {
    try {
      this.#pool.importDb(name, image);
    } catch (error) {
      if (!storageIsFull()) throw error;
      throw errors.resourceExhausted(
        `The browser has no room for another ${Math.ceil(image.length / 1024 / 1024)} MiB, so nothing was changed.`,
        'Free space on the device or remove copies that are no longer needed, then try again.',
      );
    }
  }

  /** Keeps the file as it is before a migration. */
  addMigrationCopy(image: Uint8Array, format: number, now: number): void {
    this.add(`/before-format-${format + 1}-${now}.sqlite3`, image);
  }

  /** Without what may be in a log beside it. */
  read(name: string): Uint8Array {
    return this.#pool.exportFile(name);
  }

  remove(name: string): void {
    for (const file of [name, ...SIDE_FILES.map((suffix) => name + suffix)]) this.#pool.unlink(file);
  }

  copies(): KeptCopy[] {
    const generations = this.#generations();
    const damaged = generations
      .slice(0, -1)
      .map((name, at) => ({ name, next: generations[at + 1]! }))
      .filter(({ next }) => !isRestored(next))
      .map(({ name, next }) => ({ name, at: generationOf(next) }));
    const migrated = this.#pool.getFileNames().flatMap((name) => {
      const [, at] = MIGRATION_COPY.exec(name) ?? [];
      return at === undefined ? [] : [{ name, at: Number(at) }];
    });
    return [
      ...damaged.map((file) => ({ ...file, reason: 'damaged' as const, sizeBytes: this.#sizeOf(file.name) })),
      ...migrated.map((file) => ({ ...file, reason: 'migration' as const, sizeBytes: this.#sizeOf(file.name) })),
    ];
  }

  /**
   * @throws notFound where there is no such copy
   */
  requireCopy(name: string): string {
    if (this.copies().some((copy) => copy.name === name)) return name;
    throw errors.notFound(`There is no copy "${name}" of this memory.`, 'See storage() for the copies there are.');
  }

  /** Gives the files back; all of them must be closed. */
  release(): void {
    this.#pool.pauseVfs();
  }

  #generations(): string[] {
    const names = this.#pool.getFileNames().filter((name) => GENERATION.test(name));
    return names.sort((a, b) => generationOf(a) - generationOf(b));
  }

  #sizeOf(name: string): number {
    let size = this.#sizes.get(name);
    if (size === undefined) this.#sizes.set(name, (size = this.#pool.exportFile(name).length));
    return size;
  }
}

const generationOf = (name: string): number => Number(GENERATION.exec(name)?.[1] ?? 0);
const isRestored = (name: string): boolean => GENERATION.exec(name)?.[2] === 'r';
