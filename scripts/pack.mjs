// @ts-check
// The library as it is published, and projects that install it: for the examples and the tests of the package.
import { existsSync, statSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT, runNpm } from './child.mjs';
import { withLock } from './lock.mjs';
import { ensureBuilt } from './setup.mjs';

const QUIET = ['--no-audit', '--no-fund', '--loglevel=error'];

/** Builds the library where it is out of date and packs it. Returns the tarball, whose name has the version in it. */
export async function packLibrary() {
  await ensureBuilt('lib');
  const folder = join(ROOT, '.cache/package');
  const { name, version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  const tarball = join(folder, `${name}-${version}.tgz`);
  await withLock('pack', async () => {
    if (newer(tarball, ['dist/lib.built-from', 'package.json', 'README.md', 'LICENSE'])) return;
    const fresh = `${folder}.${process.pid}`;
    await mkdir(fresh, { recursive: true });
    // What `prepack` would build has just been built.
    const code = await runNpm(['pack', '--ignore-scripts', '--pack-destination', fresh, ...QUIET]);
    if (code !== 0) throw new Error(`npm pack ended with ${code}; its messages are above.`);
    await mkdir(folder, { recursive: true });
    await rename(join(fresh, `${name}-${version}.tgz`), tarball);
    await rm(fresh, { recursive: true });
  });
  return tarball;
}

/**
 * @param {string} file
 * @param {readonly string[]} sources
 */
function newer(file, sources) {
  const since = (/** @type {string} */ path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return sources.every((source) => since(join(ROOT, source)) < since(file));
}

/**
 * Copies an example into a folder of its own and installs there what it names, the library from the tarball.
 *
 * @param {string} name folder below examples/
 * @param {string} folder made anew
 * @param {string} tarball
 */
export async function installExample(name, folder, tarball) {
  const source = join(ROOT, 'examples', name);
  if (!existsSync(join(source, 'package.json'))) throw new Error(`There is no example "${name}".`);
  await rm(folder, { recursive: true, force: true });
  await cp(source, folder, { recursive: true, filter: (path) => !path.includes('node_modules') });
  await installLibrary(folder, tarball);
}

/**
 * Installs the library and whatever else a project's package.json names.
 *
 * @param {string} folder holds a package.json, or gets one
 * @param {string} tarball
 */
export async function installLibrary(folder, tarball) {
  const path = join(folder, 'package.json');
  const project = existsSync(path) ? JSON.parse(await readFile(path, 'utf8')) : { private: true, type: 'module' };
  project.dependencies = { ...project.dependencies, 'pocket-nexus': `file:${tarball}` };
  await writeFile(path, JSON.stringify(project, null, 2));
  const code = await runNpm(['install', '--prefix', folder, ...QUIET]);
  if (code !== 0) throw new Error(`npm install in ${folder} ended with ${code}; its messages are above.`);
}
