// A memory in a file. The engine works on an image in memory; save() replaces the file by a whole new one, so that a crash
// or a full disk leaves either the old memory or the new one, never a mixture. One process at a time: two would overwrite each
// other's changes, hence the lock file.
import { randomUUID } from 'node:crypto';
import { chmod, link, mkdir, open, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, resolve } from 'node:path';
import { NexusFileError } from './nexus-file-error.ts';

/** A memory is private: nobody but its owner may read a new file. */
const MODE_NEW = 0o600;

export class DatabaseFile {
  readonly path: string;
  readonly #lock: string;
  readonly #mode: number;

  private constructor(path: string, lock: string, mode: number) {
    this.path = path;
    this.#lock = lock;
    this.#mode = mode;
  }

  /**
   * Takes the file for this process. It need not exist yet; its folder is made.
   *
   * @throws NexusFileError where another process has it
   */
  static async take(asked: string): Promise<DatabaseFile> {
    // A link is followed: replacing it would leave the file behind it stale.
    const path = await realpath(asked).catch(() => resolve(asked));
    await mkdir(dirname(path), { recursive: true });
    const lock = `${path}.lock`;
    await takeLock(lock, path);
    const mode = await stat(path).then(
      (file) => file.mode & 0o777,
      () => MODE_NEW,
    );
    return new DatabaseFile(path, lock, mode);
  }

  /** The image in the file, or undefined where there is no file yet. */
  async read(): Promise<Uint8Array | undefined> {
    try {
      const image = await readFile(this.path);
      return image.length === 0 ? undefined : new Uint8Array(image);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw new NexusFileError('unreadable', `Cannot read ${this.path}: ${(error as Error).message}`, { cause: error });
    }
  }

  /** Resolves once the image is on disk under the file's name. */
  async save(image: Uint8Array): Promise<void> {
    const fresh = `${this.path}.new`;
    const file = await open(fresh, 'w', this.#mode);
    try {
      await file.writeFile(image);
      await file.sync();
    } finally {
      await file.close();
    }
    await chmod(fresh, this.#mode);
    await rename(fresh, this.path);
    await syncFolder(dirname(this.path));
  }

  async release(): Promise<void> {
    await rm(this.#lock, { force: true });
  }
}

/** Makes the rename itself durable. Windows cannot open a folder; there the rename is left to the file system. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

interface Holder {
  readonly pid: number;
  readonly host: string;
}

async function takeLock(lock: string, path: string): Promise<void> {
  const own: Holder = { pid: process.pid, host: hostname() };
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      return await writeFile(lock, JSON.stringify(own), { flag: 'wx', mode: MODE_NEW });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
        throw new NexusFileError('notSaved', `Cannot write beside ${path}: ${(error as Error).message}`, {
          cause: error,
        });
      }
    }
    const holder = await readHolder(lock);
    if (!holder) continue; // released in between
    if (isRunning(holder)) {
      throw new NexusFileError(
        'inUse',
        `${path} is in use by ${describe(holder)}. If that is long gone, delete ${lock}.`,
      );
    }
    await removeStale(lock, holder);
  }
  throw new NexusFileError('inUse', `${path} is in use by another process.`);
}

function describe({ pid, host }: Holder): string {
  if (pid === 0) return 'another process';
  return host === hostname() ? `process ${pid}` : `process ${pid} on ${host}`;
}

async function readHolder(lock: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(lock, 'utf8')) as Holder;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    // Just being written, or torn by a crash: taken for someone else's until a person decides.
    return { pid: 0, host: 'unknown' };
  }
}

function isRunning({ pid, host }: Holder): boolean {
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** Renamed away first and looked at again: another process may have removed the stale lock and made its own meanwhile. */
async function removeStale(lock: string, stale: Holder): Promise<void> {
  const aside = `${lock}.${randomUUID()}`;
  await rename(lock, aside).catch(() => undefined);
  const caught = await readHolder(aside);
  if (caught && caught.pid !== stale.pid) await link(aside, lock).catch(() => undefined);
  await rm(aside, { force: true });
}
