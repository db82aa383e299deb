// The head of a table whose columns are known by words.
import { html, nothing, type TemplateResult } from 'lit';

/** @param titles of the columns; with a class where a column has one */
export function tableHead(titles: readonly (string | readonly [title: string, className: string])[]): TemplateResult {
  const heads = titles.map((each) => (typeof each === 'string' ? ([each, nothing] as const) : each));
  return html`<thead>
    <tr>
      ${heads.map(([title, className]) => html`<th scope="col" class=${className}>${title}</th>`)}
    </tr>
  </thead>`;
}
