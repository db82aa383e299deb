import { css } from 'lit';

export const tableStyle = css`
  :host {
    min-height: 0;
  }
  .scroller {
    height: 100%;
    overflow: auto;
    overscroll-behavior: contain;
  }
  .nothing {
    margin: 0;
    padding: var(--s4);
  }
  table {
    table-layout: fixed;
    border-collapse: separate;
    border-spacing: 0;
  }
  th,
  td {
    position: relative;
    padding: 0.3rem var(--s3);
    border-bottom: 1px solid var(--line);
    vertical-align: top;
    text-align: start;
    overflow-wrap: anywhere;
    white-space: pre-line;
  }
  td {
    scroll-margin: 2.5rem 1rem 1rem 5rem;
  }
  td.numeric {
    text-align: end;
  }
  thead th {
    position: sticky;
    top: 0;
    z-index: 2;
    padding: 0;
    background: var(--chrome);
    border-bottom: 1px solid var(--line-strong);
  }
  thead button {
    display: flex;
    align-items: center;
    gap: 0.4em;
    width: 100%;
    min-height: 2rem;
    padding: 0 var(--s3);
    border-radius: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    font-family: var(--mono);
    font-size: var(--size-xs);
    font-weight: 600;
    text-align: start;
  }
  .arrow::after {
    content: '';
    display: inline-block;
    width: 1em;
  }
  [aria-sort='ascending'] .arrow::after {
    content: '▲';
    color: var(--accent);
  }
  [aria-sort='descending'] .arrow::after {
    content: '▼';
    color: var(--accent);
  }
  .position {
    position: sticky;
    inset-inline-start: 0;
    z-index: 1;
    padding: 0;
    background: var(--chrome);
    border-inline-end: 1px solid var(--line);
    font-weight: normal;
  }
  thead .position {
    z-index: 3;
  }
  .position button {
    width: 100%;
    border-radius: 0;
    padding: 0 var(--s2);
    color: var(--ink-faint);
    font-size: var(--size-xs);
    text-align: end;
    font-variant-numeric: tabular-nums;
  }
  tbody tr:hover > * {
    background: var(--chrome);
  }
  td:focus-visible,
  th button:focus-visible {
    outline-offset: -2px;
  }
  button.structure {
    display: block;
    max-width: 100%;
    min-height: 0;
    padding: 0 0.3em;
    overflow: hidden;
    text-overflow: ellipsis;
    text-align: start;
    white-space: nowrap;
    color: var(--ink-soft);
    background: var(--sunken);
  }
  button.structure::before {
    content: '▸ ';
  }
  button.structure[aria-expanded='true']::before {
    content: '▾ ';
  }
  td kip-json {
    margin-top: var(--s1);
    max-height: 20rem;
    overflow: auto;
  }
  .copy {
    position: absolute;
    inset-block-start: 0.15rem;
    inset-inline-end: 0.25rem;
    min-height: 1.4rem;
    padding: 0 0.4rem;
    border: 1px solid var(--line-strong);
    background: var(--raised);
    font-size: var(--size-xs);
  }
  @media (hover: none) {
    .copy {
      display: none;
    }
  }
`;
