// The editor under real keys, pointer and input method, on a real memory.
import { expect, test } from './harness-fixtures.ts';
import { expectNoFaults, SIZES } from './looks.ts';

const SIMPLE = 'FIND(?d.name) WHERE { ?d {type: "Drug"} }';

test.describe('completion', () => {
  test('writes a query with few keys, from snippet to path', async ({ editor }) => {
    await editor.write('');
    await editor.type('FIN');
    await editor.pick('FIND');
    await editor.expectText('FIND(?x|)\nWHERE {\n  ?x {type: "Type"}\n}');
    await editor.type('?d');
    await editor.press('Tab');
    await editor.type('Dr');
    await editor.pick('Drug');
    await editor.expectText('FIND(?d)\nWHERE {\n  ?d {type: "Drug"|}\n}');
    await editor.press('Control+Home');
    for (let step = 0; step < 7; step++) await editor.press('ArrowRight');
    await editor.type('.');
    await editor.pick('attributes');
    await editor.pick('risk_level');
    await editor.expectText('FIND(?d.attributes.risk_level|)\nWHERE {\n  ?d {type: "Drug"}\n}');
  });

  test('opens where a quote is typed, and never doubles it', async ({ editor }) => {
    await editor.write('FIND(?d) WHERE { ?d {type: |} }');
    await editor.type('"');
    await editor.pick('Drug');
    await editor.expectText('FIND(?d) WHERE { ?d {type: "Drug"|} }');
    await editor.type(', name: "As');
    await editor.pick('Aspirin');
    await editor.expectText('FIND(?d) WHERE { ?d {type: "Drug", name: "Aspirin"|} }');
  });

  test('offers predicates in a tuple, keys in a pattern and values of the pane', async ({ editor }) => {
    await editor.write('FIND(?d) WHERE { (?d, | }');
    await editor.type('"');
    await editor.pick('treats');
    await editor.expectText('FIND(?d) WHERE { (?d, "treats"| }');
    await editor.type(', {');
    await editor.pick('name');
    await editor.expectText('FIND(?d) WHERE { (?d, "treats", {name: "|"} }');
    await editor.press('Escape');
    await editor.write('FIND(?d) WHERE { ?d {name: |} }');
    await editor.type(':');
    await editor.pick(':drug');
    await editor.expectText('FIND(?d) WHERE { ?d {name: :drug|} }');
  });

  test('replaces the whole token around the caret', async ({ editor }) => {
    await editor.write('FIND(?d) WHERE { ?d {type: "Sy|mptom"} }');
    await editor.press('Control+Space');
    await editor.press('Backspace');
    await editor.press('Backspace');
    await editor.press('Control+Space');
    await editor.pick('Drug');
    await editor.expectText('FIND(?d) WHERE { ?d {type: "Drug"|} }');
  });

  test('shows names with markup as text', async ({ editor, page }) => {
    await editor.write('FIND(?d) WHERE { ?d {type: "Drug", name: |} }');
    await editor.type('"');
    await editor.pick('<img src=x onerror=alert(1)>');
    await editor.expectText('FIND(?d) WHERE { ?d {type: "Drug", name: "<img src=x onerror=alert(1)>"|} }');
    expect(await page.locator('img').count()).toBe(0);
  });

  test('leaves Enter to the text where nothing was typed', async ({ editor }) => {
    await editor.write('FIND(?d)\nWHERE {|}');
    await editor.press('Enter');
    await editor.expectText('FIND(?d)\nWHERE {\n  |\n}');
    await expect(editor.list).toBeHidden();
  });
});

test.describe('findings', () => {
  test('are underlined as one types, explained under the pointer and repaired by a click', async ({ editor, page }) => {
    await editor.write('');
    await editor.type('FIND(?d) WHERE { ?d {type: "Drgu"} }');
    await editor.press('Escape');
    await expect(editor.underlined).toHaveText('"Drgu"');
    await editor.hover('Drgu');
    await expect(editor.card).toContainText('This memory has no concept type "Drgu".');
    await page.getByRole('button', { name: 'Write "Drug"' }).click();
    await expect(editor.underlined).toHaveCount(0);
    expect(await editor.text()).toContain('{type: "Drug"}');
  });

  test('offer to define what is missing, with the description to be written', async ({ editor, page }) => {
    await editor.write('FIND(?v) WHERE { ?v {type: "Vaccine"} }');
    await expect(editor.underlined).toHaveText('"Vaccine"');
    await editor.hover('Vaccine');
    await page.getByRole('button', { name: 'Define concept type Vaccine' }).click();
    await page.keyboard.type('Protects before.');
    const text = await editor.text();
    expect(text).toContain('{type: "$ConceptType", name: "Vaccine"}');
    expect(text).toContain('description: "Protects before."');
    await expect(editor.underlined).toHaveCount(0);
  });

  for (const [what, before, piece, after] of [
    ['=', 'FIND(?d) WHERE { ?d {type: "Drug"} FILTER(?d.name = "a") }', ' = ', 'FILTER(?d.name == "a")'],
    ['DETACH', 'DELETE CONCEPT ?d WHERE { ?d {type: "Drug"} }', 'WHERE', 'DELETE CONCEPT ?d DETACH WHERE'],
    ['quotes', "FIND(?d) WHERE { ?d {type: 'Drug'} }", "'Drug'", '{type: "Drug"}'],
    ['LIKE', 'FIND(?d) WHERE { ?d {type: "Drug"} FILTER(?d.name LIKE "%spi%") }', 'LIKE', 'CONTAINS(?d.name, "spi")'],
    ['case', 'find(?d) WHERE { ?d {type: "Drug"} }', 'find', 'FIND(?d)'],
  ] as const) {
    test(`repair ${what} by keyboard`, async ({ editor }) => {
      await editor.write(before.replace(piece, `${piece.slice(0, 1)}|${piece.slice(1)}`));
      await expect(editor.underlined.first()).toBeVisible();
      // F8 goes to the finding, wherever the language puts it.
      await editor.press('F8');
      await expect(editor.card).toBeVisible();
      await editor.press('Control+.');
      await expect.poll(() => editor.text()).toContain(after);
    });
  }

  test('are listed with their repairs, on request', async ({ editor, page }) => {
    await editor.write('FIND(?d) WHERE { ?d {type: "Drgu"} }\n\nFIND(?e) WHERE { ?d {type: "Drug"} }');
    await expect(editor.underlined).toHaveCount(2);
    await editor.press('Control+Shift+M');
    const panel = page.getByRole('region', { name: 'Findings' });
    await expect(panel).toContainText('2 findings');
    await panel.getByRole('button', { name: 'Go to line 3' }).click();
    await expect(editor.content).toBeFocused();
    expect((await page.evaluate(() => window.harness.around()))[1]).toBe(') WHERE { ?d {type: "Drug"} }');
    await panel.getByRole('button', { name: 'Write "Drug"' }).click();
    await expect(panel).toContainText('1 finding');
    await editor.press('Control+Shift+M');
    await expect(panel).toHaveCount(0);
  });

  test('tell which parameters have no value yet', async ({ editor }) => {
    await editor.write('FIND(?d) WHERE { ?d {type: "Drug", name: :drug} } LIMIT :limit');
    await expect(editor.underlined).toHaveText(':limit');
  });
});

test.describe('explanations', () => {
  test('show a type with what the memory holds of it, as text', async ({ editor, page }) => {
    await editor.write(SIMPLE);
    await editor.hover('Drug');
    await expect(editor.card).toContainText('💊 Drug');
    await expect(editor.card).toContainText('A substance <b>that</b> treats.');
    await expect(editor.card).toContainText('3 concepts');
    await expect(editor.card).toContainText('risk_level (number, required): From 0 to 5.');
    expect(await page.locator('.cm-kip-card b').count()).toBe(0);
  });

  test('open at the caret by keyboard and close with Escape', async ({ editor }) => {
    await editor.write('FI|ND(?d) WHERE { ?d {type: "Drug"} }');
    await editor.press('Control+k');
    await editor.press('Control+i');
    await expect(editor.card).toContainText('Reads: returns what its list names');
    await editor.press('Escape');
    await expect(editor.card).toHaveCount(0);
  });
});

test.describe('commands', () => {
  test('Mod-Enter runs the statement at the caret or the selection, Shift-Mod-Enter all', async ({ editor, page }) => {
    await editor.write('DESCRIBE PRI|MER\n\nDESCRIBE DOMAINS');
    await editor.press('Control+Enter');
    await editor.press('Shift+Control+Enter');
    await editor.press('Shift+Control+End');
    await editor.press('Control+Enter');
    const runs = await page.evaluate(() =>
      window.harness.runs.map(({ scope, statements }) => [scope, ...statements.map(({ text }) => text)]),
    );
    expect(runs).toEqual([
      ['statement', 'DESCRIBE PRIMER'],
      ['all', 'DESCRIBE PRIMER', 'DESCRIBE DOMAINS'],
      ['selection', 'MER\n\nDESCRIBE DOMAINS'],
    ]);
    expect(await editor.text()).toBe('DESCRIBE PRIMER\n\nDESCRIBE DOMAINS');
  });

  test('formatting keeps the caret and can be undone', async ({ editor }) => {
    const before = 'FIND(?d.name)WHERE{?d{type:"Dr|ug"}} // note';
    await editor.write(before);
    await editor.press('Shift+Alt+F');
    await editor.expectText('FIND(?d.name)\nWHERE {\n  ?d {type: "Dr|ug"}\n} // note');
    await editor.press('Control+z');
    await expect.poll(() => editor.text()).toBe(before.replace('|', ''));
  });

  test('F12 and a click with Ctrl go to the definition', async ({ editor, page }) => {
    await editor.write('FIND(?d|.name) WHERE { ?d {type: "Drug"} (?d, "treats", ?s) }');
    await editor.press('F12');
    await editor.expectText('FIND(?d.name) WHERE { ?d| {type: "Drug"} (?d, "treats", ?s) }');
    const { x, y } = await editor.pointAt('"treats"');
    await page.keyboard.down('Control');
    await page.mouse.click(x, y);
    await page.keyboard.up('Control');
    expect(await page.evaluate(() => window.harness.definitions)).toEqual([
      { kind: 'predicate', name: 'treats', query: 'DESCRIBE PROPOSITION TYPE "treats"' },
    ]);
  });

  test('toggle comments, close brackets and fold', async ({ editor, page }) => {
    await editor.write('DESCRIBE PRIMER');
    await editor.press('Control+/');
    expect(await editor.text()).toBe('// DESCRIBE PRIMER');
    await editor.write('');
    await editor.type('UPSERT {');
    await editor.press('Enter');
    await editor.expectText('UPSERT {\n  |\n}');
    await editor.press('Control+Home');
    await editor.press('Control+Shift+BracketLeft');
    await expect(page.locator('.cm-foldPlaceholder')).toBeVisible();
  });
});

test.describe('an input method', () => {
  test('is not disturbed while it composes', async ({ editor, page }) => {
    const rest = '\n\nFIND(?e) WHERE { ?e {type: "Drgu"} }';
    await editor.write(`FIND(?d) WHERE { ?d {type: "Drug", name: "|"} }${rest}`);
    // The text has been looked through.
    await expect(editor.underlined).toHaveText('"Drgu"');
    const before = await page.evaluate(() => window.harness.inspections);
    for (const text of ['a', 'a s', 'a si', '阿司']) {
      await editor.compose(text);
      await page.waitForTimeout(120);
      await expect(editor.list).toBeHidden();
    }
    // Nothing is looked through, formatted or restyled under the composition.
    await page.waitForTimeout(500);
    expect(await page.evaluate(() => window.harness.inspections)).toBe(before);
    await editor.press('Shift+Alt+F');
    await page.evaluate(() => window.harness.format());
    expect(await editor.text()).toBe(`FIND(?d) WHERE { ?d {type: "Drug", name: "阿司"} }${rest}`);
    await editor.commit('阿司');
    await editor.pick('阿司匹林');
    await editor.expectText(`FIND(?d) WHERE { ?d {type: "Drug", name: "阿司匹林"|} }${rest}`);
    await expect.poll(() => page.evaluate(() => window.harness.inspections)).toBeGreaterThan(before);
  });

  test('closes what was open', async ({ editor, page }) => {
    await editor.write('FIND(?d) WHERE { ?d {type: "|"} }');
    await editor.press('Control+Space');
    await expect(editor.list).toBeVisible();
    // A keyboard on a screen composes every word, here one that would match.
    await editor.compose('D');
    // At once, and for good.
    expect(await editor.list.isVisible()).toBe(false);
    await page.waitForTimeout(300);
    await expect(editor.list).toBeHidden();
    await editor.compose('');
    expect(await editor.text()).toBe('FIND(?d) WHERE { ?d {type: ""} }');
  });

  test('composes outside strings too, where a finding is waiting', async ({ editor }) => {
    await editor.write('FIND(?d) WHERE { ?d {type: "Drgu"} }\n// |');
    await editor.compose('にほ');
    await editor.compose('日本');
    await editor.commit('日本');
    await editor.expectText('FIND(?d) WHERE { ?d {type: "Drgu"} }\n// 日本|');
    await expect(editor.underlined).toHaveText('"Drgu"');
  });
});

test.describe('a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 664 } });

  test('shows and repairs a finding by tapping', async ({ editor, page }) => {
    await editor.write('FIND(?d) WHERE { ?d {type: "Drgu"} }');
    await expect(editor.underlined).toHaveText('"Drgu"');
    const { x, y } = await editor.pointAt('Drgu');
    await page.touchscreen.tap(x, y);
    await page.getByRole('button', { name: 'Write "Drug"' }).tap();
    await expect.poll(() => editor.text()).toBe('FIND(?d) WHERE { ?d {type: "Drug"} }');
  });

  test('completes when a word has been composed, by tapping', async ({ editor }) => {
    await editor.write('FIND(?d) WHERE { ?d {type: "|"} }');
    await editor.compose('D');
    await editor.compose('Dr');
    await editor.commit('Dr');
    await editor.options.filter({ hasText: 'Drug' }).tap();
    await editor.expectText('FIND(?d) WHERE { ?d {type: "Drug"|} }');
  });
});

test.describe('the keyboard', () => {
  test('leaves the editor with Tab after Escape, and indents before', async ({ editor, page }) => {
    await editor.write('DESCRIBE PRIMER|');
    await editor.press('Tab');
    await editor.expectText('  DESCRIBE PRIMER|');
    await editor.press('Escape');
    // However long that takes.
    await page.waitForTimeout(2500);
    await editor.press('Tab');
    await expect(page.getByLabel('After')).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(editor.content).toBeFocused();
    await editor.press('Escape');
    await editor.press('Shift+Tab');
    await expect(page.getByLabel('Before')).toBeFocused();
  });

  test('is told how to leave', async ({ editor }) => {
    await expect(editor.content).toHaveAttribute('aria-description', /Escape, then Tab, leaves the editor/);
  });
});

const SHEET = `// What treats a headache?
FIND(?d.name, COUNT(?s))
WHERE {
  ?d {type: "Drug"}
  ?l (?d, "treats", ?s)
  FILTER(?d.attributes.risk_level < 3 && !IS_NULL(?l.metadata.source))
}
ORDER BY ?d.name DESC
LIMIT :limit

UPSERT {
  CONCEPT ?a {
    {type: "Drgu", name: "Aspirin"}
    SET ATTRIBUTES { risk_level: 2, active: true, note: null }
  }
}
`;

for (const { size, viewport } of SIZES) {
  test.describe(`looks, ${size}`, () => {
    test.use({ viewport });

    test('are legible and free of accessibility faults', async ({ editor, page }) => {
      const look = (name: string) => expectNoFaults(page, name);
      await editor.write(SHEET);
      await expect(editor.underlined).toHaveCount(2);
      await look('sheet');
      await editor.hover('Drgu');
      await expect(editor.card).toBeVisible();
      await look('finding');
      await page.mouse.move(2, 2);
      await expect(editor.card).toHaveCount(0);
      await editor.hover('"Drug"');
      await expect(editor.card).toBeVisible();
      await look('card');
      await page.mouse.move(2, 2);
      await editor.write(SHEET.replace('"treats"', '"|"'));
      await editor.press('Control+Space');
      await expect(editor.options.first()).toBeVisible();
      await expect(page.locator('.cm-completionInfo')).toBeVisible();
      await look('completion');
      await editor.press('Escape');
      await editor.press('Control+f');
      await page.keyboard.type('Drug');
      await look('search');
      await editor.press('Escape');
      await editor.press('Control+Shift+M');
      await look('findings');
    });
  });
}
