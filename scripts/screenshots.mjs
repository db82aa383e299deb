// @ts-check
// Takes the pictures of docs/screenshots/: every view of the playground as a person gets it, in both themes, wide and on a phone.
// They are checked in; run this after a change of the look: node scripts/screenshots.mjs
import { chromium } from '@playwright/test';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { BROWSER_ARGS, findBrowser } from './browser.mjs';
import { ROOT } from './child.mjs';
import { serve } from './server.mjs';
import { ensureBuilt } from './setup.mjs';

const FOLDER = join(ROOT, 'docs/screenshots');
const WIDE = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 };

const LINKS = 'FIND(?a, ?link, ?b)\nWHERE {\n  ?link (?a, "treats" | "has_side_effect", ?b)\n}';
const CHANGE =
  'UPDATE ?drug\nSET ATTRIBUTES { reviewed: true }\nWHERE {\n  ?drug {type: "Drug"}\n  (?drug, "treats", {type: "Symptom", name: "Headache"})\n}';

/** @typedef {import('@playwright/test').Page} Page */

/** @param {Page} page @param {string} command */
async function run(page, command) {
  await page.locator('.cm-content').first().click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(command);
  await page.keyboard.press('ControlOrMeta+Enter');
}

/** A scratch nexus with the medicine cabinet in it, and the work view before it. @param {Page} page @param {string} url */
async function openWorld(page, url) {
  await page.goto(`${url}#/learn`);
  await page.getByRole('button', { name: 'Open “A medicine cabinet” in a scratch nexus' }).click();
  await page.locator('.cm-content').first().waitFor();
}

/** @param {Page} page @param {string} url */
async function openGraph(page, url) {
  await openWorld(page, url);
  await run(page, LINKS);
  await page.getByRole('tab', { name: 'Graph' }).click();
  await page.locator('kip-graph canvas').first().waitFor();
  // The layout has come to rest when two pictures in a row are the same.
  for (let before = '', at = 0; at < 30; at++) {
    const now = (await page.locator('kip-graph canvas').first().screenshot()).toString('base64');
    if (now === before) return;
    before = now;
    await page.waitForTimeout(500);
  }
}

/** @type {Record<string, (page: Page, url: string) => Promise<void>>} */
const VIEWS = {
  welcome: async (page, url) => {
    await page.goto(url);
    await page.getByRole('button', { name: /^Run/ }).first().waitFor();
  },
  table: async (page, url) => {
    await openWorld(page, url);
    await run(page, LINKS);
    await page.getByRole('tab', { name: 'Table' }).waitFor();
  },
  graph: openGraph,
  preview: async (page, url) => {
    await openWorld(page, url);
    await run(page, CHANGE);
    await page.getByRole('button', { name: 'Do it' }).waitFor();
  },
  schema: async (page, url) => {
    await openWorld(page, url);
    await page.getByRole('link', { name: 'Schema' }).first().click();
    await page.getByRole('heading', { name: 'Drug', exact: true }).or(page.getByText('Drug').first()).first().waitFor();
  },
  learn: async (page, url) => {
    await page.goto(`${url}#/learn`);
    await page.getByRole('button', { name: 'Run', exact: true }).first().waitFor();
  },
  memory: async (page, url) => {
    await page.goto(`${url}#/memory`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
  },
  help: async (page, url) => {
    await page.goto(`${url}#/help/KIP_1001`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
  },
};

mkdirSync(FOLDER, { recursive: true });
const server = await serve({ root: await ensureBuilt('web') });
const path = findBrowser()?.path;
const browser = await chromium.launch({ args: BROWSER_ARGS, ...(path === undefined ? {} : { executablePath: path }) });
for (const [name, open] of Object.entries(VIEWS)) {
  for (const [size, options] of /** @type {const} */ ([
    ['wide', WIDE],
    ['phone', PHONE],
  ])) {
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      const context = await browser.newContext({ ...options, colorScheme, reducedMotion: 'reduce' });
      const page = await context.newPage();
      await open(page, server.url);
      await page.evaluate(() => document.fonts.ready);
      // What was said for a moment is gone.
      await page.waitForTimeout(5000);
      await page.screenshot({ path: join(FOLDER, `${name}-${size}-${colorScheme}.png`) });
      await context.close();
      console.log(`${name}-${size}-${colorScheme}.png`);
    }
  }
}
await browser.close();
await server.close();
