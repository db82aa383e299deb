// The schema of the open nexus: types, predicates, which predicate links which types, and a form for a new type.
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { Nexus } from '../../index.ts';
import { quote } from '../../language/core.ts';
import { ask } from '../app/events.ts';
import { inWords, type Session } from '../app/session.ts';
import { base, buttons, fields, messages, page, tables } from '../app/styles.ts';
import { tableHead } from '../app/table-head.ts';
import { count } from '../app/words.ts';
import './define-type.ts';
import { type Connection, type PredicateEntry, readSchema, type Schema, type TypeEntry } from './read-schema.ts';
import { schemaStyles } from './schema-style.ts';

/** After a change the schema is read again this much later, since changes come in rows. */
const READ_AGAIN_MS = 600;
const A_LINK = 'a link';

export class KipSchema extends LitElement {
  static override properties = {
    session: { attribute: false },
    nexus: { attribute: false },
    schema: { state: true },
    failure: { state: true },
    search: { state: true },
    withSystem: { state: true },
  };
  static override styles = [base, buttons, fields, messages, page, tables, schemaStyles];
  declare session: Session | undefined;
  declare nexus: Nexus | undefined;
  declare private schema: Schema | undefined;
  declare private failure: string | undefined;
  declare private search: string;
  /** Whether meta-types are shown too. */
  declare private withSystem: boolean;
  #reading: AbortController | undefined;
  #again: ReturnType<typeof setTimeout> | undefined;
  #of: Nexus | undefined;

  constructor() {
    super();
    this.search = '';
    this.withSystem = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.session?.addEventListener('commit', this.#onCommit);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.session?.removeEventListener('commit', this.#onCommit);
    this.#reading?.abort();
    clearTimeout(this.#again);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('session')) {
      (changed.get('session') as Session | undefined)?.removeEventListener('commit', this.#onCommit);
      this.session?.addEventListener('commit', this.#onCommit);
    }
    if (this.nexus === this.#of) return;
    this.#of = this.nexus;
    this.schema = undefined;
    void this.#read();
  }

  readonly #onCommit = () => {
    clearTimeout(this.#again);
    this.#again = setTimeout(() => void this.#read(), READ_AGAIN_MS);
  };

  async #read(): Promise<void> {
    this.#reading?.abort();
    const { nexus } = this;
    if (!nexus) return;
    const reading = (this.#reading = new AbortController());
    try {
      const schema = await readSchema(nexus, reading.signal);
      if (reading.signal.aborted) return;
      this.schema = schema;
      this.failure = undefined;
    } catch (failure) {
      if (!reading.signal.aborted) this.failure = inWords(failure);
    }
  }

  protected override render(): TemplateResult {
    return html`<div class="page">
      <h1>Schema</h1>
      <p class="lead">
        What this memory can hold: the types of its concepts, and the predicates that link them. They are part of the
        memory and can be changed like anything else in it.
      </p>
      ${this.failure === undefined ? nothing : html`<div class="message danger" role="alert"><p>${this.failure}</p></div>`}
      ${this.schema ? this.#schema(this.schema) : html`<p class="note" role="status">${this.nexus ? 'Reading the schema …' : 'No memory is open.'}</p>`}
    </div>`;
  }

  #schema(schema: Schema): TemplateResult {
    const types = schema.types
      .filter(({ name, description }) => this.#shows(name, description))
      .sort((a, b) => Number(a.name.startsWith('$')) - Number(b.name.startsWith('$')));
    const predicates = schema.predicates.filter(({ name, description }) => this.#shows(name, description));
    return html`
      <div class="tools" role="search">
        <input
          type="search"
          aria-label="Search types and predicates"
          placeholder="Search types and predicates"
          .value=${this.search}
          @input=${(event: Event) => (this.search = (event.target as HTMLInputElement).value)}
        />
        <p class="note number" role="status">
          ${count(types.length, 'type', 'types')}, ${count(predicates.length, 'predicate', 'predicates')}
        </p>
      </div>
      <section aria-labelledby="types-title">
        <h2 id="types-title">Types</h2>
        <div class="entries">${types.map((type) => this.#type(type, schema))}</div>
        ${types.length === 0 ? html`<p class="note">No type fits “${this.search}”.</p>` : nothing}
      </section>
      <section aria-labelledby="predicates-title">
        <h2 id="predicates-title">Predicates</h2>
        ${predicates.length === 0 ? html`<p class="note">No predicate fits “${this.search}”.</p>` : this.#predicates(predicates)}
      </section>
      ${this.#matrix(schema)}
      <section aria-labelledby="define-title">
        <h2 id="define-title">Define a new type</h2>
        <p class="lead">
          This writes a statement and puts it into the editor. Nothing happens before you run it there.
        </p>
        <kip-define-type .known=${schema.types.map(({ name }) => name)}></kip-define-type>
      </section>
    `;
  }

  #shows(name: string, description: string): boolean {
    const wanted = this.search.trim().toLowerCase();
    return wanted === '' || name.toLowerCase().includes(wanted) || description.toLowerCase().includes(wanted);
  }

  // ---------------------------------------------------------------- types

  #type(type: TypeEntry, { connections }: Schema): TemplateResult {
    const outgoing = connections.filter(({ subject }) => subject === type.name);
    const incoming = connections.filter(({ object }) => object === type.name);
    return html`<details>
      <summary>
        <span class="name">${type.name}</span>
        <span class="about">${type.description}</span>
        <span class="number note">${type.count.toLocaleString('en')}</span>
      </summary>
      <div class="inside">
        <p>${type.description}</p>
        ${type.attributes.length === 0 ? html`<p class="note">No attributes are laid down: any may be given.</p>` : this.#attributes(type)}
        ${outgoing.length + incoming.length > 0 ? this.#links(outgoing, incoming) : nothing}
        <p>
          <button class="bordered" type="button" @click=${() => this.#findAll(type)}>
            Find all<span class="visually-hidden"> of the type ${type.name}</span>
          </button>
        </p>
      </div>
    </details>`;
  }

  #attributes({ name, attributes }: TypeEntry): TemplateResult {
    return html`<div class="scroller" tabindex="0" role="region" aria-label=${`Attributes of ${name}`}>
      <table>
        ${tableHead(['Attribute', 'Kind', 'Required', 'Meaning'])}
        <tbody>
          ${attributes.map(
            (rule) =>
              html`<tr>
                <td class="mono">${rule.name}</td>
                <td>${rule.type}</td>
                <td>${rule.required ? 'yes' : ''}</td>
                <td>${rule.description}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }

  #links(outgoing: readonly Connection[], incoming: readonly Connection[]): TemplateResult {
    return html`<ul class="links">
      ${outgoing.map(
        (each) =>
          html`<li>
            <code>${each.predicate}</code> → ${each.object ?? A_LINK}
            <span class="note number">${each.count.toLocaleString('en')}</span>
          </li>`,
      )}
      ${incoming.map(
        (each) =>
          html`<li>
            ${each.subject ?? A_LINK} → <code>${each.predicate}</code>
            <span class="note number">${each.count.toLocaleString('en')}</span>
          </li>`,
      )}
    </ul>`;
  }

  #findAll({ name }: TypeEntry): void {
    const command = `FIND(?x)\nWHERE {\n  ?x {type: ${quote(name)}}\n}\nLIMIT 100`;
    ask(this, 'kip-use', { command, title: name, run: true });
  }

  // ---------------------------------------------------------------- predicates

  #predicates(predicates: readonly PredicateEntry[]): TemplateResult {
    return html`<div class="scroller" tabindex="0" role="region" aria-label="Predicates as a table">
      <table>
        ${tableHead(['Predicate', 'From', 'To', ['Links', 'number'], 'Meaning'])}
        <tbody>
          ${predicates.map(
            (each) =>
              html`<tr>
                <td class="mono">${each.name}</td>
                <td>${typesInWords(each.subjectTypes)}</td>
                <td>${typesInWords(each.objectTypes)}</td>
                <td class="number">
                  <button
                    class="link number"
                    type="button"
                    aria-label=${`Find ${each.count} links of ${each.name}`}
                    @click=${() => this.#findLinks(each)}
                  >
                    ${each.count.toLocaleString('en')}
                  </button>
                </td>
                <td>
                  ${each.description}${each.traits.length > 0 ? html` <span class="note">(${each.traits.join(', ')})</span>` : nothing}
                </td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }

  #findLinks({ name }: PredicateEntry): void {
    const command = `FIND(?subject, ?link, ?object)\nWHERE {\n  ?link (?subject, ${quote(name)}, ?object)\n}\nLIMIT 100`;
    ask(this, 'kip-use', { command, title: name, run: true });
  }

  // ---------------------------------------------------------------- what links what

  #matrix({ connections }: Schema): TemplateResult | typeof nothing {
    const shown = connections.filter(
      ({ subject, object, predicate }) =>
        this.withSystem || !(predicate === 'belongs_to_domain' || subject?.startsWith('$') || object?.startsWith('$')),
    );
    const subjects = ends(shown, 'subject');
    const objects = ends(shown, 'object');
    const cell = (subject: string | null, object: string | null) =>
      shown.filter((each) => each.subject === subject && each.object === object);
    return html`<section aria-labelledby="matrix-title">
      <h2 id="matrix-title">What links what</h2>
      <p class="lead">
        Read a row from left to the top: what stands in the cell links the type on the left to the type above.
      </p>
      <label class="switch">
        <input
          type="checkbox"
          .checked=${this.withSystem}
          @change=${(event: Event) => (this.withSystem = (event.target as HTMLInputElement).checked)}
        />
        With definitions and domains
      </label>
      ${
        shown.length === 0
          ? html`<p class="note">There are no links yet.</p>`
          : html`<div class="scroller" tabindex="0" role="region" aria-label="What links what as a table">
              <table class="matrix">
                <thead>
                  <tr>
                    <td></td>
                    ${objects.map((object) => html`<th scope="col">${object ?? A_LINK}</th>`)}
                  </tr>
                </thead>
                <tbody>
                  ${subjects.map(
                    (subject) =>
                      html`<tr>
                        <th scope="row">${subject ?? A_LINK}</th>
                        ${objects.map(
                          (object) =>
                            html`<td>
                              ${cell(subject, object).map(
                                (each) =>
                                  html`<span class="link-count"
                                    ><code>${each.predicate}</code> ${each.count.toLocaleString('en')}</span
                                  >`,
                              )}
                            </td>`,
                        )}
                      </tr>`,
                  )}
                </tbody>
              </table>
            </div>`
      }
    </section>`;
  }
}

function typesInWords(types: readonly string[]): string {
  return types.length === 0 || types.includes('*') ? 'anything' : types.join(', ');
}

/** Types in alphabetical order, links last. */
function ends(connections: readonly Connection[], end: 'subject' | 'object'): (string | null)[] {
  return [...new Set(connections.map((each) => each[end]))].sort((a, b) =>
    a === null ? 1 : b === null ? -1 : a < b ? -1 : 1,
  );
}

customElements.define('kip-schema', KipSchema);

declare global {
  interface HTMLElementTagNameMap {
    'kip-schema': KipSchema;
  }
}
