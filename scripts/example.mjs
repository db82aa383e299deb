// @ts-check
// npm run example -- NAME: packs the library, installs it with the example in a clean folder, starts the example there.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, runNpm } from './child.mjs';
import { installExample, packLibrary } from './pack.mjs';
import { ensurePackages } from './setup.mjs';

const names = readdirSync(join(ROOT, 'examples'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);
const name = process.argv[2];

try {
  if (name === undefined || !names.includes(name)) throw new Error(`Name an example: ${names.join(', ')}.`);
  await ensurePackages();
  const folder = join(ROOT, '.cache/examples', name);
  await installExample(name, folder, await packLibrary());
  process.exitCode = await runNpm(['start', '--prefix', folder]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
