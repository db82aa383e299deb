// @ts-check
// The model that comes with the app, built once into public/models/<name>-<hash of its contents>/. The name is on record in
// src/protocol/use-lite.json, so that the app knows where to look and a build that comes out differently is noticed.
// `npm run model` builds it and puts its name on record.
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ROOT } from './child.mjs';
import { withLock } from './lock.mjs';

const NAME = 'use-lite';
const RECORD = join(ROOT, 'src/protocol/use-lite.json');
const MODELS = join(ROOT, 'public/models');
const HASH_DIGITS = 8;

/** The folder of the model on record, whether or not it has been built. */
export function modelFolder() {
  return join(MODELS, JSON.parse(readFileSync(RECORD, 'utf8')).folder);
}

/**
 * Builds the model unless it is there. Returns its folder.
 *
 * @throws where the build gives another model than the one on record
 */
export async function ensureModel() {
  const folder = modelFolder();
  if (existsSync(folder)) return folder;
  await withLock('model', async () => {
    if (existsSync(folder)) return;
    console.error('Building the language model …');
    const { files, hash } = await build();
    if (join(MODELS, folderName(hash)) !== folder) {
      throw new Error(`The model came out as ${folderName(hash)}, and ${RECORD} names another. See npm run model.`);
    }
    await write(files, folder);
  });
  return folder;
}

async function build() {
  // Loaded here, so that a model that is there costs one look at the disk.
  const { buildModelFiles, hashOf } = await import('./build-model/model-files.mjs');
  const files = buildModelFiles();
  return { files, hash: hashOf(files) };
}

/** @param {string} hash */
const folderName = (hash) => `${NAME}-${hash.slice(0, HASH_DIGITS)}`;

/**
 * The folder appears whole or not at all; those of other versions go.
 *
 * @param {ReadonlyMap<string, Buffer>} files
 * @param {string} folder
 */
async function write(files, folder) {
  const fresh = `${folder}.${process.pid}`;
  for (const [path, content] of files) {
    await mkdir(dirname(join(fresh, path)), { recursive: true });
    await writeFile(join(fresh, path), content);
  }
  for (const old of await readdir(MODELS)) {
    if (old.startsWith(`${NAME}-`) && join(MODELS, old) !== fresh) await rm(join(MODELS, old), { recursive: true });
  }
  await rename(fresh, folder);
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const { files, hash } = await build();
  await writeFile(RECORD, `${JSON.stringify({ folder: folderName(hash), sha256: hash }, null, 2)}\n`);
  await write(files, modelFolder());
  console.log(modelFolder());
}
