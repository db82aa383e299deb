// How a new version takes over, once a person has said so: every page of the app finishes what it is doing and closes its memory; only
// when the last has done so does the new worker take over, and all of them reload. So no write is cut off, and no page goes on with
// files of two versions. Pages hold a shared lock while they work; it goes with a page that is closed, whatever closed it.
import { appCache } from './app-cache.ts';

const LOCK = 'pocket-nexus/page';
const CHANNEL = 'pocket-nexus/update';

type Word = 'prepare' | 'go on';

/** What the page does for an update. */
export interface Pausable {
  /** Resolves when nothing is under way any more and nothing will be begun. */
  pause(): Promise<void>;
  /** The update was given up: work goes on. */
  resume(): Promise<void>;
}

export class Updates {
  readonly #page: Pausable;
  readonly #channel = new BroadcastChannel(CHANNEL);
  #release: (() => void) | undefined;

  constructor(page: Pausable) {
    this.#page = page;
    this.#channel.onmessage = ({ data }: MessageEvent<Word>) =>
      void (data === 'prepare' ? this.#prepare() : this.#goOn());
    this.#hold();
    // The worker that takes over a first visit is of this page's version; every one after it is of another.
    let controlled = navigator.serviceWorker.controller !== null;
    navigator.serviceWorker.addEventListener('controllerchange', () => {
      if (controlled) location.reload();
      controlled = true;
    });
  }

  /**
   * Brings the new version in; the page reloads then.
   *
   * @param signal gives it up while other pages are waited for
   */
  async take(signal: AbortSignal): Promise<void> {
    const worker = appCache.waiting;
    if (!worker) return location.reload();
    this.#channel.postMessage('prepare' satisfies Word);
    await this.#prepare();
    try {
      await navigator.locks.request(LOCK, { signal }, () => {
        worker.postMessage({ type: 'take-over' });
        // Held until this page is gone, so that no page begins anything in between.
        return new Promise<never>(() => undefined);
      });
    } catch (failure) {
      this.#channel.postMessage('go on' satisfies Word);
      await this.#goOn();
      if (!signal.aborted) throw failure;
    }
  }

  #hold(): void {
    void navigator.locks.request(
      LOCK,
      { mode: 'shared' },
      () => new Promise<void>((resolve) => (this.#release = resolve)),
    );
  }

  async #prepare(): Promise<void> {
    await this.#page.pause();
    this.#release?.();
    this.#release = undefined;
  }

  async #goOn(): Promise<void> {
    if (!this.#release) this.#hold();
    await this.#page.resume();
  }
}
