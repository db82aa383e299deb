// The workspace of a memory: what a workbench wants to find again (history, saved statements, open tabs), kept in the memory's own
// file and yet no part of the memory. No statement of KIP sees it, EXPORT leaves it out, and writing it is no change.
import type { Json } from './values.ts';

/** What a workspace keeps under a key. */
export type WorkspaceEntry = { readonly key: string; readonly value: Json };

/**
 * One call. `set` writes all entries or none; `delete` of a key that is not there is no fault. `list` answers entries whose key begins
 * with `prefix`, in the order of their keys (by code points); every one of them where the prefix is empty.
 */
export type WorkspaceCall =
  | { readonly do: 'get'; readonly key: string }
  | { readonly do: 'set'; readonly entries: readonly WorkspaceEntry[] }
  | { readonly do: 'delete'; readonly keys: readonly string[] }
  | { readonly do: 'list'; readonly prefix: string };

/** Ceilings. Over one, `set` is refused with resourceExhausted and nothing of it is written. */
export const WORKSPACE_LIMITS = {
  /** UTF-16 units of a key, which is not empty. */
  keyUnits: 256,
  /** UTF-8 bytes of a value as JSON text. */
  valueBytes: 1024 * 1024,
  /** UTF-8 bytes of all values together. */
  totalBytes: 32 * 1024 * 1024,
} as const;
