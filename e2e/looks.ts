// The looks every view is tried in, and what axe-core finds wrong in the view that is shown. The frame around it has a test of its own.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Both themes, on a wide window and on a phone. */
export const LOOKS = (['light', 'dark'] as const).flatMap((colorScheme) =>
  Object.entries({ wide: { width: 1360, height: 860 }, phone: { width: 390, height: 844 } }).map(
    ([size, viewport]) => ({ name: `${colorScheme}, ${size}`, colorScheme, viewport }),
  ),
);

interface Found {
  readonly violations: readonly { id: string; nodes: { html: string; failureSummary?: string }[] }[];
}

export async function viewViolations(page: Page): Promise<string[]> {
  const run = `${axeSource}; axe.run({ include: [{ fromShadowDom: ['nexus-app', '.view:not([hidden])'] }] })`;
  // Through the debugger, since the page's policy takes no script from elsewhere.
  const { violations } = (await page.evaluate(run)) as Found;
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
  );
}
