// The request envelope (specification §6.1), the arguments of execute_kip and execute_kip_readonly alike.
import type { Parameters } from './values.ts';

/** One command of a batch, with parameters of its own that win over the shared ones key by key. */
export interface BatchCommand {
  readonly command: string;
  readonly parameters?: Parameters;
}

/** Exactly one of `command` and `commands` is present; the engine refuses both, neither, and any member not named here. */
export interface KipRequest {
  readonly command?: string;
  readonly commands?: readonly (string | BatchCommand)[];
  readonly parameters?: Parameters;
  /** Check everything and report, but write nothing. */
  readonly dry_run?: boolean;
}
