// The open memory as a thing: where it is kept and how safely, carrying it in and out, its language model, the other memories, its end.
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { isNexusName, type Nexus } from '../../index.ts';
import { ask } from '../app/events.ts';
import { offline } from '../app/offline.ts';
import { inWords, type Session } from '../app/session.ts';
import { base, buttons, facts, fields, messages, page } from '../app/styles.ts';
import { bytes } from '../app/words.ts';
import { forgetTabs } from '../work/tab-storage.ts';
import './carry-section.ts';
import { memoryAddress, memoryNames } from './memories.ts';
import { memoryStyles } from './memory-style.ts';
import './model-section.ts';

export class KipMemory extends LitElement {
  static override properties = {
    session: { attribute: false },
    nexus: { attribute: false },
    names: { state: true },
    newName: { state: true },
    confirmed: { state: true },
  };
  static override styles = [base, buttons, facts, fields, messages, page, memoryStyles];
  declare session: Session | undefined;
  declare nexus: Nexus | undefined;
  declare private names: readonly string[];
  declare private newName: string;
  /** What was typed to confirm the end of the memory. */
  declare private confirmed: string;

  constructor() {
    super();
    this.names = [];
    this.newName = '';
    this.confirmed = '';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.session?.addEventListener('change', this.#onChange);
    offline.addEventListener('change', this.#onChange);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.session?.removeEventListener('change', this.#onChange);
    offline.removeEventListener('change', this.#onChange);
  }

  readonly #onChange = () => this.requestUpdate();

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('session')) this.session?.addEventListener('change', this.#onChange);
    if (changed.has('nexus')) void this.#look();
  }

  async #look(): Promise<void> {
    this.names = await memoryNames();
    await this.session?.refreshStorage();
  }

  protected override render(): TemplateResult {
    const { state } = this.session ?? {};
    const title = state?.scratch ? `Scratch nexus “${state.name}”` : `Memory “${state?.name ?? ''}”`;
    return html`<div class="page">
      <h1>${title}</h1>
      ${this.#storage()}
      <kip-carry .session=${this.session} .nexus=${this.nexus} @carried=${() => this.#look()}></kip-carry>
      <kip-models .nexus=${this.nexus}></kip-models>
      ${this.#offline()} ${this.#memories()} ${state?.scratch ? nothing : this.#end()}
    </div>`;
  }

  // ---------------------------------------------------------------- where it is kept

  #storage(): TemplateResult {
    const storage = this.session?.state.storage;
    if (!storage) return html`<p class="note" role="status">No memory is open.</p>`;
    const { kind, persisted, sizeBytes, lastBackup, usage, quota } = storage;
    const kept = kind === 'opfs';
    return html`
      <dl class="facts">
        <dt>Kept</dt>
        <dd>${kept ? 'in a file of this browser, on this device only' : 'only until this page closes'}</dd>
        ${
          kept
            ? html`<dt>Safe from clean-up</dt>
                <dd>
                  ${persisted ? 'yes: the browser has promised to keep it' : 'not promised: the browser may clear it when space runs short'}
                </dd>`
            : nothing
        }
        <dt>${kept ? 'Size of its file' : 'Size'}</dt>
        <dd class="number">${bytes(sizeBytes)}</dd>
        <dt>Last backup</dt>
        <dd class="number">${lastBackup === null ? 'none yet' : new Date(lastBackup).toLocaleString()}</dd>
        ${
          usage === null
            ? nothing
            : html`<dt>Used by this address</dt>
                <dd class="number">
                  ${bytes(usage)}${quota === null ? '' : ` of ${bytes(quota)}`}, with the app itself
                </dd>`
        }
      </dl>
      ${kept && !persisted ? html`<p><button class="bordered" type="button" @click=${this.#persist}>Ask the browser to keep it</button></p>` : nothing}
    `;
  }

  async #persist(): Promise<void> {
    const promised = await this.nexus?.requestPersistence();
    await this.session?.refreshStorage();
    ask(
      this,
      'kip-say',
      promised
        ? 'The browser promises to keep it.'
        : 'The browser does not promise it now. Browsers do for pages that are used often or installed. A backup is safe in any case.',
    );
  }

  // ---------------------------------------------------------------- the app without a network

  #offline(): TemplateResult | typeof nothing {
    const { kept } = offline;
    if (!kept) return nothing;
    const { doneBytes, totalBytes, failure } = kept;
    const whole = doneBytes === totalBytes;
    return html`<section aria-labelledby="offline-title">
      <h2 id="offline-title">Without a network</h2>
      <p role="status">
        ${
          whole
            ? `Everything works offline, search by meaning included (${bytes(totalBytes)} kept for it).`
            : `The app works offline. For search by meaning ${bytes(doneBytes)} of ${bytes(totalBytes)} are here.`
        }
        ${failure ?? ''}
      </p>
      ${
        whole
          ? nothing
          : html`<div class="progress">
              <progress aria-label="Kept for use offline" max=${totalBytes} .value=${doneBytes}></progress>
              <button class="bordered" type="button" @click=${() => offline.keep()}>Get the rest now</button>
            </div>`
      }
    </section>`;
  }

  // ---------------------------------------------------------------- memories

  #memories(): TemplateResult {
    const open = this.session?.memoryName;
    const fault =
      this.newName === '' || isNexusName(this.newName) ? undefined : 'Small letters, digits, “-” and “_”, at most 64.';
    return html`<section aria-labelledby="memories-title">
      <h2 id="memories-title">Memories in this browser</h2>
      <p class="lead">Each is a file of its own; they never mix. An address opens one: <code>?nexus=name</code>.</p>
      <ul class="memories">
        ${this.names.map(
          (name) =>
            html`<li>
              ${name === open ? html`<span>${name}</span><span class="chosen">open here</span>` : html`<a href=${memoryAddress(name)}>${name}</a>`}
            </li>`,
        )}
      </ul>
      <form class="inline" @submit=${this.#openNew}>
        <label class="field">
          A new memory
          <input
            type="text"
            spellcheck="false"
            autocapitalize="off"
            placeholder="work"
            .value=${this.newName}
            aria-invalid=${fault !== undefined}
            aria-describedby="name-fault"
            @input=${(event: Event) => (this.newName = (event.target as HTMLInputElement).value.trim())}
          />
        </label>
        <button class="bordered" type="submit" ?disabled=${this.newName === '' || fault !== undefined}>Open it</button>
      </form>
      <p id="name-fault" class="note" role="status">${fault ?? ''}</p>
    </section>`;
  }

  #openNew(event: Event): void {
    event.preventDefault();
    if (isNexusName(this.newName)) location.assign(memoryAddress(this.newName));
  }

  #end(): TemplateResult {
    const name = this.session?.memoryName ?? '';
    return html`<section aria-labelledby="end-title">
      <h2 id="end-title">Delete this memory</h2>
      <p class="lead">Its file is removed from this device, for good. Nobody else has a copy, unless you saved one.</p>
      <form class="inline" @submit=${this.#destroy}>
        <label class="field">
          Type “${name}” to confirm
          <input
            type="text"
            spellcheck="false"
            autocapitalize="off"
            autocomplete="off"
            .value=${this.confirmed}
            @input=${(event: Event) => (this.confirmed = (event.target as HTMLInputElement).value)}
          />
        </label>
        <button class="danger" type="submit" ?disabled=${this.confirmed !== name || !this.nexus}>
          Delete “${name}” for good
        </button>
      </form>
    </section>`;
  }

  async #destroy(event: Event): Promise<void> {
    event.preventDefault();
    const { nexus } = this;
    if (!nexus || this.confirmed !== this.session?.memoryName) return;
    this.confirmed = '';
    try {
      await nexus.destroy();
      forgetTabs(nexus.name);
    } catch (failure) {
      ask(this, 'kip-say', inWords(failure));
      return;
    }
    // The default memory begins anew at the same address.
    if (nexus.name === 'default') location.reload();
    else location.assign(memoryAddress('default'));
  }
}

customElements.define('kip-memory', KipMemory);

declare global {
  interface HTMLElementTagNameMap {
    'kip-memory': KipMemory;
  }
}
