import { css } from 'lit';

export const graphStyle = css`
  :host {
    display: flex;
    flex-direction: column;
    min-height: 0;
    height: 100%;
  }
  .words {
    margin: 0;
    padding: var(--s4);
    max-width: 60ch;
  }
  .bar {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--s1);
    padding: var(--s1) var(--s3);
    border-bottom: 1px solid var(--line);
  }
  .amount {
    margin: 0 var(--s2) 0 0;
    color: var(--ink-soft);
  }
  .gap {
    flex: 1;
  }
  .square {
    width: 1.75rem;
    padding: 0;
    font-size: 1.1em;
  }
  .bar button[aria-pressed='true'] {
    background: var(--accent-soft);
    color: var(--accent-strong);
  }
  .drawing {
    position: relative;
    flex: 1;
    display: flex;
    flex-direction: column;
    min-height: 0;
  }
  .stage {
    position: relative;
    flex: 1;
    min-height: 14rem;
    overflow: hidden;
    touch-action: none;
    cursor: grab;
    user-select: none;
    background: var(--ground);
    forced-color-adjust: none;
  }
  .stage.pointing {
    cursor: pointer;
  }
  .stage:active {
    cursor: grabbing;
  }
  .stage:focus-visible {
    outline-offset: -2px;
  }
  .stage canvas {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
  }
  .stage canvas.back {
    opacity: 0.22;
  }
  .progress {
    position: absolute;
    inset-block-start: var(--s2);
    inset-inline-start: var(--s3);
    padding: 0 var(--s2);
    border-radius: 1em;
    background: var(--raised);
    color: var(--ink-soft);
    font-size: var(--size-xs);
    font-variant-numeric: tabular-nums;
    pointer-events: none;
  }
  .legend {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s1);
    max-height: 6.5rem;
    padding: var(--s2) var(--s3);
    overflow: auto;
    border-top: 1px solid var(--line);
    background: var(--chrome);
  }
  .kind {
    display: inline-flex;
    align-items: center;
    gap: 0.35em;
    min-height: 1.5rem;
    padding: 0 0.55em 0 0.35em;
    border: 1px solid var(--line);
    border-radius: 1em;
    background: var(--ground);
    font-size: var(--size-xs);
  }
  .kind .label {
    max-width: 14em;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .kind .count {
    color: var(--ink-soft);
    font-variant-numeric: tabular-nums;
  }
  .kind[aria-pressed='false'] {
    background: none;
    border-style: dashed;
  }
  .kind[aria-pressed='false'] .label {
    text-decoration: line-through;
    color: var(--ink-soft);
  }
  .swatch {
    width: 1rem;
    height: 1rem;
  }
  .kind[aria-pressed='false'] .swatch {
    opacity: 0.35;
  }
  .line-swatch {
    width: 0.9rem;
    border-top: 2px solid var(--line-strong);
  }
  .tables {
    flex: 1;
    min-height: 0;
    overflow: auto;
    padding: var(--s3);
  }
  table {
    border-collapse: collapse;
    width: 100%;
    max-width: 60rem;
    margin-bottom: var(--s6);
  }
  caption {
    padding-bottom: var(--s2);
    font-weight: 600;
    text-align: start;
  }
  th,
  td {
    padding: 0.3rem var(--s3) 0.3rem 0;
    border-bottom: 1px solid var(--line);
    text-align: start;
    vertical-align: top;
    overflow-wrap: anywhere;
  }
  .numeric {
    text-align: end;
  }
  td .plain-link {
    white-space: normal;
    text-align: start;
  }
  @media (max-width: 40rem) {
    .legend {
      flex-wrap: nowrap;
      overflow-x: auto;
    }
    .kind {
      flex: none;
    }
  }
`;
