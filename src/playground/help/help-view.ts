// Help for every error code, `#/help/<code>`, and the syntax on a page, `#/help/card`.
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { ask } from '../app/events.ts';
import { routeHash } from '../app/routes.ts';
import { base, buttons, facts, messages, page } from '../app/styles.ts';
import '../learn/kip-code.ts';
import { TOUR_WORLD } from '../learn/worlds.ts';
import { ERROR_CODES, ERROR_DESCRIPTIONS, type ErrorKind, type Recovery } from '../../protocol/errors.ts';
import { CARD } from './card.ts';
import { kindOf } from './error-card.ts';
import { ERROR_HELP, type Example } from './error-help.ts';

const KINDS = Object.keys(ERROR_CODES) as ErrorKind[];

const RECOVERY: Readonly<Record<Recovery, string>> = {
  correct: 'correct the command',
  reread: 'read again, then try anew',
  retry: 'try again',
  none: 'give up on this target',
};

/** Families of codes, by their first digit. */
const FAMILIES: readonly [first: string, title: string][] = [
  ['1', 'The text of the command'],
  ['2', 'Types and values'],
  ['3', 'What is in the memory'],
  ['4', 'Time, space and the engine'],
];

const familyOf = (kind: ErrorKind): string => /_(\d)/.exec(ERROR_CODES[kind])![1]!;

export class KipHelp extends LitElement {
  static override properties = { code: { attribute: false } };
  static override styles = [
    base,
    buttons,
    facts,
    messages,
    page,
    css`
      .page > section,
      .page > .message {
        margin-top: var(--s8);
      }
      section h2 {
        margin-bottom: var(--s3);
      }
      .codes {
        display: grid;
        gap: var(--s6);
      }
      .codes h3 {
        padding-bottom: var(--s1);
        border-bottom: 1px solid var(--line);
      }
      .codes li a {
        display: grid;
        grid-template-columns: 6rem 11rem minmax(0, 1fr);
        gap: var(--s1) var(--s4);
        padding: var(--s2);
        border-bottom: 1px solid var(--line);
        color: inherit;
        text-decoration: none;
      }
      .codes li a:hover {
        background: var(--hover);
      }
      .codes .name {
        color: var(--accent);
        font-weight: 600;
      }
      .facts {
        max-width: 52rem;
        margin: var(--s4) 0;
      }
      .card dt {
        color: var(--ink-soft);
        font-size: var(--size-s);
      }
      .pair {
        display: grid;
        grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
        gap: var(--s4);
        margin-top: var(--s4);
      }
      .pair > div {
        display: grid;
        gap: var(--s2);
        align-content: start;
        min-width: 0;
      }
      .card {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr));
        gap: var(--s6);
      }
      .card dl {
        display: grid;
        gap: var(--s2);
      }
      .card dd {
        padding: var(--s1) var(--s2);
        border-radius: var(--radius);
        background: var(--sunken);
      }
      .card code {
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
      .card h3 {
        margin-bottom: var(--s2);
      }
      #card {
        scroll-margin-top: var(--s4);
      }
      @media (max-width: 46rem) {
        .codes li a,
        .pair {
          grid-template-columns: minmax(0, 1fr);
        }
      }
    `,
  ];
  /** An error code, "card", or nothing. */
  declare code: string;

  constructor() {
    super();
    this.code = '';
  }

  protected override updated(changed: PropertyValues): void {
    if (!changed.has('code')) return;
    if (this.code === 'card') this.renderRoot.querySelector('#card')?.scrollIntoView({ block: 'start' });
    else if (kindOf(this.code)) this.scrollTop = 0;
  }

  protected override render(): TemplateResult {
    const kind = kindOf(this.code);
    return html`<div class="page">${kind ? this.#one(kind) : this.#all()}</div>`;
  }

  #all(): TemplateResult {
    const unknown = this.code !== '' && this.code !== 'card';
    return html`
      <h1>Help</h1>
      <p class="lead">
        Every error says what was found and what to do next. Here is what lies behind each code, with a command that
        brings it and its right form. New to KIP? <a href=${routeHash('learn')}>Take the tour</a>.
      </p>
      ${unknown ? html`<p class="message warning">There is no error code “${this.code}”. These are all there are:</p>` : nothing}
      <section aria-labelledby="codes-title">
        <h2 id="codes-title">Error codes</h2>
        <div class="codes">${FAMILIES.map(([first, title]) => this.#family(first, title))}</div>
      </section>
      ${this.#card()}
    `;
  }

  #family(first: string, title: string): TemplateResult {
    return html`<div>
      <h3>${title}</h3>
      <ul>
        ${KINDS.filter((kind) => familyOf(kind) === first).map(
          (kind) =>
            html`<li>
              <a href=${routeHash('help', ERROR_CODES[kind])}>
                <code>${ERROR_CODES[kind]}</code> <span class="name">${ERROR_DESCRIPTIONS[kind].name}</span>
                <span>${ERROR_HELP[kind].meaning}</span>
              </a>
            </li>`,
        )}
      </ul>
    </div>`;
  }

  #card(): TemplateResult {
    return html`<section id="card" aria-labelledby="card-title">
      <h2 id="card-title">KIP on a page</h2>
      <div class="card">
        ${CARD.map(
          ({ title, entries }) =>
            html`<div>
              <h3>${title}</h3>
              <dl>
                ${entries.map(
                  (entry) =>
                    html`<dt>${entry.title}</dt>
                      <dd><code>${entry.text}</code></dd>`,
                )}
              </dl>
            </div>`,
        )}
      </div>
    </section>`;
  }

  #one(kind: ErrorKind): TemplateResult {
    const { name, recovery, hint } = ERROR_DESCRIPTIONS[kind];
    const { meaning, cause, wrong, right, difference, agent } = ERROR_HELP[kind];
    return html`
      <p><a href=${routeHash('help')}>All error codes</a></p>
      <h1><span class="mono">${ERROR_CODES[kind]}</span> ${name}</h1>
      <p class="lead">${meaning}</p>
      <dl class="facts">
        <dt>Usual cause</dt>
        <dd>${cause}</dd>
        <dt>What an agent does</dt>
        <dd>${agent}</dd>
        <dt>In short</dt>
        <dd>${RECOVERY[recovery]}</dd>
        <dt>Hint of last resort</dt>
        <dd>${hint}</dd>
      </dl>
      ${
        wrong && right
          ? html`<h2>Example</h2>
              <p class="lead">${difference}</p>
              <div class="pair">${this.#example('Wrong', wrong)} ${this.#example('Right', right)}</div>`
          : html`<p class="note">No command brings this error, so there is no example.</p>`
      }
    `;
  }

  #example(title: string, { command, parameters }: Example): TemplateResult {
    const use = async () => {
      const then = { command, title, ...(parameters && { parameters }) };
      ask(this, 'kip-scratch', { title: TOUR_WORLD.title, capsules: [await TOUR_WORLD.capsule()], then });
    };
    return html`<div>
      <h3>${title}</h3>
      <kip-code .text=${command} .label=${`${title} command`}></kip-code>
      ${parameters ? html`<p class="note">Parameters: <code>${JSON.stringify(parameters)}</code></p>` : nothing}
      <p>
        <button class="bordered" type="button" @click=${use}>
          Try it<span class="visually-hidden">: ${title}</span> in a scratch nexus
        </button>
      </p>
    </div>`;
  }
}

customElements.define('kip-help', KipHelp);

declare global {
  interface HTMLElementTagNameMap {
    'kip-help': KipHelp;
  }
}
