// What a writing statement would change: it runs in its transaction, what it did is read, and the transaction is rolled back.
import type { ChangeCounts } from './changes.ts';
import type { CommandResponse } from './response.ts';
import type { JsonObject } from './values.ts';

/** One element as it is and as it would be; `before` is null for what would be created, `after` for what would be deleted. */
export interface ElementChange {
  /** "C:12" or "P:13"; an id of something that would be created is not final. */
  readonly id: string;
  readonly kind: 'concept' | 'proposition';
  readonly change: 'created' | 'updated' | 'deleted';
  /** Whole elements, as FIND projects them (specification §2.2, §2.3). */
  readonly before: JsonObject | null;
  readonly after: JsonObject | null;
}

/** What a command would change. */
export interface Preview {
  /** What each command of the request would be answered; those behind a failing write do not run, as without a preview. */
  readonly answers: readonly CommandResponse[];
  /** How many concepts and how many propositions would be changed, exactly, however many are listed. */
  readonly counts: { readonly concepts: ChangeCounts; readonly propositions: ChangeCounts };
  /** Changed elements, in the order of writing: all of them, or the first `listed`. */
  readonly elements: readonly ElementChange[];
  readonly listed: number;
  readonly total: number;
}

/** How many elements a preview lists unless told otherwise, and at most. */
export const PREVIEW_ELEMENTS_DEFAULT = 200;
/** How many elements a preview shows at most. */
export const PREVIEW_ELEMENTS_MAX = 5000;
