// How the work view is laid out: panes side by side or one above the other on a wide window, pages on a phone.
import { css } from 'lit';

export const workStyles = css`
  :host {
    display: grid;
    grid-template-rows: auto minmax(0, 1fr) auto;
    height: 100%;
    min-width: 0;
    background: var(--ground);
  }
  .panes {
    display: grid;
    grid-template: 'edit line result' minmax(0, 1fr) / calc(var(--edit) * 1%) 1px minmax(0, 1fr);
    min-height: 0;
  }
  .panes.sided {
    grid-template: 'edit line result line2 side' minmax(0, 1fr) / calc(var(--edit) * 1%) 1px minmax(0, 1fr) 1px calc(
        var(--side) * 1%
      );
  }
  .panes.above {
    grid-template:
      'edit' calc(var(--edit) * 1%)
      'line' 1px
      'result' minmax(0, 1fr) / minmax(0, 1fr);
  }
  .panes.above.sided {
    grid-template:
      'edit line2 side' calc(var(--edit) * 1%)
      'line line2 side' 1px
      'result line2 side' minmax(0, 1fr) / minmax(0, 1fr) 1px calc(var(--side) * 1%);
  }
  .pane {
    display: grid;
    min-width: 0;
    min-height: 0;
    outline: none;
  }
  .edit {
    grid-area: edit;
    grid-template-rows: auto minmax(0, 1fr);
  }
  .result {
    grid-area: result;
  }
  .side {
    grid-area: side;
  }
  .line {
    grid-area: line;
  }
  .line2 {
    grid-area: line2;
  }
  .toolbar {
    display: flex;
    align-items: center;
    gap: var(--s1);
    min-height: 2.5rem;
    padding: 0 var(--s2);
    border-bottom: 1px solid var(--line);
  }
  .toolbar .go {
    min-width: 5.5rem;
    padding-inline: var(--s2);
  }
  .toolbar .go .icon {
    width: 16px;
    height: 16px;
  }
  .toolbar .switch {
    padding: 0 var(--s2);
    color: var(--ink-soft);
  }
  .toolbar .space {
    flex: 1;
  }
  .inspected {
    grid-template-rows: auto minmax(0, 1fr);
  }
  .inspected header {
    display: flex;
    align-items: center;
    justify-content: space-between;
    min-height: 2.5rem;
    padding: 0 var(--s2) 0 var(--s4);
    border-bottom: 1px solid var(--line);
  }
  .inspected header h2 {
    font-size: var(--size-s);
    color: var(--ink-soft);
  }
  .inspected kip-inspector {
    min-height: 0;
    overflow: auto;
  }
  .pages {
    display: none;
  }

  /* Where there is no room for the words of switches beside the editor, they are in the menu. */
  .edit {
    container-type: inline-size;
  }
  @container (max-width: 27rem) {
    .toolbar .switch {
      display: none;
    }
  }

  @media (max-width: 46rem) {
    .panes,
    .panes.sided,
    .panes.above,
    .panes.above.sided {
      grid-template: 'page' minmax(0, 1fr) / minmax(0, 1fr);
    }
    .pane {
      grid-area: page;
    }
    .line,
    .line2,
    .panes:not(.page-command) > .edit,
    .panes:not(.page-result) > .result,
    .panes:not(.page-side) > .side {
      display: none;
    }
    .pages {
      display: flex;
      border-top: 1px solid var(--line);
      background: var(--chrome);
    }
    .pages button {
      flex: 1;
      border-radius: 0;
      color: var(--ink-soft);
    }
    .pages button[aria-pressed='true'] {
      background: var(--ground);
      color: var(--ink);
      font-weight: 600;
      box-shadow: inset 0 2px var(--accent);
    }
  }
`;
