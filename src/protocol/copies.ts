// Whole files of a memory: backups, what is kept of a file before it is changed for good, and files that turned out damaged.

/** A file kept beside the memory's own. It takes room until it is removed. */
export interface KeptCopy {
  readonly name: string;
  /** `migration`: as it was before a newer version rewrote it. `damaged`: set aside, since it was found damaged. */
  readonly reason: 'migration' | 'damaged';
  readonly sizeBytes: number;
  /** When it was kept, in milliseconds since the epoch. */
  readonly at: number;
}

/** The file of a memory, and what is kept beside it. */
export interface FileState {
  /** Of the memory itself. */
  readonly sizeBytes: number;
  /** When the last backup was handed out, in milliseconds since the epoch; null where none was. */
  readonly lastBackup: number | null;
  readonly copies: readonly KeptCopy[];
}

/** The file of a memory was found damaged. It was set aside, whole, and the memory begins anew. */
export interface Damage {
  /** What was found, in plain words. */
  readonly fault: string;
  /** Name of the file that was set aside: see `salvage`. */
  readonly copy: string;
}

/** What could be read of a damaged file. */
export interface Salvage {
  /** UPSERT statements that rebuild it in any memory; empty where nothing could be read. */
  readonly capsule: string;
  readonly concepts: number;
  readonly propositions: number;
  /** What could not be read whole, in plain words, one entry each kind. Empty where nothing was lost. */
  readonly losses: readonly string[];
}
