// What the blocks of one command share while they run, in one transaction (§4.1).
import type { JsonObject } from '../../src/protocol/values.ts';
import type { BindEnvironment } from '../compile/bind.ts';
import type { StatementContext } from '../nexus.ts';
import { IdSequence } from '../store/id-sequence.ts';

export interface UpsertRun {
  readonly context: StatementContext;
  readonly environment: BindEnvironment;
  readonly ids: IdSequence;
  /** The time of the command, in milliseconds since the epoch: the same for all it writes. */
  readonly now: number;
  /** Ids of the top-level blocks, in the order in which they ran. */
  readonly concepts: number[];
  readonly propositions: number[];
  /** Elements whose searchable text is new or has changed. */
  readonly conceptsToIndex: Set<number>;
  readonly propositionsToIndex: Set<number>;
}

/** One UPSERT statement within a run: its handles are its own (§4.1). */
export interface UpsertScope {
  readonly handles: Map<string, number>;
  readonly metadata: JsonObject;
}

export function beginRun(context: StatementContext): UpsertRun {
  const { nexus, parameters } = context;
  return {
    context,
    environment: { parameters, types: nexus.types },
    ids: new IdSequence(nexus.driver),
    now: nexus.now(),
    concepts: [],
    propositions: [],
    conceptsToIndex: new Set(),
    propositionsToIndex: new Set(),
  };
}
