// What stands in the place of results before there are any: what this is, what to press, where to go.
import { css, html, LitElement, type TemplateResult } from 'lit';
import { icon } from '../app/icons.ts';
import { routeHash } from '../app/routes.ts';
import { base, buttons } from '../app/styles.ts';
import { ask } from '../app/events.ts';
import { EXAMPLES, type Example } from './examples.ts';

export class WorkWelcome extends LitElement {
  static override properties = { keys: {}, can: { type: Boolean }, empty: { type: Boolean } };
  static override styles = [
    base,
    buttons,
    css`
      :host {
        display: block;
        overflow: auto;
        container-type: inline-size;
      }
      .page {
        max-width: 38rem;
        margin: 0 auto;
        padding: clamp(var(--s6), 9vh, 6rem) var(--s6) var(--s8);
      }
      .title {
        font-size: var(--size-xxl);
        line-height: var(--leading-xxl);
        letter-spacing: -0.02em;
      }
      .lead {
        margin: var(--s3) 0 var(--s6);
        color: var(--ink-soft);
        font-size: var(--size-l);
        line-height: var(--leading-l);
        text-wrap: pretty;
      }
      .begin {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--s3) var(--s4);
      }
      .begin .primary,
      .begin .bordered {
        min-height: 2.25rem;
        padding: 0 var(--s4);
        font-size: var(--size-m);
      }
      .begin .primary {
        padding-inline-start: var(--s3);
      }
      h3 {
        margin-top: var(--s12);
        padding-bottom: var(--s2);
        border-bottom: 1px solid var(--line);
        color: var(--ink-soft);
        font-size: var(--size-s);
        line-height: var(--leading);
      }
      li {
        border-bottom: 1px solid var(--line);
      }
      li button {
        display: grid;
        grid-template-columns: 12rem minmax(0, 1fr);
        justify-content: start;
        gap: var(--s4);
        width: 100%;
        min-height: 2.25rem;
        padding: 0 var(--s1);
        border-radius: 0;
        text-align: start;
        white-space: normal;
      }
      li span {
        color: var(--ink-soft);
      }
      @media (max-width: 46rem) {
        .page {
          padding: var(--s5) var(--s4) var(--s8);
        }
        .title {
          font-size: var(--size-xl);
          line-height: var(--leading-xl);
        }
        .lead {
          margin: var(--s2) 0 var(--s4);
          font-size: var(--size-m);
          line-height: var(--leading);
        }
        .begin .note {
          display: none;
        }
        h3 {
          margin-top: var(--s6);
        }
      }
      @container (max-width: 30rem) {
        li button {
          grid-template-columns: minmax(0, 1fr);
          gap: 0;
          padding: var(--s2) 0;
        }
      }
    `,
  ];
  /** The keys that run a statement. */
  declare keys: string;
  /** Whether there is a nexus to run it in. */
  declare can: boolean;
  /** Whether nothing is written that could be run. */
  declare empty: boolean;

  constructor() {
    super();
    this.keys = '';
    this.can = false;
    this.empty = false;
  }

  protected override render(): TemplateResult {
    return html`<div class="page">
      <h2 class="title">Ask by pattern.</h2>
      <p class="lead">
        This is a memory that lives in your browser. Say in KIP what things look like, and everything that fits comes
        back. ${this.empty ? 'Write a statement, or take one from below.' : 'A statement is written already.'}
      </p>
      <p class="begin">
        <button class="primary" type="button" ?hidden=${this.empty} ?disabled=${!this.can} @click=${this.#run}>
          ${icon('run')} Run it
        </button>
        <a class="button bordered" href=${routeHash('learn')}>Take the tour, five minutes</a>
        <span class="note" ?hidden=${this.empty}>or press <kbd>${this.keys}</kbd></span>
      </p>
      <h3>Or begin with</h3>
      <ul>
        ${EXAMPLES.map(
          (example) =>
            html`<li>
              <button type="button" @click=${() => this.#use(example)}>
                ${example.title}<span>${example.text}</span>
              </button>
            </li>`,
        )}
      </ul>
    </div>`;
  }

  readonly #run = () => this.dispatchEvent(new CustomEvent('run-here'));

  #use({ title, command, parameters }: Example): void {
    ask(this, 'kip-use', { title, command, ...(parameters && { parameters }) });
  }
}
customElements.define('work-welcome', WorkWelcome);
