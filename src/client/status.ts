// How a memory is doing, for whoever shows it to a person.
import type { Damage } from '../protocol/copies.ts';
import type { KipError } from '../protocol/errors.ts';

/** How a memory is doing. */
export type NexusStatus =
  /** Being opened. */
  | { readonly state: 'opening' }
  /**
   * Answers. `owner`: a worker of this tab has the file; `forwarded`: one of another tab, to which requests of this one go. `damage`: the
   * file was found damaged when it was opened and was set aside, whole; this memory is a new one. What can be read of the old one:
   * `nexus.file.salvage(damage.copy)`. Told in every tab, and through hand-overs; absent where all is well.
   */
  | { readonly state: 'ready'; readonly role: 'owner' | 'forwarded'; readonly damage?: Damage }
  /** Answers, and nothing is kept: the memory is gone when this page goes. `reason` says why, in plain words. */
  | { readonly state: 'memory-only'; readonly reason: string }
  /** The tab that had the file has closed, crashed or was frozen; another takes it over. Requests wait, usually for less than a second. */
  | { readonly state: 'handing-over' }
  /** Another tab has the file and does not answer. Requests wait until their deadline; `advice` says what a person can do. */
  | { readonly state: 'stalled'; readonly advice: string }
  /** The memory could not be opened (again). `error.message` says why, `error.hint` what to do; the next request tries once more. */
  | { readonly state: 'failed'; readonly error: KipError }
  /** Closed here, or destroyed here or in another tab. It answers no more. */
  | { readonly state: 'closed'; readonly reason: 'closed' | 'destroyed' };
