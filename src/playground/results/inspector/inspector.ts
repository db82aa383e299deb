// One element beside the answer: what is stored of it, its links in both directions, and edits. An edit is written as KIP, shown, and
// put into a tab of work; nothing is ever run from here.
import { html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import type { Nexus } from '../../../client/open-nexus.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../protocol/values.ts';
import { ask } from '../../app/events.ts';
import { compact } from '../cell.ts';
import { type Concept, type Element, isId, isLink } from '../../../protocol/elements.ts';
import '../json-view.ts';
import { base, chip } from '../style.ts';
import { count, number } from '../words.ts';
import { deleteElement, deleteKey, findElement, findInstances, type Part, removeLink } from './commands.ts';
import './edit-form.ts';
import type { EditTask } from './edit-form.ts';
import { inspectorStyle } from './inspector-style.ts';
import { type LinkGroup, type LinkRow, readLinks, readSubject, type Subject } from './reading.ts';

const HISTORY_MAX = 100;

interface OpenGroup {
  readonly rows: readonly LinkRow[];
  readonly cursor: string | undefined;
}

export class Inspector extends LitElement {
  static override properties = {
    nexus: { attribute: false },
    elementId: { attribute: false },
    _subject: { state: true },
    _message: { state: true },
    _groups: { state: true },
    _task: { state: true },
  };
  static override styles = [base, chip, inspectorStyle];
  declare nexus: Nexus | undefined;
  declare elementId: string | undefined;
  declare _subject: Subject | undefined;
  declare _message: string;
  declare _groups: ReadonlyMap<string, OpenGroup>;
  declare _task: EditTask | undefined;

  /** Ids that were shown, and which of them is. */
  #history: string[] = [];
  #at = -1;
  #reading = new AbortController();

  constructor() {
    super();
    this._message = '';
    this._groups = new Map();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#reading.abort();
  }

  override updated(changed: PropertyValues<this>): void {
    if (changed.has('elementId') || changed.has('nexus')) {
      if (changed.has('nexus') && changed.get('nexus')) [this.#history, this.#at] = [[], -1];
      this.#remember();
      void this.refresh();
    }
  }

  #remember(): void {
    const id = this.elementId;
    if (id === undefined || this.#history[this.#at] === id) return;
    this.#history = [...this.#history.slice(Math.max(0, this.#at + 2 - HISTORY_MAX), this.#at + 1), id];
    this.#at = this.#history.length - 1;
  }

  /** Reads the element anew, for example after a command has run. */
  async refresh(): Promise<void> {
    const { nexus, elementId: id } = this;
    this.#reading.abort();
    const reading = (this.#reading = new AbortController());
    if (!nexus || id === undefined) {
      this._subject = undefined;
      return;
    }
    try {
      const subject = await readSubject(nexus, id, reading.signal);
      if (reading.signal.aborted) return;
      if (this._subject?.element.id !== id) this._task = undefined;
      this._subject = subject;
      this._groups = new Map();
      this._message = subject ? '' : `There is no element ${id}. It may have been deleted or merged into another.`;
      // Few links are of more use open than counted.
      const total = subject?.groups.reduce((sum, group) => sum + group.count, 0) ?? 0;
      if (subject && total <= 24) await Promise.all(subject.groups.map((group) => this.#openGroup(group)));
    } catch (failure) {
      if (!reading.signal.aborted) this._message = failure instanceof Error ? failure.message : String(failure);
    }
  }

  // -------------------------------------------------------------- going from one to another

  #go(id: string): void {
    this.elementId = id;
    ask(this, 'kip-inspect', { id });
  }

  #step(by: number): void {
    const id = this.#history[this.#at + by];
    if (id === undefined) return;
    this.#at += by;
    this.#go(id);
  }

  #write(command: string, title: string): void {
    ask(this, 'kip-use', { command, title });
    ask(this, 'kip-say', 'The command is in the editor. It has not been run.');
  }

  // -------------------------------------------------------------- rendering

  override render() {
    if (this.elementId === undefined) {
      return html`<p class="note empty">Open an element from an answer to see all of it here.</p>`;
    }
    return html`
      <nav aria-label="Elements shown before">
        <button type="button" aria-label="Back" ?disabled=${this.#at <= 0} @click=${() => this.#step(-1)}>←</button>
        <button
          type="button"
          aria-label="Forward"
          ?disabled=${this.#at >= this.#history.length - 1}
          @click=${() => this.#step(1)}
        >
          →
        </button>
        <span class="gap"></span>
        <button type="button" class="mono" title="Copy the id" @click=${this.#copyId}>${this.elementId}</button>
      </nav>
      ${this._message ? html`<p class="note empty" role="status">${this._message}</p>` : ''}
      ${this._subject ? this.#body(this._subject) : ''}
    `;
  }

  #copyId = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(this.elementId!);
      ask(this, 'kip-say', `${this.elementId} copied.`);
    } catch {
      ask(this, 'kip-say', 'The browser does not let this page copy. Allow the clipboard for it, then try again.');
    }
  };

  #body(subject: Subject): TemplateResult {
    const { element } = subject;
    const { metadata } = element;
    const version = metadata['_version'];
    const updated = metadata['_updated_at'];
    const own = Object.fromEntries(Object.entries(metadata).filter(([key]) => !key.startsWith('_')));
    return html`
      <header>
        ${isLink(element) ? this.#linkTitle(subject) : this.#conceptTitle(element)}
        <p class="note">
          Version
          ${typeof version === 'number' ? number(version) : '?'}${
            typeof updated === 'string' ? html` · <time datetime=${updated}>${when(updated)}</time>` : ''
          }
        </p>
      </header>
      ${this.#definition(subject)} ${this.#task()} ${this.#values('attributes', 'Attributes', element.attributes)}
      ${this.#values('metadata', 'Metadata', own)} ${this.#links(subject)}
      <footer>
        <button type="button" @click=${() => this.#write(findElement(element), `Find ${labelOf(element)}`)}>
          Find in the editor
        </button>
        <span class="gap"></span>
        <button
          type="button"
          class="danger"
          @click=${() => this.#write(deleteElement(element), `Delete ${labelOf(element)}`)}
        >
          ${isLink(element) ? 'Delete this link …' : 'Delete with its links …'}
        </button>
      </footer>
    `;
  }

  #conceptTitle(element: Concept): TemplateResult {
    return html`<p class="type">${element.type}</p>
      <h2>${element.name}</h2>`;
  }

  #linkTitle({ element, ends }: Subject): TemplateResult {
    if (!isLink(element)) return html``;
    const [subject, object] = [ends[0], ends[1]];
    return html`<p class="type">Link</p>
      <h2>${element.predicate}</h2>
      <div class="triple">
        ${subject ? this.#chip(subject) : ''}
        <span class="note" aria-hidden="true">↓</span> ${object ? this.#chip(object) : ''}
      </div>`;
  }

  #chip(element: Element): TemplateResult {
    const [type, name] = isLink(element)
      ? ['Link', `${element.predicate} ${element.id}`]
      : [element.type, element.name];
    return html`<button type="button" class="chip" title=${name} @click=${() => this.#go(element.id)}>
      <span class="type">${type}</span><span class="name">${name}</span>
    </button>`;
  }

  #definition({ element, instances }: Subject): TemplateResult {
    if (isLink(element) || instances === undefined) return html``;
    const kind = element.type as '$ConceptType' | '$PropositionType';
    const things = kind === '$ConceptType' ? 'concept' : 'link';
    return html`<p class="definition">
      Defines ${count(instances, things)}.
      <button
        type="button"
        class="plain-link"
        @click=${() => this.#write(findInstances(kind, element.name), element.name)}
      >
        Find them
      </button>
    </p>`;
  }

  // -------------------------------------------------------------- values

  #values(part: Part, title: string, values: JsonObject): TemplateResult {
    const entries = Object.entries(values);
    return html`<section aria-label=${title}>
      <div class="head">
        <h3>${title}</h3>
        <button type="button" @click=${() => (this._task = { kind: 'value', part, key: undefined, value: '' })}>
          Add …
        </button>
      </div>
      ${entries.length === 0 ? html`<p class="note">None.</p>` : html`<dl>${entries.map(([key, value]) => this.#value(part, key, value))}</dl>`}
    </section>`;
  }

  #value(part: Part, key: string, value: Json): TemplateResult {
    const { element } = this._subject!;
    return html`<div class="pair">
      <dt>${key}</dt>
      <dd>${this.#shown(key, value)}</dd>
      <dd class="tools">
        <button
          type="button"
          aria-label=${`Edit ${key}`}
          @click=${() => (this._task = { kind: 'value', part, key, value })}
        >
          Edit
        </button>
        <button
          type="button"
          aria-label=${`Delete ${key}`}
          @click=${() => this.#write(deleteKey(element, part, key), `Delete ${key}`)}
        >
          Delete
        </button>
      </dd>
    </div>`;
  }

  #shown(key: string, value: Json): unknown {
    if (typeof value === 'string')
      return isId(value)
        ? html`<button type="button" class="plain-link" @click=${() => this.#go(value)}>${value}</button>`
        : value;
    if (value === null || typeof value === 'boolean') return html`<span class="word">${String(value)}</span>`;
    if (typeof value === 'number') return html`<span class="number">${value}</span>`;
    const size = isJsonObject(value) ? Object.keys(value).length : value.length;
    if (size === 0) return html`<span class="mono">${compact(value)}</span>`;
    return html`<kip-json .value=${value} .label=${key}></kip-json>`;
  }

  // -------------------------------------------------------------- links

  #links({ groups }: Subject): TemplateResult {
    const total = groups.reduce((sum, group) => sum + group.count, 0);
    return html`<section aria-label="Links">
      <div class="head">
        <h3>Links <span class="note">${number(total)}</span></h3>
        <button type="button" @click=${() => (this._task = { kind: 'link' })}>Add …</button>
      </div>
      ${
        groups.length === 0
          ? html`<p class="note">None.</p>`
          : html`<ul class="groups">
              ${groups.map((group) => this.#group(group))}
            </ul>`
      }
    </section>`;
  }

  #group(group: LinkGroup): TemplateResult {
    const open = this._groups.get(keyOf(group));
    const out = group.direction === 'out';
    return html`<li>
      <button
        type="button"
        class="group"
        aria-expanded=${open !== undefined}
        @click=${() => void this.#toggleGroup(group)}
      >
        <span class="arrow" aria-hidden="true">${out ? '→' : '←'}</span>
        <span class="hidden-label">${out ? 'to' : 'from'}</span>
        <span class="predicate">${group.predicate}</span>
        <span class="note">${number(group.count)}</span>
      </button>
      ${
        open
          ? html`<ul class="rows">
              ${open.rows.map((row) => this.#link(row, out))}
            </ul>`
          : ''
      }
      ${
        open?.cursor !== undefined
          ? html`<button type="button" class="plain-link more" @click=${() => void this.#openGroup(group)}>
              ${number(group.count - open.rows.length)} more
            </button>`
          : ''
      }
    </li>`;
  }

  #link({ link, other }: LinkRow, out: boolean): TemplateResult {
    const sentence = `${out ? link.predicate : `${link.predicate} from`} ${labelOf(other)}`;
    return html`<li>
      ${this.#chip(other)}
      <span class="tools">
        <button type="button" aria-label=${`Open the link ${sentence}`} @click=${() => this.#go(link.id)}>Link</button>
        <button
          type="button"
          aria-label=${`Remove the link ${sentence}`}
          @click=${() => this.#write(removeLink(link.id), `Remove ${link.predicate}`)}
        >
          Remove
        </button>
      </span>
    </li>`;
  }

  async #toggleGroup(group: LinkGroup): Promise<void> {
    if (!this._groups.has(keyOf(group))) return this.#openGroup(group);
    const groups = new Map(this._groups);
    groups.delete(keyOf(group));
    this._groups = groups;
  }

  /** Opens a group, or reads its next page. */
  async #openGroup(group: LinkGroup): Promise<void> {
    const { nexus, _subject: subject } = this;
    if (!nexus || !subject) return;
    const before = this._groups.get(keyOf(group));
    try {
      const { rows, cursor } = await readLinks(nexus, subject.element.id, group, before?.cursor);
      if (this._subject !== subject) return;
      this._groups = new Map(this._groups).set(keyOf(group), { rows: [...(before?.rows ?? []), ...rows], cursor });
    } catch (failure) {
      ask(this, 'kip-say', failure instanceof Error ? failure.message : String(failure));
    }
  }

  // -------------------------------------------------------------- edits

  #task(): TemplateResult {
    if (!this._task || !this._subject) return html``;
    return html`<kip-edit
      .nexus=${this.nexus}
      .element=${this._subject.element}
      .task=${this._task}
      @close=${() => (this._task = undefined)}
    ></kip-edit>`;
  }
}

function keyOf({ direction, predicate }: LinkGroup): string {
  return `${direction} ${predicate}`;
}

function labelOf(element: Element): string {
  return isLink(element) ? `${element.predicate} ${element.id}` : element.name;
}

function when(time: string): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? time : date.toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });
}

customElements.define('kip-inspector', Inspector);

declare global {
  interface HTMLElementTagNameMap {
    'kip-inspector': Inspector;
  }
}
