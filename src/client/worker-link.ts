// One worker and what the page must know of it that Comlink does not tell: whether it is still alive. A call to a worker that
// has ended never settles by itself, so each one races with the worker's end.
import { type Remote, releaseProxy, wrap } from 'comlink';
import type { EngineApi } from '../protocol/engine-api.ts';
import { errors } from '../protocol/errors.ts';

/** Says how the worker ended: by our own hand, or not. */
export type WorkerEnd = 'ended' | 'died';

export class WorkerLink {
  readonly api: Remote<EngineApi>;
  /** Settles once, when the worker is gone. */
  readonly gone: Promise<WorkerEnd>;
  readonly #worker: Worker;
  readonly #watch = new AbortController();
  #leave: (end: WorkerEnd) => void = () => {};

  constructor() {
    this.#worker = new Worker(new URL('../../worker/main.ts', import.meta.url), {
      type: 'module',
      name: 'pocket-nexus',
    });
    this.api = wrap<EngineApi>(this.#worker);
    this.gone = new Promise((leave) => (this.#leave = leave));
    // Fires where the script cannot be loaded or compiled; an ordinary crash is silent, see watch().
    this.#worker.addEventListener('error', () => this.#leave('died'));
  }

  /** Begins to watch: the worker holds a Web Lock while it lives, so being granted it means that the worker is gone. */
  async watch(): Promise<void> {
    if (!('locks' in navigator)) return;
    const lock = `pocket-nexus/life/${crypto.randomUUID()}`;
    await this.call((api) => api.holdWhileAlive(lock));
    navigator.locks.request(lock, { signal: this.#watch.signal }, () => this.#leave('died')).catch(() => undefined);
  }

  /**
   * @throws internal where the worker ends before it answers
   */
  call<T>(send: (api: Remote<EngineApi>) => Promise<T>): Promise<T> {
    return Promise.race([
      send(this.api),
      this.gone.then((): never => {
        throw errors.internal(
          'The worker that holds the memory ended before it answered.',
          'Read back what the command was to change, then repeat it if it is not there.',
        );
      }),
    ]);
  }

  /** Ends the worker at once. What it had committed stays; a transaction under way leaves nothing. */
  end(): void {
    this.#watch.abort();
    this.#worker.terminate();
    this.#leave('ended');
  }

  /** Closes the database first, then ends the worker. */
  async close(): Promise<void> {
    await this.call((api) => api.close()).catch(() => undefined);
    this.api[releaseProxy]();
    this.end();
  }
}
