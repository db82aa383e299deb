// Sharing: a link made, opened, looked at, and taken into a scratch nexus; links that are broken or meant to harm.
import { deflateRawSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expectNoFaults, SIZES } from './looks.ts';
import { expect, test } from './fixtures.ts';

const CAPSULE =
  'UPSERT { CONCEPT ?t { {type: "$ConceptType", name: "Trip"} } CONCEPT ?x { {type: "Trip", name: "<img src=x onerror=alert(1)>"} } }';
const COMMAND = 'DELETE CONCEPT ?t DETACH WHERE { ?t {type: "Trip", name: :name} }';

const linkTo = (shared: unknown): string =>
  `/#/shared/1/${deflateRawSync(JSON.stringify(shared)).toString('base64url')}`;

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.locator('#memory-line')).toContainText(/kept|Scratch/);
}

/** Ends of the work view's tabs hold what was put there. */
const editor = (page: Page) => page.locator('.cm-content').first();

test.describe('a shared link', () => {
  test('is made of the statement in the editor, and brings it back', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await open(page, '/#/work');
    await expect(editor(page)).toBeVisible();
    await page.getByRole('button', { name: 'Share this statement' }).click();
    const link = await page.getByRole('textbox', { name: /^Link/ }).inputValue();
    await page.getByRole('button', { name: 'Copy link' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'The link is copied.' })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
    const other = await context.newPage();
    await open(other, link);
    await expect(other.getByRole('region', { name: 'Shared statement' })).toContainText('FIND(?type.name');
    await expect(other.getByText('1 × FIND: it only reads')).toBeVisible();
  });

  test('carries the sample world that the statement runs on', async ({ page, context }) => {
    await open(page, '/#/learn');
    await page.getByRole('button', { name: 'Open “A medicine cabinet” in a scratch nexus' }).click();
    await expect(page.locator('#memory-line')).toContainText('Scratch');
    await expect(editor(page)).toBeVisible();
    await page.getByRole('button', { name: 'Share this statement' }).click();
    const address = page.getByRole('textbox', { name: /^Link/ });
    await expect(page.getByRole('checkbox', { name: 'With the capsule it runs on' })).toBeChecked();
    const link = await address.inputValue();
    await page.getByRole('checkbox', { name: 'With the capsule it runs on' }).uncheck();
    await expect.poll(async () => (await address.inputValue()).length).toBeLessThan(link.length - 1000);
    const other = await context.newPage();
    await open(other, link);
    await other.getByRole('button', { name: 'Open in a scratch nexus' }).click();
    await expect(other.locator('#memory-line')).toContainText('Scratch');
    await other.goto('/#/schema');
    await expect(other.locator('summary').filter({ hasText: 'DrugClass' })).toContainText('6');
  });

  test('runs nothing when it is opened, says what it holds, and goes into a scratch nexus', async ({ page }) => {
    await open(page, linkTo({ command: COMMAND, parameters: { name: 'Rome' }, capsule: CAPSULE }));
    await expect(page.getByText('1 × DELETE: it would change the nexus it is run in')).toBeVisible();
    await expect(page.getByText('2 concept blocks, 0 proposition blocks')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Shared capsule' })).toContainText('<img src=x onerror=alert(1)>');
    await expect(page.locator('#memory-line')).toContainText('“default”');
    await page.getByRole('button', { name: 'Open in a scratch nexus' }).click();
    await expect(page.locator('#memory-line')).toHaveText('Scratch · Shared with you');
    await expect(editor(page)).toContainText('DELETE CONCEPT');
    // It was put there and not run: the concept is still in the scratch nexus.
    await page.goto('/#/schema');
    await expect(page.locator('summary').filter({ hasText: 'Trip' })).toContainText('1');
    await page.getByRole('button', { name: 'Back to my memory' }).click();
    await expect(page.locator('#memory-line')).toContainText('“default”');
    await expect(page.locator('summary').filter({ hasText: 'Person' })).toBeVisible();
    await expect(page.locator('summary').filter({ hasText: 'Trip' })).toHaveCount(0);
  });

  test('tells in plain words of what is cut off, of another version, too long, or unfolds without end', async ({
    page,
  }) => {
    const whole = linkTo({ command: COMMAND });
    const bomb = linkTo({ command: 'A'.repeat(5_000_000) });
    expect(bomb.length).toBeLessThan(8 * 1024);
    for (const [address, words] of [
      [whole.slice(0, -9), 'This link is broken'],
      [whole.replace('/1/', '/7/'), 'another version'],
      [`/#/shared/1/${'A'.repeat(9000)}`, 'longer than 8 KiB'],
      [bomb, 'unfolds to more than'],
      ['/#/shared/1/%00<script>', 'This link is broken'],
    ] as const) {
      await open(page, address);
      await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Open in a scratch nexus' })).toHaveCount(0);
    }
  });

  test('warns of characters that hide what a statement says', async ({ page }) => {
    await open(page, linkTo({ command: 'DESCRIBE\u202e PRIMER' }));
    await expect(page.getByText('characters in this text that are not seen')).toBeVisible();
  });
});

test('what is too long for a link is saved as a file and opened from it', async ({ page }) => {
  await open(page, '/#/shared');
  // Nothing of it repeats, so it does not get shorter by folding.
  const words = Array.from({ length: 4000 }, (_, i) => ((i * 2654435761) >>> 0).toString(36)).join(' ');
  await page.locator('input[type=file]').setInputFiles({
    name: 'long.kip',
    mimeType: 'text/plain',
    buffer: Buffer.from(`// ${words}\nDESCRIBE PRIMER`),
  });
  await expect(page.getByText('The file “long.kip” holds what is shown below.')).toBeVisible();
  await page.getByRole('button', { name: 'Put the statement into the editor' }).click();
  await expect(editor(page)).toContainText(words.slice(0, 40));
  await page.getByRole('button', { name: 'Share this statement' }).click();
  await expect(page.getByText('This is too long for a link')).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a file' }).click();
  const path = await (await downloading).path();
  await open(page, '/#/shared');
  await page.locator('input[type=file]').setInputFiles(path);
  await expect(page.getByRole('region', { name: 'Shared statement' })).toContainText('DESCRIBE PRIMER');
});

for (const { size, viewport } of SIZES) {
  test.describe(size, () => {
    test.use({ viewport });

    test('a shared link and the dialog that makes one have no accessibility fault', async ({ page }) => {
      await open(page, linkTo({ command: COMMAND, parameters: { name: 'Rome' }, capsule: CAPSULE }));
      await expect(page.getByRole('region', { name: 'Shared capsule' })).toBeVisible();
      await expectNoFaults(page, 'shared');
      await open(page, '/#/work');
      await page.getByRole('button', { name: 'Share this statement' }).click();
      await expect(page.getByRole('textbox', { name: /^Link/ })).toBeVisible();
      await expectNoFaults(page, 'share');
    });
  });
}
