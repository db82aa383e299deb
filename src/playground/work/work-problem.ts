// A statement that was refused: what was found, where, what to do, and the repair where there is one. The words come first; the code
// is for looking it up.
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { StatementText } from '../../editor/index.ts';
import { ERROR_DESCRIPTIONS, type ErrorObject } from '../../protocol/errors.ts';
import { routeHash } from '../app/routes.ts';
import { base, buttons, messages } from '../app/styles.ts';
import { kindOf } from '../help/error-card.ts';
import type { Located } from './editors.ts';

export type Locate = (statement: StatementText, error: ErrorObject) => Promise<Located | undefined>;

export class WorkProblem extends LitElement {
  static override properties = {
    error: { attribute: false },
    statement: { attribute: false },
    locate: { attribute: false },
    place: { state: true },
  };
  static override styles = [
    base,
    buttons,
    messages,
    css`
      :host {
        display: block;
      }
      .message {
        gap: var(--s3);
        grid-template-columns: minmax(0, 1fr);
        max-width: 56rem;
        padding: var(--s4) var(--s5);
      }
      .what {
        font-weight: 600;
      }
      .what,
      .hint {
        overflow-wrap: anywhere;
        white-space: pre-wrap;
      }
      .hint {
        text-wrap: pretty;
      }
      .actions {
        min-height: 1.75rem;
      }
      .actions button {
        max-width: 100%;
        overflow: hidden;
        text-overflow: ellipsis;
      }
      .code {
        color: var(--ink-soft);
        font-size: var(--size-s);
      }
    `,
  ];
  declare error: ErrorObject;
  declare statement: StatementText;
  declare locate: Locate;
  /** Null where nothing in the text is at fault, undefined while that is looked up: its line is kept free, so that nothing moves. */
  declare private place: Located | null | undefined;

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('error')) void this.#find();
  }

  protected override render(): TemplateResult {
    const { code, message, hint } = this.error;
    const kind = kindOf(code);
    return html`<div class="message danger" role="alert">
      <p class="what">${message}</p>
      ${hint ? html`<p class="hint"><strong>What to do:</strong> ${hint}</p>` : nothing}
      <p class="actions" ?hidden=${this.place === null}>${this.#actions()}</p>
      <p class="code">
        <a href=${routeHash('help', code)}><code>${code}</code>${kind ? ` ${ERROR_DESCRIPTIONS[kind].name}` : ''}</a>
      </p>
    </div>`;
  }

  #actions(): unknown {
    const { place } = this;
    if (!place) return nothing;
    const go = () => this.dispatchEvent(new CustomEvent('go-to', { detail: place, bubbles: true, composed: true }));
    return html`
      ${place.repairs.map(
        ({ title, apply }, index) =>
          html`<button class=${index === 0 ? 'primary' : 'bordered'} type="button" @click=${apply}>${title}</button>`,
      )}
      <button class="bordered" type="button" @click=${go}>Go to line ${place.line}, column ${place.column}</button>
    `;
  }

  async #find(): Promise<void> {
    const { error, statement } = this;
    const place = await this.locate(statement, error);
    if (this.error === error) this.place = place ?? null;
  }
}
customElements.define('work-problem', WorkProblem);
