// @ts-check
// Draws the icons of the installed app from public/icon.svg, and takes the screenshots its manifest shows. The results are checked in;
// run this after a change of the icon or the look: node scripts/pictures.mjs
import { chromium } from '@playwright/test';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BROWSER_ARGS, findBrowser } from './browser.mjs';
import { ROOT } from './child.mjs';
import { serve } from './server.mjs';
import { ensureBuilt } from './setup.mjs';

const PUBLIC = join(ROOT, 'public');
/** A launcher may cut a maskable icon down to a circle of 80 %; the drawing stays inside, its ground fills the square. */
const MASKABLE_SCALE = 0.72;

/** @param {import('@playwright/test').Browser} browser */
async function drawIcons(browser) {
  const svg = readFileSync(join(PUBLIC, 'icon.svg'), 'utf8');
  const ground = /<rect[^>]*fill="([^"]+)"/.exec(svg)?.[1];
  if (!ground) throw new Error('public/icon.svg has no <rect> as its ground any more.');
  const icons = [
    { name: 'icon-192.png', size: 192, maskable: false },
    { name: 'icon-512.png', size: 512, maskable: false },
    { name: 'maskable-512.png', size: 512, maskable: true },
  ];
  for (const { name, size, maskable } of icons) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    const drawn = maskable ? svg.replace(/rx="[^"]+"/, 'rx="0"') : svg;
    const scale = maskable ? MASKABLE_SCALE : 1;
    await page.setContent(`<!doctype html><style>
      html, body { margin: 0; background: ${maskable ? ground : 'transparent'} }
      svg { display: block; width: ${size}px; height: ${size}px; scale: ${scale} }
    </style>${drawn}`);
    await page.screenshot({ path: join(PUBLIC, 'icons', name), omitBackground: true });
    await page.close();
  }
}

/** @param {import('@playwright/test').Browser} browser */
async function takeScreenshots(browser) {
  const server = await serve({ root: await ensureBuilt('web') });
  const shots = [
    { name: 'wide.png', viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
    { name: 'phone.png', viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 },
  ];
  for (const { name, ...options } of shots) {
    const context = await browser.newContext({ ...options, colorScheme: 'light' });
    const page = await context.newPage();
    await page.goto(`${server.url}#/learn/sources`);
    await page.getByRole('button', { name: 'Run', exact: true }).first().click();
    await page.getByText('surer than the patient').waitFor();
    await page.locator('#step-title').evaluate((element) => element.scrollIntoView());
    await page.screenshot({ path: join(PUBLIC, 'screenshots', name) });
    await context.close();
  }
  await server.close();
}

for (const folder of ['icons', 'screenshots']) mkdirSync(join(PUBLIC, folder), { recursive: true });
const path = findBrowser()?.path;
const browser = await chromium.launch({ args: BROWSER_ARGS, ...(path === undefined ? {} : { executablePath: path }) });
await drawIcons(browser);
await takeScreenshots(browser);
await browser.close();
