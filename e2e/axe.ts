// What axe-core finds wrong on a page as it stands, its shadow roots included.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Axe {
  run(): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>;
}

export async function violations(page: Page): Promise<string[]> {
  // Through the debugger, since the page's policy takes no script from elsewhere.
  const found = await page.evaluate(`${axeSource}; axe.run()`);
  const { violations: list } = found as Awaited<ReturnType<Axe['run']>>;
  return list.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`));
}
