// The answer of a run, in the view a person chooses. The views know rows and elements only; which page of the answer they get is
// settled here.
import { css, html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import type { Nexus } from '../../client/open-nexus.ts';
import { ERROR_DESCRIPTIONS, type ErrorObject } from '../../protocol/errors.ts';
import type { CommandResponse } from '../../protocol/response.ts';
import { isJsonObject, type Json } from '../../protocol/values.ts';
import { ask } from '../app/events.ts';
import { kindOf } from '../help/error-card.ts';
import type { Run } from '../work/run.ts';
import './json-view.ts';
import './table-view.ts';
import { type Answer, answerOf, Pages, type ShownPage } from './pages.ts';
import { base } from './style.ts';
import type { TableWindow } from './table-view.ts';
import { count, duration, number } from './words.ts';

const VIEWS = { table: 'Table', json: 'JSON', graph: 'Graph' } as const;
type View = keyof typeof VIEWS;

export class Results extends LitElement {
  static override properties = {
    run: { attribute: false },
    nexus: { attribute: false },
    _view: { state: true },
    _page: { state: true },
    _turning: { state: true },
    _graphReady: { state: true },
  };
  static override styles = [
    base,
    css`
      :host {
        display: flex;
        flex-direction: column;
        height: 100%;
        min-height: 0;
        background: var(--ground);
        container-type: inline-size;
      }
      .bar,
      .pager {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--s1) var(--s2);
        min-height: 2.5rem;
        padding: var(--s1) var(--s3);
        border-bottom: 1px solid var(--line);
        background: var(--chrome);
      }
      .pager {
        border-top: 1px solid var(--line);
        border-bottom: 0;
      }
      [role='tablist'] {
        display: flex;
        gap: var(--s1);
      }
      [role='tab'] {
        border-radius: 0;
        border-bottom: 2px solid transparent;
      }
      [role='tab'][aria-selected='true'] {
        border-bottom-color: var(--accent);
        font-weight: 600;
      }
      .status {
        flex: 1;
        min-width: 8rem;
        margin: 0;
        color: var(--ink-soft);
      }
      ::slotted(*) {
        flex: 0 1 auto;
        min-width: 0;
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      @container (min-width: 30rem) {
        .bar {
          flex-wrap: nowrap;
        }
      }
      @container (max-width: 42rem) {
        ::slotted(*) {
          display: none;
        }
      }
      @container (max-width: 30rem) {
        .status {
          order: 1;
          flex-basis: 100%;
        }
        .bar {
          column-gap: var(--s1);
        }
        .bar [role='tablist'] {
          margin-inline-end: auto;
        }
        .bar button {
          padding-inline: var(--s1);
        }
      }
      .panel {
        flex: 1;
        min-height: 0;
        overflow: auto;
      }
      .panel > kip-table,
      .panel > kip-graph {
        height: 100%;
      }
      .panel > kip-json {
        display: block;
        padding: var(--s2) var(--s3);
      }
      .problem,
      .empty {
        max-width: 70ch;
        padding: var(--s4);
        margin: 0;
        white-space: pre-line;
      }
      .problem-message {
        margin: 0 0 var(--s2);
        color: var(--danger);
        font-size: var(--size-m);
        font-weight: 600;
        overflow-wrap: anywhere;
      }
      .problem p:not(.problem-message) {
        margin: 0 0 var(--s2);
      }
      .capsule {
        margin: 0;
        padding: var(--s3);
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
    `,
  ];
  declare run: Run | undefined;
  declare nexus: Nexus | undefined;
  declare _view: View;
  declare _page: ShownPage | undefined;
  declare _turning: boolean;
  declare _graphReady: boolean;

  #answer: Answer | undefined;
  #pages: Pages | undefined;
  #window: TableWindow | undefined;
  #message = '';
  /** What is answered: the same run again leaves in sight what is looked at. */
  #command: string | undefined;
  /** The page of the answer that is drawn. */
  #graphed: CommandResponse | undefined;
  /** Whether the view was chosen by hand: then it stays for the runs to come. */
  #chosen = false;
  #turn = new AbortController();

  constructor() {
    super();
    this._view = 'table';
    this._turning = false;
    this._graphReady = false;
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('run')) this.#begin();
    if (this._view === 'graph' && !this._graphReady) {
      void import('./graph/graph-view.ts').then(() => (this._graphReady = true));
    }
  }

  #begin(): void {
    this.#turn.abort();
    this._turning = false;
    this.#message = '';
    const { run } = this;
    this.#answer = run && answerOf(run);
    this.#pages = this.#answer && new Pages(this.#answer, this.nexus);
    this.#show();
    if (!this.#chosen) this._view = this.#isTree() ? 'json' : 'table';
    if (this.#command !== run?.command) void this.updateComplete.then(() => this.#toTop());
    this.#command = run?.command;
  }

  /** Answers that are one deep object say more as a tree. */
  #isTree(): boolean {
    const { statement } = this.#answer ?? {};
    if (statement?.kind !== 'describe') return false;
    return isJsonObject(this.run?.response.result);
  }

  #toTop(): void {
    this.renderRoot.querySelector('.panel')?.scrollTo(0, 0);
    this.renderRoot.querySelector('kip-table')?.toTop();
  }

  #show(): void {
    const page = this.#pages?.page;
    this._page = page;
    this.#window = page && { table: page.table, from: page.from, to: page.to, before: page.before };
  }

  override render() {
    const { run, _page: page } = this;
    if (!run || !page) return html`<p class="note empty">Run a command to see its answer here.</p>`;
    const { error } = run.response;
    return html`
      <div class="bar">
        ${error ? '' : this.#tabs()}
        <p class="status" role="status">${this.#status(run, page)}</p>
        <slot name="beside"></slot>
        ${error ? '' : this.#buttons(page)}
      </div>
      ${error ? problem(error) : this.#panel(page)} ${error ? '' : this.#pager(page)}
      <kip-export .answer=${this.#answer} .nexus=${this.nexus}></kip-export>
    `;
  }

  // -------------------------------------------------------------- head

  #tabs(): TemplateResult {
    return html`<div role="tablist" aria-label="View of the answer" @keydown=${this.#onTabKey}>
      ${(Object.keys(VIEWS) as View[]).map(
        (view) =>
          html`<button
            type="button"
            role="tab"
            id=${`tab-${view}`}
            aria-selected=${this._view === view}
            aria-controls="panel"
            tabindex=${this._view === view ? 0 : -1}
            @click=${() => this.#choose(view)}
          >
            ${VIEWS[view]}
          </button>`,
      )}
    </div>`;
  }

  #choose(view: View): void {
    this.#chosen = true;
    this._view = view;
  }

  #onTabKey = (event: KeyboardEvent): void => {
    const views = Object.keys(VIEWS) as View[];
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    this.#choose(views[(views.indexOf(this._view) + by + views.length) % views.length]!);
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>(`#tab-${this._view}`)!.focus());
  };

  #status({ response, elapsedMs, dryRun }: Run, page: ShownPage): string {
    if (response.error) return `Refused in ${duration(elapsedMs)}`;
    const note = dryRun ? ' · dry run: nothing was written' : '';
    return `${this.#found(page)} in ${duration(elapsedMs)}${note}`;
  }

  #found({ table, before, hasNext, response }: ShownPage): string {
    const { statement } = this.#answer!;
    if (statement?.kind === 'export' && isCapsule(response.result)) {
      const { concepts, propositions } = response.result;
      return `Capsule of ${count(concepts, 'concept')} and ${count(propositions, 'link')}`;
    }
    if (statement?.kind === 'upsert') return `${count(table.length, 'element')} written`;
    if (!Array.isArray(response.result) && this.#answer!.titles.length === 0) return 'Done';
    const more = hasNext && response.next_cursor !== undefined ? ', and more behind them' : '';
    return `${count(before + table.length, 'row')}${more}`;
  }

  #buttons({ table }: ShownPage): TemplateResult {
    const copyable = this._view === 'table' && table.length > 0;
    return html`
      ${copyable ? html`<button type="button" @click=${this.#copyPage}>Copy rows</button>` : ''}
      <button type="button" @click=${this.#export}>Export …</button>
    `;
  }

  #copyPage = (): void => {
    void this.renderRoot.querySelector('kip-table')?.copyPage();
  };

  #export = async (): Promise<void> => {
    await import('./export/export-dialog.ts');
    const dialog = this.renderRoot.querySelector('kip-export')!;
    const graph = this._graphReady ? this.renderRoot.querySelector('kip-graph') : null;
    dialog.scene = graph?.stage?.scene;
    await dialog.open();
  };

  // -------------------------------------------------------------- body

  #panel(page: ShownPage): TemplateResult {
    return html`<div
      class="panel"
      role="tabpanel"
      id="panel"
      aria-labelledby=${`tab-${this._view}`}
      aria-busy=${this._turning}
    >
      ${this.#content(page)} ${this.#graph(page)}
    </div>`;
  }

  /** Once drawn, the graph of a page stays, hidden behind the other views, with everything a person has moved in it. */
  #graph({ response }: ShownPage): TemplateResult | '' {
    if (!this._graphReady) return '';
    if (this._view === 'graph') this.#graphed = response;
    else if (this.#graphed !== response) return '';
    return html`<kip-graph
      .answer=${this.#answer}
      .result=${response.result ?? null}
      .nexus=${this.nexus}
      ?more=${response.next_cursor !== undefined}
      ?hidden=${this._view !== 'graph'}
    ></kip-graph>`;
  }

  #content({ response, from, to, table }: ShownPage): TemplateResult {
    const result: Json = response.result ?? null;
    if (this._view === 'graph') {
      return this._graphReady ? html`` : html`<p class="note empty" role="status">Loading the graph …</p>`;
    }
    if (this._view === 'json') {
      const whole = from === 0 && to === table.length;
      const cut = whole ? '' : html`<p class="note empty">All ${count(table.length, 'row')} of this response.</p>`;
      return html`${cut}<kip-json .value=${result} label="Answer as JSON"></kip-json>`;
    }
    if (isCapsule(result)) {
      return html`<pre class="capsule" tabindex="0" role="region" aria-label="Capsule">${result.capsule}</pre>`;
    }
    return html`<kip-table .nexus=${this.nexus} .window=${this.#window}></kip-table>`;
  }

  // -------------------------------------------------------------- pages

  #pager(page: ShownPage): TemplateResult | '' {
    if (!page.hasPrevious && !page.hasNext) return '';
    const { from, to, before, table, response } = page;
    const total =
      response.next_cursor === undefined && to <= table.length ? ` of ${number(before + table.length)}` : '';
    const rows = `Rows ${number(before + from + 1)}–${number(before + to)}${total}`;
    return html`<nav class="pager" aria-label="Pages of the answer">
      <button type="button" ?disabled=${!page.hasPrevious || this._turning} @click=${() => void this.#go('previous')}>
        Previous page
      </button>
      <span role="status">${this.#message || (this._turning ? 'Reading …' : rows)}</span>
      <button type="button" ?disabled=${!page.hasNext || this._turning} @click=${() => void this.#go('next')}>
        Next page
      </button>
      ${this._turning ? html`<button type="button" @click=${() => this.#turn.abort()}>Cancel</button>` : ''}
    </nav>`;
  }

  async #go(direction: 'next' | 'previous'): Promise<void> {
    const pages = this.#pages!;
    this.#turn.abort();
    const turn = (this.#turn = new AbortController());
    this._turning = true;
    this.#message = '';
    try {
      await pages[direction](turn.signal);
      if (pages !== this.#pages) return;
      this.#show();
      this.#toTop();
    } catch (failure) {
      if (pages !== this.#pages) return;
      if (!turn.signal.aborted) this.#message = failure instanceof Error ? failure.message : String(failure);
    } finally {
      if (pages === this.#pages) this._turning = false;
    }
    if (this.#message) ask(this, 'kip-say', this.#message);
  }
}

function isCapsule(result: Json | undefined): result is { capsule: string; concepts: number; propositions: number } {
  return isJsonObject(result) && typeof result['capsule'] === 'string' && typeof result['concepts'] === 'number';
}

/** The error in plain words first; the code is for looking it up. */
function problem({ code, message, hint }: ErrorObject): TemplateResult {
  const kind = kindOf(code);
  const name = kind === undefined ? '' : ` ${ERROR_DESCRIPTIONS[kind].name}`;
  return html`<div class="problem panel" role="alert">
    <p class="problem-message">${message}</p>
    ${hint ? html`<p><strong>What to do:</strong> ${hint}</p>` : ''}
    <p class="note mono">${code}${name}</p>
  </div>`;
}

customElements.define('kip-results', Results);

declare global {
  interface HTMLElementTagNameMap {
    'kip-results': Results;
  }
}
