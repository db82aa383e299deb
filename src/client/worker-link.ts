// The worker that holds one memory, as the page calls it.
import { type Remote, releaseProxy, wrap } from 'comlink';
import type { EngineApi } from '../protocol/engine-api.ts';
import { errors } from '../protocol/errors.ts';
import { WorkerLife, type WorkerEnd } from './worker-life.ts';

const gone = () =>
  errors.internal(
    'The worker that holds the memory ended before it answered.',
    'Read back what the command was to change, then repeat it if it is not there.',
  );

export class WorkerLink {
  readonly api: Remote<EngineApi>;
  readonly #life: WorkerLife;

  constructor() {
    const worker = new Worker(new URL('../../worker/main.ts', import.meta.url), {
      type: 'module',
      name: 'pocket-nexus',
    });
    this.api = wrap<EngineApi>(worker);
    this.#life = new WorkerLife(worker);
  }

  /** Settles once, when the worker is gone. */
  get gone(): Promise<WorkerEnd> {
    return this.#life.gone;
  }

  /** Begins to notice the worker's end. */
  watch(): Promise<void> {
    return this.#life.watch((lock) => this.call((api) => api.holdWhileAlive(lock)));
  }

  /**
   * @throws internal where the worker ends before it answers
   */
  call<T>(send: (api: Remote<EngineApi>) => Promise<T>): Promise<T> {
    return this.#life.race(send(this.api), gone);
  }

  /** Ends the worker at once. What it had committed stays; a transaction under way leaves nothing. */
  end(): void {
    this.#life.end();
  }

  /** Closes the database first, then ends the worker. */
  async close(): Promise<void> {
    await this.call((api) => api.close()).catch(() => undefined);
    this.api[releaseProxy]();
    this.end();
  }
}
