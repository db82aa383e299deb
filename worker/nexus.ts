// One open memory: what every statement handler works on.
import type { Parameters } from '../src/protocol/values.ts';
import type { Forgetting } from './search/forgetting.ts';
import type { Meaning, TermVectors } from './search/meaning.ts';
import type { AttributeIndexes } from './store/attribute-indexes.ts';
import type { Driver } from './store/driver.ts';
import type { TypeRegistry } from './store/type-registry.ts';

export interface Nexus {
  readonly driver: Driver;
  readonly types: TypeRegistry;
  /** FIND tells it which attributes it filters and sorts by; the engine lets it work between requests. */
  readonly attributeIndexes: AttributeIndexes;
  /** Search by meaning. Absent only while a memory is being opened. */
  readonly meaning?: Meaning;
  /** What removes deleted words from the file. Absent only while a memory is being opened. */
  readonly forgetting?: Forgetting;
  /** Milliseconds since the epoch; injected so that tests can hold time still. */
  readonly now: () => number;
}

export interface StatementContext {
  readonly nexus: Nexus;
  readonly parameters: Parameters;
  /** Check and report as if executing, but leave nothing written. The engine rolls the transaction back. */
  readonly dryRun: boolean;
  /** True only while the engine itself runs Genesis and the standard capsules, which may touch protected nodes. */
  readonly privileged: boolean;
  /** What the request's searches by meaning work with; absent where there is no model or no such search. */
  readonly terms?: TermVectors;
}

/** A memory that is open. */
export type OpenedNexus = Nexus & { readonly meaning: Meaning; readonly forgetting: Forgetting };

/** What a handler hands back: the `result` member already as JSON text (never containing a raw line break), and the cursor if there is more. */
export interface StatementAnswer {
  readonly resultText: string;
  readonly nextCursor?: string;
}
