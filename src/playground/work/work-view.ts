// The work view: tabs above, the editor and what came of it below, beside them an element or the history. It joins its parts and owns
// nothing but which of them is looked at: tabs.ts has the texts, runner.ts what came of them, library.ts the history.
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { RunRequest, StatementText, StoredDefinition } from '../../editor/index.ts';
import type { Nexus } from '../../index.ts';
import type { Json } from '../../protocol/values.ts';
import { ask, type InspectElement, type UseCommand } from '../app/events.ts';
import { icon } from '../app/icons.ts';
import type { MenuItem } from '../app/menu-button.ts';
import { preference, setPreference } from '../app/preferences.ts';
import { inWords, type Session } from '../app/session.ts';
import { base, buttons, fields } from '../app/styles.ts';
import type { Located } from './editors.ts';
import { FIRST_STATEMENT } from './examples.ts';
import { IS_MAC, isRunKey, RUN_KEYS, workKey, type WorkKey } from './keys.ts';
import { Library } from './library.ts';
import { LiveSchema } from './live-schema.ts';
import { readParameters } from './parameters.ts';
import { type Job, needsPreview, Runner } from './runner.ts';
import type { SaveDialog } from './save-dialog.ts';
import '../share/share-button.ts';
import { titleOf } from './statement-kind.ts';
import type { TabStrip } from './tab-strip.ts';
import { WorkTabs } from './tabs.ts';
import type { WorkEditor } from './work-editor.ts';
import type { WorkLibrary } from './work-library.ts';
import type { WorkOutcome } from './work-outcome.ts';
import { workStyles } from './work-styles.ts';

type Page = 'command' | 'result' | 'side';
type Side = 'element' | 'library';
type Way = 'run' | 'preview' | 'explain';

export class WorkView extends LitElement {
  static override properties = {
    session: { attribute: false },
    nexus: { attribute: false },
    page: { state: true },
    side: { state: true },
    elementId: { state: true },
    editorReady: { state: true },
  };
  static override styles = [base, buttons, fields, workStyles];
  declare session: Session;
  /** The open one; undefined while none is. */
  declare nexus: Nexus | undefined;
  /** What a phone shows. */
  declare private page: Page;
  /** What stands beside the results. */
  declare private side: Side | undefined;
  declare private elementId: string | undefined;
  declare private editorReady: boolean;
  readonly #schema = new LiveSchema();
  readonly #runner = new Runner((run) => {
    this.#library?.record(run).catch((failure: unknown) => this.#say(`The history was not kept. ${inWords(failure)}`));
  });
  #library: Library | undefined;
  readonly #waiting: (() => void)[] = [];
  #memoryTabs: WorkTabs | undefined;
  #scratchTabs: WorkTabs | undefined;

  constructor() {
    super();
    this.page = 'command';
    this.editorReady = false;
    this.#runner.addEventListener('change', () => this.requestUpdate());
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('keydown', this.#onKey);
    this.addEventListener('keydown', this.#onEveryKey, { capture: true });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('keydown', this.#onKey);
    this.session.removeEventListener('commit', this.#onCommit);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('session')) {
      this.session.addEventListener('commit', this.#onCommit);
      this.#memoryTabs = this.#watched(new WorkTabs(this.session.memoryName));
    }
    if (changed.has('nexus')) this.#follow(this.nexus);
  }

  protected override updated(): void {
    if (this.#can) this.#waiting.splice(0).forEach((resolve) => resolve());
    this.style.setProperty('--edit', String(this.#share('edit', this.#above ? 45 : 42)));
    this.style.setProperty('--side', String(this.#share('side', 30)));
  }

  // ---------------------------------------------------------------- what the frame asks for

  /** Puts a command into a tab: the one that has it already, an untouched one, or a new one. */
  use(use: UseCommand): void {
    const tabs = this.#tabs;
    const parameters = JSON.stringify(use.parameters ?? {});
    const has = ({ command, parameters: text }: { command: string; parameters: string }) =>
      command === use.command && JSON.stringify(readParameters(text).values) === parameters;
    const there = tabs.all.find(has);
    if (there) tabs.activate(there.id);
    else {
      const { id, command } = tabs.active;
      const untouched = command.trim() === '' || (command === FIRST_STATEMENT && !this.#runner.of(id));
      tabs.open(use);
      if (untouched) tabs.close(id);
    }
    this.page = 'command';
    if (use.run) void this.#whenReady().then(() => this.#run('run', true));
    else void this.#whenReady().then(() => this.#editor.focus());
  }

  inspect({ id }: InspectElement): void {
    this.elementId = id;
    // It may have gone on to others by itself since it was last told.
    const inspector = this.renderRoot.querySelector('kip-inspector');
    if (inspector) inspector.elementId = id;
    this.#openSide('element');
  }

  // ---------------------------------------------------------------- what is seen

  protected override render(): TemplateResult {
    const tabs = this.#tabs;
    const { side } = this;
    const classes = `panes page-${this.page} ${side ? 'sided' : ''} ${this.#above ? 'above' : ''}`;
    const running = new Set(tabs.all.map(({ id }) => id).filter((id) => this.#runner.isRunning(id)));
    return html`
      <h1 class="visually-hidden">Work</h1>
      <tab-strip .tabs=${tabs} .running=${running} .version=${tabs.version}></tab-strip>
      <div class=${classes}>
        ${this.#editPane()}
        <pane-splitter
          class="line"
          label="Size of the editor"
          ?vertical=${!this.#above}
          share=${this.#share('edit', this.#above ? 45 : 42)}
          @share=${(event: CustomEvent<number>) => this.#setShare('edit', event.detail)}
        ></pane-splitter>
        ${this.#resultPane()}${side ? this.#sidePane(side) : nothing}
      </div>
      ${this.#pages()}
      <save-dialog @save=${this.#onSave}></save-dialog>
    `;
  }

  #editPane(): TemplateResult {
    const { id, command, parameters } = this.#tabs.active;
    const running = this.#runner.isRunning(id);
    return html`<section class="pane edit" aria-label="Command">
      <div class="toolbar" role="toolbar" aria-label="Run">
        ${
          running
            ? html`<button class="bordered go" type="button" @click=${this.#cancel}>${icon('stop')} Cancel</button>`
            : html`<button
                class="primary go"
                type="button"
                title="Run the statement at the caret (${RUN_KEYS})"
                ?disabled=${!this.#can}
                @click=${() => this.#run('run', false)}
              >
                ${icon('run')} Run
              </button>`
        }
        <menu-button label="More ways to run" .items=${this.#runMenu(running)}></menu-button>
        ${this.#switch('Read only', 'readonly', false)}${this.#switch('Preview first', 'preview', true)}
        <span class="space"></span>
        <kip-share
          .command=${command}
          .parameters=${readParameters(parameters).values}
          .capsule=${this.session.state.capsule}
        ></kip-share>
        <button
          class="icon-button"
          type="button"
          title="Save this statement"
          aria-label="Save this statement"
          @click=${this.#askToSave}
        >
          ${icon('save')}
        </button>
        <button
          class="icon-button"
          type="button"
          title="History and saved statements"
          aria-label="History and saved statements"
          aria-expanded=${this.side === 'library'}
          @click=${() => (this.side === 'library' ? this.#closeSide() : this.#openSide('library'))}
        >
          ${icon('history')}
        </button>
      </div>
      <work-editor
        .tabs=${this.#tabs}
        .tabId=${id}
        .schema=${this.#schema}
        @run-request=${this.#onRunRequest}
        @run-here=${() => this.#run('run', false)}
        @definition=${this.#onDefinition}
        @editor-ready=${() => (this.editorReady = true)}
      ></work-editor>
    </section>`;
  }

  #resultPane(): TemplateResult {
    const tab = this.#runner.of(this.#tabs.active.id);
    return html`<section class="pane result" aria-label="Result">
      ${
        tab
          ? html`<work-outcome
              .tab=${tab}
              .nexus=${this.nexus}
              .locate=${this.#locate}
              keys=${RUN_KEYS}
              @show=${(event: CustomEvent<number>) => this.#runner.show(this.#tabs.active.id, event.detail)}
              @go-to=${this.#onGoTo}
              @do-it=${this.#doIt}
              @cancel=${this.#cancel}
            ></work-outcome>`
          : html`<work-welcome
              keys=${RUN_KEYS}
              ?can=${this.#can}
              @run-here=${() => this.#run('run', false)}
            ></work-welcome>`
      }
    </section>`;
  }

  #sidePane(side: Side): TemplateResult {
    return html`
      <pane-splitter
        class="line2"
        label="Size of the pane beside"
        vertical
        from="end"
        min="18"
        max="60"
        share=${this.#share('side', 30)}
        @share=${(event: CustomEvent<number>) => this.#setShare('side', event.detail)}
      ></pane-splitter>
      ${
        side === 'library'
          ? html`<section class="pane side" aria-label="History and saved statements">
              <work-library .library=${this.#library} @close=${this.#closeSide}></work-library>
            </section>`
          : html`<section class="pane side inspected" aria-label="Element">
              <header>
                <h2>Element</h2>
                <button class="icon-button" type="button" aria-label="Close" title="Close" @click=${this.#closeSide}>
                  ${icon('close')}
                </button>
              </header>
              <kip-inspector .nexus=${this.nexus} .elementId=${this.elementId}></kip-inspector>
            </section>`
      }
    `;
  }

  /** On a phone each pane is a page. */
  #pages(): TemplateResult {
    const page = (page: Page, title: string) =>
      html`<button type="button" aria-pressed=${this.page === page} @click=${() => (this.page = page)}>
        ${title}
      </button>`;
    return html`<div class="pages" role="group" aria-label="Panes">
      ${page('command', 'Command')}${page('result', 'Result')}
      ${this.side ? page('side', this.side === 'element' ? 'Element' : 'History') : nothing}
    </div>`;
  }

  #switch(title: string, name: 'readonly' | 'preview', standard: boolean): TemplateResult {
    return html`<label class="switch">
      <input type="checkbox" .checked=${this.#is(name, standard)} @change=${() => this.#flip(name, standard)} />${title}
    </label>`;
  }

  #runMenu(running: boolean): MenuItem[] {
    const disabled = running || !this.#can;
    const keys = (key: string) => (IS_MAC ? `⌘ ⌥ ${key}` : `Ctrl Alt ${key}`);
    return [
      { title: 'Run the statement or selection', keys: RUN_KEYS, run: () => this.#run('run', false), disabled },
      { title: 'Run everything', keys: `Shift ${RUN_KEYS}`, run: () => this.#run('run', true), disabled },
      { title: 'Preview what it would change', keys: keys('P'), run: () => this.#run('preview', false), disabled },
      { title: 'Explain how it is answered', keys: keys('E'), run: () => this.#run('explain', false), disabled },
      { title: 'Format', keys: IS_MAC ? '⇧ ⌥ F' : 'Shift Alt F', run: () => this.#editor.format() },
      { title: 'Read only', checked: this.#is('readonly', false), run: () => this.#flip('readonly', false) },
      { title: 'Preview first', checked: this.#is('preview', true), run: () => this.#flip('preview', true) },
      { title: 'Results below', checked: this.#above, run: () => this.#flip('above', false) },
    ];
  }

  // ---------------------------------------------------------------- settings

  #is(name: string, standard: boolean): boolean {
    const chosen = preference(name);
    return chosen === undefined ? standard : chosen === 'yes';
  }

  #flip(name: string, standard: boolean): void {
    setPreference(name, this.#is(name, standard) ? 'no' : 'yes');
    this.requestUpdate();
  }

  get #above(): boolean {
    return this.#is('above', false);
  }

  #share(name: string, standard: number): number {
    const key = name === 'edit' && this.#above ? 'edit-above' : name;
    return Number(preference(`share-${key}`) ?? standard) || standard;
  }

  #setShare(name: string, share: number): void {
    setPreference(`share-${name === 'edit' && this.#above ? 'edit-above' : name}`, share.toFixed(1));
    this.requestUpdate();
  }

  // ---------------------------------------------------------------- running

  get #can(): boolean {
    return this.nexus !== undefined && this.editorReady;
  }

  #run(way: Way, all: boolean): void {
    const request = this.#editor.request(all);
    if (request) this.#start(way, request.statements);
  }

  readonly #onRunRequest = (event: CustomEvent<RunRequest>) => this.#start('run', event.detail.statements);

  #start(way: Way, statements: readonly StatementText[]): void {
    const job = this.#job(statements);
    const { nexus } = this;
    if (!job || !nexus) return;
    this.page = 'result';
    if (way === 'explain') return void this.#runner.explain(nexus, job);
    if (way === 'run' && this.#previewed(job)) return this.#doIt();
    if (way === 'preview' || (this.#is('preview', true) && needsPreview(job)))
      return void this.#runner.preview(nexus, job);
    void this.#runner.run(nexus, job);
  }

  /** Undefined, and said why, where nothing can be run. */
  #job(statements: readonly StatementText[]): Job | undefined {
    const { id, parameters: text } = this.#tabs.active;
    const { values: parameters, fault } = readParameters(text);
    if (!this.nexus) return this.#say('No memory is open yet.');
    if (this.#runner.isRunning(id)) return this.#say('Something is still running in this tab. Cancel it first.');
    if (statements.length === 0) return this.#say('Write a statement first, or take one of the examples.');
    if (!fault) return { tabId: id, statements, parameters, readonly: this.#is('readonly', false) };
    this.page = 'command';
    this.#editor.focusParameters();
    return this.#say(fault.message);
  }

  /** Whether what these would do is on the screen already. */
  #previewed(job: Job): boolean {
    const { outcomes = [], job: before } = this.#runner.of(job.tabId) ?? {};
    const [outcome] = outcomes;
    const same = (a: Job, b: Job) =>
      JSON.stringify([a.statements.map(({ text }) => text), a.parameters, a.readonly]) ===
      JSON.stringify([b.statements.map(({ text }) => text), b.parameters, b.readonly]);
    return outcome?.what === 'preview' && outcome.state === 'done' && same(before!, job);
  }

  /** Carries out what a preview shows. */
  readonly #doIt = (): void => {
    const tab = this.#runner.of(this.#tabs.active.id);
    if (tab && this.nexus) void this.#runner.run(this.nexus, tab.job);
  };

  readonly #cancel = () => this.#runner.cancel(this.#tabs.active.id);

  readonly #locate: WorkOutcome['locate'] = (statement, error) => this.#editor.locate(statement, error);

  readonly #onGoTo = ({ detail: { from } }: CustomEvent<Located>) => {
    this.page = 'command';
    void this.updateComplete.then(() => this.#editor.goTo(from));
  };

  // ---------------------------------------------------------------- history, saved, elements

  readonly #askToSave = () => {
    const { title, command } = this.#tabs.active;
    this.renderRoot.querySelector<SaveDialog>('save-dialog')!.open(title ?? titleOf(command));
  };

  readonly #onSave = ({ detail: name }: CustomEvent<string>) => {
    const { id, command, parameters } = this.#tabs.active;
    this.#tabs.rename(id, name);
    this.#library
      ?.save(name, command, readParameters(parameters).values ?? {})
      .then(() => this.#say(`Saved as “${name}”.`))
      .catch((failure: unknown) => this.#say(`It was not saved. ${inWords(failure)}`));
  };

  readonly #onDefinition = ({ detail }: CustomEvent<StoredDefinition>) => void this.#inspectDefinition(detail);

  async #inspectDefinition({ kind, name }: StoredDefinition): Promise<void> {
    const type = kind === 'type' ? '$ConceptType' : '$PropositionType';
    const command = 'FIND(?t.id) WHERE { ?t {type: :type, name: :name} }';
    const response = await this.nexus?.executeReadonly<Json>({ command, parameters: { type, name } });
    const id = Array.isArray(response?.result) ? (response.result[0] as Json) : undefined;
    if (typeof id === 'string') this.inspect({ id });
    else this.#say(`This memory has no definition of “${name}”.`);
  }

  #openSide(side: Side): void {
    this.side = side;
    this.page = 'side';
    void this.updateComplete.then(() => {
      if (side === 'library') this.renderRoot.querySelector<WorkLibrary>('work-library')?.focus();
    });
  }

  readonly #closeSide = () => {
    this.side = undefined;
    this.page = this.page === 'side' ? 'result' : this.page;
  };

  // ---------------------------------------------------------------- memories

  readonly #onCommit = () => {
    this.#schema.refresh();
    void this.renderRoot.querySelector('kip-inspector')?.refresh?.();
  };

  #follow(nexus: Nexus | undefined): void {
    this.#schema.follow(nexus);
    this.elementId = undefined;
    if (this.side === 'element') this.#closeSide();
    const { scratch } = this.session.state;
    const before = this.#scratchTabs?.all ?? [];
    before.forEach(({ id }) => this.#runner.forget(id));
    this.#scratchTabs = scratch && nexus ? this.#watched(new WorkTabs(undefined)) : undefined;
    this.#library = nexus && new Library(nexus);
    this.#library?.load().catch((failure: unknown) => this.#say(`The history could not be read. ${inWords(failure)}`));
  }

  get #tabs(): WorkTabs {
    return this.#scratchTabs ?? this.#memoryTabs!;
  }

  #watched(tabs: WorkTabs): WorkTabs {
    let known = new Set<string>();
    tabs.addEventListener('change', () => {
      const ids = new Set(tabs.all.map(({ id }) => id));
      for (const id of known) if (!ids.has(id)) this.#runner.forget(id);
      known = ids;
      this.requestUpdate();
    });
    return tabs;
  }

  // ---------------------------------------------------------------- keys

  /** A key held down must not carry out what it has just shown. */
  readonly #onEveryKey = (event: KeyboardEvent) => {
    if (!isRunKey(event) || !event.repeat) return;
    event.preventDefault();
    event.stopPropagation();
  };

  readonly #onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || !this.checkVisibility()) return;
    const key = workKey(event);
    if (key !== undefined) this.#press(key);
    else if (isRunKey(event) && !event.repeat && !event.composedPath().some(isDialog)) this.#run('run', event.shiftKey);
    else return;
    event.preventDefault();
  };

  #press(key: WorkKey): void {
    const tabs = this.#tabs;
    const of: Record<WorkKey, () => void> = {
      new: () => {
        tabs.open();
        this.#go('command');
      },
      close: () => tabs.close(tabs.active.id),
      next: () => tabs.step(1),
      previous: () => tabs.step(-1),
      explain: () => this.#run('explain', false),
      preview: () => this.#run('preview', false),
      cancel: this.#cancel,
      history: () => this.#openSide('library'),
      save: this.#askToSave,
      1: () => this.#go('command'),
      2: () => this.#editor.focusParameters(),
      3: () => this.#go('result'),
      4: () => this.#go('side'),
    };
    of[key]();
  }

  #go(page: Page): void {
    this.page = page;
    void this.updateComplete.then(() => {
      const places = {
        command: 'work-editor',
        result: 'work-outcome, work-welcome',
        side: 'work-library, kip-inspector',
      };
      const place = this.renderRoot.querySelector<HTMLElement>(places[page]);
      if (place?.matches('work-welcome, kip-inspector')) place.tabIndex = -1;
      place?.focus();
    });
  }

  #say(text: string): undefined {
    ask(this, 'kip-say', text);
  }

  get #editor(): WorkEditor {
    return this.renderRoot.querySelector('work-editor')!;
  }

  /** Resolves when the editor is on the page and a memory behind it. */
  #whenReady(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.requestUpdate();
    });
  }
}
customElements.define('kip-work', WorkView);

const isDialog = (target: EventTarget): boolean => target instanceof HTMLDialogElement;

declare global {
  interface HTMLElementTagNameMap {
    'save-dialog': SaveDialog;
    'tab-strip': TabStrip;
    'work-editor': WorkEditor;
    'work-library': WorkLibrary;
    'work-outcome': WorkOutcome;
  }
}
