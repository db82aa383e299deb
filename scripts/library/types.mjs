// @ts-check
// The declarations of the library, one file per source, as far as an entry reaches.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { runTool } from '../child.mjs';

const require = createRequire(import.meta.url);
const IMPORT = /(\bfrom\s+|\bimport\(\s*|\bimport\s+)(['"])([^'"]+)\2/g;

/**
 * @param {string} out
 * @param {readonly string[]} entries sources, relative to the project
 */
export async function emitTypes(out, entries) {
  const types = join(out, 'types');
  const code = await runTool('typescript/bin/tsc', ['-p', 'tsconfig.library.json', '--outDir', types], { quiet: true });
  if (code !== 0) throw new Error('The declarations of the library could not be made; the messages are above.');
  const reached = new Set();
  for (const entry of entries) follow(join(types, entry.replace(/\.ts$/, '.d.ts')), reached, types);
  for (const file of declarationsOf(types)) if (!reached.has(file)) rmSync(file);
  removeEmpty(types);
}

/**
 * Makes the imports of a declaration end in .js, and goes on to what it imports.
 *
 * @param {string} file
 * @param {Set<string>} reached
 * @param {string} types
 */
function follow(file, reached, types) {
  if (reached.has(file)) return;
  reached.add(file);
  const text = readFileSync(file, 'utf8').replace(IMPORT, (whole, start, quote, path) => {
    if (path === 'comlink') return `${start}${quote}${comlinkFrom(file, types)}${quote}`;
    if (!path.startsWith('.')) return whole;
    const base = path.replace(/\.(ts|js)$/, '');
    const target = resolve(dirname(file), `${base}.d.ts`);
    if (!existsSync(target)) throw new Error(`${file} imports ${path}, for which there is no declaration.`);
    follow(target, reached, types);
    return `${start}${quote}${base}.js${quote}`;
  });
  writeFileSync(file, text);
}

/**
 * Comlink is part of the library's code, so its declarations are part of the library's.
 *
 * @param {string} file
 * @param {string} types
 */
function comlinkFrom(file, types) {
  const folder = join(types, 'comlink');
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true });
    const source = dirname(require.resolve('comlink'));
    for (const name of ['comlink.d.ts', 'protocol.d.ts']) {
      const text = readFileSync(join(source, name), 'utf8').replace(/from "\.\/protocol"/g, 'from "./protocol.js"');
      writeFileSync(join(folder, name), text);
    }
  }
  return relative(dirname(file), join(folder, 'comlink.js'))
    .replaceAll('\\', '/')
    .replace(/^(?!\.)/, './');
}

/** @param {string} types */
function declarationsOf(types) {
  return readdirSync(types, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .filter((file) => !relative(types, file).startsWith('comlink'));
}

/** @param {string} folder */
function removeEmpty(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    removeEmpty(join(folder, entry.name));
    if (readdirSync(join(folder, entry.name)).length === 0) rmSync(join(folder, entry.name), { recursive: true });
  }
}
