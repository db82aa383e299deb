// The page's side of the service worker: registers it, notices a new version, asks for what is kept for later. Nothing here exists in
// development, where no worker is registered.
import type { KeepProgress, PageMessage } from './messages.ts';

/** How often a page that stays open asks whether there is a new version. */
const ASK_AGAIN_MS = 60 * 60 * 1000;

/** `change` tells that `waiting` or `stale` changed. */
export class AppCache extends EventTarget {
  /** The worker of a new version that waits to take over. */
  waiting: ServiceWorker | undefined;
  /** Whether this page's files are of another version than the worker's or the server's, so that parts of it cannot be loaded. */
  stale = false;
  #registration: ServiceWorkerRegistration | undefined;

  /**
   * @param script of this page, by which the worker tells whether the page is of its version
   * @param address of the worker
   */
  async start(script: string, address: string): Promise<void> {
    const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
    if (!serviceWorker) return;
    window.addEventListener('vite:preloadError', () => this.#set({ stale: true }));
    // A browser may refuse; the page works without it, only not offline.
    const registration = await serviceWorker.register(address, { updateViaCache: 'none' }).catch(() => undefined);
    if (!registration) return;
    this.#registration = registration;
    if (registration.waiting && serviceWorker.controller) this.#set({ waiting: registration.waiting });
    registration.addEventListener('updatefound', () => this.#watch(registration.installing));
    this.#watch(registration.installing);
    setInterval(() => void this.look(), ASK_AGAIN_MS);
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') void this.look();
    });
    if (serviceWorker.controller && !(await ask<boolean>(serviceWorker.controller, { type: 'knows', url: script }))) {
      this.#set({ stale: true });
    }
  }

  /** Asks the server whether there is a new version. Says nothing where it cannot be reached. */
  async look(): Promise<void> {
    await this.#registration?.update().catch(() => undefined);
  }

  /** Keeps the language model and what runs it for use without a network. False where there is no worker to do so. */
  async keepLater(onProgress: (progress: KeepProgress) => void): Promise<boolean> {
    const worker = (await this.#ready())?.active;
    if (!worker) return false;
    await new Promise<void>((ended) => {
      listen<KeepProgress>(worker, { type: 'keep-later' }, (progress) => {
        onProgress(progress);
        if (progress.ended) ended();
      });
    });
    return true;
  }

  /** How much of it is there; undefined where there is no worker. */
  async kept(): Promise<KeepProgress | undefined> {
    const worker = (await this.#ready())?.active;
    return worker ? ask<KeepProgress>(worker, { type: 'kept' }) : undefined;
  }

  #ready(): Promise<ServiceWorkerRegistration | undefined> {
    return this.#registration ? navigator.serviceWorker.ready : Promise.resolve(undefined);
  }

  #watch(worker: ServiceWorker | null): void {
    worker?.addEventListener('statechange', () => {
      // Without a controller this is the first visit: there is nothing to replace.
      if (worker.state === 'installed' && navigator.serviceWorker.controller) this.#set({ waiting: worker });
      if (worker.state === 'redundant' && this.waiting === worker) this.#set({ waiting: undefined });
    });
  }

  #set(news: Partial<Pick<AppCache, 'waiting' | 'stale'>>): void {
    Object.assign(this, news);
    this.dispatchEvent(new Event('change'));
  }
}

/** One for the page. */
export const appCache = new AppCache();

function listen<T>(worker: ServiceWorker, message: PageMessage, hear: (answer: T) => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => hear(data as T);
  worker.postMessage(message, [port2]);
}

function ask<T>(worker: ServiceWorker, message: PageMessage): Promise<T> {
  return new Promise((resolve) => listen<T>(worker, message, resolve));
}
