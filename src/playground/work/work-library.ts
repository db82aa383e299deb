// History and saved statements, searched as one types. A statement goes into a tab; nothing runs from here.
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { ask } from '../app/events.ts';
import { icon } from '../app/icons.ts';
import { base, buttons, fields, paneHead } from '../app/styles.ts';
import { count, duration } from '../app/words.ts';
import { type Library, matches, type PastRun, type SavedStatement } from './library.ts';
import { shortened } from './statement-kind.ts';

const SHOWN_AT_ONCE = 100;
const TEXT_MAX = 240;

export class WorkLibrary extends LitElement {
  static override properties = {
    library: { attribute: false },
    view: { state: true },
    words: { state: true },
    shown: { state: true },
    sure: { state: true },
  };
  static override styles = [
    base,
    buttons,
    fields,
    paneHead,
    css`
      :host {
        display: grid;
        grid-template-rows: auto auto minmax(0, 1fr);
        min-height: 0;
        background: var(--ground);
      }
      .pane-head button[aria-pressed='true'] {
        background: none;
        color: var(--ink);
        box-shadow: inset 0 -2px var(--accent);
        border-radius: 0;
        font-weight: 600;
      }
      .pane-head .icon-button {
        margin-inline-start: auto;
      }
      .search {
        padding: var(--s2);
        border-bottom: 1px solid var(--line);
      }
      .list {
        overflow: auto;
      }
      li {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto;
        border-bottom: 1px solid var(--line);
      }
      li:hover {
        background: var(--chrome);
      }
      .entry {
        display: grid;
        justify-content: stretch;
        gap: var(--s1);
        min-width: 0;
        height: auto;
        padding: var(--s2) var(--s3);
        border-radius: 0;
        text-align: start;
        white-space: normal;
      }
      .entry:focus-visible {
        outline-offset: -3px;
      }
      .entry code {
        display: -webkit-box;
        overflow: hidden;
        font-size: var(--size-xs);
        line-height: var(--s4);
        overflow-wrap: anywhere;
        -webkit-box-orient: vertical;
        -webkit-line-clamp: 3;
      }
      .entry .name {
        font-weight: 600;
      }
      .entry .about {
        color: var(--ink-faint);
        font-size: var(--size-xs);
        line-height: var(--s4);
      }
      .about .refused {
        color: var(--danger);
      }
      li > .icon-button {
        align-self: center;
        margin: 0 var(--s1);
      }
      .empty,
      .end {
        padding: var(--s4) var(--s3);
        color: var(--ink-soft);
        font-size: var(--size-s);
      }
    `,
  ];
  declare library: Library | undefined;
  declare private view: 'history' | 'saved';
  declare private words: string;
  declare private shown: number;
  /** Whether "Clear" was pressed once. */
  declare private sure: boolean;
  #watched: Library | undefined;

  constructor() {
    super();
    this.view = 'history';
    this.words = '';
    this.shown = SHOWN_AT_ONCE;
    this.sure = false;
  }

  open(view: 'history' | 'saved'): void {
    this.view = view;
    void this.updateComplete.then(() => this.focus());
  }

  override focus(): void {
    this.renderRoot.querySelector('input')?.focus();
  }

  protected override willUpdate(): void {
    if (this.library === this.#watched) return;
    this.#watched?.removeEventListener('change', this.#onChange);
    this.#watched = this.library;
    this.library?.addEventListener('change', this.#onChange);
  }

  protected override render(): TemplateResult {
    return html`
      <div class="pane-head">
        ${this.#choice('history', 'History')}${this.#choice('saved', 'Saved')}
        <button class="icon-button" type="button" aria-label="Close" title="Close" @click=${this.#close}>
          ${icon('close')}
        </button>
      </div>
      <div class="search">
        <input
          type="search"
          placeholder="Search"
          aria-label=${this.view === 'history' ? 'Search the history' : 'Search saved statements'}
          .value=${this.words}
          @input=${this.#onInput}
          @keydown=${this.#onKey}
        />
      </div>
      <div class="list" @keydown=${this.#onKey}>${this.view === 'history' ? this.#history() : this.#saved()}</div>
    `;
  }

  #choice(view: 'history' | 'saved', title: string): TemplateResult {
    const choose = () => {
      this.view = view;
      this.shown = SHOWN_AT_ONCE;
    };
    return html`<button type="button" aria-pressed=${this.view === view} @click=${choose}>${title}</button>`;
  }

  #history(): TemplateResult {
    const all = this.library?.history ?? [];
    const found = all.filter(({ command }) => matches(command, this.words));
    if (found.length === 0)
      return empty(all.length === 0 ? 'What you run is kept here, in this memory.' : 'Nothing fits.');
    return html`
      <p class="visually-hidden" role="status">${count(found.length, 'statement', 'statements')}</p>
      <ul>
        ${found.slice(0, this.shown).map((run) => this.#pastRun(run))}
      </ul>
      <p class="end">
        ${
          found.length > this.shown
            ? html`<button class="bordered" type="button" @click=${() => (this.shown += SHOWN_AT_ONCE)}>
                Show more of ${found.length}
              </button>`
            : nothing
        }
        <button type="button" class=${this.sure ? 'danger' : ''} @click=${() => this.#clear(found)}>
          ${this.sure ? `Remove ${count(found.length, 'statement', 'statements')} for good` : 'Clear …'}
        </button>
      </p>
    `;
  }

  #pastRun(run: PastRun): TemplateResult {
    const { key, command, at, elapsedMs, rows, error } = run;
    const answer = error === undefined ? (rows === undefined ? 'done' : count(rows, 'row', 'rows')) : undefined;
    return html`<li>
      <button class="entry" type="button" @click=${() => this.#use(run)}>
        <code>${shortened(command, TEXT_MAX)}</code>
        <span class="about">
          ${when(at)} · ${answer ?? html`<span class="refused">${error}</span>`} · ${duration(elapsedMs)}
        </span>
      </button>
      ${this.#remove(key, 'Remove from the history')}
    </li>`;
  }

  #saved(): TemplateResult {
    const all = this.library?.saved ?? [];
    const found = all.filter(({ name, command }) => matches(`${name} ${command}`, this.words));
    if (found.length === 0)
      return empty(all.length === 0 ? 'Save a statement to find it here, in this memory.' : 'Nothing fits.');
    return html`
      <p class="visually-hidden" role="status">${count(found.length, 'statement', 'statements')}</p>
      <ul>
        ${found.map(
          (saved) =>
            html`<li>
              <button class="entry" type="button" @click=${() => this.#use(saved)}>
                <span class="name">${saved.name}</span>
                <code>${shortened(saved.command, TEXT_MAX)}</code>
              </button>
              ${this.#remove(saved.key, `Remove ${saved.name}`)}
            </li>`,
        )}
      </ul>
    `;
  }

  #remove(key: string, label: string): TemplateResult {
    const remove = () => void this.library?.remove(key);
    return html`<button class="icon-button" type="button" aria-label=${label} title=${label} @click=${remove}>
      ${icon('close')}
    </button>`;
  }

  #clear(found: readonly PastRun[]): void {
    if (this.sure) void this.library?.remove(...found.map(({ key }) => key));
    this.sure = !this.sure;
  }

  #use({ command, parameters, ...rest }: PastRun | SavedStatement): void {
    ask(this, 'kip-use', { command, parameters, ...('name' in rest && { title: rest.name }) });
  }

  readonly #onChange = () => this.requestUpdate();

  readonly #onInput = (event: Event) => {
    this.words = (event.currentTarget as HTMLInputElement).value;
    this.shown = SHOWN_AT_ONCE;
    this.sure = false;
  };

  /** Arrows walk through what was found. */
  readonly #onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return this.#close();
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const places = [...this.renderRoot.querySelectorAll<HTMLElement>('input, .entry')];
    const at = places.indexOf(this.shadowRoot!.activeElement as HTMLElement);
    places[at + by]?.focus();
  };

  readonly #close = () => this.dispatchEvent(new CustomEvent('close'));
}
customElements.define('work-library', WorkLibrary);

const empty = (text: string): TemplateResult => html`<p class="empty">${text}</p>`;

const TIME = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const DAY = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** The time for today, day and time otherwise. */
function when(at: number): string {
  const today = new Date().toDateString() === new Date(at).toDateString();
  return (today ? TIME : DAY).format(at);
}
