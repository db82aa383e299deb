// Why a memory gives no answer, apart from anything a request says: these are thrown, while the errors of KIP are answers.
import { KipError } from '../protocol/errors.ts';

/** Why a memory gives no answer. */
export type UnavailableReason =
  /** By `close()`. */
  | 'closed'
  /** By `destroy()`, here or in another tab. */
  | 'destroyed'
  /** The worker ended before it answered, and what it was doing cannot be done twice unasked. */
  | 'interrupted'
  /** Another tab has the memory's file and does not answer: it hangs, or the browser has stopped it. */
  | 'silent'
  /** The memory was in no file and went with its worker. */
  | 'lost';

const ADVICE: Readonly<Record<UnavailableReason, readonly [message: string, hint: string]>> = {
  closed: ['This memory was closed.', 'Open it again with openNexus().'],
  destroyed: ['This memory was removed.', 'Open a new one with openNexus().'],
  interrupted: [
    'The worker that holds the memory ended before it answered.',
    'What it had finished is there. Read back how far it came, then send again what is missing.',
  ],
  silent: [
    'Another tab holds this memory and does not answer.',
    'Send the request again later; if this goes on, close or reload the other tabs of this site.',
  ],
  lost: [
    'The worker ended, and with it this memory, which was not kept in a file.',
    'Open a new one with openNexus().',
  ],
};

const RETRYABLE: readonly UnavailableReason[] = ['interrupted', 'silent'];

/** Thrown where a memory cannot answer. `retryable` says whether the same call may be made again on this Nexus. */
export class UnavailableError extends KipError {
  readonly reason: UnavailableReason;

  constructor(reason: UnavailableReason, message: string = ADVICE[reason][0], hint: string = ADVICE[reason][1]) {
    super('internal', message, hint);
    this.reason = reason;
  }

  override get retryable(): boolean {
    return RETRYABLE.includes(this.reason);
  }
}
