// What a page must know of a worker that Comlink does not tell: whether it is still alive. A call to a worker that has ended never
// settles by itself, so each one races with the worker's end.

/** Says how the worker ended: by our own hand, or not. */
export type WorkerEnd = 'ended' | 'died';

export class WorkerLife {
  /** Settles once, when the worker is gone. */
  readonly gone: Promise<WorkerEnd>;
  readonly #worker: Worker;
  readonly #watch = new AbortController();
  #leave: (end: WorkerEnd) => void = () => {};

  constructor(worker: Worker) {
    this.#worker = worker;
    this.gone = new Promise((leave) => (this.#leave = leave));
    // Fires where the script cannot be loaded or compiled; an ordinary crash is silent, see watch().
    worker.addEventListener('error', () => this.#leave('died'));
  }

  /**
   * Begins to watch: the worker holds a Web Lock while it lives, so being granted it means that the worker is gone.
   *
   * @param hold has the worker take a lock of this name, once
   */
  async watch(hold: (lock: string) => Promise<unknown>): Promise<void> {
    if (!('locks' in navigator)) return;
    const lock = `pocket-nexus/life/${crypto.randomUUID()}`;
    await hold(lock);
    navigator.locks.request(lock, { signal: this.#watch.signal }, () => this.#leave('died')).catch(() => undefined);
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

  /** Ends the worker at once. */
  end(): void {
    this.#watch.abort();
    this.#worker.terminate();
    this.#leave('ended');
  }
}
