// What came of running a tab: one line with how it went, and below it the answer, the preview, the explanation or the fault. Where
// several statements ran, each has a place in the row above.
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { Nexus } from '../../index.ts';
import { icon } from '../app/icons.ts';
import { base, buttons } from '../app/styles.ts';
import { count, duration } from '../app/words.ts';
import { countsInWords } from './change-words.ts';
import { isUnderWay, type Outcome } from './outcome.ts';
import type { TabOutcomes } from './runner.ts';
import { shortened, titleOf } from './statement-kind.ts';
import type { Locate } from './work-problem.ts';

/** Nothing is said of what is done sooner. */
const SOON_MS = 500;

export class WorkOutcome extends LitElement {
  static override properties = {
    tab: { attribute: false },
    nexus: { attribute: false },
    locate: { attribute: false },
    keys: {},
    slow: { state: true },
  };
  static override styles = [
    base,
    buttons,
    css`
      :host {
        display: grid;
        grid-template-rows: auto auto minmax(0, 1fr);
        min-width: 0;
        min-height: 0;
        position: relative;
      }
      .row {
        display: flex;
        overflow-x: auto;
        border-bottom: 1px solid var(--line);
        scrollbar-width: thin;
      }
      .row button {
        gap: var(--s2);
        min-height: var(--row);
        padding: 0 var(--s3);
        border-radius: 0;
        color: var(--ink-soft);
      }
      .row button[aria-current='true'] {
        box-shadow: inset 0 -2px var(--accent);
        color: var(--ink);
      }
      .row button:focus-visible {
        outline-offset: -3px;
      }
      .sign {
        width: var(--s4);
        font-family: var(--mono);
        text-align: center;
      }
      .done .sign {
        color: var(--accent);
      }
      .failed .sign {
        color: var(--danger);
      }
      .status {
        display: flex;
        align-items: center;
        gap: var(--s2) var(--s4);
        min-height: 2.5rem;
        padding: var(--s1) var(--s4);
        border-bottom: 1px solid var(--line);
        font-size: var(--size-s);
      }
      .status p {
        min-width: 0;
        font-variant-numeric: tabular-nums;
      }
      .spent {
        color: var(--ink-faint);
        font-size: var(--size-s);
        font-variant-numeric: tabular-nums;
      }
      @media (max-width: 60rem) {
        .spent {
          display: none;
        }
      }
      .bar {
        position: absolute;
        z-index: 2;
        inset: 0 0 auto;
        height: 2px;
        overflow: hidden;
      }
      .bar::before {
        content: '';
        display: block;
        width: 30%;
        height: 100%;
        background: var(--accent);
        animation: run 1.2s ease-in-out infinite alternate;
      }
      @keyframes run {
        from {
          transform: translateX(-30%);
        }
        to {
          transform: translateX(265%);
        }
      }
      @media (prefers-reduced-motion: reduce) {
        .bar::before {
          width: 100%;
        }
      }
      .body {
        grid-row: 3;
        display: grid;
        min-width: 0;
        min-height: 0;
        overflow: auto;
      }
      .body > * {
        min-width: 0;
        min-height: 0;
      }
      .text {
        padding: var(--s4);
      }
      work-problem {
        padding: var(--s4);
      }
    `,
  ];
  declare tab: TabOutcomes | undefined;
  declare nexus: Nexus | undefined;
  declare locate: Locate;
  /** The keys that run a statement. */
  declare keys: string;
  /** Whether what is running has been so for a while. */
  declare private slow: boolean;
  #clock: ReturnType<typeof setTimeout> | undefined;
  /** What was last seen of which tab. */
  #before: { readonly tabId: string; readonly outcome: Outcome } | undefined;
  #scrolledTo: number | undefined;

  constructor() {
    super();
    this.slow = false;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#clock);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('tab')) this.#watch();
    const { job, outcomes, shownId } = this.tab ?? {};
    const outcome = outcomes?.find(({ id }) => id === shownId);
    if (job && outcome && !isUnderWay(outcome)) this.#before = { tabId: job.tabId, outcome };
  }

  protected override updated(): void {
    const shownId = this.tab?.shownId;
    if (shownId === this.#scrolledTo) return;
    this.#scrolledTo = shownId;
    this.renderRoot.querySelector('.row [aria-current=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  protected override render(): TemplateResult | typeof nothing {
    const shown = this.#shown;
    if (!shown) return nothing;
    // An answer says itself how many rows it has and how long that took.
    const answered = shown.run !== undefined && !shown.error;
    return html`
      ${this.#several()}
      <div class="status" ?hidden=${answered}>
        <p id="answer-status" role="status">${answered ? '' : this.#status(shown)}</p>
      </div>
      <div class="body" id="answer">${this.#body(shown)}</div>
      ${this.slow ? html`<div class="bar" aria-hidden="true"></div>` : nothing}
    `;
  }

  /** Goes to what there is to be seen or done. */
  override focus(): void {
    const place = this.renderRoot.querySelector<HTMLElement>('work-preview, kip-results, work-problem, .body');
    if (place?.matches('work-preview')) place.focus();
    else {
      place?.setAttribute('tabindex', '-1');
      place?.focus();
    }
  }

  /** What runs for a moment only leaves in sight what was there before, so that nothing flickers when a statement is run again. */
  get #shown(): Outcome | undefined {
    const { tab, slow } = this;
    const chosen = tab?.outcomes.find(({ id }) => id === tab.shownId);
    if (!chosen || !isUnderWay(chosen) || slow) return chosen;
    return this.#before?.tabId === tab!.job.tabId ? this.#before.outcome : chosen;
  }

  #several(): TemplateResult {
    const { outcomes = [], shownId } = this.tab ?? {};
    if (outcomes.length < 2) return html`<div></div>`;
    return html`<div class="row" role="group" aria-label="Statements that ran">
      ${outcomes.map((outcome, index) => {
        const show = () => this.dispatchEvent(new CustomEvent('show', { detail: outcome.id }));
        return html`<button
          type="button"
          class=${outcome.state}
          aria-current=${outcome.id === shownId}
          title=${shortened(outcome.statements[0]!.text, 300)}
          @click=${show}
        >
          <span class="sign" aria-hidden="true">${SIGNS[outcome.state]}</span>
          <span
            ><span class="visually-hidden">${STATES[outcome.state]}: </span>${index + 1}
            ${titleOf(outcome.statements[0]!.text)}</span
          >
        </button>`;
      })}
    </div>`;
  }

  #status(outcome: Outcome): string {
    const { state, startedAt = 0, elapsedMs = 0, what, preview, statements } = outcome;
    if (state === 'running') {
      const of = { run: 'Running', preview: 'Looking what would change', explain: 'Explaining' }[what];
      return this.slow ? `${of} … ${duration(performance.now() - startedAt)}` : `${of} …`;
    }
    if (state === 'waiting') return 'Waiting for its turn.';
    if (state === 'skipped') return 'Did not run, since a statement before it was not carried out.';
    if (state === 'cancelled') return `Cancelled after ${duration(elapsedMs)}.`;
    if (state === 'failed') return `Refused after ${duration(elapsedMs)}`;
    if (preview) {
      const words = countsInWords(preview.counts.concepts, preview.counts.propositions) || 'change nothing';
      return `Preview in ${duration(elapsedMs)}: ${count(statements.length, 'statement', 'statements')} would ${words}.`;
    }
    if (what === 'explain') return `Explained in ${duration(elapsedMs)}`;
    return '';
  }

  #timeSpent({ timings, elapsedMs }: Outcome): TemplateResult | typeof nothing {
    if (!timings || elapsedMs === undefined) return nothing;
    const { parseMs, runMs, commitMs, totalMs } = timings;
    const parts = [
      ['read', parseMs],
      ['ran', runMs],
      ['wrote', commitMs],
      ['way', Math.max(0, elapsedMs - totalMs)],
    ] as const;
    const title =
      'Where the time went: reading the text, running it, writing the commit, the way to the engine and back';
    return html`<span slot="beside" class="spent" title=${title}>
      <span class="visually-hidden">Where the time went: </span>${parts
        .filter(([name, ms]) => ms > 0 || name !== 'wrote')
        .map(([name, ms]) => `${name} ${duration(ms)}`)
        .join(' · ')}
    </span>`;
  }

  #body(outcome: Outcome): TemplateResult | typeof nothing {
    const { error, failed, preview, explanation, run, state } = outcome;
    if (error) {
      return html`<div>
        <work-problem .error=${error} .statement=${failed!} .locate=${this.locate}></work-problem>
      </div>`;
    }
    if (preview) return html`<work-preview .preview=${preview} keys=${this.keys} @do-it=${this.#doIt}></work-preview>`;
    if (explanation) return html`<work-explanation .explanation=${explanation}></work-explanation>`;
    if (run) return html`<kip-results .run=${run} .nexus=${this.nexus}>${this.#timeSpent(outcome)}</kip-results>`;
    if (state === 'running' && this.slow)
      return html`<p class="text">
        <button class="bordered" type="button" @click=${this.#cancel}>${icon('stop')} Cancel</button>
      </p>`;
    return nothing;
  }

  readonly #doIt = () => this.dispatchEvent(new CustomEvent('do-it'));
  readonly #cancel = () => this.dispatchEvent(new CustomEvent('cancel'));

  /** Ticks while something runs. */
  #watch(): void {
    clearTimeout(this.#clock);
    const running = this.tab?.outcomes.find(({ state }) => state === 'running');
    const since = running?.startedAt;
    if (since === undefined || !this.tab?.outcomes.some(isUnderWay)) {
      this.slow = false;
      return;
    }
    const tick = () => {
      this.slow = performance.now() - since >= SOON_MS;
      this.requestUpdate();
      this.#clock = setTimeout(tick, this.slow ? 100 : SOON_MS);
    };
    tick();
  }
}
customElements.define('work-outcome', WorkOutcome);

const SIGNS = { waiting: '·', running: '…', done: '✓', failed: '✗', cancelled: '■', skipped: '–' } as const;
const STATES = {
  waiting: 'waiting',
  running: 'running',
  done: 'done',
  failed: 'refused',
  cancelled: 'cancelled',
  skipped: 'did not run',
} as const;
