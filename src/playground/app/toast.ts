// What is said for a moment, to eyes and to screen readers alike.
import { css, html, LitElement, type TemplateResult } from 'lit';
import { base } from './styles.ts';

/** Long enough to read: at least this, and more for more words. */
const SHOWN_MS_MIN = 4000;
const SHOWN_MS_PER_CHARACTER = 60;

export class NexusToast extends LitElement {
  static override properties = { text: { state: true } };
  static override styles = [
    base,
    css`
      :host {
        position: fixed;
        inset-inline: 0;
        bottom: var(--s6);
        z-index: 20;
        display: grid;
        justify-items: center;
        padding: 0 var(--s4);
        pointer-events: none;
      }
      p:not(:empty) {
        max-width: 36rem;
        padding: var(--s2) var(--s4);
        /* Seen where colours are forced. */
        border: 1px solid transparent;
        border-radius: var(--radius);
        background: var(--ink);
        color: var(--ground);
        box-shadow: var(--shadow);
        overflow-wrap: anywhere;
      }
      @media (max-width: 40rem) {
        :host {
          bottom: calc(3.5rem + var(--s4) + env(safe-area-inset-bottom));
        }
      }
    `,
  ];
  declare private text: string;
  #hiding: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.text = '';
  }

  say(text: string): void {
    clearTimeout(this.#hiding);
    this.text = text;
    const shown = Math.max(SHOWN_MS_MIN, text.length * SHOWN_MS_PER_CHARACTER);
    this.#hiding = setTimeout(() => (this.text = ''), shown);
  }

  protected override render(): TemplateResult {
    return html`<p role="status">${this.text}</p>`;
  }
}
