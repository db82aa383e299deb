// What a shared link or file holds, shown before anything is done with it. Opening one runs nothing; the way on is a scratch nexus.
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { ask, type UseCommand } from '../app/events.ts';
import type { Session } from '../app/session.ts';
import { base, buttons, facts, messages, page } from '../app/styles.ts';
import { bytes, count } from '../app/words.ts';
import '../learn/kip-code.ts';
import { contentsOf, type Contents } from './contents.ts';
import { fromFile, fromLinkText, type Shared, ShareFault } from './share-format.ts';

const TITLE = 'Shared with you';

export class KipShared extends LitElement {
  static override properties = {
    session: { attribute: false },
    link: { attribute: false },
    shared: { state: true },
    fault: { state: true },
    source: { state: true },
  };
  static override styles = [
    base,
    buttons,
    facts,
    messages,
    page,
    css`
      .page {
        display: grid;
        gap: var(--s4);
      }
      section {
        display: grid;
        gap: var(--s2);
      }
      section + section {
        margin-top: 0;
      }
      kip-code {
        --kip-code-height: 24rem;
        unicode-bidi: isolate;
        direction: ltr;
      }
    `,
  ];
  declare session: Session | undefined;
  /** What follows "#/shared" in the address. */
  declare link: string;
  declare private shared: Shared | undefined;
  declare private fault: string | undefined;
  /** Of a file, its name. */
  declare private source: string | undefined;

  constructor() {
    super();
    this.link = '';
  }

  protected override willUpdate(changed: PropertyValues): void {
    // An empty link is this view out of sight: what is shown stays.
    if (changed.has('link') && this.link.length > 1) void this.#read(() => fromLinkText(this.link), undefined);
  }

  async #read(read: () => Promise<Shared>, source: string | undefined): Promise<void> {
    const { link } = this;
    let news: { shared: Shared | undefined; fault: string | undefined };
    try {
      news = { shared: await read(), fault: undefined };
    } catch (fault) {
      if (!(fault instanceof ShareFault)) throw fault;
      news = { shared: undefined, fault: fault.message };
    }
    if (this.link === link) Object.assign(this, news, { source });
  }

  protected override render(): TemplateResult {
    const { shared, fault } = this;
    return html`<div class="page">
      <h1>${TITLE}</h1>
      ${fault === undefined ? nothing : html`<div class="message danger" role="alert"><p>${fault}</p></div>`}
      ${shared ? this.#contents(shared) : nothing}
      <p class="actions">
        <label class="button bordered">
          Open a shared file …
          <input
            class="visually-hidden"
            type="file"
            accept=".json,.kip,.txt,application/json,text/plain"
            @change=${this.#chooseFile}
          />
        </label>
      </p>
    </div>`;
  }

  #contents(shared: Shared): TemplateResult {
    const { command, parameters, capsule } = shared;
    const told = contentsOf(command);
    const carried = capsule === undefined ? undefined : contentsOf(capsule);
    return html`
      <p class="lead">
        ${this.source === undefined ? 'This link' : html`The file “${this.source}”`} holds what is shown below. Nothing
        of it has been run. Look at it, then open it in a scratch nexus, which cannot touch your memory.
      </p>
      ${
        told.hidden || carried?.hidden
          ? html`<p class="message warning">
              There are characters in this text that are not seen or that turn text around. What you read may not be
              what it says.
            </p>`
          : nothing
      }
      <dl class="facts">${this.#facts(shared, told, carried)}</dl>
      <p class="actions">
        <button class="primary" type="button" @click=${() => this.#scratch(shared)}>Open in a scratch nexus</button>
        ${
          command === ''
            ? nothing
            : html`<button class="bordered" type="button" @click=${() => ask(this, 'kip-use', useOf(shared))}>
                Put the statement into the editor
              </button>`
        }
      </p>
      ${
        command === ''
          ? nothing
          : html`<section>
              <h2>The statement</h2>
              <kip-code .text=${command} .label=${'Shared statement'}></kip-code>
              ${parameters ? html`<p class="note">Parameters: <code>${JSON.stringify(parameters)}</code></p>` : nothing}
            </section>`
      }
      ${
        capsule === undefined
          ? nothing
          : html`<section>
              <h2>The capsule</h2>
              <kip-code .text=${capsule} .label=${'Shared capsule'}></kip-code>
            </section>`
      }
    `;
  }

  #facts({ capsule }: Shared, told: Contents, carried: Contents | undefined): TemplateResult {
    return html`
      ${
        told.statements.length === 0
          ? nothing
          : html`<dt>Statements</dt>
              <dd>
                ${told.statements.join(', ')}:
                ${told.writes ? 'it would change the nexus it is run in' : 'it only reads'}
              </dd>`
      }
      ${
        carried
          ? html`<dt>Capsule</dt>
              <dd>
                ${count(carried.conceptBlocks, 'concept block', 'concept blocks')},
                ${count(carried.propositionBlocks, 'proposition block', 'proposition blocks')},
                ${bytes(new Blob([capsule!]).size)}
              </dd>`
          : nothing
      }
    `;
  }

  #scratch(shared: Shared): void {
    const { command, capsule } = shared;
    ask(this, 'kip-scratch', {
      title: TITLE,
      capsules: capsule === undefined ? [] : [capsule],
      ...(command !== '' && { then: useOf(shared) }),
    });
  }

  #chooseFile(event: Event): void {
    const input = event.target as HTMLInputElement;
    const [file] = input.files ?? [];
    if (file) void this.#read(() => fromFile(file), file.name);
    input.value = ''; // so that choosing the same file again is a change again
  }
}

function useOf({ command, parameters }: Shared): UseCommand {
  return { command, title: 'Shared', ...(parameters && { parameters }) };
}

customElements.define('kip-shared', KipShared);

declare global {
  interface HTMLElementTagNameMap {
    'kip-shared': KipShared;
  }
}
