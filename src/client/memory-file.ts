// The file behind a memory, as a whole: backups of it, and the copies kept beside it.
import type { Outcome } from '../protocol/engine-api.ts';
import type { FileState, Salvage } from '../protocol/copies.ts';
import type { Send } from './requests.ts';

type Ask = <T>(send: Send<Outcome<T>>) => Promise<T>;

/** The file behind a memory: backups without a seal, restoring, what was salvaged of a damaged file, and copies kept beside it. */
export class MemoryFile {
  readonly #ask: Ask;

  /** For openNexus() alone. */
  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /** The file's size, when it was last backed up, and what is kept beside it. */
  state(): Promise<FileState> {
    return this.#ask((api) => api.fileState());
  }

  /**
   * The whole memory as one file: an SQLite database with everything in it, workspace and vectors included.
   *
   * @throws resourceExhausted where the page has no room for it
   */
  backup(): Promise<Uint8Array> {
    return this.#ask((api) => api.backup());
  }

  /**
   * Replaces the memory by a backup. The bytes are checked first; where anything fails, the memory is as it was.
   *
   * @throws invalidSyntax for bytes that are no backup or are damaged; internal where a newer version made them; resourceExhausted where
   *   there is no room for both files
   */
  async restore(image: Uint8Array): Promise<void> {
    await this.#ask((api) => api.restore(image));
  }

  /**
   * What can be read of a copy, such as a damaged file that was set aside, as a capsule.
   *
   * @throws notFound where there is no such copy
   */
  salvage(copy: string): Promise<Salvage> {
    return this.#ask((api) => api.salvage(copy));
  }

  /** A copy as it is, to be saved elsewhere. */
  readCopy(copy: string): Promise<Uint8Array> {
    return this.#ask((api) => api.readCopy(copy));
  }

  /** Removes a copy for good. */
  async removeCopy(copy: string): Promise<void> {
    await this.#ask((api) => api.removeCopy(copy));
  }
}
