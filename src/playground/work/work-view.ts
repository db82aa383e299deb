// The work view: tabs above, the editor and what came of it below, beside them an element or the history. It joins its parts and owns
// nothing but which of them is looked at: tabs.ts has the texts, runner.ts what came of them, library.ts the history, work-settings.ts
// what is set.
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { classMap } from 'lit/directives/class-map.js';
import type { RunRequest, StatementText, StoredDefinition } from '../../editor/index.ts';
import type { Nexus } from '../../index.ts';
import { ask, type InspectElement, type UseCommand } from '../app/events.ts';
import { inWords, type Session } from '../app/session.ts';
import { base, buttons } from '../app/styles.ts';
import type { Deed } from './deeds.ts';
import { definitionId } from './definition.ts';
import type { Located } from './editors.ts';
import { FIRST_STATEMENT } from './examples.ts';
import { RUN_KEYS, WorkKeys } from './keys.ts';
import { Library } from './library.ts';
import { LiveSchema } from './live-schema.ts';
import { readParameters } from './parameters.ts';
import { type Job, Runner, type Way } from './runner.ts';
import type { SaveDialog } from './save-dialog.ts';
import { titleOf } from './statement-kind.ts';
import type { TabStrip } from './tab-strip.ts';
import { TabSets } from './tab-sets.ts';
import type { WorkTab, WorkTabs } from './tabs.ts';
import type { WorkEditor } from './work-editor.ts';
import type { WorkOutcome } from './work-outcome.ts';
import {
  flipSetting,
  NARROW,
  paneShare,
  setPaneShare,
  type SizedPane,
  type WorkSettings,
  workSettings,
} from './work-settings.ts';
import type { Side } from './work-side.ts';
import './work-side.ts';
import { workStyles } from './work-styles.ts';
import './work-toolbar.ts';

type Page = 'command' | 'result' | 'side';

export class WorkView extends LitElement {
  static override properties = {
    session: { attribute: false },
    nexus: { attribute: false },
    page: { state: true },
    side: { state: true },
    elementId: { state: true },
    editorReady: { state: true },
  };
  static override styles = [base, buttons, workStyles];
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
  #tabSets: TabSets | undefined;

  constructor() {
    super();
    new WorkKeys(this, (deed) => this.#do(deed));
    this.page = 'command';
    this.editorReady = false;
    this.#runner.addEventListener('change', () => this.requestUpdate());
    NARROW.addEventListener('change', () => this.requestUpdate());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.session.removeEventListener('commit', this.#onCommit);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('session')) {
      this.session.addEventListener('commit', this.#onCommit);
      this.#tabSets = new TabSets(this.session.memoryName, {
        onChange: () => this.requestUpdate(),
        onEnd: (id) => this.#runner.forget(id),
        onNotKept: (words) => this.#say(words),
      });
    }
    if (changed.has('nexus')) this.#follow(this.nexus);
  }

  protected override updated(): void {
    if (this.#can) this.#waiting.splice(0).forEach((resolve) => resolve());
    this.style.setProperty('--edit', String(paneShare('edit')));
    this.style.setProperty('--side', String(paneShare('side')));
  }

  // ---------------------------------------------------------------- what the frame asks for

  /** Puts a command into a tab: the one that has it already, an untouched one, or a new one. */
  use(use: UseCommand): void {
    this.#tabs.take(use, (tab) => this.#isUntouched(tab));
    this.page = 'command';
    if (use.run) void this.#whenReady().then(() => this.#run('run', true));
    else void this.#whenReady().then(() => this.#editor.focus());
  }

  inspect({ id }: InspectElement): void {
    this.elementId = id;
    // It may have gone on to others by itself since it was last told.
    this.#beside?.inspect(id);
    this.#openSide('element');
  }

  // ---------------------------------------------------------------- what is seen

  protected override render(): TemplateResult {
    const tabs = this.#tabs;
    const { side } = this;
    const settings = workSettings();
    const kinds = { sided: side !== undefined, above: settings.above, untouched: this.#isUntouched(tabs.active) };
    const classes = classMap({ panes: true, [`page-${this.page}`]: true, ...kinds });
    const running = new Set(tabs.all.map(({ id }) => id).filter((id) => this.#runner.isRunning(id)));
    return html`
      <h1 class="visually-hidden">Work</h1>
      <tab-strip .tabs=${tabs} .running=${running} .version=${tabs.version}></tab-strip>
      <div class=${classes}>
        ${this.#editPane(settings)}
        <pane-splitter
          class="line"
          label="Size of the editor"
          ?vertical=${!settings.above}
          share=${paneShare('edit')}
          @share=${(event: CustomEvent<number>) => this.#resize('edit', event.detail)}
        ></pane-splitter>
        ${this.#resultPane()}${side ? this.#sidePane(side) : nothing}
      </div>
      ${this.#pages()}
      <save-dialog @save=${this.#onSave}></save-dialog>
    `;
  }

  #editPane(settings: WorkSettings): TemplateResult {
    const tab = this.#tabs.active;
    return html`<section class="pane edit" aria-label="Command">
      <work-toolbar
        .tab=${tab}
        .settings=${settings}
        .capsule=${this.session.state.capsule}
        ?running=${this.#runner.isRunning(tab.id)}
        ?can=${this.#can}
        ?history=${this.side === 'library'}
        @deed=${(event: CustomEvent<Deed>) => this.#do(event.detail)}
        @flip-setting=${this.#onFlip}
        @toggle-history=${() => (this.side === 'library' ? this.#closeSide() : this.#openSide('library'))}
      ></work-toolbar>
      <work-editor
        .tabs=${this.#tabs}
        .tabId=${tab.id}
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
              ?empty=${this.#tabs.active.command.trim() === ''}
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
        share=${paneShare('side')}
        @share=${(event: CustomEvent<number>) => this.#resize('side', event.detail)}
      ></pane-splitter>
      <work-side
        class="pane side"
        .side=${side}
        .nexus=${this.nexus}
        .elementId=${this.elementId}
        .library=${this.#library}
        @close=${this.#closeSide}
      ></work-side>
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

  // ---------------------------------------------------------------- settings

  readonly #onFlip = ({ detail: name }: CustomEvent<keyof WorkSettings>) => {
    flipSetting(name);
    this.requestUpdate();
  };

  #resize(pane: SizedPane, share: number): void {
    setPaneShare(pane, share);
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
    void this.#runner.start(way, nexus, job, workSettings().preview);
  }

  /** Undefined, and said why, where nothing can be run. */
  #job(statements: readonly StatementText[]): Job | undefined {
    const { id, parameters: text } = this.#tabs.active;
    const { values: parameters, fault } = readParameters(text);
    if (!this.nexus) return this.#say('No memory is open yet.');
    if (this.#runner.isRunning(id)) return this.#say('Something is still running in this tab. Cancel it first.');
    if (statements.length === 0) return this.#say('Write a statement first, or take one of the examples.');
    if (!fault) return { tabId: id, statements, parameters, readonly: workSettings().readonly };
    this.page = 'command';
    this.#editor.focusParameters();
    return this.#say(fault.message);
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

  readonly #onDefinition = async ({ detail }: CustomEvent<StoredDefinition>): Promise<void> => {
    const id = this.nexus && (await definitionId(this.nexus, detail));
    if (id !== undefined) this.inspect({ id });
    else this.#say(`This memory has no definition of “${detail.name}”.`);
  };

  #openSide(side: Side): void {
    this.side = side;
    this.page = 'side';
    if (side !== 'library') return;
    void this.updateComplete.then(() => this.#beside?.updateComplete).then(() => this.#beside?.focus());
  }

  readonly #closeSide = () => {
    this.side = undefined;
    this.page = this.page === 'side' ? 'result' : this.page;
  };

  // ---------------------------------------------------------------- memories

  readonly #onCommit = () => {
    this.#schema.refresh();
    this.#beside?.refresh();
  };

  #follow(nexus: Nexus | undefined): void {
    this.#schema.follow(nexus);
    this.elementId = undefined;
    if (this.side === 'element') this.#closeSide();
    this.#tabSets!.follow(nexus !== undefined && this.session.state.scratch);
    this.#library = nexus && new Library(nexus);
    this.#library?.load().catch((failure: unknown) => this.#say(`The history could not be read. ${inWords(failure)}`));
  }

  /** Whether a tab is as a first visit finds it. */
  #isUntouched({ id, command }: WorkTab): boolean {
    return command === FIRST_STATEMENT && !this.#runner.of(id);
  }

  get #tabs(): WorkTabs {
    return this.#tabSets!.current;
  }

  // ---------------------------------------------------------------- what keys and buttons ask for

  #do(deed: Deed): void {
    const tabs = this.#tabs;
    const deeds: Record<Deed, () => void> = {
      run: () => this.#run('run', false),
      'run-all': () => this.#run('run', true),
      preview: () => this.#run('preview', false),
      explain: () => this.#run('explain', false),
      cancel: this.#cancel,
      format: () => this.#editor.format(),
      save: this.#askToSave,
      history: () => this.#openSide('library'),
      new: () => {
        tabs.open();
        this.#go('command');
      },
      close: () => tabs.close(tabs.active.id),
      next: () => tabs.step(1),
      previous: () => tabs.step(-1),
      'to-command': () => this.#go('command'),
      'to-parameters': () => this.#editor.focusParameters(),
      'to-result': () => this.#go('result'),
      'to-side': () => this.#go('side'),
    };
    deeds[deed]();
  }

  #go(page: Page): void {
    this.page = page;
    void this.updateComplete.then(() => {
      const places = { command: 'work-editor', result: 'work-outcome, work-welcome', side: 'work-side' };
      const place = this.renderRoot.querySelector<HTMLElement>(places[page]);
      if (place?.matches('work-welcome')) place.tabIndex = -1;
      place?.focus();
    });
  }

  #say(text: string): undefined {
    ask(this, 'kip-say', text);
  }

  get #beside(): HTMLElementTagNameMap['work-side'] | null {
    return this.renderRoot.querySelector('work-side');
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

declare global {
  interface HTMLElementTagNameMap {
    'save-dialog': SaveDialog;
    'tab-strip': TabStrip;
    'work-editor': WorkEditor;
    'work-outcome': WorkOutcome;
  }
}
