import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { DEFINE_DRUG, FIND_DRUGS, upsertDrug } from './commands.ts';
import { expect, test } from './fixtures.ts';
import { NexusPage } from './pages/nexus-page.ts';

test.describe('where the browser refuses files', () => {
  test('the memory works, and a banner says that nothing is kept', async ({ nexus, page }) => {
    // As a private window does. The worker has its own navigator, so its script is what must be told.
    await page.route(/assets\/main-.*\.js$/, async (route) => {
      const response = await route.fetch();
      const refuse = `navigator.storage.getDirectory = () => Promise.reject(new DOMException('refused', 'SecurityError'));`;
      await route.fulfill({ response, body: refuse + (await response.text()) });
    });
    await page.addInitScript(() => {
      navigator.storage.getDirectory = () => Promise.reject(new DOMException('refused', 'SecurityError'));
    });
    await nexus.open();
    await expect(nexus.banners.getByRole('alert')).toContainText('Nothing here is kept');
    await expect(nexus.banners).toContainText('private window');
    await expect(nexus.memoryLine).toContainText('not kept');
    await nexus.runWell(DEFINE_DRUG);
    await nexus.runWell(FIND_DRUGS);
    await nexus.go('Memory');
    await expect(page.locator('kip-memory')).toContainText('only until this page closes');
  });
});

test.describe('a second tab', () => {
  test('shows the same memory at once, and keeps it when the first one closes', async ({ nexus, page, context }) => {
    await nexus.open();
    await nexus.runWell(DEFINE_DRUG);
    const second = new NexusPage(await context.newPage());
    await second.open();
    await second.runWell(upsertDrug('Aspirin'));
    await nexus.runWell(FIND_DRUGS);
    await nexus.expectRows([['Aspirin']]);
    await page.close();
    await second.runWell(FIND_DRUGS);
    await second.expectRows([['Aspirin']]);
  });

  test('with another memory opens at once', async ({ nexus, context }) => {
    await nexus.open();
    const second = new NexusPage(await context.newPage());
    await second.open('/?nexus=other');
  });
});

test.describe('a backup', () => {
  for (const passphrase of ['', 'open sesame']) {
    test(`${passphrase ? 'sealed' : 'plain'}, saved and restored by the buttons`, async ({
      nexus,
      page,
      context,
    }, testInfo) => {
      await nexus.open();
      await nexus.runWell(DEFINE_DRUG);
      await nexus.runWell(upsertDrug('Aspirin'));
      await nexus.go('Memory');
      const fact = (name: string) => page.locator('kip-memory dt', { hasText: name }).locator('+ dd');
      await expect(fact('Last backup')).toHaveText('none yet');
      // Both follow the file, which grows a little behind the page's back: the history is kept in it.
      await expect(async () => {
        const size = await fact('Size of its file').innerText();
        await expect(nexus.memoryLine).toContainText(size, { timeout: 1000 });
      }).toPass();
      const saving = page.waitForEvent('download');
      await page.getByLabel('Passphrase for a backup').fill(passphrase);
      await page.getByRole('button', { name: passphrase ? 'Save a sealed backup' : 'Save a backup' }).click();
      const download = await saving;
      const path = testInfo.outputPath(download.suggestedFilename());
      await download.saveAs(path);
      await expect(fact('Last backup')).not.toHaveText('none yet');
      const lastBackup = await fact('Last backup').innerText();
      await nexus.go('Work');
      await nexus.runWell(upsertDrug('Ibuprofen'));
      await nexus.go('Schema');
      const drugs = (view: Page) => view.locator('kip-schema summary').filter({ hasText: 'Drug' });
      await expect(drugs(page)).toContainText('2');
      const second = new NexusPage(await context.newPage());
      await second.open();
      await second.go('Schema');
      await expect(drugs(second.page)).toContainText('2');

      await nexus.go('Memory');
      await page.getByLabel('Restore a backup').setInputFiles(path);
      if (passphrase) {
        await page.getByLabel('Its passphrase').fill('open');
        await page.getByRole('button', { name: 'Replace this memory' }).click();
        await expect(page.locator('kip-carry')).toContainText('The passphrase does not open this backup');
        await page.getByLabel('Its passphrase').fill(passphrase);
      }
      await page.getByRole('button', { name: 'Replace this memory' }).click();
      await expect(page.locator('kip-carry')).toContainText('This memory is now what was in');
      await expect(fact('Last backup')).toHaveText(lastBackup);
      // Every view of every tab shows it without being asked again.
      await nexus.go('Schema');
      for (const view of [page, second.page]) await expect(drugs(view)).toContainText('1');
    });
  }
});

test('asks the browser to keep the memory after the first write, not before', async ({ nexus, page }) => {
  await page.addInitScript(() => {
    const calls: string[] = [];
    Object.assign(window, { persistCalls: calls });
    navigator.storage.persist = () => {
      calls.push('persist');
      return Promise.resolve(false);
    };
  });
  const calls = () => page.evaluate(() => (window as unknown as { persistCalls: string[] }).persistCalls);
  await nexus.open();
  await nexus.runWell('DESCRIBE PRIMER');
  await nexus.runWell(DEFINE_DRUG, { preview: true });
  expect(await calls()).toEqual([]);
  await nexus.runWell(DEFINE_DRUG);
  await nexus.runWell(upsertDrug('Aspirin'));
  await expect.poll(calls).toEqual(['persist']);
});

test.describe('capsules', () => {
  test('carry a whole memory into another one', async ({ nexus, page }, testInfo) => {
    test.setTimeout(120_000);
    await nexus.open();
    await nexus.runWell(DEFINE_DRUG);
    await nexus.runWell(`UPSERT {
      CONCEPT ?s { {type: "$ConceptType", name: "Symptom"} }
      CONCEPT ?t { {type: "$PropositionType", name: "treats"} }
      CONCEPT ?h { {type: "Symptom", name: "Headache"} }
      CONCEPT ?a { {type: "Drug", name: "Aspirin"} SET PROPOSITIONS { ("treats", ?h) } }
    }`);
    await nexus.runWell(upsertDrug('naïve "quotes" 深色 <b>\n'));
    const exporting = page.waitForEvent('download');
    await nexus.go('Memory');
    await page.getByRole('button', { name: 'Export everything' }).click();
    const download = await exporting;
    expect(download.suggestedFilename()).toMatch(/^default-\d{4}-\d\d-\d\d\.kip$/);
    const path = testInfo.outputPath('memory.kip');
    await download.saveAs(path);
    expect(await readFile(path, 'utf8')).toContain('Aspirin');
    await nexus.go('Work');
    await nexus.runWell(FIND_DRUGS);
    await expect.poll(async () => (await nexus.rows()).length).toBe(2);
    const before = await nexus.rows();

    await nexus.open('/?nexus=copy');
    await nexus.go('Memory');
    await page.getByLabel('Import a capsule').setInputFiles(path);
    await expect(page.locator('kip-memory')).toContainText('Imported memory.kip');
    await nexus.go('Work');
    await nexus.runWell(FIND_DRUGS);
    await nexus.expectRows(before);
    await nexus.runWell('FIND(?s.name) WHERE { ({type: "Drug", name: "Aspirin"}, "treats", ?s) }');
    await nexus.expectRows([['Headache']]);
  });

  test('that are faulty say where, and keep what came before', async ({ nexus, page }) => {
    await nexus.open();
    const capsule = `${DEFINE_DRUG}\n${upsertDrug('Aspirin')}\nUPSERT { CONCEPT ?x { {type: "Nope", name: "x"} } }`;
    await nexus.go('Memory');
    await page.getByLabel('Import a capsule').setInputFiles({
      name: 'faulty.kip',
      mimeType: 'text/plain',
      buffer: Buffer.from(capsule),
    });
    await expect(page.locator('kip-memory')).toContainText('Nope');
    await nexus.go('Work');
    await nexus.runWell(FIND_DRUGS);
    await nexus.expectRows([['Aspirin']]);
  });
});
