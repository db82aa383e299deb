// The memory a worker holds: its files, the engine on the current one, and what replaces one file by another without a moment at which
// neither is there. Damage found when a file is opened sets that file aside and begins a new one, and is told.
import type { Sqlite3Static } from '@sqlite.org/sqlite-wasm';
import type { Damage, FileState, Salvage } from '../src/protocol/copies.ts';
import { errors, KipError } from '../src/protocol/errors.ts';
import { createEngine, type Engine } from './engine.ts';
import type { Driver, SqlValue } from './store/driver.ts';
import { checkAtOpen } from './store/integrity.ts';
import { PoolFiles } from './store/pool-files.ts';
import { DamageError } from './store/result-codes.ts';
import { readSetting, removeSetting, writeSetting } from './store/settings.ts';
import { openMemoryDriver } from './store/sqlite.ts';

export class HeldMemory {
  readonly #sqlite3: Sqlite3Static;
  /** Undefined where the memory is kept in no file. */
  readonly #files: PoolFiles | undefined;
  #engine: Engine | undefined;

  private constructor(sqlite3: Sqlite3Static, files: PoolFiles | undefined) {
    this.#sqlite3 = sqlite3;
    this.#files = files;
  }

  /**
   * Opens the memory kept in a directory of OPFS, or one that is kept nowhere.
   *
   * @throws internal where the file is of a newer format or no memory; it is left as it is
   */
  static async open(
    sqlite3: Sqlite3Static,
    directory: string | undefined,
  ): Promise<{ readonly memory: HeldMemory; readonly damage?: Damage }> {
    if (directory === undefined) {
      const memory = new HeldMemory(sqlite3, undefined);
      memory.#engine = await createEngine(openMemoryDriver(sqlite3));
      return { memory };
    }
    const files = await PoolFiles.take(sqlite3, directory);
    const memory = new HeldMemory(sqlite3, files);
    try {
      const damage = await memory.#openCurrent(files);
      return damage ? { memory, damage } : { memory };
    } catch (error) {
      files.release();
      throw error;
    }
  }

  get engine(): Engine {
    if (!this.#engine) throw errors.internal('No memory is open in this worker.');
    return this.#engine;
  }

  get driver(): Driver {
    return this.engine.nexus.driver;
  }

  close(): void {
    this.#engine?.close();
    this.#engine = undefined;
    this.#files?.release();
  }

  /** The whole file as it is now. */
  async backup(): Promise<Uint8Array<ArrayBuffer>> {
    const { readImage } = await import('./keep/keep.ts');
    // Noted before the file is read, so that a memory restored from it knows its backup too.
    const before = readSetting(this.driver, 'last_backup');
    this.#noteBackup(Date.now());
    try {
      return readImage(this.driver);
    } catch (error) {
      this.#noteBackup(before);
      throw error;
    }
  }

  /** Where storage is full a backup is needed most: it is made without the note. */
  #noteBackup(at: SqlValue | undefined): void {
    const { driver } = this;
    try {
      driver.transaction(() => {
        if (at === undefined) removeSetting(driver, 'last_backup');
        else writeSetting(driver, 'last_backup', at);
      });
    } catch (error) {
      if (!(error instanceof KipError) || error.kind !== 'resourceExhausted') throw error;
    }
  }

  /**
   * Replaces the memory by a backup. Where that fails, whatever the reason, it is as it was.
   *
   * @throws invalidSyntax where the bytes are no memory or are damaged; internal where they are of a newer version;
   *   resourceExhausted where there is no room for both files
   */
  async restore(image: Uint8Array): Promise<void> {
    const { openChecked } = await import('./keep/keep.ts');
    const checked = await openChecked(this.#sqlite3, image);
    const files = this.#files;
    if (!files) {
      this.#engine?.close();
      this.#engine = checked;
      return;
    }
    checked.close();
    const [old, next] = [files.current(), files.nextGeneration(Date.now(), 'restored')];
    files.add(next, image);
    this.#engine?.close();
    try {
      await this.#openFile(files, next);
    } catch (error) {
      files.remove(next);
      await this.#openFile(files, old);
      throw error;
    }
    files.removeReplaced();
  }

  state(): FileState {
    const { driver } = this;
    const [pages, pageBytes] = [driver.get('PRAGMA page_count')![0], driver.get('PRAGMA page_size')![0]];
    return {
      sizeBytes: (pages as number) * (pageBytes as number),
      lastBackup: (readSetting(driver, 'last_backup') as number | undefined) ?? null,
      copies: this.#files?.copies() ?? [],
    };
  }

  /**
   * What can be read of a copy, as capsules.
   *
   * @throws notFound where there is no such copy
   */
  async salvage(copy: string): Promise<Salvage> {
    const { salvageFile } = await import('./keep/keep.ts');
    return salvageFile(this.#sqlite3, this.#requireFiles(), copy);
  }

  /** A copy as it is, without what may be in a log beside it. */
  readCopy(copy: string): Uint8Array {
    const files = this.#requireFiles();
    return files.read(files.requireCopy(copy));
  }

  removeCopy(copy: string): void {
    const files = this.#requireFiles();
    files.remove(files.requireCopy(copy));
  }

  #requireFiles(): PoolFiles {
    if (this.#files) return this.#files;
    throw errors.notFound('This memory is kept in no file, so there are no copies.', 'Open it with storage "opfs".');
  }

  async #openCurrent(files: PoolFiles): Promise<Damage | undefined> {
    const name = files.current();
    try {
      await this.#openFile(files, name);
      files.removeReplaced();
      return undefined;
    } catch (error) {
      if (!(error instanceof DamageError)) throw error;
      await this.#openFile(files, files.nextGeneration(Date.now(), 'new'));
      return { fault: error.message, copy: name };
    }
  }

  async #openFile(files: PoolFiles, name: string): Promise<void> {
    const driver = files.open(name);
    try {
      checkAtOpen(driver, Date.now());
      this.#engine = await createEngine(driver, {
        backup: async (before, format) => {
          const { readImage } = await import('./keep/keep.ts');
          files.addMigrationCopy(readImage(before), format, Date.now());
        },
      });
    } catch (error) {
      driver.close();
      throw error;
    }
  }
}
