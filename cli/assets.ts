// npx pocket-nexus assets FOLDER: what the page client asks for at run time, for hosts whose bundler takes up neither workers nor
// files.
import { cp, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EXIT } from './exit-code.ts';

/** Beside this program in the package: workers, WebAssembly with what loads it, models. */
const ASSET = /^(.*worker\.js|.*\.wasm|ort-.*\.mjs|models)$/;

export async function copyAssets([folder, ...more]: readonly string[]): Promise<void> {
  if (folder === undefined || folder.startsWith('-') || more.length > 0) {
    process.stderr.write(
      'Usage: pocket-nexus assets FOLDER\n\nCopies what openNexus() asks for into the folder of your bundle.\n',
    );
    process.exitCode = EXIT.usage;
    return;
  }
  const from = fileURLToPath(new URL('./', import.meta.url));
  const names = (await readdir(from)).filter((name) => ASSET.test(name));
  await mkdir(folder, { recursive: true });
  for (const name of names) await cp(join(from, name), join(folder, name), { recursive: true });
  process.stdout.write(`${names.join('\n')}\n`);
}
