// How the schema view is laid out.
import { css } from 'lit';

export const schemaStyles = css`
  .tools {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--s2) var(--s4);
    margin: var(--s6) 0;
  }
  .tools input {
    max-width: 22rem;
  }
  section h2 {
    margin-bottom: var(--s2);
  }
  .entries {
    border-top: 1px solid var(--line);
  }
  details {
    border-bottom: 1px solid var(--line);
  }
  summary {
    display: grid;
    grid-template-columns: 1rem 12rem minmax(0, 1fr) 4rem;
    gap: var(--s2);
    align-items: baseline;
    padding: var(--s2) var(--s1);
    cursor: pointer;
    list-style: none;
  }
  summary::-webkit-details-marker {
    display: none;
  }
  summary::before {
    content: '▸';
    color: var(--ink-faint);
  }
  details[open] summary::before {
    content: '▾';
  }
  summary:hover {
    background: var(--hover);
  }
  summary .name {
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  summary .about {
    overflow: hidden;
    color: var(--ink-soft);
    font-size: var(--size-s);
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  summary .number {
    text-align: end;
  }
  details[open] .about {
    visibility: hidden;
  }
  .inside {
    display: grid;
    gap: var(--s3);
    padding: var(--s1) 0 var(--s4) calc(1rem + var(--s3));
  }
  .links {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s1) var(--s6);
    font-size: var(--size-s);
  }
  .scroller {
    max-width: 100%;
    overflow: auto;
    border: 1px solid var(--line);
    border-radius: var(--radius);
  }
  /* What has no room is scrolled to; words stay whole. */
  .scroller :is(td, th) {
    overflow-wrap: normal;
  }
  td:last-child {
    min-width: 12rem;
  }
  .matrix {
    margin-top: 0;
  }
  .matrix th[scope='row'] {
    position: sticky;
    inset-inline-start: 0;
    border-inline-end: 1px solid var(--line);
  }
  .matrix td:last-child {
    min-width: 0;
  }
  .link-count {
    display: block;
    white-space: nowrap;
    font-size: var(--size-s);
  }
  @media (max-width: 46rem) {
    summary {
      grid-template-columns: 1rem minmax(0, 1fr) auto;
    }
    summary .about {
      display: none;
    }
    .inside {
      padding-inline-start: 0;
    }
  }
`;
