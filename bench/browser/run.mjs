// @ts-check
// npm run bench:browser [-- n …]: the workload in Chromium, on a file in OPFS, in the worker it is meant for. Wall time.
import { chromium } from '@playwright/test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BROWSER_ARGS, ensureBrowser, findBrowser } from '../../scripts/browser.mjs';
import { ROOT, runTool } from '../../scripts/child.mjs';
import { serve } from '../../scripts/server.mjs';
import { ensurePackages } from '../../scripts/setup.mjs';
import { measureTabs } from './tabs.mjs';

await ensurePackages();
await ensureBrowser();
for (const config of ['bench/vite.config.ts', 'bench/browser/vite.config.ts']) {
  const built = await runTool('vite/bin/vite.js', ['build', '--config', config, '--logLevel', 'warn']);
  if (built !== 0) throw new Error('The bench could not be built; the messages are above.');
}
const { operationTable, goalTable, browserGoals } = await import(
  pathToFileURL(join(ROOT, '.cache/bench/main.mjs')).href
);
const sizes = process.argv.slice(2).map(Number).filter(Boolean);
const server = await serve({ root: join(ROOT, '.cache/bench-browser') });
const path = findBrowser()?.path;
const browser = await chromium.launch({ args: BROWSER_ARGS, ...(path === undefined ? {} : { executablePath: path }) });
/** @type {import('./bench-api.ts').BrowserSize[]} */
const results = [];
try {
  const page = await browser.newPage();
  page.on('console', (message) => console.log(message.text()));
  page.on('pageerror', (error) => console.error(error));
  await page.goto(server.url);
  for (const n of sizes.length ? sizes : [1_000, 100_000]) {
    console.log(`\n## n = ${n} in Chromium ${browser.version()}, OPFS (wall ms)\n`);
    const result = await page.evaluate(
      ([n, budgetMs, rounds]) => /** @type {any} */ (globalThis).runSize(n, { budgetMs, rounds }),
      [n, 800, 9],
    );
    console.log(operationTable(result.operations));
    console.log(`\n${goalTable(browserGoals([result]))}`);
    results.push(result);
  }
} finally {
  await browser.close();
  await server.close();
}
const overall = browserGoals(results).filter((/** @type {import('../report.ts').GoalRow} */ { n }) => n === null);
if (overall.length) console.log(`\n${goalTable(overall)}`);
const tabs = await measureTabs();
const report = 'bench-browser.json';
writeFileSync(report, `${JSON.stringify({ chromium: browser.version(), results, tabs }, null, 1)}\n`);
