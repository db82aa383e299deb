// What is committed to a memory, from whichever tab, as it comes: an event target and an async iterable.
import type { Change } from '../protocol/changes.ts';

type Listener = EventListenerOrEventListenerObject;

/**
 * The committed changes of one memory, in the order of their commits. `for await (const change of nexus.changes)` ends when the memory is
 * closed; `nexus.changes.addEventListener('change', ({ detail }) => …)` tells the same. A change comes after it is committed, perhaps
 * after the answer to the request that made it. One whose tab crashed in the moment of its commit may never be told; `live()` notices
 * even that.
 */
export class Changes extends EventTarget implements AsyncIterable<Change> {
  readonly #readers = new Set<Reader>();
  readonly #onListen: () => void;
  #ended = false;

  /** @internal For Nexus alone. `onListen`: told whenever somebody begins to listen. */
  constructor(onListen: () => void) {
    super();
    this.#onListen = onListen;
  }

  /** Calls the listener with an event whose `detail` is a change, after each commit. */
  override addEventListener(
    type: 'change',
    listener: (event: CustomEvent<Change>) => void,
    options?: AddEventListenerOptions | boolean,
  ): void;
  /** As any EventTarget has it. */
  override addEventListener(type: string, listener: Listener | null, options?: AddEventListenerOptions | boolean): void;
  override addEventListener(type: string, listener: unknown, options?: AddEventListenerOptions | boolean): void {
    super.addEventListener(type, listener as Listener | null, options);
    this.#onListen();
  }

  /** Takes a listener away again. */
  override removeEventListener(
    type: 'change',
    listener: (event: CustomEvent<Change>) => void,
    options?: EventListenerOptions | boolean,
  ): void;
  /** As any EventTarget has it. */
  override removeEventListener(type: string, listener: Listener | null, options?: EventListenerOptions | boolean): void;
  override removeEventListener(type: string, listener: unknown, options?: EventListenerOptions | boolean): void {
    super.removeEventListener(type, listener as Listener | null, options);
  }

  /** The changes committed from now on, in order; ends when the memory is closed. */
  [Symbol.asyncIterator](): AsyncIterator<Change, undefined> {
    const reader = new Reader(() => this.#readers.delete(reader));
    if (this.#ended) reader.end();
    else this.#readers.add(reader);
    this.#onListen();
    return reader;
  }

  /** @internal For Nexus alone. */
  tell(change: Change): void {
    for (const reader of this.#readers) reader.push(change);
    this.dispatchEvent(new CustomEvent('change', { detail: change }));
  }

  /** @internal For Nexus alone: nothing more will be told. */
  end(): void {
    this.#ended = true;
    for (const reader of this.#readers) reader.end();
    this.#readers.clear();
  }
}

/** One loop over the changes; keeps those that the loop has not taken yet. */
class Reader implements AsyncIterator<Change, undefined> {
  readonly #waiting: Change[] = [];
  readonly #onReturn: () => void;
  #take: ((result: IteratorResult<Change, undefined>) => void)[] = [];
  #ended = false;

  constructor(onReturn: () => void) {
    this.#onReturn = onReturn;
  }

  push(change: Change): void {
    const take = this.#take.shift();
    if (take) take({ done: false, value: change });
    else this.#waiting.push(change);
  }

  end(): void {
    this.#ended = true;
    for (const take of this.#take) take({ done: true, value: undefined });
    this.#take = [];
  }

  next(): Promise<IteratorResult<Change, undefined>> {
    const change = this.#waiting.shift();
    if (change) return Promise.resolve({ done: false, value: change });
    if (this.#ended) return Promise.resolve({ done: true, value: undefined });
    return new Promise((take) => this.#take.push(take));
  }

  return(): Promise<IteratorResult<Change, undefined>> {
    this.#onReturn();
    this.#waiting.length = 0;
    this.end();
    return Promise.resolve({ done: true, value: undefined });
  }
}
