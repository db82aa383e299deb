// How the program ends (README, "The terminal door"): sysexits(3) where there is a fitting number.
export const EXIT = {
  done: 0,
  /** A statement of a capsule was refused; its message is on standard error. */
  refused: 1,
  /** The command line makes no sense. */
  usage: 64,
  /** The database file is damaged, or made by a newer version. It was left as it is. */
  unusableDatabase: 65,
  missingFile: 66,
  /** A fault of the program itself. */
  internal: 70,
  /** Something could not be written to disk; the last answer before was the last one kept. */
  notSaved: 74,
  /** Another process works on the database file. */
  inUse: 75,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Ends the program with a message for a person. */
export class Exit extends Error {
  readonly code: ExitCode;

  constructor(code: ExitCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
