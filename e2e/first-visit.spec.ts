import { DEFINE_DRUG, FIND_DRUGS, upsertDrug } from './commands.ts';
import { expect, test } from './fixtures.ts';

test.describe('a first visit', () => {
  test('is told at once what to do, and has an answer after one click', async ({ nexus, page }) => {
    await nexus.open();
    await expect(page.getByRole('heading', { name: 'Ask by pattern.' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Take the tour' })).toHaveAttribute('href', '#/learn');
    await page.getByRole('button', { name: 'Run it' }).click();
    await expect(nexus.status).toContainText('rows in');
    await expect.poll(async () => (await nexus.rows()).map(([name]) => name)).toContain('Person');
  });

  test('finds an empty memory, fills it, and finds it again after a reload', async ({ nexus, page }) => {
    test.setTimeout(120_000);
    await nexus.open();
    await nexus.runWell('DESCRIBE PRIMER');
    await expect(nexus.results).toContainText('identity');
    await nexus.runWell(DEFINE_DRUG);
    await nexus.runWell(upsertDrug('Aspirin'));
    await nexus.runWell('UPSERT { CONCEPT ?d { {type: "Drug", name: :name} } }', {
      parameters: '{"name": "Ibuprofen"}',
    });
    await nexus.runWell(FIND_DRUGS);
    await nexus.expectRows([['Aspirin'], ['Ibuprofen']]);
    await page.reload();
    await nexus.ready();
    await nexus.runWell(FIND_DRUGS);
    await nexus.expectRows([['Aspirin'], ['Ibuprofen']]);
  });

  test('is offered examples that fill the editor and run only when told', async ({ nexus, page }) => {
    await nexus.open();
    await page.getByLabel('Preview first').setChecked(false);
    for (const title of ['Define types', 'Remember something', 'Ask with a pattern', 'Change many at once']) {
      // They stand where a tab has no answer yet.
      await page.getByRole('button', { name: 'New tab' }).click();
      await page.getByRole('button', { name: title }).click();
      await expect(nexus.command).toBeFocused();
      await expect(nexus.command).not.toHaveText('');
      await expect(nexus.results).toHaveCount(0);
      await nexus.runButton.click();
      await expect(nexus.results).toBeVisible();
      await expect(nexus.problem).toHaveCount(0);
      if (title === 'Ask with a pattern') await nexus.expectRows([['Aspirin', '2']]);
    }
  });

  test('refuses to write when read only, and writes nothing on a preview', async ({ nexus }) => {
    await nexus.open();
    await nexus.run(DEFINE_DRUG, { readonly: true });
    await expect(nexus.problem).toContainText('execute_kip_readonly');
    await nexus.runWell(DEFINE_DRUG, { preview: true });
    await expect(nexus.preview).toContainText('This would create 1 concept');
    await nexus.run(FIND_DRUGS);
    await expect(nexus.problem).toContainText('KIP_2001');
  });

  test('is told what is wrong and what to do about it', async ({ nexus, page }) => {
    await nexus.open();
    await nexus.run('FIND(?p) WHERE { ?p {type: "Persn"} }');
    await expect(page.getByRole('alert').filter({ hasText: 'What to do' })).toContainText('Person');
    await nexus.fill('DESCRIBE PRIMER', { parameters: '[1]' });
    await nexus.command.press('Control+Enter');
    await expect(page.locator('#parameters-problem')).toContainText('JSON object');
    await expect(nexus.parameters).toBeFocused();
  });

  test('pages through a long answer', async ({ nexus, page }) => {
    await nexus.open();
    await nexus.runWell(DEFINE_DRUG);
    const blocks = Array.from({ length: 7 }, (_, i) => `CONCEPT ?d${i} { {type: "Drug", name: "D${i}"} }`);
    await nexus.runWell(`UPSERT { ${blocks.join(' ')} }`);
    await nexus.runWell(`${FIND_DRUGS} LIMIT 3`);
    await nexus.expectRows([['D0'], ['D1'], ['D2']]);
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(nexus.results).toContainText('D5');
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(nexus.results).toContainText('D6');
    await nexus.expectRows([['D6']]);
  });
});

test('two memories on one page address never mix', async ({ nexus }) => {
  await nexus.open('/?nexus=work');
  await nexus.runWell(DEFINE_DRUG);
  await nexus.open('/?nexus=home');
  await nexus.run(FIND_DRUGS);
  await expect(nexus.problem).toContainText('KIP_2001');
  await nexus.open('/?nexus=work');
  await nexus.runWell(FIND_DRUGS);
});
