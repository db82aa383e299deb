// @ts-check
// npm run test:durability [-- ROUNDS]: kills workers, pages and browsers in the middle of writing, 50 times unless told otherwise.
import { runTool } from './child.mjs';
import { ensurePackages } from './setup.mjs';

await ensurePackages();
const { ensureBrowser } = await import('./browser.mjs');
await ensureBrowser();
process.exitCode = await runTool('@playwright/test/cli.js', ['test', '--project', 'durability'], {
  env: { DURABILITY_ROUNDS: process.argv[2] ?? '50' },
});
