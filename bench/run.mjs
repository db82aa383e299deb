// @ts-check
// npm run bench [-- …]: installs what is missing, builds the bench, runs it; then, in Chromium, the way from a tab to the engine and
// search by meaning. Options: see main.ts.
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { ROOT, runTool } from '../scripts/child.mjs';
import { ensurePackages } from '../scripts/setup.mjs';

await ensurePackages();
const built = await runTool('vite/bin/vite.js', ['build', '--config', 'bench/vite.config.ts', '--logLevel', 'warn']);
if (built !== 0) throw new Error('The bench could not be built; the messages are above.');
const { main } = await import(pathToFileURL(join(ROOT, '.cache/bench/main.mjs')).href);
const given = process.argv.slice(2);
process.exitCode = await main(given);
if (!given.some((option) => /^--(only|n)\b/.test(option))) {
  const { ensureBrowser } = await import('../scripts/browser.mjs');
  await ensureBrowser();
  const { measureTabs } = await import('./browser/tabs.mjs');
  await measureTabs();
  const { benchMeaning } = await import('./meaning/run.mjs');
  await benchMeaning(given.includes('--quick') ? 10_000 : undefined);
}
