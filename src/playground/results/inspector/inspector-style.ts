import { css } from 'lit';

export const inspectorStyle = css`
  :host {
    height: 100%;
    min-height: 0;
    overflow: auto;
  }
  .empty {
    margin: 0;
    padding: var(--s4);
  }
  nav {
    position: sticky;
    top: 0;
    z-index: 1;
    display: flex;
    align-items: center;
    gap: var(--s1);
    padding: var(--s1) var(--s2);
    border-bottom: 1px solid var(--line);
    background: var(--ground);
  }
  .gap {
    flex: 1;
  }
  header,
  section,
  .definition,
  footer {
    margin: 0;
    padding: var(--s3) var(--s4);
  }
  section {
    border-top: 1px solid var(--line);
  }
  header p,
  h2,
  h3 {
    margin: 0;
  }
  header .type {
    color: var(--ink-soft);
    font-size: var(--size-xs);
  }
  h2 {
    font-size: var(--size-l);
    line-height: var(--leading-l);
    overflow-wrap: anywhere;
  }
  h3 {
    font-size: var(--size-s);
  }
  .triple {
    display: flex;
    flex-direction: column;
    align-items: start;
    margin-block: var(--s2);
  }
  .definition {
    padding-top: 0;
  }
  .head {
    display: flex;
    align-items: center;
    justify-content: space-between;
    margin-bottom: var(--s1);
  }
  .head h3 .note {
    font-weight: normal;
  }
  section > p {
    margin: 0;
  }
  dl,
  dd {
    margin: 0;
  }
  .pair {
    position: relative;
    padding: var(--s1) 0;
  }
  dt {
    color: var(--ink-soft);
    font-family: var(--mono);
    font-size: var(--size-xs);
    overflow-wrap: anywhere;
  }
  dd {
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  kip-json {
    max-height: 22rem;
    overflow: auto;
    white-space: normal;
  }
  .tools {
    display: flex;
    gap: var(--s1);
    font-size: var(--size-xs);
    white-space: nowrap;
  }
  .tools button {
    min-height: 1.5rem;
    padding: 0 var(--s1);
    color: var(--accent);
  }
  .pair .tools {
    position: absolute;
    inset-block-start: 0;
    inset-inline-end: 0;
  }
  @media (hover: hover) {
    .tools {
      opacity: 0;
    }
    .pair:hover .tools,
    li:hover > .tools,
    .tools:focus-within {
      opacity: 1;
    }
    .pair .tools {
      background: var(--ground);
    }
  }
  ul {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .group {
    display: flex;
    align-items: baseline;
    gap: 0.5em;
    width: 100%;
    padding: 0 var(--s1);
  }
  .group .arrow {
    color: var(--ink-soft);
  }
  .group .predicate {
    overflow: hidden;
    text-overflow: ellipsis;
    font-family: var(--mono);
    font-size: var(--size-xs);
  }
  .rows {
    padding-inline-start: 1.6em;
  }
  .rows li {
    display: flex;
    align-items: center;
    gap: var(--s2);
    min-width: 0;
    padding: 0.1rem 0;
  }
  .rows .chip {
    min-width: 0;
  }
  .more {
    margin-inline-start: 1.9em;
  }
  footer {
    display: flex;
    flex-wrap: wrap;
    border-top: 1px solid var(--line);
  }
`;

export const editStyle = css`
  form {
    display: grid;
    gap: var(--s2);
    margin: 0 var(--s4) var(--s3);
    padding: var(--s3);
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--chrome);
  }
  label {
    display: grid;
    gap: 0.15rem;
    color: var(--ink-soft);
  }
  fieldset {
    display: flex;
    gap: var(--s3);
    margin: 0;
    padding: 0;
    border: 0;
  }
  legend {
    float: left;
    padding: 0;
    color: var(--ink-soft);
  }
  fieldset label {
    display: flex;
    align-items: center;
    gap: 0.3em;
  }
  fieldset input {
    min-height: 0;
  }
  textarea {
    resize: vertical;
    font-family: var(--mono);
    font-size: var(--size-xs);
  }
  input[readonly] {
    border-color: transparent;
    background: none;
    color: var(--ink);
  }
  pre {
    margin: 0;
    padding: var(--s2);
    overflow: auto;
    border-radius: var(--radius);
    background: var(--sunken);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  p {
    margin: 0;
  }
  .buttons {
    display: flex;
    gap: var(--s2);
  }
  .targets {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s1);
  }
  .chip[aria-pressed='true'] {
    border-color: var(--accent);
    background: var(--accent-soft);
  }
`;
