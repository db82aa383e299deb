// The row of tabs. By keyboard: arrows walk, Shift-Alt-arrows move a tab, F2 renames, Delete closes; what else can be done with a tab
// stands in its menu, where fingers and screen readers find all of it too.
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { icon } from '../app/icons.ts';
import type { MenuButton, MenuItem } from '../app/menu-button.ts';
import { base, buttons, fields } from '../app/styles.ts';
import type { WorkTab, WorkTabs } from './tabs.ts';

export class TabStrip extends LitElement {
  static override properties = {
    tabs: { attribute: false },
    version: { attribute: false },
    running: { attribute: false },
    renaming: { state: true },
  };
  static override styles = [
    base,
    buttons,
    fields,
    css`
      :host {
        position: relative;
        display: flex;
        align-items: stretch;
        min-width: 0;
        height: 2.25rem;
        background: var(--chrome);
        border-bottom: 1px solid var(--line);
      }
      .list {
        display: flex;
        min-width: 0;
        overflow-x: auto;
        scrollbar-width: none;
      }
      .tab {
        position: relative;
        display: flex;
        flex: 0 1 auto;
        align-items: center;
        min-width: 6rem;
        border-inline-end: 1px solid var(--line);
      }
      .tab button {
        justify-content: flex-start;
        min-width: 0;
        max-width: 16rem;
        height: 100%;
        padding: 0 1.75rem 0 var(--s3);
        border: 0;
        border-radius: 0;
        color: var(--ink-soft);
      }
      .tab button:focus-visible {
        outline-offset: -3px;
      }
      .tab button span {
        overflow: hidden;
        text-overflow: ellipsis;
      }
      .tab.active {
        background: var(--ground);
      }
      .tab.active::after {
        content: '';
        position: absolute;
        inset: auto 0 -1px;
        height: 1px;
        background: var(--ground);
      }
      .tab.active button {
        color: var(--ink);
      }
      .close {
        position: absolute;
        right: var(--s1);
        display: grid;
        place-items: center;
        width: var(--s5);
        height: var(--s5);
        border-radius: var(--radius);
        color: var(--ink-faint);
        cursor: pointer;
        visibility: hidden;
      }
      .close:hover {
        background: var(--hover);
        color: var(--ink);
      }
      .close .icon {
        width: 14px;
        height: 14px;
      }
      .tab:hover .close,
      .tab.active .close {
        visibility: visible;
      }
      .tab.busy .close {
        visibility: visible;
        width: var(--s2);
        height: var(--s2);
        right: 0.625rem;
        border-radius: 50%;
        background: var(--accent);
      }
      .tab.busy .close .icon {
        display: none;
      }
      /* Over its tab, since a list of tabs holds nothing but tabs. */
      .name {
        position: absolute;
        z-index: 4;
        top: var(--s1);
        width: 12rem !important;
      }
      .tools {
        display: flex;
        align-items: center;
        gap: var(--s1);
        padding: 0 var(--s1);
      }
      @media (pointer: coarse) {
        :host {
          height: 2.5rem;
        }
        .close {
          width: 1.75rem;
          height: 1.75rem;
        }
      }
    `,
  ];
  declare tabs: WorkTabs;
  /** Of the tabs, so that a change in them is one here. */
  declare version: number;
  /** Ids of tabs in which something runs. */
  declare running: ReadonlySet<string>;
  declare private renaming: string | undefined;

  constructor() {
    super();
    this.running = new Set();
  }

  /** Puts the focus on the active tab. */
  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>('[aria-selected=true]')?.focus();
  }

  protected override render(): TemplateResult {
    const { active } = this.tabs;
    return html`
      <div class="list" role="tablist" aria-label="Tabs of work" @keydown=${this.#onKey}>
        ${this.tabs.all.map((tab) => this.#tab(tab, tab === active))}
      </div>
      ${this.renaming === undefined ? nothing : this.#nameField(this.tabs.find(this.renaming)!)}
      <div class="tools">
        <button class="icon-button" type="button" title="New tab" aria-label="New tab" @click=${() => this.tabs.open()}>
          ${icon('add')}
        </button>
        <menu-button label="This tab" .items=${this.#menu(active)}></menu-button>
      </div>
    `;
  }

  protected override updated(): void {
    this.renderRoot.querySelector('.active')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  #tab(tab: WorkTab, active: boolean): TemplateResult {
    const title = this.tabs.title(tab);
    return html`<div
      class="tab ${active ? 'active' : ''} ${this.running.has(tab.id) ? 'busy' : ''}"
      role="presentation"
    >
      <button
        type="button"
        role="tab"
        id="tab-${tab.id}"
        aria-selected=${active}
        aria-keyshortcuts="F2 Delete"
        tabindex=${active ? 0 : -1}
        title=${title}
        data-id=${tab.id}
        @click=${() => this.tabs.activate(tab.id)}
        @auxclick=${(event: MouseEvent) => event.button === 1 && this.tabs.close(tab.id)}
        @dblclick=${() => this.#rename(tab.id)}
      >
        <span>${title}</span>
      </button>
      <span class="close" aria-hidden="true" title="Close" @click=${() => this.tabs.close(tab.id)}
        >${icon('close')}</span
      >
    </div>`;
  }

  #nameField(tab: WorkTab): TemplateResult {
    const done = ({ currentTarget }: Event) => {
      if (this.renaming === undefined) return;
      this.renaming = undefined;
      this.tabs.rename(tab.id, (currentTarget as HTMLInputElement).value);
    };
    const onKey = (event: KeyboardEvent) => {
      event.stopPropagation();
      if (event.isComposing) return;
      if (event.key === 'Enter') done(event);
      else if (event.key === 'Escape') this.renaming = undefined;
      else return;
      void this.updateComplete.then(() => this.focus());
    };
    return html`<input
      class="name"
      aria-label="Name of the tab"
      .value=${this.tabs.title(tab)}
      @keydown=${onKey}
      @blur=${done}
    />`;
  }

  #menu(tab: WorkTab): MenuItem[] {
    const { all } = this.tabs;
    const others = all.filter(({ id }) => id !== tab.id);
    return [
      { title: 'Rename', keys: 'F2', run: () => this.#rename(tab.id) },
      { title: 'Duplicate', run: () => this.tabs.duplicate(tab.id) },
      { title: 'Move left', run: () => this.tabs.move(tab.id, -1), disabled: tab === all[0] },
      { title: 'Move right', run: () => this.tabs.move(tab.id, 1), disabled: tab === all.at(-1) },
      { title: 'Close', keys: 'Delete', run: () => this.tabs.close(tab.id) },
      {
        title: 'Close all others',
        run: () => others.forEach(({ id }) => this.tabs.close(id)),
        disabled: others.length === 0,
      },
    ];
  }

  #rename(id: string): void {
    this.renaming = id;
    void this.updateComplete.then(() => {
      const field = this.renderRoot.querySelector('input')!;
      const place = this.renderRoot.querySelector(`#tab-${CSS.escape(id)}`)!.getBoundingClientRect();
      field.style.left = `${place.left - this.getBoundingClientRect().left}px`;
      field.select();
    });
  }

  readonly #onKey = (event: KeyboardEvent) => {
    const { active } = this.tabs;
    const moves = event.shiftKey && event.altKey;
    const plain = !event.shiftKey && !event.altKey && !event.ctrlKey && !event.metaKey;
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by !== undefined && moves) this.tabs.move(active.id, by);
    else if (by !== undefined && plain) this.tabs.step(by);
    else if (event.key === 'Home' && plain) this.tabs.activate(this.tabs.all[0]!.id);
    else if (event.key === 'End' && plain) this.tabs.activate(this.tabs.all.at(-1)!.id);
    else if (event.key === 'F2') this.#rename(active.id);
    else if (event.key === 'Delete' && plain) this.tabs.close(active.id);
    else return;
    event.preventDefault();
    // A new F2 field takes the focus itself.
    void this.updateComplete.then(() => this.renaming === undefined && this.focus());
  };
}
customElements.define('tab-strip', TabStrip);

declare global {
  interface HTMLElementTagNameMap {
    'menu-button': MenuButton;
    'tab-strip': TabStrip;
  }
}
