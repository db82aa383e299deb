// Turns at one memory: one at a time, in order. Those that have come together are kept together, in one write of the file, and none is
// settled before that.

interface Turn {
  readonly work: () => Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (failure: unknown) => void;
}

export class GroupedTurns {
  readonly #keep: () => Promise<void>;
  #waiting: Turn[] = [];
  #running = false;

  /** @param keep resolves once everything done so far is on disk */
  constructor(keep: () => Promise<void>) {
    this.#keep = keep;
  }

  /**
   * Resolves with what the work gives, once that is kept.
   *
   * @throws what the work throws, or what keeping throws
   */
  run<T>(work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ work, resolve: resolve as (value: unknown) => void, reject });
      if (!this.#running) void this.#runAll();
    });
  }

  async #runAll(): Promise<void> {
    this.#running = true;
    while (this.#waiting.length > 0) {
      const group = this.#waiting;
      this.#waiting = [];
      const settlements: (() => void)[] = [];
      for (const turn of group) settlements.push(await settlementOf(turn));
      try {
        await this.#keep();
        for (const settle of settlements) settle();
      } catch (failure) {
        for (const { reject } of group) reject(failure);
      }
    }
    this.#running = false;
  }
}

async function settlementOf({ work, resolve, reject }: Turn): Promise<() => void> {
  try {
    const value = await work();
    return () => resolve(value);
  } catch (failure) {
    return () => reject(failure);
  }
}
