// How the learning view is laid out.
import { css } from 'lit';

export const learnStyles = css`
  .page {
    max-width: 72rem;
  }
  .intro {
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    gap: var(--s8);
    margin-bottom: var(--s8);
  }
  .lead p + p {
    margin-top: var(--s3);
  }
  section h2 {
    margin-bottom: var(--s3);
  }

  figure svg {
    display: block;
    width: 100%;
    max-height: 13rem;
    margin-top: calc(-1 * var(--s6));
  }
  figure .node rect {
    fill: var(--ground);
    stroke: var(--line-strong);
    stroke-width: 1.5;
  }
  figure .series-1 rect {
    stroke: var(--series-1);
  }
  figure .series-2 rect {
    stroke: var(--series-2);
  }
  figure .series-3 rect {
    stroke: var(--series-3);
  }
  figure text {
    fill: var(--ink);
    font-family: var(--text);
    font-size: 13px;
    text-anchor: middle;
  }
  figure .type {
    fill: var(--ink-soft);
    font-size: 11px;
  }
  figure .name {
    font-weight: 600;
  }
  figure .predicate {
    fill: var(--accent);
    font-family: var(--mono);
    font-size: 12px;
  }
  figure .start {
    text-anchor: start;
  }
  figure .metadata {
    fill: var(--ink-faint);
    font-size: 12px;
  }
  figure .line {
    fill: none;
    stroke: var(--line-strong);
    stroke-width: 1.5;
  }
  figure marker path,
  figure .joint {
    fill: var(--line-strong);
  }
  figcaption {
    margin-top: var(--s2);
  }

  .tour {
    display: grid;
    grid-template-columns: 15rem minmax(0, 1fr);
    border: 1px solid var(--line);
    border-radius: var(--radius);
  }
  .contents {
    padding: var(--s4) 0;
    border-inline-end: 1px solid var(--line);
    background: var(--chrome);
  }
  .contents h3,
  .contents .note {
    padding: 0 var(--s4);
  }
  .contents ol {
    margin: var(--s1) 0 var(--s4);
  }
  .contents a {
    position: relative;
    display: block;
    padding: var(--s1) var(--s4) var(--s1) var(--s8);
    color: var(--ink-soft);
    font-size: var(--size-s);
    text-decoration: none;
  }
  .contents a:hover {
    background: var(--hover);
    color: var(--ink);
  }
  .contents a::before {
    content: '';
    position: absolute;
    inset-inline-start: var(--s4);
    top: 0.7rem;
    width: 0.4rem;
    height: 0.4rem;
    border: 1px solid var(--line-strong);
    border-radius: 50%;
  }
  .contents a[data-done='true']::before {
    border-color: var(--accent);
    background: var(--accent);
  }
  .contents a[aria-current] {
    background: var(--accent-soft);
    color: var(--ink);
    font-weight: 600;
  }
  .chooser {
    display: none;
  }
  .step {
    display: grid;
    gap: var(--s2);
    align-content: start;
    min-width: 0;
    min-height: 34rem;
    padding: var(--s4) var(--s6) var(--s6);
  }
  #step-title {
    font-size: var(--size-l);
    line-height: var(--leading-l);
    outline: none;
  }
  .steps {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--s2) var(--s4);
    margin-top: var(--s4);
  }

  .worlds {
    display: grid;
    gap: var(--s6);
    margin-top: var(--s4);
  }
  .world {
    display: grid;
    gap: var(--s2);
    padding: var(--s4) var(--s6);
    border: 1px solid var(--line);
    border-radius: var(--radius);
  }
  details {
    border-top: 1px solid var(--line);
  }
  summary {
    padding: var(--s2) 0;
    cursor: pointer;
    font-size: var(--size-m);
  }
  details[open] summary {
    font-weight: 600;
  }
  details kip-lesson {
    padding: 0 0 var(--s4) var(--s4);
  }

  @media (max-width: 60rem) {
    .intro {
      grid-template-columns: minmax(0, 1fr);
      gap: var(--s4);
    }
    figure svg {
      margin-top: 0;
    }
    .tour {
      grid-template-columns: minmax(0, 1fr);
      border: 0;
    }
    .contents {
      display: none;
    }
    .chooser {
      display: grid;
    }
    .step {
      min-height: 0;
      padding: var(--s4) 0;
    }
    .step > .note {
      display: none;
    }
    .world {
      padding: var(--s4);
    }
    details kip-lesson {
      padding-inline-start: 0;
    }
  }
`;
