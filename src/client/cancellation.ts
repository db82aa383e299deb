// Stopping a request that a worker has been given. Where the page of that worker is cross-origin isolated, a shared cell is set that
// SQLite's progress handler looks at; from another tab that page is asked to set it. Elsewhere a running SQL statement hears nothing: it
// gets a moment to finish, then its worker is ended, which a database in WAL mode survives whole, and which repeats what other tabs had
// sent. What only waits its turn there is never begun.
import { CANCEL_CELLS } from '../protocol/engine-api.ts';
import { errors } from '../protocol/errors.ts';
import { PortLink, WorkerLink, type EngineLink } from './engine-link.ts';
import { STALL_MS } from './silence.ts';
import type { TabChannel } from './tab-channel.ts';
import { UnavailableError } from './unavailable.ts';

/** How long a cancelled request may go on before its worker is ended, with and without the shared cell. */
const GRACE_SHARED_MS = 2000;
const GRACE_MS = 300;
/** How long past its deadline a request may go on; the engine itself stops it at the deadline, unless it hangs. */
const DEADLINE_GRACE_MS = 5000;
/** How long a call without a deadline may wait for a worker of another tab that says nothing. */
const PATIENCE_MS = 60_000;
/** How long a worker may take to say that it is alive, and a page to end one. */
const REPLY_MS = 1000;

export interface Limits {
  readonly signal: AbortSignal | undefined;
  readonly deadlineMs: number | undefined;
  /** False where ending the worker would lose the memory. */
  readonly mayEnd: boolean;
}

export interface Watch {
  /** Rejects where the request is given up: it was cancelled, or nothing is heard of its worker. */
  readonly over: Promise<never>;
  /** Whether the worker was ended because the deadline had long passed. */
  readonly overdue: boolean;
  stop(): void;
}

export class Cancellation {
  /** Handed to the worker when it opens; undefined where the page may not share memory. */
  readonly cells: SharedArrayBuffer | undefined =
    globalThis.crossOriginIsolated === true ? new SharedArrayBuffer(CANCEL_CELLS * 4) : undefined;
  readonly #channel: TabChannel;

  constructor(channel: TabChannel) {
    this.#channel = channel;
    channel.on('cancel', ({ id }) => this.#setCell(id));
  }

  /** Watches one running request: an abort asks it to stop, and ends the worker if it does not; so does the deadline. */
  watch(link: EngineLink, id: number, limits: Limits): Watch {
    return new RequestWatch(this.#channel, link, id, limits, {
      graceMs: this.cells ? GRACE_SHARED_MS : GRACE_MS,
      stop: () => this.#askToStop(link, id),
    });
  }

  #askToStop(link: EngineLink, id: number): void {
    if (link instanceof WorkerLink) this.#setCell(id);
    else this.#channel.post({ kind: 'cancel', epoch: link.epoch, id });
    void link.api.cancel(id);
  }

  #setCell(id: number): void {
    if (this.cells) Atomics.store(new Int32Array(this.cells), id % CANCEL_CELLS, id);
  }
}

class RequestWatch implements Watch {
  readonly over: Promise<never>;
  overdue = false;
  readonly #channel: TabChannel;
  readonly #link: EngineLink;
  readonly #id: number;
  readonly #limits: Limits;
  readonly #timers: ReturnType<typeof setTimeout>[] = [];
  readonly #cancel: () => void;
  #giveUp: (reason: Error) => void = () => {};

  constructor(
    channel: TabChannel,
    link: EngineLink,
    id: number,
    limits: Limits,
    { graceMs, stop }: { readonly graceMs: number; readonly stop: () => void },
  ) {
    this.#channel = channel;
    this.#link = link;
    this.#id = id;
    this.#limits = limits;
    this.over = new Promise((_, reject) => (this.#giveUp = reject));
    this.over.catch(() => undefined);
    this.#cancel = () => {
      stop();
      if (limits.mayEnd) this.#after(graceMs, () => this.#abandon(limits.signal!.reason as Error));
    };
    if (limits.signal?.aborted) this.#cancel();
    else limits.signal?.addEventListener('abort', this.#cancel, { once: true });
    if (link instanceof PortLink) this.#refuseInSilence(limits.deadlineMs ?? PATIENCE_MS);
    if (limits.deadlineMs !== undefined && limits.mayEnd) {
      this.#after(limits.deadlineMs + DEADLINE_GRACE_MS, () => this.#checkOverdue());
    }
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#limits.signal?.removeEventListener('abort', this.#cancel);
  }

  #after(ms: number, body: () => void): void {
    this.#timers.push(setTimeout(body, ms));
  }

  /** It was cancelled and goes on: its worker is ended, if it is this request that the worker is busy with. */
  #abandon(reason: Error): void {
    if (!this.#channel.isRunning(this.#id)) return this.#giveUp(reason);
    this.#endWorker();
    this.#after(REPLY_MS, () => this.#giveUp(reason));
  }

  /** At the deadline, or as soon as it is clear that nothing is heard, which is when it has been asked for signs of life. */
  #refuseInSilence(deadlineMs: number): void {
    const quietMs = this.#limits.deadlineMs === undefined ? PATIENCE_MS : STALL_MS;
    let looks = 0;
    const look = () => {
      looks = this.#channel.silenceMs(this.#link.epoch) > quietMs ? looks + 1 : 0;
      // After a sleep of this page everything seems silent until its messages have come in.
      if (looks > 1) return this.#giveUp(new UnavailableError('silent'));
      this.#channel.post({ kind: 'who' });
      this.#after(REPLY_MS, look);
    };
    this.#after(Math.max(deadlineMs, quietMs), look);
  }

  #checkOverdue(): void {
    if (this.#channel.isRunning(this.#id)) return this.#endOverdue();
    this.#channel.post({ kind: 'who' });
    this.#after(REPLY_MS, () => {
      // While others keep the worker busy, this request has not begun, and its time neither.
      if (this.#channel.silenceMs(this.#link.epoch) < REPLY_MS)
        return this.#after(REPLY_MS, () => this.#checkOverdue());
      if (this.#link instanceof WorkerLink) return this.#endOverdue();
      this.#channel.post({ kind: 'end', epoch: this.#link.epoch });
      this.#giveUp(new UnavailableError('silent'));
    });
  }

  #endOverdue(): void {
    this.overdue = true;
    this.#endWorker();
    this.#after(REPLY_MS, () => this.#giveUp(timeout(this.#limits.deadlineMs!)));
  }

  #endWorker(): void {
    if (this.#link instanceof WorkerLink) this.#link.end();
    else this.#channel.post({ kind: 'end', epoch: this.#link.epoch, id: this.#id });
  }
}

export const timeout = (deadlineMs: number) =>
  errors.executionTimeout(`The command did not end within ${deadlineMs / 1000} s.`);
