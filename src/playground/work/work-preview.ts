// What would change: counts, then each element with the keys that differ, and the button that does it.
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import type { ElementChange, Preview } from '../../protocol/preview.ts';
import type { Json } from '../../protocol/values.ts';
import { ask } from '../app/events.ts';
import { base, buttons, tables } from '../app/styles.ts';
import { tableHead } from '../app/table-head.ts';
import { countsInWords, keyChanges, type KeyChange } from './change-words.ts';
import { shortened } from './statement-kind.ts';

const MARKS = { created: ['+', 'new'], updated: ['~', 'changed'], deleted: ['−', 'deleted'] } as const;
const VALUE_MAX = 200;

export class WorkPreview extends LitElement {
  static override properties = { preview: { attribute: false }, refused: { type: Boolean }, keys: {} };
  static override styles = [
    base,
    buttons,
    tables,
    css`
      :host {
        display: grid;
        grid-template-rows: auto minmax(0, 1fr);
        min-height: 0;
      }
      .sum {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--s2) var(--s4);
        padding: var(--s4);
      }
      .sum div {
        flex: 1 1 16rem;
      }
      .scroller {
        overflow: auto;
        border-top: 1px solid var(--line);
      }
      table {
        width: 100%;
      }
      th.element {
        background: none;
        position: static;
        min-width: 11rem;
        font-weight: 400;
        color: var(--ink);
        white-space: normal;
      }
      tbody tr:not(.first) td {
        border-top: 0;
      }
      .mark {
        display: inline-block;
        width: var(--s4);
        font-family: var(--mono);
        font-weight: 700;
      }
      .created .mark {
        color: var(--accent);
      }
      .updated .mark {
        color: var(--warning);
      }
      .deleted .mark {
        color: var(--danger);
      }
      td.path {
        color: var(--ink-soft);
        white-space: nowrap;
      }
      td.value {
        font-family: var(--mono);
        white-space: pre-wrap;
      }
      del {
        color: var(--danger);
        text-decoration: none;
      }
      ins {
        color: var(--accent);
        text-decoration: none;
      }
      .more {
        padding: var(--s3) var(--s4);
      }
    `,
  ];
  declare preview: Preview;
  /** Whether one of the statements would be refused, so that there is nothing to be done. */
  declare refused: boolean;
  /** The keys that do it too. */
  declare keys: string;

  constructor() {
    super();
    this.refused = false;
    this.keys = '';
  }

  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>('button.primary')?.focus();
  }

  protected override render(): TemplateResult {
    const { counts, elements, total } = this.preview;
    const words = countsInWords(counts.concepts, counts.propositions);
    return html`
      <div class="sum">
        <div>
          <h2>${words ? `This would ${words}.` : 'This would change nothing.'}</h2>
          <p class="note">Nothing has been written yet.</p>
        </div>
        ${
          this.refused
            ? nothing
            : html`<button
                class="primary"
                type="button"
                aria-keyshortcuts=${this.keys}
                title=${this.keys}
                @click=${this.#do}
              >
                Do it
              </button>`
        }
      </div>
      ${
        elements.length === 0
          ? nothing
          : html`<div class="scroller" tabindex="0" role="region" aria-label="What would change">
              <table>
                ${tableHead(['Element', 'Key', 'Now', 'Then'])}
                <tbody>
                  ${elements.map((element) => this.#rows(element))}
                </tbody>
              </table>
              ${
                total > elements.length
                  ? html`<p class="more note">
                      Showing ${elements.length} of ${total.toLocaleString('en')} elements; the counts above are of all.
                    </p>`
                  : nothing
              }
            </div>`
      }
    `;
  }

  #rows(element: ElementChange): TemplateResult[] {
    const changes = element.change === 'deleted' ? [] : keyChanges(element);
    const [mark, words] = MARKS[element.change];
    const head = html`<th class="element" scope="rowgroup" rowspan=${Math.max(1, changes.length)}>
      <span class="mark" aria-hidden="true">${mark}</span
      ><span class="visually-hidden">${words}: </span>${this.#name(element)}
    </th>`;
    if (changes.length === 0)
      return [
        html`<tr class="first ${element.change}">
          ${head}
          <td colspan="3" class="path">${whole(element)}</td>
        </tr>`,
      ];
    return changes.map(
      (change, index) =>
        html`<tr class="${index === 0 ? 'first' : ''} ${element.change}">
          ${index === 0 ? head : nothing}${cells(change)}
        </tr>`,
    );
  }

  #name(element: ElementChange): TemplateResult {
    const title = elementTitle(element);
    if (element.change === 'created') return html`${title}`;
    return html`<button class="link" type="button" @click=${() => ask(this, 'kip-inspect', { id: element.id })}>
      ${title}
    </button>`;
  }

  readonly #do = () => this.dispatchEvent(new CustomEvent('do-it'));
}
customElements.define('work-preview', WorkPreview);

function cells({ path, before, after }: KeyChange): TemplateResult {
  return html`
    <td class="path">${path.replace(/^attributes\./, '')}</td>
    <td class="value">${before === undefined ? nothing : html`<del>${valueText(before)}</del>`}</td>
    <td class="value">${after === undefined ? nothing : html`<ins>${valueText(after)}</ins>`}</td>
  `;
}

const whole = ({ change }: ElementChange): string =>
  change === 'deleted' ? 'with everything it holds' : 'nothing but its version';

/** A name may be written from right to left, or hold marks that turn what follows: it turns itself alone. */
const ISOLATE = '\u2068';
const END = '\u2069';

function elementTitle({ id, kind, before, after }: ElementChange): string {
  const element = after ?? before ?? {};
  const text = (key: string) => (typeof element[key] === 'string' ? element[key] : '');
  if (kind === 'concept') return `${text('type')} “${ISOLATE}${text('name')}${END}”`;
  return `${id}: ${text('subject')} ${text('predicate')} ${text('object')}`;
}

const valueText = (value: Json): string =>
  shortened(typeof value === 'string' ? value : JSON.stringify(value), VALUE_MAX);
