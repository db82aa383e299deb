// Line drawings of 20 by 20, in the colour of the text beside them. They repeat what words say, so no screen reader hears of them.
import { svg, type SVGTemplateResult, html, type TemplateResult } from 'lit';

const PATHS = {
  mark: svg`<path d="M5 5.5 15 5M5 5.5 8.5 15M15 5 8.5 15M15 5l1 9M8.5 15l7.5-1" /><circle cx="5" cy="5.5" r="1.8" /><circle cx="15" cy="5" r="1.6" /><circle cx="8.5" cy="15" r="2" /><circle cx="16" cy="14" r="1.4" />`,
  work: svg`<path d="m4 6 4 4-4 4M10 15h6" />`,
  schema: svg`<circle cx="5" cy="10" r="2.2" /><circle cx="15" cy="5" r="2.2" /><circle cx="15" cy="15" r="2.2" /><path d="M7 9 13 6M7 11l6 3" />`,
  learn: svg`<path d="M10 5.5C8 4 5.5 4 3 4.5v11c2.5-.5 5-.5 7 1 2-1.5 4.5-1.5 7-1v-11c-2.5-.5-5-.5-7 1ZM10 5.500v11" />`,
  memory: svg`<ellipse cx="10" cy="5" rx="6" ry="2.2" /><path d="M4 5v10c0 1.2 2.7 2.2 6 2.200s6-1 6-2.200V5M4 10c0 1.2 2.7 2.2 6 2.200s6-1 6-2.2" />`,
  help: svg`<circle cx="10" cy="10" r="7" /><path d="M8 8c.2-2.5 4-2.5 4 0 0 1.5-2 1.6-2 3.200M10 13.800v.1" />`,
  system: svg`<circle cx="10" cy="10" r="6.5" /><path d="M10 3.500v13a6.5 6.5 0 0 0 0-13Z" fill="currentColor" />`,
  light: svg`<circle cx="10" cy="10" r="3.2" /><path d="M10 2.500v2M10 15.500v2M2.5 10h2M15.5 10h2M4.7 4.700l1.4 1.400M13.9 13.900l1.4 1.400M4.7 15.300l1.4-1.400M13.9 6.100l1.4-1.4" />`,
  dark: svg`<path d="M16 12A6.5 6.5 0 0 1 8 4a6.5 6.5 0 1 0 8 8Z" />`,
  keys: svg`<rect x="2.5" y="5" width="15" height="10" rx="1.5" /><path d="M5.5 8h.1M8.5 8h.1M11.5 8h.1M14.5 8h.1M6.5 12h7" />`,
  run: svg`<path d="M6 4.500v11l9-5.500Z" fill="currentColor" />`,
  stop: svg`<rect x="5" y="5" width="10" height="10" rx="1" fill="currentColor" />`,
  add: svg`<path d="M10 4.500v11M4.5 10h11" />`,
  close: svg`<path d="m5.5 5.5 9 9M14.5 5.500l-9 9" />`,
  down: svg`<path d="m5.5 8 4.5 4.500L14.5 8" />`,
  history: svg`<path d="M4 5v3.500h3.500M4.3 8.500A6.2 6.2 0 1 1 4 11.500M10 7v3.500l2.5 1.5" />`,
  share: svg`<path d="M10 12.500v-9M6.5 6.500 10 3l3.5 3.500M5 10v6.500h10V10" />`,
  save: svg`<path d="M6 3.500h8v13l-4-3-4 3Z" />`,
  layout: svg`<rect x="3" y="4" width="14" height="12" rx="1" /><path d="M10 4v12" />`,
  back: svg`<path d="M11.5 5 6.5 10l5 5" />`,
} satisfies Record<string, SVGTemplateResult>;

export type IconName = keyof typeof PATHS;

export function icon(name: IconName): TemplateResult {
  return html`<svg
    class="icon"
    viewBox="0 0 20 20"
    width="20"
    height="20"
    fill="none"
    stroke="currentColor"
    stroke-width="1.5"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    ${PATHS[name]}
  </svg>`;
}
