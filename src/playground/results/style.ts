// What the views of results have in common. Colours, sizes and spaces come from the page's tokens (app/tokens.css).
import { css } from 'lit';

export const base = css`
  :host {
    display: block;
    font-family: var(--text);
    font-size: var(--size-s);
    line-height: var(--leading);
    color: var(--ink);
  }
  :host([hidden]),
  [hidden] {
    display: none !important;
  }
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  button,
  input,
  select,
  textarea {
    font: inherit;
    color: inherit;
  }
  button {
    min-height: 1.75rem;
    padding: 0 var(--s2);
    border: 1px solid transparent;
    border-radius: var(--radius);
    background: none;
    cursor: pointer;
    white-space: nowrap;
  }
  button:hover:not(:disabled) {
    background: var(--hover);
  }
  button:disabled {
    color: var(--ink-faint);
    cursor: default;
    opacity: 0.6;
  }
  button.outlined {
    border-color: var(--line-strong);
  }
  input {
    accent-color: var(--accent);
  }
  button.primary {
    font-weight: 600;
    background: var(--accent);
    color: var(--accent-ink);
  }
  button.primary:hover:not(:disabled) {
    background: var(--accent-strong);
  }
  button.danger {
    color: var(--danger);
  }
  button.plain-link {
    min-height: 0;
    padding: 0;
    color: var(--accent);
    text-decoration: underline;
    text-underline-offset: 0.15em;
  }
  input,
  select,
  textarea {
    min-height: 1.75rem;
    padding: 0.2rem var(--s2);
    border: 1px solid var(--line-strong);
    border-radius: var(--radius);
    background: var(--ground);
  }
  :focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 1px;
  }
  code,
  pre,
  .mono {
    font-family: var(--mono);
    font-size: var(--size-xs);
  }
  .note {
    color: var(--ink-soft);
  }
  .word {
    color: var(--word);
  }
  .number {
    color: var(--number);
    font-variant-numeric: tabular-nums;
  }
  .hidden-label {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`;

/** An element of the memory as a button: its type small, its name plain. */
export const chip = css`
  button.chip {
    display: inline-flex;
    align-items: baseline;
    gap: 0.4em;
    max-width: 100%;
    min-height: 0;
    padding: 0 0.45em;
    border: 1px solid var(--line);
    border-radius: 1em;
    background: var(--chrome);
    text-align: start;
  }
  button.chip:hover {
    border-color: var(--accent);
    background: var(--accent-soft);
  }
  .chip .type {
    flex: none;
    max-width: 12em;
    overflow: hidden;
    text-overflow: ellipsis;
    color: var(--ink-soft);
    font-size: var(--size-xs);
  }
  .chip .name {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;
