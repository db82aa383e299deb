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
  .pages {
    display: none;
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
    /* A first visitor finds below the statement what it is. */
    .panes.untouched.page-command {
      grid-template: 'page' auto 'welcome' minmax(0, 1fr) / minmax(0, 1fr);
    }
    .panes.untouched.page-command > .result {
      display: grid;
      grid-area: welcome;
      border-top: 1px solid var(--line);
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
