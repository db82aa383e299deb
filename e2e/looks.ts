// What everybody must be able to use: each view in both themes, on a wide window and on a phone.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const SIZES = [
  { size: 'wide', viewport: { width: 1360, height: 860 } },
  { size: 'phone', viewport: { width: 390, height: 844 } },
] as const;

interface Found {
  readonly violations: readonly { id: string; nodes: { html: string; failureSummary?: string }[] }[];
}

/**
 * Expects no fault that axe-core can find in what is shown, shadow roots included, and nothing wider than the window. A theme changes
 * colours alone, so that the other one is tried by what depends on them; it stays for what comes next, which is tried whole in it.
 *
 * @param state named where something is wrong
 */
export async function expectNoFaults(page: Page, state: string): Promise<void> {
  expect(await faults(page, {}), state).toEqual([]);
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  await page.emulateMedia({ colorScheme: isDark ? 'light' : 'dark' });
  expect(
    await faults(page, { runOnly: ['color-contrast', 'link-in-text-block'] }),
    `${state}, ${isDark ? 'light' : 'dark'}`,
  ).toEqual([]);
  expect(await wide(page), `${state}: wider than the window`).toEqual([]);
}

async function faults(page: Page, options: object): Promise<string[]> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
  });
  // Through the debugger, since the page's policy takes no script from elsewhere.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const how = JSON.stringify({ ...options, resultTypes: ['violations'], preload: false, iframes: false });
  const { violations } = (await page.evaluate(`axe.run(${how})`)) as Found;
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
  );
}

/** What scrolls sideways: the page, or the view inside its frame. */
function wide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const frame = document.querySelector('nexus-app')?.shadowRoot;
    const views = frame?.querySelectorAll('.view:not([hidden]) > *') ?? [];
    const wider = [...views].filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1);
    const { scrollWidth } = document.documentElement;
    return [...wider.map(({ localName }) => localName), ...(scrollWidth > innerWidth ? ['the page'] : [])];
  });
}
