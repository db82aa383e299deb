// A worker with a memory open in it, as this page calls it: its own, or that of another tab.
import { type Remote, releaseProxy, wrap } from 'comlink';
import type { EngineApi } from '../protocol/engine-api.ts';
import type { Epoch } from '../tabs/messages.ts';
import { UnavailableError } from './unavailable.ts';
import { WorkerLife, type WorkerEnd } from './worker-life.ts';

/** Site data that is cleared take the locks along: a page from before sees none of those that workers from after hold. */
const EVICTED = 'The browser has removed what this site had stored while the page was open.';
/** A worker whose lock is gone, and which does not answer in this time, has ended. */
const ANSWER_MS = 1000;

async function isHeld(lock: string): Promise<boolean> {
  if (!('locks' in navigator)) return true;
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === lock);
}

/** The worker ended before it answered a call. */
export class WorkerGone extends UnavailableError {
  constructor() {
    super('interrupted');
  }
}

export class EngineLink {
  readonly api: Remote<EngineApi>;
  protected readonly life: WorkerLife;

  constructor(endpoint: Worker | MessagePort, life: WorkerLife) {
    this.api = wrap<EngineApi>(endpoint);
    this.life = life;
  }

  get epoch(): Epoch {
    return this.life.lock;
  }

  /** Settles once, when the worker is gone. */
  get gone(): Promise<WorkerEnd> {
    return this.life.gone;
  }

  /**
   * @throws WorkerGone where the worker ends before it answers
   */
  call<T>(send: (api: Remote<EngineApi>) => Promise<T>): Promise<T> {
    return this.life.race(send(this.api), () => new WorkerGone());
  }
}

/** This page's own worker. */
export class WorkerLink extends EngineLink {
  constructor() {
    const worker = new Worker(new URL('../../worker/main.ts', import.meta.url), {
      type: 'module',
      name: 'pocket-nexus',
    });
    super(worker, new WorkerLife(worker));
  }

  /**
   * Begins to notice the worker's end; so do other tabs, by the same lock.
   *
   * @throws UnavailableError where this page has no part any more in what its site stores
   */
  async watch(): Promise<void> {
    await this.call((api) => api.holdWhileAlive(this.epoch));
    if (!(await isHeld(this.epoch)) && (await this.#answers())) {
      throw new UnavailableError('lost', EVICTED, 'Reload the page; the other tabs of this site too.');
    }
    this.life.watch();
  }

  #answers(): Promise<boolean> {
    const answer = this.api.hello().then(() => true);
    return Promise.race([answer, new Promise<boolean>((over) => setTimeout(() => over(false), ANSWER_MS))]);
  }

  /** Ends the worker at once. What it had committed stays; a transaction under way leaves nothing. */
  end(): void {
    this.life.end();
  }

  /** Closes the database first, then ends the worker. */
  async close(): Promise<void> {
    await this.call((api) => api.close()).catch(() => undefined);
    this.api[releaseProxy]();
    this.end();
  }
}

/** The worker of another tab, through a port to it. */
export class PortLink extends EngineLink {
  readonly #port: MessagePort;

  constructor(epoch: Epoch, port: MessagePort) {
    const life = new WorkerLife(undefined, epoch);
    super(port, life);
    this.#port = port;
    life.watch();
  }

  /** Gives the connection up; the worker goes on. */
  leave(): void {
    this.life.end();
    this.#port.close();
  }
}
