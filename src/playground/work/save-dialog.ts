// Asks for the name under which a statement is saved.
import { css, html, LitElement, type TemplateResult } from 'lit';
import { base, buttons, dialogs, fields } from '../app/styles.ts';

export class SaveDialog extends LitElement {
  static override styles = [
    base,
    buttons,
    dialogs,
    fields,
    css`
      dialog {
        width: min(26rem, calc(100vw - 2 * var(--s4)));
        padding: var(--s5);
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

  /** @param name what is proposed */
  open(name: string): void {
    const field = this.renderRoot.querySelector('input')!;
    field.value = name;
    this.renderRoot.querySelector('dialog')!.showModal();
    field.select();
  }

  protected override render(): TemplateResult {
    return html`<dialog aria-labelledby="title">
      <form @submit=${this.#onSubmit}>
        <h2 id="title">Save this statement</h2>
        <label class="field">Name<input name="name" required maxlength="200" autocomplete="off" /></label>
        <p class="note">
          It is kept in this memory, with its parameters. The same name replaces what was saved before.
        </p>
        <p class="actions">
          <button type="button" @click=${this.#close}>Leave it</button>
          <button class="primary" type="submit">Save</button>
        </p>
      </form>
    </dialog>`;
  }

  readonly #close = () => this.renderRoot.querySelector('dialog')!.close();

  readonly #onSubmit = (event: Event) => {
    event.preventDefault();
    const detail = this.renderRoot.querySelector('input')!.value;
    this.#close();
    this.dispatchEvent(new CustomEvent<string>('save', { detail }));
  };
}
customElements.define('save-dialog', SaveDialog);
