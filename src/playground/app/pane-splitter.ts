// The line between two panes: dragged by mouse or finger, moved by the arrow keys. It says how large a share of its parent the pane
// before it (or, `from="end"`, behind it) is to have; the parent lays out.
import { css, html, LitElement, type TemplateResult } from 'lit';
import { base } from './styles.ts';

const STEP = 2;

export class PaneSplitter extends LitElement {
  static override properties = {
    label: {},
    share: { type: Number },
    min: { type: Number },
    max: { type: Number },
    vertical: { type: Boolean, reflect: true },
    from: {},
    dragging: { type: Boolean, reflect: true },
  };
  static override styles = [
    base,
    css`
      :host {
        position: relative;
        z-index: 3;
        flex: none;
        background: var(--line);
        touch-action: none;
      }
      :host([vertical]) {
        width: 1px;
      }
      :host(:not([vertical])) {
        height: 1px;
      }
      div {
        position: absolute;
        inset: -4px 0;
        cursor: row-resize;
        touch-action: none;
      }
      :host([vertical]) div {
        inset: 0 -4px;
        cursor: col-resize;
      }
      @media (pointer: coarse) {
        div {
          inset: -12px 0;
        }
        :host([vertical]) div {
          inset: 0 -12px;
        }
      }
      :host(:hover),
      :host([dragging]),
      :host(:focus-within) {
        background: var(--accent);
      }
      div:focus-visible {
        outline-offset: -3px;
      }
    `,
  ];
  declare label: string;
  /** Per cent. */
  declare share: number;
  declare min: number;
  declare max: number;
  /** A line from top to bottom, between panes side by side. */
  declare vertical: boolean;
  declare from: 'start' | 'end';
  declare private dragging: boolean;

  constructor() {
    super();
    this.label = 'Size of the panes';
    this.share = 50;
    this.min = 15;
    this.max = 85;
    this.vertical = false;
    this.from = 'start';
    this.dragging = false;
  }

  protected override render(): TemplateResult {
    return html`<div
      role="separator"
      tabindex="0"
      aria-label=${this.label}
      aria-orientation=${this.vertical ? 'vertical' : 'horizontal'}
      aria-valuenow=${Math.round(this.share)}
      aria-valuemin=${this.min}
      aria-valuemax=${this.max}
      @pointerdown=${this.#onDown}
      @pointermove=${this.#onMove}
      @pointerup=${this.#onUp}
      @pointercancel=${this.#onUp}
      @keydown=${this.#onKey}
    ></div>`;
  }

  readonly #onDown = (event: PointerEvent) => {
    (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
    this.dragging = true;
  };

  readonly #onMove = (event: PointerEvent) => {
    if (!this.dragging) return;
    const { left, top, width, height } =
      this.parentElement?.getBoundingClientRect() ?? (this.getRootNode() as ShadowRoot).host.getBoundingClientRect();
    const at = this.vertical ? (event.clientX - left) / width : (event.clientY - top) / height;
    this.#become(100 * (this.from === 'start' ? at : 1 - at));
  };

  readonly #onUp = () => {
    this.dragging = false;
  };

  readonly #onKey = (event: KeyboardEvent) => {
    const [less, more] = this.vertical ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
    const sign = this.from === 'start' ? 1 : -1;
    const shares: Record<string, number> = {
      [less!]: this.share - sign * STEP,
      [more!]: this.share + sign * STEP,
      Home: this.min,
      End: this.max,
    };
    const share = shares[event.key];
    if (share === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.#become(share);
  };

  #become(share: number): void {
    this.share = Math.max(this.min, Math.min(this.max, share));
    this.dispatchEvent(new CustomEvent<number>('share', { detail: this.share }));
  }
}
customElements.define('pane-splitter', PaneSplitter);
