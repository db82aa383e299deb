// @ts-check
// npm run build:lib [-- --outDir FOLDER]: the library as it is published. Entries for pages share their chunks; each worker is one file
// with everything it needs, so that it starts from any bundler and from a plain server; the entries for Node share theirs.
import { rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { rolldown } from 'rolldown';
import { ROOT } from './child.mjs';
import { addresses, appModel, copyFiles, nodeRuntime, runtimeAlone, sqliteAlone, texts } from './library/files.mjs';
import { notices } from './library/notices.mjs';
import { emitTypes } from './library/types.mjs';
import { workerName, workers } from './library/workers.mjs';
import { ensureModel } from './model.mjs';

/** @typedef {import('rolldown').InputOptions} InputOptions */
/** @typedef {import('rolldown').OutputOptions} OutputOptions */

const PAGE = { index: 'src/index.ts', editor: 'src/editor/index.ts', agent: 'src/agent/index.ts' };
const NODE = { engine: 'node/index.ts', cli: 'cli/bin.ts' };
/** The host's own: two copies of these in one page do not know each other's objects. */
const SHARED = /^(@codemirror|@lezer)\//;
const PAGE_CHUNKS = [
  { name: 'protocol', test: /src[/\\]protocol[/\\]/ },
  { name: 'client', test: /src[/\\]client[/\\]|comlink/ },
];

const { values } = parseArgs({ options: { outDir: { type: 'string', default: join(ROOT, 'dist/lib') } } });
const out = resolve(ROOT, values.outDir);

/** @type {InputOptions} */
const COMMON = {
  cwd: ROOT,
  logLevel: 'warn',
  checks: { pluginTimings: false, eval: false },
  transform: { define: { 'import.meta.env.DEV': 'false' } },
};

/** @param {Record<string, string>} entries */
const present = (entries) =>
  Object.fromEntries(Object.entries(entries).filter(([, path]) => existsSync(join(ROOT, path))));

/**
 * @param {InputOptions} input
 * @param {OutputOptions} output
 * @returns {Promise<string[]>} the modules that went in
 */
async function bundle(input, output) {
  const build = await rolldown({ ...COMMON, ...input });
  const { output: chunks } = await build.write({ dir: out, format: 'esm', entryFileNames: '[name].js', ...output });
  await build.close();
  return chunks.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
}

/** @param {Set<string>} found */
function bundlePage(found) {
  return bundle(
    { input: present(PAGE), platform: 'browser', external: SHARED, plugins: [workers(found), texts()] },
    {
      chunkFileNames: 'page-[name]-[hash].js',
      // What starts workers is apart from the entry, so that a bundler which needs nothing of it does not even look for workers there.
      codeSplitting: { groups: PAGE_CHUNKS },
    },
  );
}

/**
 * @param {string} source
 * @param {Set<string>} found
 * @param {string} model
 */
function bundleWorker(source, found, model) {
  return bundle(
    {
      input: { [workerName(source)]: source },
      platform: 'browser',
      // Without this the runtime of language models brings a second copy of its WebAssembly.
      resolve: { conditionNames: ['onnxruntime-web-use-extern-wasm', 'browser', 'import', 'default'] },
      plugins: [workers(found), addresses(), texts(), appModel(model), sqliteAlone(), runtimeAlone()],
    },
    { codeSplitting: false, minify: true },
  );
}

function bundleNode() {
  return bundle(
    { input: present(NODE), platform: 'node', plugins: [texts(), nodeRuntime()] },
    { chunkFileNames: 'node-[name]-[hash].js', minify: { mangle: false, compress: false } },
  );
}

async function main() {
  const model = await ensureModel();
  await rm(out, { recursive: true, force: true });
  /** @type {Set<string>} */
  const found = new Set();
  const modules = new Set([...(await bundlePage(found)), ...(await bundleNode())]);
  // A worker may start another: the set grows while it is gone through.
  for (const source of found) for (const module of await bundleWorker(source, found, model)) modules.add(module);
  copyFiles(out, model);
  await emitTypes(out, Object.values(present({ ...PAGE, engine: NODE.engine })));
  await writeFile(
    join(out, 'worker.d.ts'),
    '// Starts the engine where it is loaded as a worker; it has no exports.\nexport {};\n',
  );
  await writeFile(join(out, 'THIRD-PARTY-NOTICES.txt'), notices(modules));
}

await main();
