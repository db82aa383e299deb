// The app without a network, and its new versions, as the frame shows them: starts the service worker once the page has loaded, has the
// language model kept when the page is at rest, offers a new version, and brings it in when nothing is being written.
import { appCache } from '../../pwa/app-cache.ts';
import type { KeepProgress } from '../../pwa/messages.ts';
import { Updates } from '../../pwa/updates.ts';
import type { Session } from './session.ts';

/** How long a memory is open before the large files are fetched, unless the model is there earlier. */
const REST_MS = 20_000;

/** `ready`: a new version can be taken up. `taking`: other tabs are waited for. `stale`: parts of this page may be missing. */
export type UpdateState = 'none' | 'ready' | 'taking' | 'stale';

/** `change` tells that something here changed. */
export class Offline extends EventTarget {
  /** How much of what is kept for later is there; undefined before that is known, and where nothing can be kept. */
  kept: KeepProgress | undefined;
  #session: Session | undefined;
  #updates: Updates | undefined;
  #taking: AbortController | undefined;
  #keeping = false;

  /** @param script the page's entry, by which versions are told apart */
  async start(session: Session, script: string): Promise<void> {
    if (!(navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker) return;
    this.#session = session;
    await loaded();
    this.#updates = new Updates({ pause: () => session.closeMemory(), resume: () => session.open() });
    appCache.addEventListener('change', () => this.#tell());
    await appCache.start(script, new URL('sw.js', document.baseURI).href);
    this.#set(await appCache.kept());
    this.#keepAtRest(session);
  }

  get update(): UpdateState {
    if (this.#taking) return 'taking';
    if (appCache.waiting) return 'ready';
    return appCache.stale ? 'stale' : 'none';
  }

  /** Whether a scratch nexus would be lost by a reload. */
  get losesScratch(): boolean {
    return this.#session?.state.scratch === true;
  }

  async takeUpdate(): Promise<void> {
    if (!this.#updates || this.#taking) return location.reload();
    this.#taking = new AbortController();
    this.#tell();
    await this.#updates.take(this.#taking.signal);
    this.#taking = undefined;
    this.#tell();
  }

  /** Stops waiting for other tabs. */
  postponeUpdate(): void {
    this.#taking?.abort();
  }

  /** Fetches what is kept for later now. */
  async keep(): Promise<void> {
    if (this.#keeping) return;
    this.#keeping = true;
    await appCache.keepLater((progress) => this.#set(progress));
    this.#keeping = false;
  }

  #keepAtRest(session: Session): void {
    if (this.kept === undefined || this.kept.doneBytes === this.kept.totalBytes || isSparing()) return;
    const began = performance.now();
    const look = setInterval(() => {
      const { nexus, meaning } = session.state;
      const rested = nexus !== undefined && performance.now() - began > REST_MS;
      if (!meaning?.serving?.loaded && !rested) return;
      clearInterval(look);
      void this.keep();
    }, 500);
  }

  #set(kept: KeepProgress | undefined): void {
    this.kept = kept;
    this.#tell();
  }

  #tell(): void {
    this.dispatchEvent(new Event('change'));
  }
}

/** One for the page. */
export const offline = new Offline();

function loaded(): Promise<unknown> {
  if (document.readyState === 'complete') return Promise.resolve();
  return new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));
}

/** Whether the person has asked the browser to spare data. */
function isSparing(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}
