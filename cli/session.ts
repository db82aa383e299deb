// One memory for as long as the program runs: fresh and in memory, or the one in a file.
import { loadEmbeddedModel } from '../node/embedded-model.ts';
import { openInFile, openInMemory, type KeptMemory } from '../node/kept-memory.ts';

export type Session = KeptMemory;

/**
 * @param path of the database file; made if missing
 * @param models the folder of the app's models, where searches go by meaning too
 * @throws NexusFileError where the file is in use, damaged, or newer than this program; it is left as it is
 */
export async function openSession(path: string | undefined, models?: string): Promise<Session> {
  const session = await (path === undefined ? openInMemory() : openInFile(path));
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
