// Learning, help, schema and memory as a person meets them: by what they do and see.
import type { Page } from '@playwright/test';
import { expectNoFaults, SIZES } from './looks.ts';
import { expect, test } from './fixtures.ts';

const WORLD = 'A medicine cabinet';

async function open(page: Page, view: string): Promise<void> {
  await page.goto(`/#/${view}`);
  await expect(page.locator('#memory-line')).toContainText('kept');
}

const lesson = (page: Page) => page.getByRole('article', { name: /./ }).first();

/** Goes to the schema of the person's memory and waits until it says that it knows this type, or that it knows types and not this one. */
async function expectType(page: Page, name: string, { known, memory = '' }: { known: boolean; memory?: string }) {
  await page.goto(`/${memory}#/schema`);
  await expect(page.getByText(/\d+ types/)).toBeVisible();
  const type = page.locator('summary').filter({ hasText: new RegExp(`^\\s*${name}\\b`) });
  await expect(type).toHaveCount(known ? 1 : 0);
}

test.describe('the tour', () => {
  test('runs a statement in place, shows what to look at, and goes on by the keyboard', async ({ page }) => {
    await open(page, 'learn');
    await expect(page.getByRole('heading', { name: 'What is in here?' })).toBeVisible();
    await lesson(page).getByRole('button', { name: 'Run', exact: true }).click();
    await expect(page.getByText('that is the sample world')).toBeVisible();
    await page.getByRole('button', { name: 'Next: What is a drug, here?' }).press('Enter');
    await expect(page.getByRole('heading', { name: 'What is a drug, here?' })).toBeFocused();
    await expect(page).toHaveURL(/#\/learn\/type$/);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'What is a drug, here?' })).toBeVisible();
  });

  test('runs first what a step builds on, and never touches the memory', async ({ page }) => {
    await open(page, 'learn/use-definition');
    await lesson(page).getByRole('button', { name: 'Run', exact: true }).click();
    await expect(page.getByText('Run first, since this builds on it: A new kind of thing.')).toBeVisible();
    await expect(page.getByText('One concept and one link were written.')).toBeVisible();
    await expectType(page, 'Pharmacy', { known: false });
    await expectType(page, 'Drug', { known: false });
  });

  test('shows an error as one, with a way to what lies behind it', async ({ page }) => {
    await open(page, 'learn/version');
    await lesson(page).getByRole('button', { name: 'Run', exact: true }).click();
    await expect(page.getByText('An error, on purpose')).toBeVisible();
    await page.getByRole('link', { name: /VersionConflict/ }).click();
    await expect(page.getByRole('heading', { name: /VersionConflict/ })).toBeVisible();
    await expect(page.getByText('Someone changed the element')).toBeVisible();
  });

  test('opens a statement in the editor of a scratch nexus, without running it', async ({ page }) => {
    await open(page, 'learn/link');
    await lesson(page).getByRole('button', { name: 'Open in the editor' }).click();
    await expect(page.locator('#memory-line')).toHaveText(`Scratch · ${WORLD}`);
    await expect(page.locator('.cm-content').first()).toContainText('"treats"');
    await page.getByRole('button', { name: 'Back to my memory' }).click();
    await expect(page.locator('#memory-line')).toContainText('kept');
    await expectType(page, 'Drug', { known: false });
  });
});

test.describe('worlds', () => {
  for (const title of ['A medicine cabinet', 'A person and a project', 'A code base and its decisions']) {
    test(`“${title}” opens with one click in a scratch nexus`, async ({ page }) => {
      await open(page, 'learn');
      await page.getByRole('button', { name: `Open “${title}” in a scratch nexus` }).click();
      await expect(page.locator('#memory-line')).toHaveText(`Scratch · ${title}`);
    });
  }

  test('answer questions in place', async ({ page }) => {
    await open(page, 'learn');
    await page.getByText('What should I know before I talk to Maya?').click();
    const question = page.locator('details[open]');
    await question.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(question.getByRole('cell', { name: 'No hazelnuts' })).toBeVisible();
  });
});

test.describe('help', () => {
  test('lists every code, and leads to its example and to the card', async ({ page }) => {
    await open(page, 'help');
    await page.getByRole('link', { name: /TypeMismatch/ }).click();
    await expect(page).toHaveURL(/#\/help\/KIP_2001$/);
    await expect(page.getByRole('region', { name: 'Wrong command' })).toContainText('{type: "drug"}');
    await expect(page.getByRole('region', { name: 'Right command' })).toContainText('{type: "Drug"}');
    await page.goto('/#/help/KIP_9999');
    await expect(page.getByText('There is no error code “KIP_9999”')).toBeVisible();
    await page.goto('/#/help/card');
    await expect(page.getByRole('heading', { name: 'KIP on a page' })).toBeInViewport();
  });
});

test.describe('the schema', () => {
  test('shows types and what links what, is searched, and finds all of a type in the editor', async ({ page }) => {
    await open(page, 'learn');
    await page.getByRole('button', { name: `Open “${WORLD}” in a scratch nexus` }).click();
    await expect(page.locator('#memory-line')).toContainText('Scratch');
    await page.goto('/#/schema');
    const matrix = page.getByRole('region', { name: 'What links what as a table' });
    await expect(matrix.getByRole('row', { name: /^Person/ })).toContainText('stated 2');
    await page.getByRole('searchbox').fill('medicine');
    await expect(page.getByText('1 type, 0 predicates')).toBeVisible();
    await page.locator('summary').filter({ hasText: 'Drug' }).click();
    await expect(page.getByRole('cell', { name: 'risk_level' })).toBeVisible();
    await page.getByRole('button', { name: 'Find all of the type Drug' }).click();
    await expect(page.locator('.cm-content').first()).toContainText('?x {type: "Drug"}');
    await expect(page.getByText('Warfarin').first()).toBeVisible();
  });

  test('writes the statement that defines a type, and runs nothing', async ({ page }) => {
    await open(page, 'schema');
    await page.getByRole('textbox', { name: 'Name' }).fill('device');
    await page.getByRole('button', { name: 'Put the statement into the editor' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'capital letter' })).toBeVisible();
    await page.getByRole('textbox', { name: 'Name' }).fill('Device');
    await page.getByRole('button', { name: 'Add an attribute' }).click();
    await page.getByRole('textbox', { name: 'Attribute' }).fill('serial');
    await page.getByRole('button', { name: 'Put the statement into the editor' }).click();
    await expect(page.locator('.cm-content').first()).toContainText('name: "Device"');
    await expectType(page, 'Device', { known: false });
  });
});

test.describe('the memory', () => {
  test('is exported, imported into another, listed, and deleted only when its name is typed', async ({ page }) => {
    await page.goto('/?nexus=travel#/memory');
    await expect(page.locator('#memory-line')).toContainText('kept');
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({
        name: 'trips.kip',
        mimeType: 'text/plain',
        buffer: Buffer.from(
          'UPSERT { CONCEPT ?t { {type: "$ConceptType", name: "Trip"} SET ATTRIBUTES { description: "<b>A journey</b>" } } }',
        ),
      });
    await expect(page.getByText('Imported trips.kip: 1 statement.')).toBeVisible();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export everything' }).click();
    const text = await (await downloading).createReadStream().then((stream) => new Response(stream as never).text());
    expect(text).toContain('name: "Trip"');
    await expectType(page, 'Trip', { known: true, memory: '?nexus=travel' });
    await expect(page.locator('summary').filter({ hasText: 'Trip' })).toContainText('<b>A journey</b>');

    await page.goto('/?nexus=travel#/memory');
    const end = page.getByRole('button', { name: 'Delete “travel” for good' });
    await expect(end).toBeDisabled();
    await page.getByLabel('Type “travel” to confirm').fill('travel');
    await end.click();
    await expect(page.locator('#memory-line')).toContainText('“default”');
    await page.goto('/#/memory');
    await expect(page.getByText('open here')).toBeVisible();
    await expect(page.getByRole('link', { name: 'travel', exact: true })).toHaveCount(0);
  });

  test('tells of a capsule that is refused, and what to do', async ({ page }) => {
    await open(page, 'memory');
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({
        name: 'broken.kip',
        mimeType: 'text/plain',
        buffer: Buffer.from('UPSERT { CONCEPT ?t { {type: "Nothing", name: "x"} } }'),
      });
    await expect(
      page.getByText(/Nothing.*is not defined|No concept type|DESCRIBE CONCEPT TYPES/).first(),
    ).toBeVisible();
  });

  test('has its language model chosen', async ({ page }) => {
    await open(page, 'memory');
    await expect(page.getByText('comes with the app, works offline')).toBeVisible();
    await expect(page.getByText('in use', { exact: true })).toBeVisible({ timeout: 60_000 });
  });
});

for (const { size, viewport } of SIZES) {
  test.describe(size, () => {
    test.use({ viewport });

    test('learning, help, schema and memory have no accessibility fault and never scroll sideways', async ({
      page,
    }) => {
      for (const view of ['learn/sources', 'help', 'help/KIP_3002', 'schema', 'memory']) {
        await open(page, view);
        if (view === 'schema') {
          await page.locator('summary').filter({ hasText: 'Person' }).first().click();
        }
        if (view.startsWith('learn')) {
          await lesson(page).getByRole('button', { name: 'Run', exact: true }).click();
          await expect(page.getByText('surer than the patient')).toBeVisible();
        }
        await expect(page.locator('.view:not([hidden])').getByRole('heading', { level: 1 })).toBeVisible();
        await expectNoFaults(page, view);
      }
    });
  });
}
