// Stopping a request that is already running in the worker. Where the page is cross-origin isolated, a shared cell is set
// that SQLite's progress handler looks at. Elsewhere a running SQL statement hears nothing: it gets a moment to finish, then the
// worker is ended and opened again, which a database in WAL mode survives whole.
import { CANCEL_CELLS } from '../protocol/engine-api.ts';
import type { WorkerLink } from './worker-link.ts';

/** How long a cancelled request may go on before its worker is ended, with and without the shared cell. */
const GRACE_SHARED_MS = 2000;
const GRACE_MS = 250;
/** How long past its deadline a request may go on; the engine itself stops it at the deadline, unless it hangs. */
const DEADLINE_GRACE_MS = 5000;

export interface Limits {
  readonly signal: AbortSignal | undefined;
  readonly deadlineMs: number | undefined;
  readonly mayEnd: boolean;
}

export interface Watch {
  /** Whether the worker was ended because the deadline had long passed. */
  readonly overdue: boolean;
  stop(): void;
}

export class Cancellation {
  /** Handed to the worker when it opens; undefined where the page may not share memory. */
  readonly cells: SharedArrayBuffer | undefined =
    globalThis.crossOriginIsolated === true ? new SharedArrayBuffer(CANCEL_CELLS * 4) : undefined;

  /**
   * Watches one running request: an abort asks it to stop, and ends the worker if it does not; so does the deadline.
   * `mayEnd` is false where ending the worker would lose the memory.
   */
  watch(link: WorkerLink, id: number, { signal, deadlineMs, mayEnd }: Limits): Watch {
    const timers: ReturnType<typeof setTimeout>[] = [];
    const watch = {
      overdue: false,
      stop: () => {
        for (const timer of timers) clearTimeout(timer);
        signal?.removeEventListener('abort', cancel);
      },
    };
    const endAfter = (ms: number, overdue: boolean) => {
      const end = () => {
        watch.overdue = overdue;
        link.end();
      };
      if (mayEnd) timers.push(setTimeout(end, ms));
    };
    const cancel = () => {
      if (this.cells) Atomics.store(new Int32Array(this.cells), id % CANCEL_CELLS, id);
      void link.api.cancel(id);
      endAfter(this.cells ? GRACE_SHARED_MS : GRACE_MS, false);
    };
    if (signal?.aborted) cancel();
    else signal?.addEventListener('abort', cancel, { once: true });
    if (deadlineMs !== undefined) endAfter(deadlineMs + DEADLINE_GRACE_MS, true);
    return watch;
  }
}
