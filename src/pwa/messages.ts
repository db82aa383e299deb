// What pages and the service worker say to each other. Pages ask through a port of their own; answers come back there.

/** A file kept for later, with what it weighs. */
export interface KeptFile {
  /** Relative to the worker's scope. */
  readonly url: string;
  /** Changes with the contents; null where the name does. */
  readonly revision: string | null;
  readonly bytes: number;
}

/** How much of what is kept for later is there. */
export interface KeepProgress {
  readonly doneBytes: number;
  readonly totalBytes: number;
  /** The last message of this kind: everything is there, or this went wrong. */
  readonly ended: boolean;
  readonly failure?: string;
}

export type PageMessage =
  /** Take over now. Sent when every page has agreed to reload. */
  | { readonly type: 'take-over' }
  /** Is this file one of your version? Answered with true or false. */
  | { readonly type: 'knows'; readonly url: string }
  /** Fetch what is kept for later. Answered with KeepProgress, again and again. */
  | { readonly type: 'keep-later' }
  /** How much of it is there? Answered with one KeepProgress. */
  | { readonly type: 'kept' };
