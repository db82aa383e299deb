// One request at a time. The engine could queue as well, but only here is a waiting request still in the page's hand: it can
// be withdrawn, it survives the end of a worker, and the one that was running when a worker ended is known exactly.

export class TurnQueue {
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Runs `body` after all bodies given before it have settled. Rejects with the signal's reason at once if aborted while
   * waiting; once `body` has begun, the signal is its own business.
   */
  run<T>(body: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    let begun = false;
    const turn = this.#last.then(() => {
      signal?.throwIfAborted();
      begun = true;
      return body();
    });
    this.#last = turn.catch(() => undefined);
    if (!signal) return turn;
    return new Promise<T>((resolve, reject) => {
      const withdraw = () => {
        if (!begun) reject(signal.reason as Error);
      };
      signal.addEventListener('abort', withdraw);
      void turn.then(resolve, reject).finally(() => signal.removeEventListener('abort', withdraw));
    });
  }
}
