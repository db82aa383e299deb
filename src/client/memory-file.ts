// The file behind a memory: its state, and the copies kept beside it. Backups are the Nexus's own.
import type { Outcome } from '../protocol/engine-api.ts';
import type { FileState, Salvage } from '../protocol/copies.ts';
import type { Send } from './requests.ts';

type Ask = <T>(send: Send<Outcome<T>>) => Promise<T>;

/** The file behind a memory: its size, and copies kept beside it, such as a damaged file and what can be read of it. */
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
