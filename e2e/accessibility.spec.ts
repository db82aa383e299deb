import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { DEFINE_DRUG, upsertDrug } from './commands.ts';
import { expect, test } from './fixtures.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Axe {
  run(): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>;
}

/** What axe-core finds wrong on the page as it stands. */
async function violations(page: Page): Promise<string[]> {
  // Through the debugger, since the page's policy takes no script from elsewhere.
  const found = await page.evaluate(`${axeSource}; axe.run()`);
  const { violations: list } = found as Awaited<ReturnType<Axe['run']>>;
  return list.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`));
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [size, viewport] of Object.entries({
    wide: { width: 1360, height: 860 },
    phone: { width: 390, height: 844 },
  })) {
    test.describe(`the page, ${colorScheme}, ${size}`, () => {
      test.use({ colorScheme, viewport });

      test('has no accessibility fault in any state, and never scrolls sideways', async ({ nexus, page }, testInfo) => {
        const check = async (state: string) => {
          await page.screenshot({ path: testInfo.outputPath(`${state}.png`), fullPage: true });
          expect(await violations(page), state).toEqual([]);
          expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), state).toBe(true);
        };
        await nexus.open();
        await check('first visit');
        await nexus.runWell(DEFINE_DRUG);
        await nexus.runWell(upsertDrug('Aspirin'));
        await nexus.runWell('FIND(?d, ?d.name) WHERE { ?d {type: "Drug"} }', { parameters: '{}' });
        await check('table');
        await nexus.view('JSON');
        await check('JSON');
        await nexus.run('FIND(?d) WHERE { ?d {type: "Drgu"} }');
        await check('error');
      });
    });
  }
}

test('everything can be reached and worked by the keyboard', async ({ nexus, page }) => {
  await nexus.open();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the command' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(nexus.command).toBeFocused();
  await page.keyboard.type('DESCRIBE PRIMER');
  await page.keyboard.press('Control+Enter');
  await expect(nexus.status).toContainText(' ms');
  const names: string[] = [];
  for (let step = 0; step < 16; step++) {
    await page.keyboard.press('Tab');
    names.push(
      await page.evaluate(() => {
        const element = document.activeElement as HTMLElement & { labels?: NodeListOf<HTMLLabelElement> };
        return element.labels?.[0]?.textContent?.trim() ?? element.ariaLabel ?? element.textContent?.trim() ?? '';
      }),
    );
  }
  for (const name of ['Parameters', 'Run', 'Read only', 'Dry run', 'What is in here?', 'Table', 'Import a capsule …']) {
    expect(names).toContain(name);
  }
});
