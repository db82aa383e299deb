// Hands out ids inside one write transaction: read once, counted in memory, written back once. An id is never used twice,
// since a rolled back transaction leaves neither the elements nor the new count (§2.2, §2.3).
import type { Driver } from './driver.ts';

export class IdSequence {
  readonly #driver: Driver;
  #next: number | undefined;

  constructor(driver: Driver) {
    this.#driver = driver;
  }

  conceptId(): number {
    return 2 * this.#take();
  }

  propositionId(): number {
    return 2 * this.#take() + 1;
  }

  /** Writes the count back; call before the transaction ends. */
  save(): void {
    if (this.#next !== undefined) this.#driver.run('UPDATE sequence SET next = ?', [this.#next]);
  }

  #take(): number {
    this.#next ??= this.#driver.get('SELECT next FROM sequence')?.[0] as number;
    return this.#next++;
  }
}
