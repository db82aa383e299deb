// @ts-check
// npm run kip [-- …]: installs and builds what is missing, then hands over to the terminal door. Standard output is the
// door's alone.
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureModel, modelFolder } from './model.mjs';
import { ensureBuilt, ensurePackages } from './setup.mjs';

try {
  await ensurePackages();
  const folder = await ensureBuilt('cli');
  const { main } = await import(pathToFileURL(join(folder, 'kip.mjs')).href);
  const argv = process.argv.slice(2);
  if (argv.includes('--semantic')) await ensureModel();
  await main(argv, dirname(modelFolder()));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 70;
}
