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
 * what runs it, which follow in the background.
 */
const NOT_LOADED = [
  /^assets\/sqlite3-(worker1|opfs-async-proxy)/,
  /^client\.js$/,
  /\.map$/,
  /^models\//,
  /^assets\/(embed|transformers|ort-wasm)/,
];

/** @param {string | Uint8Array} content */
const gzipped = (content) => gzipSync(content, { level: 9 }).length;

/** Language, protocol and engine alone, without any package, minified. */
async function engineSize() {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      lib: { entry: join(ROOT, 'worker/engine.ts'), formats: ['es'] },
      minify: 'oxc',
      rolldownOptions: { external: /^[^./]/, output: { codeSplitting: false } },
    },
  });
  const outputs = Array.isArray(built) ? built : [built];
  return outputs
    .flatMap((output) => ('output' in output ? output.output : []))
    .reduce((sum, part) => sum + (part.type === 'chunk' ? gzipped(part.code) : 0), 0);
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
report('Language, protocol and engine', await engineSize(), ENGINE_MAX);
