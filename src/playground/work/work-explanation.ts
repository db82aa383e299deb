// How a statement is answered: where the time goes, SQLite's plan in words, the SQL it became.
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import type { ExplainedSql, Explanation, PlanStep } from '../../protocol/explain.ts';
import { base, buttons, tables } from '../app/styles.ts';
import { tableHead } from '../app/table-head.ts';
import { count, duration } from '../app/words.ts';

const PHASES = [
  ['parseMs', 'Reading the text'],
  ['compileMs', 'Making SQL of it'],
  ['prepareMs', 'SQLite prepares'],
  ['runMs', 'SQLite runs'],
  ['answerMs', 'Making the answer'],
] as const;

export class WorkExplanation extends LitElement {
  static override properties = { explanation: { attribute: false } };
  static override styles = [
    base,
    buttons,
    tables,
    css`
      :host {
        display: block;
        overflow: auto;
        padding: var(--s4);
      }
      section + section {
        margin-top: var(--s6);
      }
      h2 {
        margin-bottom: var(--s2);
      }
      .time {
        display: grid;
        grid-template-columns: max-content minmax(4rem, 20rem) max-content;
        align-items: center;
        gap: var(--s1) var(--s3);
        font-size: var(--size-s);
      }
      .time dt {
        color: var(--ink-soft);
      }
      .time div {
        display: contents;
      }
      meter {
        display: block;
        width: 100%;
        height: var(--s2);
      }
      .plan,
      .plan ul {
        font-size: var(--size-s);
      }
      .plan li {
        padding: var(--s1) 0 var(--s1) var(--s3);
        border-inline-start: 1px solid var(--line);
      }
      .plan code {
        display: block;
        color: var(--ink-faint);
        font-size: var(--size-xs);
      }
      .plan ul {
        margin: var(--s1) 0 0 var(--s3);
      }
      details {
        margin-top: var(--s3);
      }
      summary {
        width: fit-content;
        color: var(--ink-soft);
        font-size: var(--size-s);
        cursor: pointer;
      }
      pre {
        margin-top: var(--s2);
        padding: var(--s3);
        overflow: auto;
        border: 1px solid var(--line);
        background: var(--chrome);
        line-height: var(--leading);
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
      td.value {
        font-family: var(--mono);
      }
    `,
  ];
  declare explanation: Explanation;

  protected override render(): TemplateResult {
    const { statement, ran, rows, sql, timings } = this.explanation;
    const what =
      ran === 'whole' ? 'It ran as a whole; nothing was written.' : 'Only what WHERE reads ran; nothing was written.';
    const scanned = sql.flatMap(({ plan }) => scans(plan));
    return html`
      <section aria-label="In short">
        <h2>${statement}: ${count(rows, 'row', 'rows')} in ${duration(timings.totalMs)}</h2>
        <p class="note">
          ${what}
          ${scanned.length === 0 ? 'Every step finds its rows through an index.' : `It reads through ${scanned.join(' and ')}.`}
        </p>
      </section>
      <section aria-labelledby="time">
        <h2 id="time">Where the time goes</h2>
        <dl class="time">
          ${PHASES.map(
            ([key, title]) =>
              html`<div>
                <dt>${title}</dt>
                <dd><meter min="0" max=${timings.totalMs || 1} value=${timings[key]} aria-label=${title}></meter></dd>
                <dd class="number">${duration(timings[key])}</dd>
              </div>`,
          )}
        </dl>
      </section>
      ${sql.map((each, index) => explainedSql(each, index, sql.length))}
    `;
  }
}
customElements.define('work-explanation', WorkExplanation);

function explainedSql(sql: ExplainedSql, index: number, total: number): TemplateResult {
  const title = sql.purpose.charAt(0).toUpperCase() + sql.purpose.slice(1);
  return html`<section aria-label=${title}>
    <h2>${total > 1 ? `${index + 1}. ` : ''}${title}</h2>
    <p class="note">
      ${count(sql.rows, 'row', 'rows')} of SQL · prepared in ${duration(sql.prepareMs)} · ran in ${duration(sql.runMs)}
    </p>
    <ul class="plan">
      ${sql.plan.map(planStep)}
    </ul>
    <details>
      <summary>The SQL it became</summary>
      <pre tabindex="0" role="region" aria-label="SQL"><code>${sql.sql}</code></pre>
      ${sql.parameters.length === 0 ? nothing : parameterTable(sql.parameters)}
    </details>
  </section>`;
}

function planStep({ words, detail, steps }: PlanStep): TemplateResult {
  return html`<li>
    ${words}<code>${detail}</code>
    ${
      steps.length > 0
        ? html`<ul>
            ${steps.map(planStep)}
          </ul>`
        : nothing
    }
  </li>`;
}

function parameterTable(parameters: ExplainedSql['parameters']): TemplateResult {
  return html`<table>
    ${tableHead(['Parameter', 'Value'])}
    <tbody>
      ${parameters.map(
        (value, index) =>
          html`<tr>
            <td class="value">?${index + 1}</td>
            <td class="value">${JSON.stringify(value)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** "a whole table of 12,000 rows": what is read row by row. */
function scans(steps: readonly PlanStep[]): string[] {
  return steps.flatMap(({ rows, steps: inner }) => [
    ...(rows === undefined ? [] : [`a whole table of ${count(rows, 'row', 'rows')}`]),
    ...scans(inner),
  ]);
}
