// The one registry of KIP error codes (specification, appendix 4).
// Everything that fails on an agent's account is a KipError made by a factory below; no other file spells a code.
// `message` says what was found and where; `hint` is the next move, concrete enough to follow without a manual.

/** The codes of KIP errors, by kind. */
export const ERROR_CODES = {
  invalidSyntax: 'KIP_1001',
  invalidIdentifier: 'KIP_1002',
  typeMismatch: 'KIP_2001',
  constraintViolation: 'KIP_2002',
  invalidValueType: 'KIP_2003',
  reference: 'KIP_3001',
  notFound: 'KIP_3002',
  duplicateExists: 'KIP_3003',
  immutableTarget: 'KIP_3004',
  versionConflict: 'KIP_3005',
  executionTimeout: 'KIP_4001',
  resourceExhausted: 'KIP_4002',
  internal: 'KIP_4003',
} as const;

/** What went wrong, by a name of our own; one per code. */
export type ErrorKind = keyof typeof ERROR_CODES;
/** What went wrong, by the code of the specification: "KIP_" and four digits. */
export type ErrorCode = (typeof ERROR_CODES)[ErrorKind];

/** What a caller may do after an error without a human: correct the command, read the graph again, wait, or give up. */
export type Recovery = 'correct' | 'reread' | 'retry' | 'none';

interface Description {
  readonly name: string;
  readonly recovery: Recovery;
  /** The advice of last resort, used where the thrower has none that is more exact. */
  readonly hint: string;
}

export const ERROR_DESCRIPTIONS: Readonly<Record<ErrorKind, Description>> = {
  invalidSyntax: {
    name: 'InvalidSyntax',
    recovery: 'correct',
    hint: 'Check brackets, keyword spelling (upper case) and the order of the parts, then send the command again.',
  },
  invalidIdentifier: {
    name: 'InvalidIdentifier',
    recovery: 'correct',
    hint: 'An identifier starts with a letter or "_" and goes on with letters, digits and "_".',
  },
  typeMismatch: {
    name: 'TypeMismatch',
    recovery: 'correct',
    hint: 'Names of types and predicates are case-sensitive. List them with DESCRIBE CONCEPT TYPES and DESCRIBE PROPOSITION TYPES.',
  },
  constraintViolation: {
    name: 'ConstraintViolation',
    recovery: 'correct',
    hint: 'Supply what the schema requires, and leave metadata keys that start with "_" to the engine.',
  },
  invalidValueType: {
    name: 'InvalidValueType',
    recovery: 'correct',
    hint: 'Give a value of the JSON type that belongs here.',
  },
  reference: {
    name: 'ReferenceError',
    recovery: 'correct',
    hint: 'Bind the variable in WHERE, or define the handle in an earlier block of the same UPSERT.',
  },
  notFound: {
    name: 'NotFound',
    recovery: 'reread',
    hint: 'It may have been deleted, or never created. Look for it with SEARCH or FIND.',
  },
  duplicateExists: {
    name: 'DuplicateExists',
    recovery: 'correct',
    hint: 'Narrow WHERE until each variable matches exactly one node.',
  },
  immutableTarget: {
    name: 'ImmutableTarget',
    recovery: 'none',
    hint: 'This is a protected part of the system and stays as it is. Ordinary attributes of $self may be changed.',
  },
  versionConflict: {
    name: 'VersionConflict',
    recovery: 'reread',
    hint: 'Read the element again, merge your change into its current value, and write with its current _version.',
  },
  executionTimeout: {
    name: 'ExecutionTimeout',
    recovery: 'correct',
    hint: 'Constrain the pattern (type, name, predicate), lower LIMIT, or ask for fewer hops.',
  },
  resourceExhausted: {
    name: 'ResourceExhausted',
    recovery: 'correct',
    hint: 'Page with LIMIT and CURSOR, or split the work by type or predicate.',
  },
  internal: {
    name: 'InternalError',
    recovery: 'retry',
    hint: 'This is a fault of the engine. Nothing was written. Try again; if it persists, report the command.',
  },
};

/** A span of the command text in UTF-16 code units, end exclusive. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** The error object of a response (§6.2.1). */
export interface ErrorObject {
  /** "KIP_" and four digits; appendix 4 of the specification. */
  readonly code: ErrorCode;
  /** What was found, and where. */
  readonly message: string;
  /** What to do next; can be followed without a manual. */
  readonly hint: string;
}

/** An error of KIP, where it is thrown rather than answered. */
export class KipError extends Error {
  override readonly name = 'KipError';
  /** What went wrong. */
  readonly kind: ErrorKind;
  /** "KIP_" and four digits; appendix 4 of the specification. */
  readonly code: ErrorCode;
  /** What to do next; can be followed without a manual. */
  readonly hint: string;
  /** Where in the command text the fault lies; absent where no text is at fault. */
  readonly range: Range | undefined;

  constructor(kind: ErrorKind, message: string, hint?: string, range?: Range) {
    super(message);
    this.kind = kind;
    this.code = ERROR_CODES[kind];
    this.hint = hint ?? ERROR_DESCRIPTIONS[kind].hint;
    this.range = range;
  }

  /** Whether the same request may be sent again as it is, without reading or changing anything first. */
  get retryable(): boolean {
    return ERROR_DESCRIPTIONS[this.kind].recovery === 'retry';
  }

  /** The error object of a response. */
  toJSON(): ErrorObject {
    return { code: this.code, message: this.message, hint: this.hint };
  }
}

type Factory = (message: string, hint?: string, range?: Range) => KipError;
const factory =
  (kind: ErrorKind): Factory =>
  (message, hint, range) =>
    new KipError(kind, message, hint, range);

/** `throw errors.notFound('No concept {type: "Drug", name: "Asprin"}.', 'Did you mean "Aspirin"?', range)` */
export const errors: Readonly<Record<ErrorKind, Factory>> = {
  invalidSyntax: factory('invalidSyntax'),
  invalidIdentifier: factory('invalidIdentifier'),
  typeMismatch: factory('typeMismatch'),
  constraintViolation: factory('constraintViolation'),
  invalidValueType: factory('invalidValueType'),
  reference: factory('reference'),
  notFound: factory('notFound'),
  duplicateExists: factory('duplicateExists'),
  immutableTarget: factory('immutableTarget'),
  versionConflict: factory('versionConflict'),
  executionTimeout: factory('executionTimeout'),
  resourceExhausted: factory('resourceExhausted'),
  internal: factory('internal'),
};

const kindOfCode = new Map(Object.entries(ERROR_CODES).map(([kind, code]) => [code, kind as ErrorKind]));

/** The error behind an error object that crossed a wire, so that a caller may throw it again. */
export function rebuildError({ code, message, hint }: ErrorObject): KipError {
  return new KipError(kindOfCode.get(code) ?? 'internal', message, hint);
}
