// All keys on one sheet, opened by "?".
import { css, html, LitElement, type TemplateResult } from 'lit';
import { icon } from './icons.ts';
import { base, buttons, dialogs } from './styles.ts';

type Keys = readonly [what: string, ...keys: (readonly string[])[]];

const MAC = /Mac|iP(hone|ad|od)/.test(navigator.platform);
const MOD = MAC ? '⌘' : 'Ctrl';
const ALT = MAC ? '⌥' : 'Alt';

const SECTIONS: readonly (readonly [title: string, keys: readonly Keys[]])[] = [
  [
    'Run',
    [
      ['Run the statement at the caret, or the selection', [MOD, 'Enter']],
      ['Run everything in the tab', ['Shift', MOD, 'Enter']],
      ['Do what a preview shows', [MOD, 'Enter']],
      ['Explain the statement at the caret', [MOD, ALT, 'E']],
      ['Preview what it would change', [MOD, ALT, 'P']],
      ['Cancel what is running', [MOD, ALT, 'X']],
    ],
  ],
  [
    'Write',
    [
      ['Complete', ['Ctrl', 'Space']],
      ['Format the document', ['Shift', ALT, 'F']],
      ['Next finding, the one before', ['F8'], ['Shift', 'F8']],
      ['Repair the finding at the caret', [MOD, '.']],
      ['All findings', ['Shift', MOD, 'M']],
      ['Explain the word at the caret', [MOD, 'K', MOD, 'I']],
      ['Go to the definition', ['F12']],
      ['Comment or uncomment', [MOD, '/']],
      ['Find in the text', [MOD, 'F']],
      ['Leave the editor', ['Esc', 'Tab']],
    ],
  ],
  [
    'Tabs of work',
    [
      ['New tab', [MOD, ALT, 'N']],
      ['Close the tab', [MOD, ALT, '⌫']],
      ['Close it, on a tab', ['Delete']],
      ['Next tab, the one before', [ALT, 'PgDn'], [ALT, 'PgUp']],
      ['Rename, on a tab', ['F2']],
      ['Move a tab, on it', ['Shift', ALT, '→'], ['Shift', ALT, '←']],
    ],
  ],
  [
    'Go to',
    [
      ['Editor', [MOD, ALT, '1']],
      ['Parameters', [MOD, ALT, '2']],
      ['Result', [MOD, ALT, '3']],
      ['Element', [MOD, ALT, '4']],
      ['History and saved statements', [MOD, ALT, 'H']],
      ['Save the statement', [MOD, ALT, 'S']],
      ['This sheet, outside of text', ['?']],
    ],
  ],
];

export class ShortcutSheet extends LitElement {
  static override styles = [
    base,
    buttons,
    dialogs,
    css`
      dialog {
        width: min(56rem, calc(100vw - 2 * var(--s4)));
        max-height: calc(100dvh - 2 * var(--s8));
        padding: 0;
      }
      .head {
        position: sticky;
        top: 0;
        display: flex;
        align-items: center;
        justify-content: space-between;
        padding: var(--s3) var(--s4) var(--s3) var(--s6);
        border-bottom: 1px solid var(--line);
        background: var(--raised);
      }
      .sections {
        columns: 2 20rem;
        column-gap: var(--s8);
        padding: var(--s4) var(--s6) var(--s6);
      }
      section {
        break-inside: avoid;
        padding-bottom: var(--s4);
      }
      h3 {
        color: var(--ink-soft);
        font-size: var(--size-s);
        padding-bottom: var(--s1);
      }
      dl div {
        display: flex;
        align-items: baseline;
        justify-content: space-between;
        gap: var(--s4);
        padding: var(--s1) 0;
        border-top: 1px solid var(--line);
        font-size: var(--size-s);
      }
      dd {
        display: flex;
        gap: var(--s3);
        white-space: nowrap;
      }
    `,
  ];

  open(): void {
    this.renderRoot.querySelector('dialog')?.showModal();
  }

  protected override render(): TemplateResult {
    return html`
      <dialog aria-labelledby="title" @click=${this.#onClick}>
        <div class="head">
          <h2 id="title">Keyboard shortcuts</h2>
          <button class="icon-button" type="button" aria-label="Close" @click=${this.#close}>${icon('close')}</button>
        </div>
        <div class="sections">${SECTIONS.map(([title, keys]) => section(title, keys))}</div>
      </dialog>
    `;
  }

  readonly #close = () => this.renderRoot.querySelector('dialog')?.close();

  /** A click beside the sheet lands on the dialog itself. */
  readonly #onClick = (event: MouseEvent) => {
    if (event.target === event.currentTarget) this.#close();
  };
}

function section(title: string, keys: readonly Keys[]): TemplateResult {
  return html`<section>
    <h3>${title}</h3>
    <dl>
      ${keys.map(
        ([what, ...ways]) =>
          html`<div>
            <dt>${what}</dt>
            <dd>
              ${ways.map((way) => html`<span>${way.map((key, index) => html`${index > 0 ? ' ' : ''}<kbd>${key}</kbd>`)}</span>`)}
            </dd>
          </div>`,
      )}
    </dl>
  </section>`;
}
