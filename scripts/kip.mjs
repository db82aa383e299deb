// @ts-check
// npm run kip [-- …]: installs and builds what is missing, then hands over to the terminal door. Standard output is the
// door's alone.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt, ensurePackages } from './setup.mjs';

try {
  await ensurePackages();
  const folder = await ensureBuilt('cli');
  const { main } = await import(pathToFileURL(join(folder, 'kip.mjs')).href);
  await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 70;
}
