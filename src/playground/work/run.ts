// One command that was run from the playground, and what came of it: what the results are shown from.
import type { CommandResponse } from '../../protocol/response.ts';
import type { Parameters } from '../../protocol/values.ts';

export interface Run {
  /** Counts up from 1 in this page. */
  readonly id: number;
  readonly command: string;
  readonly parameters: Parameters;
  readonly response: CommandResponse;
  /** Whether it ran as a dry run. */
  readonly dryRun: boolean;
  /** From sending the request to having the answer, milliseconds. */
  readonly elapsedMs: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}
