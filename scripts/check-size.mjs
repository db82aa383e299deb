// @ts-check
// What a first visit downloads, gzipped, against its ceilings: the frame, everything until a statement can be run, and our own
// language, protocol and engine code.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { ROOT } from './child.mjs';
import { firstVisitFiles, frameFiles } from './first-visit.mjs';
import { cacheLists } from './service-worker.mjs';
import { ensureBuilt } from './setup.mjs';

const KIB = 1024;
const ENGINE_MAX = 70 * KIB;
const FRAME_MAX = 60 * KIB;
const FIRST_VISIT_MAX = 860 * KIB;

/** Parts of the page that come when they are looked at. */
const PARTS = [
  { what: 'Work view', names: /^work-/, max: 32 * KIB },
  { what: 'Editor with CodeMirror', names: /^editors-/, max: 180 * KIB },
  { what: 'Language, shared by editor and results', names: /^parse-once-/, max: 45 * KIB },
  { what: 'Results', names: /^results-/, max: 28 * KIB },
  { what: 'Graph', names: /^(graph-view|painter|picture|layout-worker)-/, max: 36 * KIB },
  { what: 'Learning, with its worlds', names: /^(learn|drugs|decisions|person-and-project)-/, max: 36 * KIB },
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

/** What a first visit fetches before a statement can be run, what the installed app fetches behind it, and the model behind that. */
async function visit() {
  const root = await ensureBuilt('web');
  const first = firstVisitFiles(root);
  const { installed, later } = cacheLists(root);
  /** @param {readonly string[]} names */
  const sized = (names) =>
    names.map((name) => ({ name, size: gzipped(readFileSync(join(root, name))) })).sort((a, b) => b.size - a.size);
  return {
    frame: sized(frameFiles(root)),
    first: sized(first),
    rest: sized(installed.map(({ url }) => url).filter((url) => !first.includes(url))),
    later: sized(later.map(({ url }) => url)),
  };
}

/** @param {readonly { size: number }[]} files */
const total = (files) => files.reduce((sum, { size }) => sum + size, 0);

/**
 * @param {string} what
 * @param {number} size
 * @param {number} max
 */
function report(what, size, max) {
  console.log(`${what}: ${(size / KIB).toFixed(1)} KiB gzipped of at most ${max / KIB}`);
  if (size > max) process.exitCode = 1;
}

const { frame, first, rest, later } = await visit();
for (const { name, size } of first) console.log(`  ${(size / KIB).toFixed(1).padStart(7)}  ${name}`);
report('A first visit, until something is seen', total(frame), FRAME_MAX);
report('A first visit, until a statement can be run', total(first), FIRST_VISIT_MAX);
const assets = join(await ensureBuilt('web'), 'assets');
for (const { what, names, max } of PARTS) {
  const own = readdirSync(assets).filter((name) => names.test(name) && /\.(js|css)$/.test(name));
  if (own.length === 0) throw new Error(`${what}: no file of it was built.`);
  report(what, total(own.map((name) => ({ size: gzipped(readFileSync(join(assets, name))) }))), max);
}
console.log(`  then at rest, for use offline: ${(total(rest) / KIB).toFixed(1)} KiB of other views and parts,`);
console.log(`  and ${(total(later) / KIB / KIB).toFixed(1)} MiB of language model and what runs it`);
const engine = await engineSize();
report('Language, protocol and engine before the first answer', engine.first, ENGINE_MAX);
console.log(`  and ${(engine.later / KIB).toFixed(1)} KiB when there is a fault to explain or a memory to create`);
