// The form that defines a new type. It writes KIP, shows it, and puts it into the editor; it runs nothing.
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { ask } from '../app/events.ts';
import { base, buttons, fields, messages } from '../app/styles.ts';
import '../learn/kip-code.ts';
import { ATTRIBUTE_TYPES, definitionOf, faultOf, type NewAttribute, type NewType } from './define.ts';

const FIRST_ATTRIBUTE: NewAttribute = { name: '', type: 'string', required: false };

export class KipDefineType extends LitElement {
  static override properties = { known: { attribute: false }, draft: { state: true }, touched: { state: true } };
  static override styles = [
    base,
    buttons,
    fields,
    messages,
    css`
      form {
        display: grid;
        gap: var(--s4);
        max-width: 44rem;
        margin-top: var(--s3);
      }
      .attribute {
        display: grid;
        grid-template-columns: minmax(0, 1fr) 8rem auto auto;
        gap: var(--s2);
        align-items: end;
      }
      @media (max-width: 40rem) {
        .attribute {
          grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
        }
      }
    `,
  ];
  /** Types there are. */
  declare known: readonly string[];
  declare private draft: NewType;
  declare private touched: boolean;

  constructor() {
    super();
    this.known = [];
    this.draft = { name: '', description: '', attributes: [] };
    this.touched = false;
  }

  protected override render(): TemplateResult {
    const { draft, touched } = this;
    const named = { ...draft, attributes: draft.attributes.filter(({ name }) => name !== '') };
    const fault = faultOf(named, this.known);
    return html`<form @submit=${(event: Event) => this.#submit(event, named, fault)}>
      <label class="field">
        Name
        <input
          type="text"
          required
          spellcheck="false"
          autocapitalize="off"
          placeholder="MedicalDevice"
          .value=${draft.name}
          aria-invalid=${touched && fault !== undefined}
          aria-describedby="fault"
          @input=${(event: Event) => this.#change({ name: valueOf(event).trim() })}
        />
      </label>
      <label class="field">
        What is of this type, and what is not
        <textarea
          rows="2"
          .value=${draft.description}
          @input=${(event: Event) => this.#change({ description: valueOf(event) })}
        ></textarea>
      </label>
      ${draft.attributes.map((attribute, index) => this.#attribute(attribute, index))}
      <div class="actions">
        <button
          class="bordered"
          type="button"
          @click=${() => this.#change({ attributes: [...draft.attributes, FIRST_ATTRIBUTE] })}
        >
          Add an attribute
        </button>
      </div>
      <p id="fault" role="alert">${touched && fault ? html`<span class="message danger">${fault}</span>` : nothing}</p>
      ${fault === undefined ? html`<kip-code .text=${definitionOf(named)} .label=${'The statement that defines it'}></kip-code>` : nothing}
      <div class="actions"><button class="primary" type="submit">Put the statement into the editor</button></div>
    </form>`;
  }

  #attribute(attribute: NewAttribute, index: number): TemplateResult {
    const set = (news: Partial<NewAttribute>) =>
      this.#change({
        attributes: this.draft.attributes.map((each, at) => (at === index ? { ...each, ...news } : each)),
      });
    return html`<div class="attribute" role="group" aria-label=${`Attribute ${index + 1}`}>
      <label class="field">
        Attribute
        <input
          type="text"
          spellcheck="false"
          autocapitalize="off"
          placeholder="risk_level"
          .value=${attribute.name}
          @input=${(event: Event) => set({ name: valueOf(event).trim() })}
        />
      </label>
      <label class="field">
        Kind
        <select @change=${(event: Event) => set({ type: valueOf(event) })}>
          ${ATTRIBUTE_TYPES.map((type) => html`<option ?selected=${type === attribute.type}>${type}</option>`)}
        </select>
      </label>
      <label class="switch">
        <input
          type="checkbox"
          .checked=${attribute.required}
          @change=${(event: Event) => set({ required: (event.target as HTMLInputElement).checked })}
        />
        required
      </label>
      <button
        type="button"
        aria-label=${`Remove attribute ${index + 1}`}
        @click=${() => this.#change({ attributes: this.draft.attributes.filter((_, at) => at !== index) })}
      >
        Remove
      </button>
    </div>`;
  }

  #change(news: Partial<NewType>): void {
    this.draft = { ...this.draft, ...news };
  }

  #submit(event: Event, draft: NewType, fault: string | undefined): void {
    event.preventDefault();
    this.touched = true;
    if (fault !== undefined) return;
    ask(this, 'kip-use', { command: definitionOf(draft), title: `Define ${draft.name}` });
    this.draft = { name: '', description: '', attributes: [] };
    this.touched = false;
  }
}

const valueOf = (event: Event): string => (event.target as HTMLInputElement).value;

customElements.define('kip-define-type', KipDefineType);
