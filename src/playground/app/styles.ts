// The styles panes share, each an element's `static styles = [base, buttons, …]`. Colours, sizes and spaces come from tokens.css.
import { css } from 'lit';

/** For every element: boxes, headings without margins, focus, what is out of sight, less motion. */
export const base = css`
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  :host {
    font: 400 var(--size-m) / var(--leading) var(--text);
    color: var(--ink);
  }
  :host([hidden]),
  [hidden] {
    display: none !important;
  }
  h1,
  h2,
  h3,
  h4,
  p,
  ul,
  ol,
  dl,
  dd,
  fieldset,
  figure {
    margin: 0;
    padding: 0;
  }
  ul,
  ol {
    list-style: none;
  }
  fieldset {
    border: 0;
    min-width: 0;
  }
  h1 {
    font-size: var(--size-xl);
    line-height: var(--leading-xl);
    font-weight: 600;
    letter-spacing: -0.015em;
    text-wrap: balance;
  }
  h2 {
    font-size: var(--size-l);
    line-height: var(--leading-l);
    font-weight: 600;
    letter-spacing: -0.005em;
  }
  h3,
  h4 {
    font-size: var(--size-m);
    font-weight: 600;
  }
  a {
    color: var(--accent);
    text-underline-offset: 0.2em;
  }
  a:hover {
    color: var(--accent-strong);
  }
  code,
  pre,
  kbd,
  .mono {
    font-family: var(--mono);
    font-size: var(--size-s);
    font-variant-ligatures: none;
  }
  pre {
    margin: 0;
  }
  kbd {
    padding: 0 var(--s1);
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--chrome);
    color: var(--ink-soft);
    font-size: var(--size-xs);
    white-space: nowrap;
  }
  :focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 1px;
  }
  .note {
    color: var(--ink-soft);
    font-size: var(--size-s);
  }
  .faint {
    color: var(--ink-faint);
  }
  .number {
    font-variant-numeric: tabular-nums;
  }
  .icon {
    flex: none;
    vertical-align: middle;
  }
  .visually-hidden:not(:focus):not(:focus-within) {
    position: absolute;
    width: 1px;
    height: 1px;
    margin: 0;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  @media (prefers-reduced-motion: reduce) {
    *,
    *::before,
    *::after {
      animation: none !important;
      transition: none !important;
      scroll-behavior: auto !important;
    }
  }
`;

/** `<button>` quiet, `.primary` for the one thing to do, `.bordered`, `.danger`, `.icon-button` without words, `[aria-pressed]`; `.actions` a row of them. */
export const buttons = css`
  button,
  .button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: var(--s1);
    min-height: 1.75rem;
    margin: 0;
    padding: 0 var(--s2);
    border: 1px solid transparent;
    border-radius: var(--radius);
    background: transparent;
    color: var(--ink);
    font: inherit;
    font-size: var(--size-s);
    line-height: var(--leading);
    text-decoration: none;
    white-space: nowrap;
    cursor: pointer;
    -webkit-tap-highlight-color: transparent;
  }
  button:hover:not(:disabled),
  .button:hover {
    background: var(--hover);
    color: var(--ink);
  }
  button.bordered,
  .button.bordered {
    border-color: var(--line-strong);
    padding: 0 var(--s3);
  }
  button.primary,
  .button.primary {
    padding: 0 var(--s3);
    background: var(--accent);
    color: var(--accent-ink);
    font-weight: 600;
  }
  button.primary:hover:not(:disabled),
  .button.primary:hover {
    background: var(--accent-strong);
    color: var(--accent-ink);
  }
  button.danger {
    border-color: var(--danger);
    color: var(--danger);
  }
  button.icon-button {
    width: 1.75rem;
    padding: 0;
    color: var(--ink-soft);
  }
  button[aria-pressed='true'],
  button[aria-expanded='true'] {
    background: var(--accent-soft);
    color: var(--accent-strong);
  }
  button.link {
    min-height: 0;
    padding: 0;
    color: var(--accent);
    text-decoration: underline;
    text-underline-offset: 0.2em;
  }
  button:disabled {
    color: var(--ink-faint);
    cursor: default;
  }
  button.primary:disabled {
    background: var(--sunken);
    border-color: var(--line);
    color: var(--ink-faint);
  }
  @media (pointer: coarse) {
    button:not(.link),
    .button {
      min-height: 2.5rem;
    }
    button.icon-button {
      width: 2.5rem;
    }
  }
  .actions {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--s2);
  }
  @media (forced-colors: active) {
    button,
    .button {
      border-color: ButtonBorder;
    }
  }
`;

/** Text fields, check boxes, `.field` (a label above its control), `.switch` (a label beside its box). */
export const fields = css`
  input:not([type='checkbox'], [type='radio'], [type='range'], [type='file']),
  textarea,
  select {
    width: 100%;
    min-height: 1.75rem;
    margin: 0;
    padding: var(--s1) var(--s2);
    border: 1px solid var(--line-strong);
    border-radius: var(--radius);
    background: var(--ground);
    color: inherit;
    font: inherit;
    font-size: var(--size-s);
    line-height: var(--leading);
  }
  textarea {
    padding: var(--s2);
    font-family: var(--mono);
    resize: vertical;
  }
  ::placeholder {
    color: var(--ink-faint);
    opacity: 1;
  }
  input:focus-visible,
  textarea:focus-visible,
  select:focus-visible {
    outline-offset: 0;
    border-color: var(--accent);
  }
  [aria-invalid='true'] {
    border-color: var(--danger) !important;
  }
  input[type='checkbox'],
  input[type='radio'] {
    flex: none;
    width: 1rem;
    height: 1rem;
    margin: 0;
    accent-color: var(--accent);
  }
  .field {
    display: grid;
    gap: var(--s1);
    color: var(--ink-soft);
    font-size: var(--size-s);
  }
  .switch {
    display: inline-flex;
    align-items: center;
    gap: var(--s2);
    min-height: 1.75rem;
    font-size: var(--size-s);
    white-space: nowrap;
    cursor: pointer;
  }
  progress {
    width: 100%;
    height: var(--s1);
    accent-color: var(--accent);
  }
  @media (pointer: coarse) {
    input:not([type='checkbox'], [type='radio'], [type='range'], [type='file']),
    textarea,
    select {
      min-height: 2.5rem;
      /* Below 16 px some phones zoom in on a field that is touched. */
      font-size: 1rem;
    }
    .switch {
      min-height: 2.5rem;
    }
  }
`;

/** A real table between hairlines: head stays in sight, figures stand below each other. */
export const tables = css`
  table {
    min-width: 100%;
    border-collapse: separate;
    border-spacing: 0;
    font-size: var(--size-s);
    line-height: var(--leading);
  }
  th,
  td {
    max-width: 34rem;
    padding: var(--s1) var(--s3);
    border-bottom: 1px solid var(--line);
    text-align: start;
    vertical-align: top;
    overflow-wrap: anywhere;
  }
  th {
    position: sticky;
    top: 0;
    z-index: 1;
    background: var(--ground);
    color: var(--ink-soft);
    font-weight: 600;
    white-space: nowrap;
  }
  td {
    font-variant-numeric: tabular-nums;
  }
  th.number,
  td.number {
    text-align: end;
  }
  tbody tr:hover td {
    background: var(--chrome);
  }
`;

/** A page of text and forms with a heading, as schema, learn, help and memory are: one readable column that scrolls. */
export const page = css`
  :host {
    display: block;
    /* What is out of sight by position stays inside, so that the page around never scrolls. */
    position: relative;
    height: 100%;
    overflow: auto;
  }
  .page {
    max-width: 64rem;
    margin: 0 auto;
    padding: var(--s8) var(--s6) var(--s12);
  }
  .page > h1 {
    margin-bottom: var(--s2);
  }
  .lead {
    max-width: 44rem;
    color: var(--ink-soft);
    text-wrap: pretty;
  }
  section + section {
    margin-top: var(--s8);
  }
  @media (max-width: 40rem) {
    .page {
      padding: var(--s5) var(--s4) var(--s8);
    }
  }
`;

/** What went wrong or must be known, beside a line of its colour: `.message`, `.message.danger`, `.message.warning`. */
export const messages = css`
  .message {
    display: grid;
    gap: var(--s2);
    padding: var(--s3) var(--s4);
    border-inline-start: 2px solid var(--accent);
    background: var(--accent-soft);
    overflow-wrap: anywhere;
  }
  .message.warning {
    border-color: var(--warning);
    background: var(--warning-soft);
  }
  .message.danger {
    border-color: var(--danger);
    background: var(--danger-soft);
  }
`;

/** The row above a pane: its title or what can be done in it. */
export const paneHead = css`
  .pane-head {
    display: flex;
    align-items: center;
    gap: var(--s1);
    min-height: 2.5rem;
    padding: 0 var(--s2);
    border-bottom: 1px solid var(--line);
  }
  .pane-head h2 {
    flex: 1;
    padding-inline-start: var(--s2);
    color: var(--ink-soft);
    font-size: var(--size-s);
  }
`;

/** What a `<dialog>` looks like; its width, padding and height are its own. */
export const dialogs = css`
  dialog {
    border: 1px solid var(--line);
    border-radius: calc(2 * var(--radius));
    background: var(--raised);
    color: var(--ink);
    box-shadow: var(--shadow);
  }
  dialog::backdrop {
    background: rgb(0 0 0 / 35%);
  }
`;

/** `<dl class="facts">`: terms beside what is said of them, below each other on a phone. */
export const facts = css`
  .facts {
    display: grid;
    grid-template-columns: 10rem minmax(0, 1fr);
    gap: var(--s2) var(--s4);
  }
  .facts dt {
    color: var(--ink-soft);
    font-size: var(--size-s);
  }
  @media (max-width: 40rem) {
    .facts {
      grid-template-columns: minmax(0, 1fr);
      gap: 0;
    }
    .facts dd {
      margin-bottom: var(--s2);
    }
  }
`;
