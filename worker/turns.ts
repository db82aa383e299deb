// Who may use the engine when. Requests of several tabs and the statements of an import may alternate; what must see one state of the
// memory throughout, an export or a copy, has it to itself, and so has what closes it. In the order in which they come.

export class Turns {
  /** Settles when nobody has the engine to himself. */
  #alone: Promise<unknown> | undefined;
  readonly #shared = new Set<Promise<unknown>>();

  /** Runs `body` at once, or after all that was to have the engine to itself. */
  async shared<T>(body: () => Promise<T>): Promise<T> {
    while (this.#alone) {
      await this.#alone;
      // What was cancelled while it waited should have the chance to be heard before it begins.
      await new Promise((go) => setTimeout(go));
    }
    const running = body();
    const settled = running.catch(() => undefined);
    this.#shared.add(settled);
    try {
      return await running;
    } finally {
      this.#shared.delete(settled);
    }
  }

  /** Runs `body` when all before it have ended, and nothing else meanwhile. */
  alone<T>(body: () => T | Promise<T>): Promise<T> {
    const running = this.#after(body);
    const settled = running
      .catch(() => undefined)
      .then(() => {
        if (this.#alone === settled) this.#alone = undefined;
      });
    this.#alone = settled;
    return running;
  }

  async #after<T>(body: () => T | Promise<T>): Promise<T> {
    const before = [this.#alone, ...this.#shared];
    await Promise.all(before);
    return body();
  }
}
