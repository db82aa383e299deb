/**
 * Why a file cannot be used as a memory. `inUse`: another process has it. `unusable`: it is damaged, no memory, or made by a newer
 * version; it was left as it is. `unreadable`: the system does not give it out. `notSaved`: it could not be written; the one before stays.
 */
export type FileFault = 'inUse' | 'unusable' | 'unreadable' | 'notSaved';

/** Thrown where the trouble is with the file and not with a request. */
export class NexusFileError extends Error {
  /** What is wrong, for programs; the message says it to a person. */
  readonly fault: FileFault;

  /**
   * @param fault what is wrong
   * @param message what was found, and what to do next
   * @param options the failure behind it
   */
  constructor(fault: FileFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'NexusFileError';
    this.fault = fault;
  }
}
