// What stands beside the results: one element, or the history and the saved statements.
import { css, html, LitElement, type TemplateResult } from 'lit';
import type { Nexus } from '../../index.ts';
import { icon } from '../app/icons.ts';
import { base, buttons, paneHead } from '../app/styles.ts';
import type { Library } from './library.ts';

export type Side = 'element' | 'library';

export class WorkSide extends LitElement {
  static override properties = {
    side: {},
    nexus: { attribute: false },
    elementId: { attribute: false },
    library: { attribute: false },
  };
  static override styles = [
    base,
    buttons,
    paneHead,
    css`
      :host,
      section {
        display: grid;
        min-width: 0;
        min-height: 0;
      }
      .inspected {
        grid-template-rows: auto minmax(0, 1fr);
      }
      kip-inspector {
        min-height: 0;
        overflow: auto;
        outline: none;
      }
    `,
  ];
  declare side: Side;
  declare nexus: Nexus | undefined;
  declare elementId: string | undefined;
  declare library: Library | undefined;

  protected override render(): TemplateResult {
    if (this.side === 'library')
      return html`<section aria-label="History and saved statements">
        <work-library .library=${this.library} @close=${this.#close}></work-library>
      </section>`;
    return html`<section class="inspected" aria-label="Element">
      <header class="pane-head">
        <h2>Element</h2>
        <button class="icon-button" type="button" aria-label="Close" title="Close" @click=${this.#close}>
          ${icon('close')}
        </button>
      </header>
      <kip-inspector .nexus=${this.nexus} .elementId=${this.elementId}></kip-inspector>
    </section>`;
  }

  /** Shows an element, also the one that was shown before the inspector went on to others by itself. */
  inspect(id: string): void {
    this.elementId = id;
    const inspector = this.renderRoot.querySelector('kip-inspector');
    if (inspector) inspector.elementId = id;
  }

  /** Reads the element anew after a change of the memory. */
  refresh(): void {
    // The inspector's code may still be on its way.
    void this.renderRoot.querySelector('kip-inspector')?.refresh?.();
  }

  override focus(): void {
    const place = this.renderRoot.querySelector<HTMLElement>('work-library, kip-inspector');
    if (place?.matches('kip-inspector')) place.tabIndex = -1;
    place?.focus();
  }

  readonly #close = () => this.dispatchEvent(new CustomEvent('close'));
}
customElements.define('work-side', WorkSide);

declare global {
  interface HTMLElementTagNameMap {
    'work-side': WorkSide;
  }
}
