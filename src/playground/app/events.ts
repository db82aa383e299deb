// What any part of the playground may ask of the frame around it. Each is a bubbling, composed event, so that a pane neither knows
// the frame nor reaches into another pane.
import type { Parameters } from '../../protocol/values.ts';

/** Puts a command into a tab of work. Nothing runs unless `run` says so, and `run` is never set by what came from a link or a file. */
export interface UseCommand {
  readonly command: string;
  readonly parameters?: Parameters;
  /** Title of the tab; made from the command where absent. */
  readonly title?: string;
  readonly run?: boolean;
}

/** Shows an element in the inspector. */
export interface InspectElement {
  /** "C:12" or "P:13". */
  readonly id: string;
}

/** Opens a scratch nexus, which never touches the user's memory, with these capsules in it. */
export interface OpenScratch {
  readonly title: string;
  /** Each is the text of a capsule. */
  readonly capsules: readonly string[];
  /** Put into a tab of work once it is open. */
  readonly then?: UseCommand;
}

declare global {
  interface HTMLElementEventMap {
    'kip-use': CustomEvent<UseCommand>;
    'kip-inspect': CustomEvent<InspectElement>;
    'kip-scratch': CustomEvent<OpenScratch>;
    /** Said to screen readers and shown for a moment. */
    'kip-say': CustomEvent<string>;
  }
}

type Asked = 'kip-use' | 'kip-inspect' | 'kip-scratch' | 'kip-say';

/** Asks the frame around `from`. */
export function ask<K extends Asked>(from: HTMLElement, name: K, detail: HTMLElementEventMap[K]['detail']): void {
  from.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
}
