// An answer in brief: a table where it is one, else indented JSON, or what went wrong and what to do.
import { css, html, nothing, type TemplateResult } from 'lit';
import type { KipResponse } from '../../index.ts';
import type { Json } from '../../protocol/values.ts';
import { tableHead } from '../app/table-head.ts';
import { errorCard } from '../help/error-card.ts';
import { columnTitles, statementOf } from '../results/command-text.ts';
import { type Cell, cellText, toTable } from '../results/table.ts';

/** Rows shown; the rest is counted. A lesson has a few. */
const ROWS = 30;
const CHARACTERS = 6000;

export const briefAnswerStyles = css`
  .scroller {
    max-height: 22rem;
    overflow: auto;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--ground);
  }
  .scroller pre {
    padding: var(--s3) var(--s4);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  .word {
    color: var(--ink-faint);
    font-style: italic;
  }
`;

export function briefAnswer(command: string, { result, error, next_cursor }: KipResponse): TemplateResult {
  if (error) return errorCard(error);
  const titles = columnTitles(command, statementOf(command));
  if (titles.length === 0 || result === undefined) return asJson(result ?? null);
  const table = toTable(result, titles);
  const { length } = table;
  const rows = Array.from({ length: Math.min(length, ROWS) }, (_, index) => table.row(index));
  if (length === 0) return html`<p class="note">Nothing fits: an empty answer, which is no error.</p>`;
  return html`
    <div class="scroller" tabindex="0" role="region" aria-label="Answer as a table">
      <table>
        ${tableHead(titles.map((title) => [title, 'mono']))}
        <tbody>
          ${rows.map(
            (cells) =>
              html`<tr>
                ${cells.map((cell) => html`<td>${cellContent(cell)}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${length > ROWS ? html`<p class="note">Showing ${ROWS} of ${length} rows.</p>` : nothing}
    ${next_cursor === undefined ? nothing : html`<p class="note">There is more: <code>CURSOR "${next_cursor}"</code> goes on from here.</p>`}
  `;
}

function cellContent(cell: Cell): TemplateResult | string {
  return cell === null ? html`<span class="word">null</span>` : cellText(cell);
}

function asJson(result: Json): TemplateResult {
  const text = JSON.stringify(result, null, 2);
  const rest = text.length - CHARACTERS;
  return html`<div class="scroller" tabindex="0" role="region" aria-label="Answer as JSON">
      <pre><code>${text.slice(0, CHARACTERS)}${rest > 0 ? ' …' : ''}</code></pre>
    </div>
    ${rest > 0 ? html`<p class="note">The first ${CHARACTERS} characters; ${rest} more in the editor.</p>` : nothing}`;
}
