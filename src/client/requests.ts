// The way of every request to the engine: one at a time from this page, to whichever worker owns the memory. Where that ends before it
// has answered, what can be repeated is sent to the next owner, so that the caller only waits; the rest rejects as interrupted.
import type { Remote } from 'comlink';
import type { EngineApi } from '../protocol/engine-api.ts';
import { timeout, type Cancellation, type Watch } from './cancellation.ts';
import type { Connection } from './connection.ts';
import { PortLink, WorkerGone, type EngineLink } from './engine-link.ts';
import type { TabChannel } from './tab-channel.ts';
import { TurnQueue } from './turn-queue.ts';

/** A request under which so many workers have ended may be what ends them. */
const ATTEMPTS_MAX = 4;
/** How often a worker of another tab is asked for a sign of life while it owes an answer, and the silence that is told. */
const PULSE_MS = 1000;
const STALL_MS = 3000;

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
  readonly #channel: TabChannel;
  readonly #cancellation: Cancellation;
  readonly #onSilence: (silent: boolean) => void;
  readonly #queue = new TurnQueue();
  /** Ids of several tabs meet in one worker. */
  #lastId = crypto.getRandomValues(new Uint32Array(1))[0]! >>> 1;

  /** @param onSilence told when nothing is heard of a worker that owes an answer, and when it is heard again */
  constructor(
    connection: Connection,
    channel: TabChannel,
    cancellation: Cancellation,
    onSilence: (silent: boolean) => void,
  ) {
    this.#connection = connection;
    this.#channel = channel;
    this.#cancellation = cancellation;
    this.#onSilence = onSilence;
  }

  /**
   * @throws the signal's reason where it is aborted
   * @throws UnavailableError where the memory is closed, or its worker ended and the call cannot be repeated
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
      const link = await this.#connection.current(signal);
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
    const pulse = link instanceof PortLink ? this.#listenTo(link) : undefined;
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

  /** Tells of a silence that no statement explains, since those say that they run; returns what ends the listening. */
  #listenTo({ epoch }: PortLink): () => void {
    let silent = false;
    let waited = 0;
    const tell = (now: boolean) => {
      if (now !== silent) this.#onSilence((silent = now));
    };
    const timer = setInterval(() => {
      waited += PULSE_MS;
      tell(waited >= STALL_MS && this.#channel.silenceMs(epoch) > STALL_MS);
      this.#channel.post({ kind: 'who' });
    }, PULSE_MS);
    return () => {
      clearInterval(timer);
      tell(false);
    };
  }

  #nextId(): number {
    this.#lastId = (this.#lastId + 1) & 0x7fffffff || 1;
    return this.#lastId;
  }
}
