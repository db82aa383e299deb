// The way of every request to the engine: one at a time from this page, to whichever worker owns the memory. Where that ends before it
// has answered, what can be repeated is sent to the next owner, so that the caller only waits; the rest rejects as interrupted.
import type { Remote } from 'comlink';
import type { EngineApi } from '../protocol/engine-api.ts';
import { timeout, type Cancellation, type Watch } from './cancellation.ts';
import type { Connection } from './connection.ts';
import { PortLink, WorkerGone, type EngineLink } from './engine-link.ts';
import type { Silence } from './silence.ts';
import { TurnQueue } from './turn-queue.ts';
import { UnavailableError } from './unavailable.ts';

/** A request under which so many workers have ended may be what ends them. */
const ATTEMPTS_MAX = 4;
/** How long a call may wait for a memory that another tab holds silently, where it has no deadline, and how often that is looked at. */
const PATIENCE_MS = 60_000;
const LOOK_MS = 500;

export interface CallLimits {
  readonly signal: AbortSignal | undefined;
  readonly deadlineMs?: number;
  /** Whether it may be sent again where its answer was lost. */
  readonly repeatable: boolean;
}

/** Sends one call; `id` names it for the engine. */
export type Send<T> = (api: Remote<EngineApi>, id: number) => Promise<T>;

export class Requests {
  readonly #connection: Connection;
  readonly #cancellation: Cancellation;
  readonly #silence: Silence;
  readonly #queue = new TurnQueue();
  /** Ids of several tabs meet in one worker. */
  #lastId = crypto.getRandomValues(new Uint32Array(1))[0]! >>> 1;

  constructor(connection: Connection, cancellation: Cancellation, silence: Silence) {
    this.#connection = connection;
    this.#cancellation = cancellation;
    this.#silence = silence;
  }

  /**
   * @throws the signal's reason where it is aborted
   * @throws UnavailableError where the memory is closed, its worker ended and the call cannot be repeated, or another tab that holds it
   *   has been silent past the deadline
   * @throws executionTimeout where the deadline was kept by ending the worker
   */
  inTurn<T>(send: Send<T>, limits: CallLimits): Promise<T> {
    return this.#queue.run(() => this.#send(send, limits), limits.signal);
  }

  /** Runs something when all requests before it are done. */
  afterAll<T>(body: () => Promise<T>): Promise<T> {
    return this.#queue.run(body);
  }

  async #send<T>(send: Send<T>, limits: CallLimits): Promise<T> {
    const { signal, repeatable } = limits;
    const id = this.#nextId();
    for (let attempt = 1; ; attempt++) {
      const link = await this.#reach(limits);
      try {
        return await this.#sendTo(link, id, send, limits);
      } catch (failure) {
        if (signal?.aborted) throw signal.reason as Error;
        if (!(failure instanceof WorkerGone) || !repeatable || attempt === ATTEMPTS_MAX) throw failure;
      }
    }
  }

  async #sendTo<T>(link: EngineLink, id: number, send: Send<T>, { signal, deadlineMs }: CallLimits): Promise<T> {
    const mayEnd = this.#connection.opened?.storage === 'opfs';
    const watch: Watch = this.#cancellation.watch(link, id, { signal, deadlineMs, mayEnd });
    const pulse = link instanceof PortLink ? this.#silence.listenTo(link.epoch) : undefined;
    try {
      return await Promise.race([link.call((api) => send(api, id)), watch.over]);
    } catch (failure) {
      if (failure instanceof WorkerGone && watch.overdue) throw timeout(deadlineMs!);
      throw failure;
    } finally {
      watch.stop();
      pulse?.();
    }
  }

  /** The worker that answers. Waited for as long as it takes, unless another tab has the memory and says nothing. */
  async #reach({ signal, deadlineMs = PATIENCE_MS }: CallLimits): Promise<EngineLink> {
    const begun = performance.now();
    let look: ReturnType<typeof setInterval> | undefined;
    const refusal = new Promise<never>((_, reject) => {
      look = setInterval(() => {
        const isOver = performance.now() - begun > deadlineMs;
        if (isOver && this.#silence.isLong) reject(new UnavailableError('silent'));
      }, LOOK_MS);
    });
    try {
      return await Promise.race([this.#connection.current(signal), refusal]);
    } finally {
      clearInterval(look);
    }
  }

  #nextId(): number {
    this.#lastId = (this.#lastId + 1) & 0x7fffffff || 1;
    return this.#lastId;
  }
}
