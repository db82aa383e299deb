// The content of the graph for those who do not see it, or want to search in it: its concepts, and its links in words.
import { html } from 'lit';
import { isLink } from '../../../protocol/elements.ts';
import { tableHead } from '../../app/table-head.ts';
import { number } from '../words.ts';
import type { GraphModel } from './model.ts';

export function graphTable({ nodes, links, elements, linksAt }: GraphModel, inspect: (id: string) => void) {
  const name = (id: string): string => {
    const element = elements.get(id);
    if (!element) return id;
    return isLink(element) ? `(${name(element.subject)} ${element.predicate} ${name(element.object)})` : element.name;
  };
  const open = (id: string, text: string) =>
    html`<button type="button" class="plain-link" @click=${() => inspect(id)}>${text}</button>`;
  return html`
    <div class="tables" tabindex="0" role="region" aria-label="The graph as tables">
      <table>
        <caption>
          Concepts
        </caption>
        ${tableHead(['Type', 'Name', ['Links here', 'numeric']])}
        <tbody>
          ${nodes.map((node, index) =>
            node.kind === 'middle'
              ? ''
              : html`<tr>
                  <td>${node.type}</td>
                  <td>${open(node.id, node.label)}</td>
                  <td class="numeric">${number(linksAt[index]!.length)}</td>
                </tr>`,
          )}
        </tbody>
      </table>
      <table>
        <caption>
          Links
        </caption>
        ${tableHead(['Subject', 'Predicate', 'Object'])}
        <tbody>
          ${links.map(({ id, predicate }) => {
            const link = elements.get(id)!;
            return isLink(link)
              ? html`<tr>
                  <td>${name(link.subject)}</td>
                  <td>${open(id, predicate)}</td>
                  <td>${name(link.object)}</td>
                </tr>`
              : '';
          })}
        </tbody>
      </table>
    </div>
  `;
}
