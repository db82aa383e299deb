// How the frame is laid out: a bar above on a wide window, a bar above and one below on a phone.
import { css } from 'lit';

export const frameStyles = css`
  :host {
    display: grid;
    grid-template:
      'brand nav state tools' var(--bar)
      'banners banners banners banners' auto
      'view view view view' minmax(0, 1fr) / auto minmax(0, 1fr) auto auto;
    height: 100vh;
    height: 100dvh;
    background: var(--ground);
  }
  header {
    display: contents;
  }
  .skip {
    position: absolute;
    top: -4rem;
    left: var(--s4);
    z-index: 30;
    padding: var(--s2) var(--s4);
    border-radius: var(--radius);
    background: var(--accent);
    color: var(--accent-ink);
  }
  .skip:focus,
  .skip:hover:not(:disabled) {
    background: var(--accent);
    color: var(--accent-ink);
  }
  .skip:focus {
    top: var(--s1);
  }
  .brand,
  nav,
  .state,
  .tools {
    display: flex;
    align-items: center;
    border-bottom: 1px solid var(--line);
    background: var(--chrome);
    font-size: var(--size-s);
  }
  .brand {
    grid-area: brand;
    gap: var(--s2);
    padding: 0 var(--s4);
    color: var(--ink);
    font-size: var(--size-m);
    font-weight: 650;
    letter-spacing: -0.01em;
    text-decoration: none;
    white-space: nowrap;
  }
  .brand .icon {
    color: var(--accent);
  }
  nav {
    grid-area: nav;
    align-items: stretch;
    gap: var(--s1);
    min-width: 0;
  }
  nav a {
    position: relative;
    display: flex;
    align-items: center;
    padding: 0 var(--s3);
    color: var(--ink-soft);
    text-decoration: none;
    white-space: nowrap;
  }
  nav a:hover {
    color: var(--ink);
  }
  nav a .icon {
    display: none;
  }
  nav a[aria-current] {
    color: var(--ink);
    font-weight: 600;
  }
  nav a[aria-current]::after {
    content: '';
    position: absolute;
    inset: auto var(--s3) -1px;
    height: 2px;
    background: var(--accent);
  }
  nav a:focus-visible,
  .brand:focus-visible,
  .state:focus-visible {
    outline-offset: -3px;
  }
  .state {
    grid-area: state;
    gap: var(--s2);
    min-width: 0;
    padding: 0 var(--s3);
    color: var(--ink-soft);
    text-decoration: none;
    white-space: nowrap;
  }
  .state:hover {
    color: var(--ink);
  }
  .state-mark {
    flex: none;
    width: var(--s2);
    height: var(--s2);
    border-radius: 50%;
    background: var(--line-strong);
  }
  .state[data-phase='open'] .state-mark {
    background: var(--accent);
  }
  .state[data-phase='failed'] .state-mark {
    background: var(--danger);
  }
  #memory-line {
    overflow: hidden;
    text-overflow: ellipsis;
    font-variant-numeric: tabular-nums;
  }
  .tools {
    grid-area: tools;
    gap: var(--s1);
    padding-inline-end: var(--s3);
  }
  nexus-banners {
    grid-area: banners;
    min-width: 0;
  }
  main {
    grid-area: view;
    min-width: 0;
    min-height: 0;
  }
  main:focus-visible {
    outline: none;
  }
  .view {
    height: 100%;
  }
  .view > .message {
    margin: var(--s6);
  }

  @media (max-width: 46rem) {
    :host {
      grid-template:
        'brand state tools' var(--bar)
        'banners banners banners' auto
        'view view view' minmax(0, 1fr)
        'nav nav nav' auto / auto minmax(0, 1fr) auto;
    }
    .brand {
      padding-inline-end: var(--s2);
    }
    .brand span {
      display: none;
    }
    .tools .keys {
      display: none;
    }
    nav {
      justify-content: space-around;
      height: calc(3.5rem + env(safe-area-inset-bottom));
      padding-bottom: env(safe-area-inset-bottom);
      border-top: 1px solid var(--line);
      border-bottom: 0;
    }
    nav a {
      flex: 1;
      flex-direction: column;
      justify-content: center;
      gap: 2px;
      padding: 0;
      font-size: var(--size-xs);
      line-height: var(--s4);
    }
    nav a .icon {
      display: block;
    }
    nav a[aria-current] {
      color: var(--accent);
    }
    nav a[aria-current]::after {
      inset: -1px 25% auto;
    }
  }
`;
