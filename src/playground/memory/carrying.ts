// One long piece of work at a time, with a bar, words and a way to stop it: importing, exporting, backing up.
import {
  html,
  nothing,
  type ReactiveController,
  type ReactiveControllerHost,
  type ReactiveElement,
  type TemplateResult,
} from 'lit';
import { inWords } from '../app/session.ts';

export interface Progress {
  readonly done: number;
  readonly total: number;
}

export class Carrying implements ReactiveController {
  /** What it does or did, for the person. */
  words = '';
  failed = false;
  /** Undefined while nothing runs; null where it is not known how far it is. */
  progress: Progress | null | undefined;
  readonly #host: ReactiveControllerHost;
  #running: AbortController | undefined;

  constructor(host: ReactiveElement) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.cancel();
  }

  get running(): boolean {
    return this.#running !== undefined;
  }

  /** The bar, while something runs, and the words. */
  render(): TemplateResult {
    const { words, failed, progress } = this;
    return html`<div class="progress">
        ${
          progress === undefined
            ? nothing
            : html`<progress aria-label=${words} max=${progress?.total ?? 1} .value=${progress?.done ?? 0}></progress>
                <button type="button" @click=${() => this.cancel()}>Stop</button>`
        }
      </div>
      <p class=${failed ? 'message danger' : 'note'} role="status">${words}</p>`;
  }

  /** @param work answers with what to say at its end */
  async run(words: string, work: (signal: AbortSignal) => Promise<string>): Promise<void> {
    if (this.#running) return;
    this.#running = new AbortController();
    this.#tell({ words, failed: false, progress: null });
    try {
      this.#tell({ words: await work(this.#running.signal) });
    } catch (failure) {
      const cancelled = this.#running.signal.aborted;
      this.#tell({ words: cancelled ? 'Stopped. What was done before stays.' : inWords(failure), failed: !cancelled });
    }
    this.#running = undefined;
    this.#tell({ progress: undefined });
  }

  report(progress: Progress, words?: string): void {
    this.#tell({ progress, ...(words !== undefined && { words }) });
  }

  say(words: string): void {
    this.#tell({ words });
  }

  cancel(): void {
    this.#running?.abort();
  }

  #tell(news: Partial<Pick<Carrying, 'words' | 'failed' | 'progress'>>): void {
    Object.assign(this, news);
    this.#host.requestUpdate();
  }
}
