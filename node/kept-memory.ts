// One engine in this process, and where its memory is kept: nowhere, or in a file that is replaced as a whole.
import { createEngine, type Engine } from '../worker/engine.ts';
import type { MeaningOptions } from '../worker/search/meaning.ts';
import { findDamage } from '../worker/store/integrity.ts';
import type { Driver } from '../worker/store/driver.ts';
import { loadSqlite, openMemoryDriver } from '../worker/store/sqlite.ts';
import { DatabaseFile } from './database-file.ts';
import { NexusFileError } from './nexus-file-error.ts';

export interface KeptMemory {
  readonly engine: Engine;
  /** Where the memory is kept; undefined for one that is gone when it is closed. */
  readonly path: string | undefined;
  /** Resolves once every change so far is on disk; at once where there is none, or no file. Throws NexusFileError where that fails. */
  keep(): Promise<void>;
  /** The bytes of the database. */
  image(): Uint8Array;
  close(): Promise<void>;
}

/** Programs that write and then search want to find what they wrote, whatever the model needs for it. */
const MEANING: MeaningOptions = { catchUpMs: Infinity };

/**
 * A memory that is gone when it is closed.
 *
 * @param image what it begins with; absent for a fresh one
 * @throws NexusFileError where the image is damaged, no memory, or made by a newer version
 */
export async function openInMemory(image?: Uint8Array): Promise<KeptMemory> {
  const { engine, driver } = await openImage('the image', image);
  return {
    engine,
    path: undefined,
    keep: async () => {},
    image: () => imageOf(engine, driver),
    close: async () => engine.close(),
  };
}

/**
 * The memory in a file, which is made if missing.
 *
 * @throws NexusFileError where the file is in use, damaged, or newer than this program; it is left as it is
 */
export async function openInFile(path: string): Promise<KeptMemory> {
  const file = await DatabaseFile.take(path);
  try {
    return await openFile(file);
  } catch (error) {
    await file.release();
    throw error;
  }
}

async function openFile(file: DatabaseFile): Promise<KeptMemory> {
  const image = await file.read();
  const { engine, driver } = await openImage(file.path, image);
  // Commits made while opening count: a new file is written at once, and one brought up to date as well.
  let saved = image ? 0 : -1;
  const keep = async () => {
    // Before the file is written, so that it never holds what was deleted.
    engine.nexus.forgetting.finish();
    const { commits } = driver;
    if (commits === saved) return;
    await file.save(driver.image()).catch((error: Error) => {
      throw new NexusFileError('notSaved', `Cannot save ${file.path}: ${error.message}`, { cause: error });
    });
    saved = commits;
  };
  await keep();
  const close = async () => {
    // Vectors made since the last answer are kept as well. Where that fails, they are only made again.
    if (engine.nexus.meaning.ready) await keep().catch(() => undefined);
    engine.close();
    await file.release();
  };
  return { engine, path: file.path, keep, image: () => imageOf(engine, driver), close };
}

function imageOf(engine: Engine, driver: Driver): Uint8Array {
  engine.nexus.forgetting.finish();
  return driver.image();
}

async function openImage(what: string, image?: Uint8Array): Promise<{ engine: Engine; driver: Driver }> {
  try {
    const driver = openMemoryDriver(await loadSqlite(), image ? { image } : {});
    const damage = image ? findDamage(driver) : undefined;
    if (damage !== undefined) throw new Error(`The file is damaged: ${damage}. It was not changed; restore a backup.`);
    return { engine: await createEngine(driver, { meaning: MEANING }), driver };
  } catch (error) {
    throw new NexusFileError('unusable', `Cannot open ${what}: ${(error as Error).message}`, { cause: error });
  }
}
