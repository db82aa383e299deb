// What stands above the editor: running in its several ways, what is set for it, sharing, saving, the history. It only asks; the work
// view does.
import { css, html, LitElement, type TemplateResult } from 'lit';
import { icon } from '../app/icons.ts';
import type { MenuItem } from '../app/menu-button.ts';
import { base, buttons, fields, paneHead } from '../app/styles.ts';
import '../share/share-button.ts';
import type { Deed } from './deeds.ts';
import { FORMAT_KEYS, keysWith, RUN_KEYS } from './keys.ts';
import { readParameters } from './parameters.ts';
import type { WorkTab } from './tabs.ts';
import { PHONE, type WorkSettings } from './work-settings.ts';

export class WorkToolbar extends LitElement {
  static override properties = {
    tab: { attribute: false },
    settings: { attribute: false },
    capsule: { attribute: false },
    running: { type: Boolean },
    can: { type: Boolean },
    history: { type: Boolean },
  };
  static override styles = [
    base,
    buttons,
    fields,
    paneHead,
    css`
      :host {
        display: block;
        container-type: inline-size;
      }
      .go {
        min-width: 5.5rem;
        padding-inline: var(--s2);
      }
      .go .icon {
        width: 16px;
        height: 16px;
      }
      .switch {
        padding: 0 var(--s2);
        color: var(--ink-soft);
      }
      .space {
        flex: 1;
      }
      /* Where there is no room for the words of switches beside the editor, they are in the menu. */
      @container (max-width: 27rem) {
        .switch {
          display: none;
        }
      }
    `,
  ];
  declare tab: WorkTab;
  declare settings: WorkSettings;
  /** What the scratch was opened with, to be shared with the command. */
  declare capsule: string | undefined;
  declare running: boolean;
  /** Whether anything can be run yet. */
  declare can: boolean;
  /** Whether the history is open. */
  declare history: boolean;

  protected override render(): TemplateResult {
    const { command, parameters } = this.tab;
    return html`<div class="toolbar pane-head" role="toolbar" aria-label="Run">
      ${this.#goButton()}
      <menu-button label="More ways to run" .items=${this.#menu()}></menu-button>
      ${this.#switch('Read only', 'readonly')}${this.#switch('Preview first', 'preview')}
      <span class="space"></span>
      <kip-share
        .command=${command}
        .parameters=${readParameters(parameters).values}
        .capsule=${this.capsule}
      ></kip-share>
      <button
        class="icon-button"
        type="button"
        title="Save this statement"
        aria-label="Save this statement"
        @click=${() => this.#ask('save')}
      >
        ${icon('save')}
      </button>
      <button
        class="icon-button"
        type="button"
        title="History and saved statements"
        aria-label="History and saved statements"
        aria-expanded=${this.history}
        @click=${() => this.dispatchEvent(new CustomEvent('toggle-history'))}
      >
        ${icon('history')}
      </button>
    </div>`;
  }

  #goButton(): TemplateResult {
    if (this.running)
      return html`<button class="bordered go" type="button" @click=${() => this.#ask('cancel')}>
        ${icon('stop')} Cancel
      </button>`;
    return html`<button
      class="primary go"
      type="button"
      title="Run the statement at the caret (${RUN_KEYS})"
      ?disabled=${!this.can}
      @click=${() => this.#ask('run')}
    >
      ${icon('run')} Run
    </button>`;
  }

  #switch(title: string, name: keyof WorkSettings): TemplateResult {
    return html`<label class="switch">
      <input type="checkbox" .checked=${this.settings[name]} @change=${() => this.#flip(name)} />${title}
    </label>`;
  }

  #menu(): MenuItem[] {
    const disabled = this.running || !this.can;
    const deed = (title: string, name: Deed, keys: string, off = disabled) => ({
      title,
      keys,
      run: () => this.#ask(name),
      disabled: off,
    });
    const setting = (title: string, name: keyof WorkSettings) => ({
      title,
      checked: this.settings[name],
      run: () => this.#flip(name),
    });
    return [
      deed('Run the statement or selection', 'run', RUN_KEYS),
      deed('Run everything', 'run-all', `Shift ${RUN_KEYS}`),
      deed('Preview what it would change', 'preview', keysWith('P')),
      deed('Explain how it is answered', 'explain', keysWith('E')),
      deed('Format', 'format', FORMAT_KEYS, false),
      setting('Read only', 'readonly'),
      setting('Preview first', 'preview'),
      ...(PHONE.matches ? [] : [setting('Results below', 'above')]),
    ];
  }

  #ask(deed: Deed): void {
    this.dispatchEvent(new CustomEvent('deed', { detail: deed }));
  }

  #flip(name: keyof WorkSettings): void {
    this.dispatchEvent(new CustomEvent('flip-setting', { detail: name }));
  }
}
customElements.define('work-toolbar', WorkToolbar);

declare global {
  interface HTMLElementTagNameMap {
    'work-toolbar': WorkToolbar;
  }
}
