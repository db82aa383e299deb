// Where a command is written: the KIP editor and below it the parameters. CodeMirror is loaded after the first paint; until it is there
// the text stands in the same place.
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { OnRun, RunRequest, StatementText, StoredDefinition } from '../../editor/index.ts';
import type { ErrorObject } from '../../protocol/errors.ts';
import { icon } from '../app/icons.ts';
import { base, buttons, messages } from '../app/styles.ts';
import type { CommandEditor, Located, ParametersEditor } from './editors.ts';
import type { LiveSchema } from './live-schema.ts';
import { readParameters } from './parameters.ts';
import type { WorkTabs } from './tabs.ts';

export class WorkEditor extends LitElement {
  static override properties = {
    tabs: { attribute: false },
    tabId: { attribute: false },
    schema: { attribute: false },
    parametersOpen: { type: Boolean },
    missing: { state: true },
    failure: { state: true },
    ready: { type: Boolean, reflect: true },
  };
  static override styles = [
    base,
    buttons,
    messages,
    css`
      :host {
        display: grid;
        grid-template: minmax(0, 1fr) auto / minmax(0, 1fr);
        min-width: 0;
        min-height: 0;
      }
      .command {
        position: relative;
        min-height: 0;
      }
      .json {
        position: relative;
      }
      .command:focus-within::after,
      .json:focus-within::after {
        content: '';
        position: absolute;
        z-index: 4;
        inset: 0;
        border: 1px solid var(--accent);
        pointer-events: none;
      }
      .mount {
        height: 100%;
      }
      pre {
        position: absolute;
        inset: 0;
        padding: 8px 0 0 3.1rem;
        overflow: hidden;
        line-height: 1.55;
        white-space: pre-wrap;
      }
      .parameters {
        border-top: 1px solid var(--line);
        font-size: var(--size-s);
      }
      .head {
        display: flex;
        align-items: center;
        gap: var(--s2);
        min-height: var(--row);
        padding: 0 var(--s2);
        background: var(--chrome);
      }
      .head p {
        flex: 1;
        min-width: 0;
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
        color: var(--ink-soft);
      }
      .head .fault {
        color: var(--danger);
      }
      .head .icon {
        transition: transform 0.1s;
      }
      .head [aria-expanded='false'] .icon {
        transform: rotate(-90deg);
      }
      .head button[aria-expanded='true'] {
        background: none;
        color: var(--ink);
      }
      .json {
        height: 7rem;
        border-top: 1px solid var(--line);
      }
      @media (pointer: coarse) {
        .json {
          height: 9rem;
        }
      }
    `,
  ];
  declare tabs: WorkTabs;
  declare tabId: string;
  declare schema: LiveSchema;
  declare parametersOpen: boolean;
  /** Placeholders of the command that have no value. */
  declare private missing: readonly string[];
  declare private failure: string | undefined;
  /** Whether the editors are there. */
  declare ready: boolean;
  #command: CommandEditor | undefined;
  #parameters: ParametersEditor | undefined;
  #faultBefore: string | undefined;

  constructor() {
    super();
    this.parametersOpen = false;
    this.missing = [];
    this.ready = false;
  }

  protected override firstUpdated(): void {
    void this.#load();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('tabId')) return;
    const { command, parameters } = this.tabs.active;
    this.#command?.show(this.tabId, command);
    this.#parameters?.show(this.tabId, parameters);
    this.#command?.keepOnly(new Set(this.tabs.all.map(({ id }) => id)));
    this.#findMissing();
    if (parameters.trim() !== '') this.parametersOpen = true;
  }

  protected override render(): TemplateResult {
    const { fault } = readParameters(this.tabs.active.parameters);
    return html`
      <div class="command">
        <div class="mount" id="command"></div>
        ${this.ready ? nothing : html`<pre aria-hidden="true">${this.tabs.active.command}</pre>`}
        ${this.failure === undefined ? nothing : this.#loadFailure(this.failure)}
      </div>
      <section class="parameters" aria-label="Parameters">
        <div class="head">
          <button type="button" aria-expanded=${this.parametersOpen} aria-controls="json" @click=${this.#toggle}>
            ${icon('down')} Parameters
          </button>
          ${this.#parametersLine(fault?.message)}
        </div>
        <div class="json" id="json" ?hidden=${!this.parametersOpen}></div>
      </section>
    `;
  }

  #parametersLine(fault: string | undefined): TemplateResult {
    if (fault !== undefined)
      return html`<p class="fault" id="parameters-problem" role="alert" title=${fault}>${fault}</p>`;
    if (this.missing.length === 0) return html`<p></p>`;
    const names = this.missing.map((name) => `:${name}`).join(', ');
    return html`
      <p><code>${names}</code> ${this.missing.length === 1 ? 'has' : 'have'} no value</p>
      <button type="button" @click=${this.#addMissing}>Add</button>
    `;
  }

  #loadFailure(failure: string): TemplateResult {
    return html`<div class="message danger" role="alert">
      <p>The editor could not be loaded: ${failure}</p>
      <p><button class="bordered" type="button" @click=${() => void this.#load()}>Try again</button></p>
    </div>`;
  }

  // ---------------------------------------------------------------- for the view around it

  override focus(): void {
    this.#command?.focus();
  }

  focusParameters(): void {
    this.parametersOpen = true;
    void this.updateComplete.then(() => this.#parameters?.focus());
  }

  format(): void {
    this.#command?.format();
  }

  /** What a run would run; undefined while the editor is not there. */
  request(all: boolean): RunRequest | undefined {
    return all ? this.#command?.requestAll() : this.#command?.requestHere();
  }

  goTo(from: number): void {
    this.#command?.goTo(from);
  }

  locate(statement: StatementText, error: ErrorObject): Promise<Located | undefined> {
    return this.#command?.locate(statement, error) ?? Promise.resolve(undefined);
  }

  // ---------------------------------------------------------------- inside

  async #load(): Promise<void> {
    this.failure = undefined;
    try {
      const editors = await import('./editors.ts');
      this.#mount(editors);
      // What shows the first answer comes while the first command is read.
      await import('../results/index.ts');
    } catch (failure) {
      this.failure = (failure as Error).message;
    }
  }

  #mount(editors: typeof import('./editors.ts')): void {
    const root = this.renderRoot as ShadowRoot;
    const onRun: OnRun = (request) => this.dispatchEvent(new CustomEvent('run-request', { detail: request }));
    this.#command = new editors.CommandEditor(root.querySelector('#command')!, root, {
      schema: this.schema,
      parameters: () => readParameters(this.tabs.active.parameters).values ?? {},
      onRun,
      onChange: (command) => {
        this.tabs.write(this.tabId, { command });
        this.#findMissing();
      },
      onDefinition: (detail: StoredDefinition) => this.dispatchEvent(new CustomEvent('definition', { detail })),
    });
    this.#parameters = new editors.ParametersEditor(root.querySelector('#json')!, root, {
      placeholders: () => this.#command!.placeholders(),
      onChange: (parameters) => this.#writeParameters(parameters),
      onRun: () => this.dispatchEvent(new CustomEvent('run-here')),
    });
    const { command, parameters } = this.tabs.active;
    this.#command.show(this.tabId, command);
    this.#parameters.show(this.tabId, parameters);
    this.ready = true;
    this.#findMissing();
    this.dispatchEvent(new CustomEvent('editor-ready'));
  }

  #writeParameters(parameters: string): void {
    this.tabs.write(this.tabId, { parameters });
    this.#findMissing();
    this.#command?.refreshFindings();
    const fault = readParameters(parameters).fault?.message;
    if (fault !== this.#faultBefore) this.requestUpdate();
    this.#faultBefore = fault;
  }

  #findMissing(): void {
    const { values } = readParameters(this.tabs.active.parameters);
    const missing = this.#command?.placeholders().filter((name) => !values || !Object.hasOwn(values, name)) ?? [];
    if (missing.join() !== this.missing.join()) this.missing = missing;
  }

  readonly #toggle = () => {
    this.parametersOpen = !this.parametersOpen;
  };

  readonly #addMissing = () => {
    const { values } = readParameters(this.tabs.active.parameters);
    const added = { ...values, ...Object.fromEntries(this.missing.map((name) => [name, ''])) };
    this.#parameters?.replace(JSON.stringify(added, null, 2));
    this.focusParameters();
  };
}
customElements.define('work-editor', WorkEditor);
