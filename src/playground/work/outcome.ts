// What came of one statement that was run, previewed or explained, while it is under way and afterwards.
import type { StatementText } from '../../editor/index.ts';
import type { Explanation, Timings } from '../../protocol/explain.ts';
import type { ErrorObject } from '../../protocol/errors.ts';
import type { Preview } from '../../protocol/preview.ts';
import type { Parameters } from '../../protocol/values.ts';
import type { Run } from './run.ts';

/** `skipped`: a statement before it failed or was cancelled. */
export type OutcomeState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled' | 'skipped';

export interface Outcome {
  /** Counts up from 1 in this page. */
  readonly id: number;
  readonly what: 'run' | 'preview' | 'explain';
  /** One, except for a preview, which shows what all of them together would do. */
  readonly statements: readonly StatementText[];
  readonly parameters: Parameters;
  readonly state: OutcomeState;
  /** By performance.now(); with state `running`. */
  readonly startedAt?: number;
  readonly elapsedMs?: number;
  /** The statement that `error` is about. */
  readonly failed?: StatementText;
  readonly error?: ErrorObject;
  readonly run?: Run;
  readonly timings?: Timings;
  readonly preview?: Preview;
  readonly explanation?: Explanation;
}

export const isUnderWay = ({ state }: Outcome): boolean => state === 'waiting' || state === 'running';
