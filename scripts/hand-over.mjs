// @ts-check
// npm run test:hand-over [-- ROUNDS]: three tabs write while the one that owns the memory is closed, reloaded, killed and frozen, 20 times
// unless told otherwise.
import { runTool } from './child.mjs';
import { ensurePackages } from './setup.mjs';

await ensurePackages();
const { ensureBrowser } = await import('./browser.mjs');
await ensureBrowser();
process.exitCode = await runTool('@playwright/test/cli.js', ['test', 'hand-over', '--project', 'journeys'], {
  env: { HAND_OVER_ROUNDS: process.argv[2] ?? '20' },
});
