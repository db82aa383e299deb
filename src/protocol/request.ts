// The request envelope (specification §6.1), the arguments of execute_kip and execute_kip_readonly alike.
import type { Parameters } from './values.ts';

/** One command of a batch, with parameters of its own that win over the shared ones key by key. */
export interface BatchCommand {
  /** KIP text: one statement, or UPSERTs behind each other. */
  readonly command: string;
  /** Values for its placeholders. */
  readonly parameters?: Parameters;
}

/** Exactly one of `command` and `commands` is present; the engine refuses both, neither, and any member not named here. */
export interface KipRequest {
  /** One command. */
  readonly command?: string;
  /** Several, answered in order; the first that fails to write ends them. */
  readonly commands?: readonly (string | BatchCommand)[];
  /** Values for its placeholders. */
  readonly parameters?: Parameters;
  /** Check everything and report, but write nothing. */
  readonly dry_run?: boolean;
}
