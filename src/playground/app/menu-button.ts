// A button that opens a menu of commands, worked as ARIA describes it: arrows, Home and End, letters, Escape.
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { icon, type IconName } from './icons.ts';
import { base, buttons } from './styles.ts';

export interface MenuItem {
  readonly title: string;
  /** Keys that do the same, for reading. */
  readonly keys?: string;
  readonly run: () => void;
  readonly disabled?: boolean;
  /** For an item that is on or off. */
  readonly checked?: boolean;
}

export class MenuButton extends LitElement {
  static override properties = {
    label: {},
    icon: {},
    items: { attribute: false },
    align: { reflect: true },
    kind: {},
    disabled: { type: Boolean },
    open: { state: true },
  };
  static override styles = [
    base,
    buttons,
    css`
      :host {
        position: relative;
        display: inline-flex;
      }
      .menu {
        position: absolute;
        top: calc(100% + var(--s1));
        left: 0;
        z-index: 15;
        display: grid;
        min-width: 14rem;
        padding: var(--s1) 0;
        border: 1px solid var(--line);
        border-radius: var(--radius);
        background: var(--raised);
        box-shadow: var(--shadow);
      }
      :host([align='end']) .menu {
        right: 0;
        left: auto;
      }
      .menu button {
        justify-content: space-between;
        gap: var(--s6);
        width: 100%;
        padding: 0 var(--s3);
        border-radius: 0;
        text-align: start;
      }
      .menu button:focus-visible {
        outline-offset: -2px;
        background: var(--hover);
      }
      .menu button[aria-checked='true'] span::before {
        content: '✓ ';
      }
      .menu button[aria-checked='false'] span::before {
        content: '✓ ';
        visibility: hidden;
      }
      .keys {
        color: var(--ink-faint);
        font-size: var(--size-xs);
      }
    `,
  ];
  declare label: string;
  declare icon: IconName;
  declare items: readonly MenuItem[];
  declare align: 'start' | 'end';
  declare kind: '' | 'primary' | 'bordered';
  declare disabled: boolean;
  declare private open: boolean;

  constructor() {
    super();
    this.label = '';
    this.icon = 'down';
    this.items = [];
    this.align = 'start';
    this.kind = '';
    this.disabled = false;
    this.open = false;
    this.addEventListener('focusout', this.#onFocusOut);
  }

  protected override render(): TemplateResult {
    return html`
      <button
        id="button"
        class="icon-button ${this.kind}"
        type="button"
        title=${this.label}
        aria-label=${this.label}
        aria-haspopup="menu"
        aria-expanded=${this.open}
        ?disabled=${this.disabled}
        @click=${() => this.#toggle(!this.open)}
        @keydown=${this.#onButtonKey}
      >
        ${icon(this.icon)}
      </button>
      ${
        this.open
          ? html`<div class="menu" role="menu" aria-label=${this.label} @keydown=${this.#onMenuKey}>
              ${this.items.map((item) => this.#item(item))}
            </div>`
          : nothing
      }
    `;
  }

  #item(item: MenuItem): TemplateResult {
    const choose = () => {
      this.#toggle(false);
      item.run();
    };
    return html`<button
      type="button"
      role=${item.checked === undefined ? 'menuitem' : 'menuitemcheckbox'}
      aria-checked=${item.checked ?? nothing}
      tabindex="-1"
      ?disabled=${item.disabled ?? false}
      @click=${choose}
    >
      <span>${item.title}</span>${item.keys ? html`<span class="keys" aria-hidden="true">${item.keys}</span>` : nothing}
    </button>`;
  }

  #toggle(open: boolean): void {
    this.open = open;
    void this.updateComplete.then(() => {
      if (open) this.#choices[0]?.focus();
      else this.renderRoot.querySelector<HTMLElement>('#button')?.focus();
    });
  }

  get #choices(): HTMLButtonElement[] {
    return [...this.renderRoot.querySelectorAll<HTMLButtonElement>('.menu button:not(:disabled)')];
  }

  readonly #onFocusOut = ({ relatedTarget }: FocusEvent) => {
    // Retargeted to the element itself while the focus stays inside.
    if (relatedTarget !== this) this.open = false;
  };

  readonly #onButtonKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' || this.open) return;
    event.preventDefault();
    this.#toggle(true);
  };

  readonly #onMenuKey = (event: KeyboardEvent) => {
    const choices = this.#choices;
    const at = choices.indexOf(this.shadowRoot!.activeElement as HTMLButtonElement);
    const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: choices.length - 1 };
    const step = steps[event.key];
    if (step !== undefined) choices.at(step % choices.length)?.focus();
    else if (event.key === 'Escape') this.#toggle(false);
    else if (/^\w$/.test(event.key)) this.#firstWith(event.key, choices, at)?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  #firstWith(letter: string, choices: readonly HTMLButtonElement[], at: number): HTMLButtonElement | undefined {
    const inTurn = [...choices.slice(at + 1), ...choices.slice(0, at + 1)];
    return inTurn.find(({ textContent }) => textContent.trim().toLowerCase().startsWith(letter.toLowerCase()));
  }
}
customElements.define('menu-button', MenuButton);
