// The button that shares a statement: a link where it is short enough, else a file. `<kip-share .command .parameters .capsule>`.
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { ask } from '../app/events.ts';
import { icon } from '../app/icons.ts';
import { routeHash } from '../app/routes.ts';
import { base, buttons, dialogs, fields, messages } from '../app/styles.ts';
import type { Parameters } from '../../protocol/values.ts';
import { save } from './save-file.ts';
import { LINK_BYTES_MAX, type Shared, toFile, toLinkText } from './share-format.ts';

export class KipShare extends LitElement {
  static override properties = {
    command: { attribute: false },
    parameters: { attribute: false },
    capsule: { attribute: false },
    link: { state: true },
    withCapsule: { state: true },
  };
  static override styles = [
    base,
    buttons,
    dialogs,
    fields,
    messages,
    css`
      :host {
        display: inline-block;
      }
      dialog {
        width: min(36rem, calc(100vw - 2rem));
        max-height: calc(100dvh - 2rem);
        padding: var(--s6);
      }
      form {
        display: grid;
        gap: var(--s4);
      }
      .actions {
        justify-content: end;
      }
    `,
  ];
  declare command: string;
  declare parameters: Parameters | undefined;
  /** Offered to go along, where there is one. */
  declare capsule: string | undefined;
  /** The whole address, once the dialog is open. */
  declare private link: string;
  declare private withCapsule: boolean;

  constructor() {
    super();
    this.command = '';
    this.link = '';
    this.withCapsule = true;
  }

  protected override render(): TemplateResult {
    return html`
      <button
        class="icon-button"
        type="button"
        title="Share this statement"
        aria-label="Share this statement"
        aria-haspopup="dialog"
        ?disabled=${this.command.trim() === '' && !this.capsule}
        @click=${this.#open}
      >
        ${icon('share')}
      </button>
      <dialog aria-labelledby="share-title">${this.link === '' ? nothing : this.#form()}</dialog>
    `;
  }

  #form(): TemplateResult {
    const bytes = this.link.length;
    const fits = bytes <= LINK_BYTES_MAX;
    const size = `${(bytes / 1024).toFixed(1)} of ${LINK_BYTES_MAX / 1024} KiB`;
    return html`<form method="dialog">
      <h2 id="share-title">Share this statement</h2>
      ${
        this.capsule === undefined
          ? nothing
          : html`<label class="switch">
              <input type="checkbox" .checked=${this.withCapsule} @change=${this.#toggle} /> With the capsule it runs on
            </label>`
      }
      ${
        fits
          ? html`<label class="field">
                <span>Link (${size})</span>
                <input
                  id="share-link"
                  type="text"
                  readonly
                  .value=${this.link}
                  @focus=${(event: Event) => (event.target as HTMLInputElement).select()}
                />
              </label>
              <p class="note">
                The link holds the statement and its parameters itself; nothing is uploaded, and nothing runs when it is
                opened. Whoever has the link can read what is in it.
              </p>`
          : html`<p class="message warning" role="status">
              This is too long for a link: ${size}, and longer ones are cut off on the way. Save it as a file and send
              that.
            </p>`
      }
      <div class="actions">
        <button type="submit">Close</button>
        <button class=${fits ? 'bordered' : 'primary'} type="button" @click=${this.#save}>Save as a file</button>
        ${fits ? html`<button class="primary" type="button" @click=${this.#copy}>Copy link</button>` : nothing}
      </div>
    </form>`;
  }

  get #shared(): Shared {
    const { command, parameters, capsule } = this;
    return {
      command,
      ...(parameters && { parameters }),
      ...(capsule !== undefined && this.withCapsule && { capsule }),
    };
  }

  async #open(): Promise<void> {
    await this.#fold();
    this.#dialog.showModal();
  }

  async #fold(): Promise<void> {
    const address = new URL(location.href);
    address.search = '';
    address.hash = routeHash('shared') + (await toLinkText(this.#shared));
    this.link = address.href;
    await this.updateComplete;
  }

  #toggle(event: Event): void {
    this.withCapsule = (event.target as HTMLInputElement).checked;
    void this.#fold();
  }

  async #copy(): Promise<void> {
    if (await copied(this.link, this.renderRoot.querySelector<HTMLInputElement>('#share-link')!)) {
      ask(this, 'kip-say', 'The link is copied.');
      this.#dialog.close();
    } else {
      ask(this, 'kip-say', 'The browser does not let this page copy. The link is selected: copy it with the keyboard.');
    }
  }

  #save(): void {
    save(toFile(this.#shared), 'statement.kip.json');
    this.#dialog.close();
  }

  get #dialog(): HTMLDialogElement {
    return this.renderRoot.querySelector('dialog')!;
  }
}

/** By the clipboard, or else as a person would: select and copy. */
async function copied(text: string, field: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    field.focus();
    field.select();
    return document.execCommand('copy');
  }
}

customElements.define('kip-share', KipShare);

declare global {
  interface HTMLElementTagNameMap {
    'kip-share': KipShare;
  }
}
