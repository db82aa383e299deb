// What a committed statement changed, and what a reading statement reads: enough to know, without asking the engine, whether an answer
// may have become another one.

/** The elements of one type (concepts) or one predicate (propositions) that a statement changed. */
export interface ChangedElements {
  readonly kind: 'concept' | 'proposition';
  /** Name of the concept type, or the predicate. */
  readonly of: string;
  /** Ids ("C:12", "P:13"), in the order of writing; all empty where the change is not `listed`. */
  readonly created: readonly string[];
  /** Elements that were there before and have another version, a link with another endpoint among them. */
  readonly updated: readonly string[];
  readonly deleted: readonly string[];
  /** How many of each; exact whether or not the ids are listed. */
  readonly counts: ChangeCounts;
}

/** How much a change touched. */
export interface ChangeCounts {
  readonly created: number;
  readonly updated: number;
  readonly deleted: number;
}

/** As it begins in the text of the command; several UPSERTs of one command count as one. */
export type WritingStatement =
  'UPSERT' | 'UPDATE' | 'MERGE' | 'DELETE ATTRIBUTES' | 'DELETE METADATA' | 'DELETE PROPOSITIONS' | 'DELETE CONCEPT';

/**
 * One commit. Only net effects: an element that was made and deleted by the same command is not in it. A command that changed
 * nothing makes no change.
 */
export interface Change {
  /** `RESTORE`: a backup took the memory's place. Anything may be another then, and no elements are named. */
  readonly statement: WritingStatement | 'RESTORE';
  /** One entry for each type and predicate that is concerned. */
  readonly elements: readonly ChangedElements[];
  /** Of all elements together. */
  readonly counts: ChangeCounts;
  /** False where more than CHANGE_IDS_MAX elements changed: then no ids are given, while types, predicates and counts are. */
  readonly listed: boolean;
}

/** A backup took the memory's place. */
export const RESTORED: Change = {
  statement: 'RESTORE',
  elements: [],
  counts: { created: 0, updated: 0, deleted: 0 },
  listed: false,
};

/** How many ids a change lists at most; past it, none are listed. */
export const CHANGE_IDS_MAX = 10_000;

/** What the answer to a request depends on. It may name too much, never too little. */
export interface Reads {
  /** Concept types; `'all'`: any concept. */
  readonly types: readonly string[] | 'all';
  /** Predicates; `'all'`: any proposition. */
  readonly predicates: readonly string[] | 'all';
}

/** Definitions decide what every name in a text means, and whether it means anything. */
const DEFINITION_TYPES: readonly string[] = ['$ConceptType', '$PropositionType'];

/** Whether a change can have made another answer of what was read. */
export function mayConcern(change: Change, reads: Reads): boolean {
  if (change.statement === 'RESTORE') return true;
  return change.elements.some(({ kind, of }) => {
    const read = kind === 'concept' ? reads.types : reads.predicates;
    return read === 'all' || read.includes(of) || (kind === 'concept' && DEFINITION_TYPES.includes(of));
  });
}
