// One memory for as long as the program runs: fresh and in memory, or the one in a file.
import { createEngine, type Engine } from '../worker/engine.ts';
import { findDamage } from '../worker/store/integrity.ts';
import type { Driver } from '../worker/store/driver.ts';
import { loadSqlite, openMemoryDriver } from '../worker/store/sqlite.ts';
import { DatabaseFile } from './database-file.ts';
import { loadEmbeddedModel } from './embedded-model.ts';
import { EXIT, Exit } from './exit-code.ts';

export interface Session {
  readonly engine: Engine;
  /** Where the memory is kept; undefined for one that is gone when the program ends. */
  readonly path: string | undefined;
  /** Resolves once every change so far is on disk; at once where there is none, or no file. Throws Exit where that fails. */
  keep(): Promise<void>;
  close(): Promise<void>;
}

/** Programs that write and then search want to find what they wrote, whatever the model needs for it. */
const MEANING = { catchUpMs: Infinity };

/**
 * @param path of the database file; made if missing
 * @param models the folder of the app's models, where searches go by meaning too
 * @throws Exit where the file is in use, damaged, or newer than this program; it is left as it is
 */
export async function openSession(path: string | undefined, models?: string): Promise<Session> {
  const session = await open(path);
  if (models === undefined) return session;
  try {
    await session.engine.nexus.meaning.use(await loadEmbeddedModel(models));
    await session.keep();
    return session;
  } catch (error) {
    await session.close();
    throw error;
  }
}

async function open(path: string | undefined): Promise<Session> {
  if (path === undefined) {
    const engine = await createEngine(openMemoryDriver(await loadSqlite()), { meaning: MEANING });
    return { engine, path, keep: async () => {}, close: async () => engine.close() };
  }
  const file = await DatabaseFile.take(path);
  try {
    return await openFile(file);
  } catch (error) {
    await file.release();
    throw error;
  }
}

async function openFile(file: DatabaseFile): Promise<Session> {
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
      throw new Exit(EXIT.notSaved, `Cannot save ${file.path}: ${error.message}`, { cause: error });
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
  return { engine, path: file.path, keep, close };
}

async function openImage(path: string, image?: Uint8Array): Promise<{ engine: Engine; driver: Driver }> {
  try {
    const driver = openMemoryDriver(await loadSqlite(), image ? { image } : {});
    const damage = image ? findDamage(driver) : undefined;
    if (damage !== undefined) throw new Error(`The file is damaged: ${damage}. It was not changed; restore a backup.`);
    return { engine: await createEngine(driver, { meaning: MEANING }), driver };
  } catch (error) {
    throw new Exit(EXIT.unusableDatabase, `Cannot open ${path}: ${(error as Error).message}`, { cause: error });
  }
}
