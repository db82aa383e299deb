// @ts-check
// npm run bench [-- …]: installs what is missing, builds the bench, runs it. Options: see main.ts.
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { ROOT, runTool } from '../scripts/child.mjs';
import { ensurePackages } from '../scripts/setup.mjs';

await ensurePackages();
const built = await runTool('vite/bin/vite.js', ['build', '--config', 'bench/vite.config.ts', '--logLevel', 'warn']);
if (built !== 0) throw new Error('The bench could not be built; the messages are above.');
const { main } = await import(pathToFileURL(join(ROOT, '.cache/bench/main.mjs')).href);
process.exitCode = await main(process.argv.slice(2));
