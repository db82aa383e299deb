// KIP as it is read, not edited: coloured text in a box that scrolls. Cut into tokens by their look alone, so that it needs no parser;
// where that errs, a word has the wrong colour and nothing else happens.
import { css, html, LitElement, type TemplateResult, unsafeCSS } from 'lit';
import { colors } from '../../editor/colors.ts';
import { base } from '../app/styles.ts';

const TOKEN =
  /(?<comment>\/\/[^\n]*)|(?<string>"(?:\\.|[^"\\\n])*"?)|(?<variable>\?[A-Za-z_]\w*)|(?<parameter>(?<=[\s(,[]):[A-Za-z_]\w*)|(?<statement>\b(?:FIND|UPSERT|UPDATE|DELETE|MERGE|DESCRIBE|SEARCH|EXPORT)\b)|(?<keyword>\b[A-Z][A-Z_]+\b)|(?<number>-?\b\d+(?:\.\d+)?\b)/g;

interface Token {
  readonly kind: string;
  readonly text: string;
}

function tokens(text: string): Token[] {
  const found: Token[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    if (match.index > end) found.push({ kind: '', text: text.slice(end, match.index) });
    const [kind] = Object.entries(match.groups!).find(([, value]) => value !== undefined)!;
    found.push({ kind, text: match[0] });
    end = match.index + match[0].length;
  }
  if (end < text.length) found.push({ kind: '', text: text.slice(end) });
  return found;
}

export class KipCode extends LitElement {
  static override properties = { text: { attribute: false }, label: { attribute: false } };
  static override styles = [
    base,
    css`
      :host {
        display: block;
        min-width: 0;
      }
      pre {
        max-height: var(--kip-code-height, none);
        overflow: auto;
        padding: var(--s3) var(--s4);
        border: 1px solid var(--line);
        border-radius: var(--radius);
        background: var(--sunken);
        line-height: var(--leading);
        tab-size: 2;
      }
      .statement {
        color: ${unsafeCSS(colors.statement)};
        font-weight: 600;
      }
      .keyword {
        color: ${unsafeCSS(colors.keyword)};
      }
      .string {
        color: ${unsafeCSS(colors.string)};
      }
      .number {
        color: ${unsafeCSS(colors.number)};
      }
      .parameter {
        color: ${unsafeCSS(colors.parameter)};
      }
      .variable {
        color: ${unsafeCSS(colors.variable)};
        white-space: nowrap;
      }
      .comment {
        color: ${unsafeCSS(colors.comment)};
        font-style: italic;
      }
      @media (max-width: 40rem) {
        pre {
          white-space: pre-wrap;
          overflow-wrap: anywhere;
        }
      }
    `,
  ];
  declare text: string;
  /** What the text is, for screen readers. */
  declare label: string;

  constructor() {
    super();
    this.text = '';
    this.label = 'KIP';
  }

  protected override render(): TemplateResult {
    return html`<pre tabindex="0" role="region" aria-label=${this.label}><code>${tokens(this.text).map(
      ({ kind, text }) => (kind === '' ? text : html`<span class=${kind}>${text}</span>`),
    )}</code></pre>`;
  }
}

if (!customElements.get('kip-code')) customElements.define('kip-code', KipCode);

declare global {
  interface HTMLElementTagNameMap {
    'kip-code': KipCode;
  }
}
