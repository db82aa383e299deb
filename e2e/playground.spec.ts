// The work view as it is worked every day: by keys and by buttons.
import { DEFINE_DRUG, FIND_DRUGS, upsertDrug } from './commands.ts';
import { expect, test } from './fixtures.ts';

test.describe('running', () => {
  test('runs the statement at the caret, the selection, or everything', async ({ nexus, page }) => {
    await nexus.open();
    await nexus.fill('DESCRIBE PRIMER\n\nFIND(?t.name) WHERE { ?t {type: "$ConceptType"} }');
    await nexus.command.press('Control+Enter');
    await expect(nexus.results).toContainText('Person');
    const before = await nexus.results.elementHandle();
    await nexus.command.press('Control+Enter');
    await nexus.settled();
    // Nothing moved: the answer before stood there until the new one took its place.
    expect(await before!.evaluate((answer) => answer.isConnected)).toBe(true);
    await nexus.command.press('Control+Shift+Enter');
    const several = page.getByRole('group', { name: 'Statements that ran' }).getByRole('button');
    await expect(several).toHaveCount(2);
    await several.first().click();
    await expect(nexus.results).toContainText('identity');
  });

  test('shows what writing would change, and does it when told', async ({ nexus, page }) => {
    test.setTimeout(120_000);
    await nexus.open();
    await nexus.runWell(DEFINE_DRUG);
    await nexus.runWell('UPSERT { CONCEPT ?d { {type: "Drug", name: "Aspirin"} SET ATTRIBUTES { risk: 2 } } }');
    await nexus.run('UPDATE ?d SET ATTRIBUTES { risk: ADD(?d.attributes.risk, 1) } WHERE { ?d {type: "Drug"} }', {
      preview: true,
    });
    await expect(nexus.preview).toContainText('This would change 1 concept.');
    const row = nexus.preview.getByRole('row').filter({ hasText: 'risk' });
    await expect(row).toContainText('Aspirin');
    await expect(row.locator('del')).toHaveText('2');
    await expect(row.locator('ins')).toHaveText('3');
    await nexus.command.press('Control+Enter');
    await expect(nexus.results).toBeVisible();
    await page.getByRole('button', { name: 'New tab' }).click();
    await nexus.runWell('FIND(?d.attributes.risk) WHERE { ?d {type: "Drug"} }');
    await nexus.expectRows([['3']]);
  });

  test('cancels a long query at once', async ({ nexus }) => {
    test.setTimeout(120_000);
    await nexus.open();
    await nexus.fill(
      `FIND(COUNT(?a)) WHERE { ${['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']
        .map((name) => `?${name} {type: "$PropositionType"}`)
        .join(' ')} FILTER(CONTAINS(?a.name, ?j.name)) }`,
    );
    await nexus.command.press('Control+Enter');
    await nexus.cancelButton.click();
    await expect(nexus.status).toContainText('Cancelled after');
    await nexus.runWell('DESCRIBE PRIMER');
  });

  test('goes to the fault and repairs it', async ({ nexus, page }) => {
    await nexus.open();
    await nexus.run('FIND(?p.name) WHERE { ?p {type: "Persn"} }');
    await expect(nexus.problem.getByRole('link')).toHaveAttribute('href', '#/help/KIP_2001');
    await nexus.problem.getByRole('button', { name: 'Go to line 1' }).click();
    await expect(nexus.command).toBeFocused();
    await nexus.problem.getByRole('button', { name: 'Write "Person"' }).click();
    await expect(nexus.command).toContainText('"Person"');
    await page.keyboard.press('Control+Enter');
    await expect(nexus.problem).toHaveCount(0);
  });

  test('explains how a statement is answered', async ({ nexus, page }) => {
    await nexus.open();
    await nexus.fill('FIND(?p.name) WHERE { ?p {type: "Person"} }');
    await page.keyboard.press('Control+Alt+e');
    const explanation = page.locator('work-explanation');
    await expect(explanation).toContainText('Where the time goes');
    await explanation.getByText('The SQL it became').first().click();
    await expect(explanation).toContainText('SELECT');
  });
});

test.describe('parameters', () => {
  test('are completed from the command, checked as one types, and used', async ({ nexus, page }) => {
    await nexus.open();
    await nexus.fill('FIND(?t.name) WHERE { ?t {type: "$ConceptType", name: :name} }');
    await expect(page.getByText('has no value')).toBeVisible();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(nexus.parameters).toContainText('"name"');
    await nexus.write(nexus.parameters, '{"name": ');
    await expect(page.locator('#parameters-problem')).toContainText('not JSON');
    await nexus.write(nexus.parameters, '{"name": "Person"}');
    await nexus.parameters.press('Control+Enter');
    await expect(nexus.results).toContainText('Person');
    await nexus.expectRows([['Person']]);
  });
});

test.describe('tabs of work', () => {
  test('are opened, renamed, moved and closed by keyboard, and are there after a reload', async ({ nexus, page }) => {
    await nexus.open();
    await nexus.fill('DESCRIBE PRIMER');
    await page.keyboard.press('Control+Alt+n');
    await expect(nexus.tabs).toHaveText(['DESCRIBE PRIMER', 'Empty']);
    await expect(nexus.command).toBeFocused();
    await nexus.fill('SEARCH CONCEPT "tea"');
    await nexus.tabs.last().focus();
    await page.keyboard.press('F2');
    await page.getByRole('textbox', { name: 'Name of the tab' }).fill('Tea');
    await page.keyboard.press('Enter');
    await expect(nexus.tabs.last()).toBeFocused();
    await page.keyboard.press('Shift+Alt+ArrowLeft');
    await expect(nexus.tabs).toHaveText(['Tea', 'DESCRIBE PRIMER']);
    await page.reload();
    await nexus.ready();
    await expect(nexus.tabs).toHaveText(['Tea', 'DESCRIBE PRIMER']);
    await expect(nexus.command).toContainText('SEARCH CONCEPT "tea"');
    await nexus.tabs.first().focus();
    await page.keyboard.press('Delete');
    await expect(nexus.tabs).toHaveText(['DESCRIBE PRIMER']);
  });

  test('go with the memory they belong to', async ({ nexus, page }) => {
    await nexus.open('/?nexus=short-lived');
    await nexus.fill('SEARCH CONCEPT "tea"');
    await page.reload();
    await nexus.ready();
    await expect(nexus.tabs).toHaveText(['SEARCH CONCEPT "tea"']);
    await nexus.go('Memory');
    await page.getByLabel('Type “short-lived” to confirm').fill('short-lived');
    await page.getByRole('button', { name: 'Delete “short-lived” for good' }).click();
    await expect(nexus.memoryLine).toContainText('“default”');
    await nexus.open('/?nexus=short-lived');
    await expect(nexus.tabs).toHaveCount(1);
    await expect(nexus.tabs).not.toHaveText('SEARCH CONCEPT "tea"');
  });

  test('say that they are not kept where the browser has no room', async ({ nexus, page }) => {
    await nexus.open();
    await page.evaluate(() => {
      for (let length = 2 ** 22; length >= 1; length /= 2)
        try {
          for (let at = 0; ; at++) localStorage.setItem(`full/${length}/${at}`, 'x'.repeat(length));
        } catch {
          continue;
        }
    });
    await nexus.write(nexus.command, `FIND(?p.name) WHERE { ?p {type: "Person"} } // ${'long '.repeat(100)}`);
    await expect(nexus.toast).toContainText('no room to keep these tabs');
  });
});

test.describe('history and saved statements', () => {
  test('are searched, put into a tab, and kept in the memory', async ({ nexus, page }) => {
    test.setTimeout(120_000);
    await nexus.open();
    await nexus.runWell('DESCRIBE PRIMER');
    await nexus.runWell('FIND(?p.name) WHERE { ?p {type: "Person"} }');
    await page.getByRole('button', { name: 'Save this statement' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('People');
    await page.keyboard.press('Enter');
    await expect(nexus.toast).toContainText('Saved as “People”');
    await page.reload();
    await nexus.ready();
    await page.getByRole('button', { name: 'History and saved statements' }).click();
    const library = page.locator('work-library');
    await expect(library.getByRole('listitem')).toHaveCount(2);
    await library.getByRole('searchbox').fill('primer');
    await expect(library.getByRole('listitem')).toHaveCount(1);
    await library.getByRole('button', { name: 'DESCRIBE PRIMER' }).click();
    await expect(nexus.command).toContainText('DESCRIBE PRIMER');
    await library.getByRole('button', { name: 'Saved' }).click();
    await library.getByRole('searchbox').fill('people');
    await library.getByRole('button', { name: 'People', exact: false }).first().click();
    await expect(nexus.command).toContainText('FIND(?p.name)');
  });
});

test.describe('the frame', () => {
  test('switches the theme and keeps the choice', async ({ nexus, page }) => {
    await nexus.open();
    const theme = () =>
      page.evaluate(() => [
        document.documentElement.dataset['theme'],
        getComputedStyle(document.documentElement).colorScheme,
      ]);
    await page.getByRole('button', { name: 'Theme: as the system' }).click();
    await page.getByRole('button', { name: 'Theme: light' }).click();
    expect(await theme()).toEqual(['dark', 'dark']);
    await page.reload();
    await nexus.ready();
    expect(await theme()).toEqual(['dark', 'dark']);
  });

  test('shows all keys on "?", outside of text', async ({ nexus, page }) => {
    await nexus.open();
    await nexus.runButton.focus();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('lets Tab leave the editor after Escape', async ({ nexus, page }) => {
    await nexus.open();
    await nexus.command.focus();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Parameters' })).toBeFocused();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('panes are pages, and running goes to the result', async ({ nexus, page }) => {
    await nexus.open();
    // A first visitor sees the statement and what it is.
    await expect(nexus.command).toBeInViewport();
    await expect(page.getByRole('button', { name: 'Run it' })).toBeInViewport();
    await nexus.write(nexus.command, FIND_DRUGS.replace('Drug', 'Person'));
    await nexus.runButton.click();
    await expect(nexus.results).toBeVisible();
    await expect(nexus.command).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Ask by pattern.' })).toHaveCount(0);
    await page.getByRole('group', { name: 'Panes' }).getByRole('button', { name: 'Command' }).click();
    await nexus.write(nexus.command, upsertDrug('x').replace('Drug', 'Person'));
    await nexus.runButton.click();
    await expect(nexus.preview).toContainText('This would create 1 concept.');
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });
});
