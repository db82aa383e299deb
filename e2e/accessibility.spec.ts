import { DEFINE_DRUG, upsertDrug } from './commands.ts';
import { expect, test } from './fixtures.ts';
import { expectNoFaults, SIZES } from './looks.ts';

for (const { size, viewport } of SIZES) {
  test.describe(`the work view, ${size}`, () => {
    test.use({ viewport });

    test('has no accessibility fault in any state, and never scrolls sideways', async ({ nexus, page }) => {
      const check = (state: string) => expectNoFaults(page, state);
      const phone = size === 'phone';
      const show = async (pane: 'Command' | 'Result') => {
        if (phone) await page.getByRole('group', { name: 'Panes' }).getByRole('button', { name: pane }).click();
      };
      const run = async (command: string) => {
        await show('Command');
        await nexus.write(nexus.command, command);
        await nexus.command.press('Control+Enter');
        await nexus.settled();
      };
      await nexus.open();
      await check('first visit');
      await show('Result');
      await check('welcome');
      await run(DEFINE_DRUG);
      await check('preview');
      await nexus.doIt.click();
      await expect(nexus.results).toBeVisible();
      await run(upsertDrug('Aspirin'));
      await nexus.doIt.click();
      await expect(nexus.results).toBeVisible();
      await run('FIND(?d, ?d.name) WHERE { ?d {type: "Drug"} }');
      await expect(nexus.results).toContainText('Aspirin');
      await check('table');
      await run('FIND(?d) WHERE { ?d {type: "Drgu"} }');
      await expect(nexus.problem).toContainText('Drgu');
      await check('refused');
      await show('Command');
      await nexus.write(nexus.command, 'FIND(?d.name) WHERE { ?d {type: "Drug"} }');
      await page.getByRole('button', { name: 'More ways to run' }).click();
      await check('menu');
      await page.getByRole('menuitem', { name: 'Explain' }).click();
      await expect(page.locator('work-explanation')).toBeVisible();
      await check('explanation');
      await show('Command');
      await page.getByRole('button', { name: 'History and saved statements' }).click();
      await expect(page.getByRole('searchbox')).toBeVisible();
      await check('history');
      await page.keyboard.press('Escape');
      await page.evaluate(() => (document.activeElement as HTMLElement).blur());
      if (!phone) {
        await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
        await check('shortcuts');
      }
    });
  });
}

test('everything can be reached and worked by the keyboard', async ({ nexus, page }) => {
  await nexus.open();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Skip to the view' })).toBeFocused();
  const names: string[] = [];
  for (let step = 0; step < 40; step++) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(() => {
      let element = document.activeElement;
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
      if (element?.getAttribute('aria-label') === 'KIP command') return 'KIP command';
      const labels = (element as HTMLInputElement | null)?.labels;
      return labels?.[0]?.textContent?.trim() ?? element?.ariaLabel ?? element?.textContent?.trim() ?? '';
    });
    names.push(name);
    // Tab indents in the editor; Escape first lets it leave.
    if (name === 'KIP command') await page.keyboard.press('Escape');
  }
  for (const name of [
    'Work',
    'Help',
    'New tab',
    'Run',
    'Read only',
    'Preview first',
    'KIP command',
    'Parameters',
    'Run it',
  ])
    expect(names).toContain(name);
});
