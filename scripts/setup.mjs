// @ts-check
// What must be there before anything else: the packages of package-lock.json and the built products, each made only when
// missing or out of date. A step already done costs milliseconds. Nothing here may need an installed package, since on a
// fresh clone there is none. Everything said goes to standard error.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT, run, runNpm, runTool } from './child.mjs';
import { withLock } from './lock.mjs';
import { ensureModel } from './model.mjs';

const NODE_MAJOR_MIN = 20;
const LIBRARY_BUILD = 'scripts/build-library.mjs';

/** @param {string} path */
const readJson = (path) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

/** Whether node_modules holds what package-lock.json names, by npm's own record of what it installed. */
function packagesInstalled() {
  if (!existsSync(join(ROOT, 'node_modules/.package-lock.json'))) return false;
  const installed = readJson('node_modules/.package-lock.json').packages;
  return Object.entries(readJson('package-lock.json').packages).every(
    ([path, wanted]) =>
      path === '' || wanted.optional || (path in installed && installed[path].version === wanted.version),
  );
}

export async function ensurePackages() {
  if (Number(process.versions.node.split('.')[0]) < NODE_MAJOR_MIN) {
    throw new Error(`Node ${NODE_MAJOR_MIN} or newer is needed; this is ${process.version}.`);
  }
  if (packagesInstalled()) return;
  await withLock('install', async () => {
    if (packagesInstalled()) return;
    console.error('Installing packages (npm ci) …');
    const code = await runNpm(['ci', '--no-audit', '--no-fund', '--loglevel=error']);
    if (code !== 0) throw new Error(`npm ci ended with ${code}; its messages are above.`);
  });
}

/** @typedef {'web' | 'cli' | 'lib' | 'agent-example' | 'harness'} Product */

/**
 * The products, how they are built, and what from. Tests are no input: a change in one rebuilds nothing.
 *
 * @type {Record<Product, { build: (outDir: string) => Promise<number>, inputs: readonly string[] }>}
 */
const PRODUCTS = {
  web: {
    build: (outDir) => viteBuild('vite.config.ts', outDir),
    inputs: [
      'vite.config.ts',
      'index.html',
      'public',
      'src',
      'worker',
      'capsules',
      'scripts/headers.mjs',
      'scripts/service-worker.mjs',
    ],
  },
  cli: {
    build: (outDir) => viteBuild('vite.cli.config.ts', outDir),
    inputs: ['vite.cli.config.ts', 'cli', 'node', 'src', 'worker', 'capsules'],
  },
  'agent-example': {
    build: (outDir) => viteBuild('vite.agent-example.config.ts', outDir),
    inputs: ['vite.agent-example.config.ts', 'examples/agent', 'public/models', 'src', 'worker', 'capsules'],
  },
  harness: {
    build: (outDir) => viteBuild('vite.harness.config.ts', outDir),
    inputs: ['vite.harness.config.ts', 'e2e/harness', 'src', 'worker', 'capsules'],
  },
  lib: {
    build: (outDir) => run(process.execPath, [join(ROOT, LIBRARY_BUILD), '--outDir', outDir], { quiet: true }),
    inputs: [
      LIBRARY_BUILD,
      'scripts/library',
      'tsconfig.library.json',
      'cli',
      'node',
      'src',
      'worker',
      'capsules',
      'stubs',
    ],
  },
};

/**
 * Every file of a tree that goes into a product, as paths below the project, in a fixed order.
 *
 * @param {string} path
 * @returns {string[]}
 */
function sources(path) {
  const entries = readdirSync(join(ROOT, path), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const child = `${path}/${entry.name}`;
    if (entry.isDirectory()) return sources(child);
    return /\.test\.ts$/.test(entry.name) ? [] : [child];
  });
}

/**
 * @param {string} config
 * @param {string} outDir
 */
function viteBuild(config, outDir) {
  const args = ['build', '--config', config, '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn'];
  return runTool('vite/bin/vite.js', args, { quiet: true });
}

/** @param {Product} product */
function fingerprint(product) {
  const { inputs } = PRODUCTS[product];
  const hash = createHash('sha256');
  const files = inputs
    .filter((path) => existsSync(join(ROOT, path)))
    .flatMap((path) => (/\.\w+$/.test(path) ? [path] : sources(path)));
  for (const file of [...files, 'package-lock.json']) {
    hash.update(`${file}\0`);
    // A model's folder is named after its contents.
    if (!file.startsWith('public/models/')) hash.update(readFileSync(join(ROOT, file)));
    hash.update('\0');
  }
  return hash.digest('hex');
}

/**
 * Builds a product into dist/<product> unless the one there was made from the same sources. The new one replaces the old
 * in one rename, so that a reader sees either whole. Returns the product's folder.
 *
 * @param {Product} product
 */
export async function ensureBuilt(product) {
  if (product !== 'cli') await ensureModel();
  const folder = join(ROOT, 'dist', product);
  const stamp = `${folder}.built-from`;
  const current = () => existsSync(stamp) && existsSync(folder) && readFileSync(stamp, 'utf8') === fingerprint(product);
  if (current()) return folder;
  await withLock(`build-${product}`, async () => {
    if (current()) return;
    const made = fingerprint(product);
    const fresh = `${folder}.${process.pid}`;
    console.error(`Building dist/${product} …`);
    if ((await PRODUCTS[product].build(fresh)) !== 0) {
      await rm(fresh, { recursive: true, force: true });
      throw new Error(`The build of dist/${product} failed; its messages are above.`);
    }
    await replaceFolder(folder, fresh);
    await writeFile(stamp, made);
  });
  return folder;
}

/**
 * @param {string} folder
 * @param {string} fresh
 */
async function replaceFolder(folder, fresh) {
  const old = `${fresh}.old`;
  await mkdir(join(ROOT, 'dist'), { recursive: true });
  if (existsSync(folder)) await rename(folder, old);
  await rename(fresh, folder);
  await rm(old, { recursive: true, force: true });
}
