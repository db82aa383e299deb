// @ts-check
// npm run eval: installs what is missing, builds the evaluation, runs it.
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT, runTool } from '../scripts/child.mjs';
import { ensureModel } from '../scripts/model.mjs';
import { ensurePackages } from '../scripts/setup.mjs';

await ensurePackages();
const models = dirname(await ensureModel());
const built = await runTool('vite/bin/vite.js', ['build', '--config', 'eval/vite.config.ts', '--logLevel', 'warn']);
if (built !== 0) throw new Error('The evaluation could not be built; the messages are above.');
const { main } = await import(pathToFileURL(join(ROOT, '.cache/eval/main.mjs')).href);
await main(models);
