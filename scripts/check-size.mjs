// @ts-check
// What a first visit downloads, gzipped, against its ceilings: our own language, protocol and engine code, and everything together.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { ROOT } from './child.mjs';
import { ensureBuilt } from './setup.mjs';

const KIB = 1024;
const ENGINE_MAX = 70 * KIB;
const FIRST_LOAD_MAX = 620 * KIB;

/**
 * Not fetched by a first visit: SQLite's other ways of storing, switched off; the door for other code; maps; the language model and
 * what runs it, which follow in the background; what is loaded on occasion.
 */
const NOT_LOADED = [
  /^assets\/sqlite3-(worker1|opfs-async-proxy)/,
  /^client\.js$/,
  /\.map$/,
  /^models\//,
  /^assets\/(embed|transformers|ort-wasm)/,
  /^assets\/(parse-strict|build)-/, // on the first fault; on the first REGEX (re2js)
  /^assets\/(graph-view|painter|picture|layout-worker|export-dialog)-/, // on the first graph; on the first export
];

/** @param {string | Uint8Array} content */
const gzipped = (content) => gzipSync(content, { level: 9 }).length;

/**
 * Language, protocol and engine alone, without any package: what a worker loads before its first answer, and what it loads later, on
 * the first fault to explain or the first memory to create.
 */
async function engineSize() {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      lib: { entry: join(ROOT, 'worker/engine.ts'), formats: ['es'] },
      rolldownOptions: { external: /^[^./]/, output: { minify: true } },
    },
  });
  const chunks = [built].flat().flatMap((output) => ('output' in output ? output.output : []));
  const byName = new Map(chunks.flatMap((chunk) => (chunk.type === 'chunk' ? [[chunk.fileName, chunk]] : [])));
  const first = new Set();
  /** @param {string} name */
  const add = (name) => {
    if (first.has(name) || !byName.has(name)) return;
    first.add(name);
    byName.get(name)?.imports.forEach(add);
  };
  byName.forEach((chunk, name) => chunk.isEntry && add(name));
  const sum = (/** @type {boolean} */ isFirst) =>
    [...byName].reduce((total, [name, { code }]) => total + (first.has(name) === isFirst ? gzipped(code) : 0), 0);
  return { first: sum(true), later: sum(false) };
}

async function firstLoad() {
  const root = await ensureBuilt('web');
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)).replaceAll('\\', '/'))
    .filter((name) => !NOT_LOADED.some((pattern) => pattern.test(name)))
    .map((name) => ({ name, size: gzipped(readFileSync(join(root, name))) }))
    .sort((a, b) => b.size - a.size);
}

/**
 * @param {string} what
 * @param {number} size
 * @param {number} max
 */
function report(what, size, max) {
  console.log(`${what}: ${(size / KIB).toFixed(1)} KiB gzipped of at most ${max / KIB}`);
  if (size > max) process.exitCode = 1;
}

const files = await firstLoad();
for (const { name, size } of files) console.log(`  ${(size / KIB).toFixed(1).padStart(7)}  ${name}`);
report(
  'First load',
  files.reduce((sum, { size }) => sum + size, 0),
  FIRST_LOAD_MAX,
);
const engine = await engineSize();
report('Language, protocol and engine before the first answer', engine.first, ENGINE_MAX);
console.log(`  and ${(engine.later / KIB).toFixed(1)} KiB when there is a fault to explain or a memory to create`);
