// The file behind a memory, where the nexus gives access to it.
import type { Nexus } from '../../index.ts';

export interface MemoryFileState {
  readonly sizeBytes: number;
  /** When the last backup was handed out, in milliseconds since the epoch; null where none was. */
  readonly lastBackup: number | null;
}

export interface MemoryFile {
  state(): Promise<MemoryFileState>;
  backup(): Promise<Uint8Array>;
  restore(image: Uint8Array): Promise<void>;
}

/** Undefined where this nexus has no file to give out. */
export function fileOf(nexus: Nexus | undefined): MemoryFile | undefined {
  return (nexus as { readonly file?: MemoryFile } | undefined)?.file;
}
