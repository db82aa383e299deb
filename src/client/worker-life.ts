// What a page must know of a worker, its own or another tab's, that Comlink does not tell: whether it is still alive. A call to a worker
// that has ended never settles by itself, so each one races with the worker's end.

/** Says how the worker ended: by our own hand, or not. */
export type WorkerEnd = 'ended' | 'died';

export class WorkerLife {
  /** Settles once, when the worker is gone. */
  readonly gone: Promise<WorkerEnd>;
  /** The Web Lock that the worker holds while it lives. */
  readonly lock: string;
  readonly #worker: Worker | undefined;
  readonly #watch = new AbortController();
  #leave: (end: WorkerEnd) => void = () => {};

  /**
   * @param worker undefined for one of another tab, which cannot be ended from here
   * @param lock the one it holds already; a new one where absent
   */
  constructor(worker: Worker | undefined, lock = `pocket-nexus/life/${crypto.randomUUID()}`) {
    this.#worker = worker;
    this.lock = lock;
    this.gone = new Promise((leave) => (this.#leave = leave));
    // Fires where the script cannot be loaded or compiled; an ordinary crash is silent, see watch().
    worker?.addEventListener('error', () => this.#leave('died'));
  }

  /** Begins to watch: being granted the lock that the worker holds means that the worker is gone. */
  watch(): void {
    if (!('locks' in navigator)) return;
    const { signal } = this.#watch;
    navigator.locks.request(this.lock, { mode: 'shared', signal }, () => this.#leave('died')).catch(() => undefined);
  }

  /**
   * What a call to the worker answers.
   *
   * @throws what `failure` makes, where the worker ends before it answers
   */
  race<T>(call: Promise<T>, failure: () => Error): Promise<T> {
    return Promise.race([
      call,
      this.gone.then((): never => {
        throw failure();
      }),
    ]);
  }

  /** Ends the worker at once, or, for one of another tab, the watching. */
  end(): void {
    this.#watch.abort();
    this.#worker?.terminate();
    this.#leave('ended');
  }
}
