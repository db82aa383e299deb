// The form of one edit: a value or a link. The command it becomes stands below it and changes as one types; the button puts it into the
// editor, where it is run like any other.
import { html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import type { Nexus } from '../../../client/open-nexus.ts';
import type { Json } from '../../../protocol/values.ts';
import { ask } from '../../app/events.ts';
import { type Element, isLink } from '../../../protocol/elements.ts';
import { base, chip } from '../style.ts';
import { addLink, type Part, setValue } from './commands.ts';
import { editStyle } from './inspector-style.ts';
import { findTargets, readPredicates } from './reading.ts';

export type EditTask =
  | { readonly kind: 'value'; readonly part: Part; readonly key: string | undefined; readonly value: Json }
  | { readonly kind: 'link' };

const SEARCH_AFTER_MS = 200;

export class EditForm extends LitElement {
  static override properties = {
    nexus: { attribute: false },
    element: { attribute: false },
    task: { attribute: false },
    _key: { state: true },
    _text: { state: true },
    _asJson: { state: true },
    _predicate: { state: true },
    _predicates: { state: true },
    _term: { state: true },
    _targets: { state: true },
    _target: { state: true },
  };
  static override styles = [base, chip, editStyle];
  declare nexus: Nexus | undefined;
  declare element: Element;
  declare task: EditTask;
  declare _key: string;
  declare _text: string;
  /** Whether the text is JSON, or the value itself. */
  declare _asJson: boolean;
  declare _predicate: string;
  declare _predicates: readonly string[];
  declare _term: string;
  declare _targets: readonly Element[];
  declare _target: Element | undefined;
  #searching: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this._key = '';
    this._text = '';
    this._asJson = false;
    this._predicate = '';
    this._predicates = [];
    this._term = '';
    this._targets = [];
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('task')) return;
    const { task } = this;
    this._target = undefined;
    this._targets = [];
    if (task.kind === 'value') {
      this._key = task.key ?? '';
      this._asJson = typeof task.value !== 'string';
      this._text = typeof task.value === 'string' ? task.value : JSON.stringify(task.value, null, 2);
    } else if (this.nexus) void readPredicates(this.nexus).then((names) => (this._predicates = names));
  }

  override updated(changed: PropertyValues<this>): void {
    if (changed.has('task')) this.renderRoot.querySelector<HTMLElement>('input:not([readonly]), textarea')?.focus();
  }

  /** The command as it stands, or what is lacking. */
  #command(): { command: string; title: string } | { lacking: string } {
    if (this.task.kind === 'link') {
      if (this._predicate.trim() === '') return { lacking: 'Name a predicate.' };
      if (!this._target) return { lacking: 'Choose what the link leads to.' };
      return {
        command: addLink(this.element, this._predicate.trim(), this._target.id),
        title: `Add ${this._predicate}`,
      };
    }
    const key = this._key.trim();
    if (key === '') return { lacking: 'Name a key.' };
    if (this.task.part === 'metadata' && key.startsWith('_'))
      return { lacking: 'Keys that begin with "_" belong to the engine.' };
    const value = this.#value();
    if (value === undefined) return { lacking: 'This is not JSON yet. A text needs quotes, or choose Text.' };
    return { command: setValue(this.element, this.task.part, key, value), title: `Set ${key}` };
  }

  #value(): Json | undefined {
    if (!this._asJson) return this._text;
    try {
      return JSON.parse(this._text) as Json;
    } catch {
      return undefined;
    }
  }

  override render() {
    const made = this.#command();
    return html`<form @submit=${this.#onSubmit} @keydown=${this.#onKey}>
      ${this.task.kind === 'value' ? this.#valueFields() : this.#linkFields()}
      ${'command' in made ? html`<pre tabindex="0" role="region" aria-label="The command this becomes">${made.command}</pre>` : html`<p class="note">${made.lacking}</p>`}
      <div class="buttons">
        <button type="submit" class="primary" ?disabled=${'lacking' in made}>Put into the editor</button>
        <button type="button" @click=${this.#close}>Cancel</button>
      </div>
    </form>`;
  }

  #valueFields(): TemplateResult {
    const { task } = this;
    if (task.kind !== 'value') return html``;
    return html`
      <label>
        Key
        <input
          .value=${this._key}
          ?readonly=${task.key !== undefined}
          @input=${(event: Event) => (this._key = valueOf(event))}
        />
      </label>
      <fieldset>
        <legend>Value</legend>
        <label
          ><input type="radio" name="as" .checked=${!this._asJson} @change=${() => (this._asJson = false)} />
          Text</label
        >
        <label
          ><input type="radio" name="as" .checked=${this._asJson} @change=${() => (this._asJson = true)} /> JSON</label
        >
      </fieldset>
      <textarea
        aria-label="Value"
        rows="4"
        spellcheck="false"
        .value=${this._text}
        @input=${(event: Event) => (this._text = valueOf(event))}
      ></textarea>
    `;
  }

  #linkFields(): TemplateResult {
    return html`
      <label>
        Predicate
        <input
          list="predicates"
          autocomplete="off"
          .value=${this._predicate}
          @input=${(event: Event) => (this._predicate = valueOf(event))}
        />
      </label>
      <datalist id="predicates">${this._predicates.map((name) => html`<option value=${name}></option>`)}</datalist>
      <label>
        To
        <input
          type="search"
          autocomplete="off"
          placeholder="Name, or an id like C:12"
          .value=${this._term}
          @input=${(event: Event) => this.#search(valueOf(event))}
        />
      </label>
      <div class="targets" role="group" aria-label="Found">
        ${this._targets.map((target) => {
          const [type, name] = isLink(target)
            ? ['Link', `${target.predicate} ${target.id}`]
            : [target.type, target.name];
          return html`<button
            type="button"
            class="chip"
            aria-pressed=${this._target?.id === target.id}
            @click=${() => (this._target = target)}
          >
            <span class="type">${type}</span><span class="name">${name}</span>
          </button>`;
        })}
      </div>
    `;
  }

  #search(term: string): void {
    this._term = term;
    this._target = undefined;
    clearTimeout(this.#searching);
    const { nexus } = this;
    if (term.trim() === '' || !nexus) {
      this._targets = [];
      return;
    }
    this.#searching = setTimeout(() => {
      void findTargets(nexus, term.trim()).then((targets) => {
        if (this._term === term) this._targets = targets;
      });
    }, SEARCH_AFTER_MS);
  }

  #onSubmit = (event: Event): void => {
    event.preventDefault();
    const made = this.#command();
    if (!('command' in made)) return;
    ask(this, 'kip-use', made);
    ask(this, 'kip-say', 'The command is in the editor. It has not been run.');
    this.#close();
  };

  #onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') this.#close();
  };

  #close = (): void => {
    this.dispatchEvent(new Event('close'));
  };
}

function valueOf(event: Event): string {
  return (event.target as HTMLInputElement | HTMLTextAreaElement).value;
}

customElements.define('kip-edit', EditForm);

declare global {
  interface HTMLElementTagNameMap {
    'kip-edit': EditForm;
  }
}
