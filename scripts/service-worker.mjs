// @ts-check
// Builds the service worker after everything else, with two lists of the built files: what is fetched when it is installed, and what is
// large and follows later. Each list names every file with its size, so that nothing is in or out of it by accident.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build } from 'vite';
import { ROOT } from './child.mjs';

/** Larger files must be on the list of what follows later, or be left out by name. */
const INSTALLED_BYTES_MAX = 2 * 1024 * 1024;

/** Never asked for by the app while it is offline: maps, other ways of SQLite to store, pictures for an app store. */
const NOT_KEPT = [/\.map$/, /^assets\/sqlite3-(worker1|opfs-async-proxy)/, /^screenshots\//, /^sw\.js$/, /^\./];

/** The language model and what runs it. */
const KEPT_LATER = [/^models\//, /^assets\/(embed-worker|transformers|ort-wasm)/];

/** Names under assets/ carry a hash of their contents. */
const NAMED_BY_CONTENT = /^assets\/.*-[\w-]{8}\.\w+$/;

/** @param {string} root */
export function builtFiles(root) {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)).replaceAll('\\', '/'))
    .sort();
}

/** @param {string} root */
export function cacheLists(root) {
  const files = builtFiles(root)
    .filter((url) => !NOT_KEPT.some((pattern) => pattern.test(url)))
    .map((url) => ({ url, revision: revisionOf(root, url), bytes: statSync(join(root, url)).size }));
  /** @param {{ url: string }} file */
  const isLater = ({ url }) => KEPT_LATER.some((pattern) => pattern.test(url));
  const installed = files.filter((file) => !isLater(file));
  const tooLarge = installed.filter(({ bytes }) => bytes > INSTALLED_BYTES_MAX);
  if (tooLarge.length > 0) {
    const names = tooLarge.map(({ url, bytes }) => `${url} (${bytes} bytes)`).join(', ');
    throw new Error(
      `Too large to be fetched at installation: ${names}. Put it on a list in scripts/service-worker.mjs.`,
    );
  }
  return { installed, later: files.filter(isLater) };
}

/**
 * @param {string} root
 * @param {string} url
 */
function revisionOf(root, url) {
  if (NAMED_BY_CONTENT.test(url)) return null;
  return createHash('sha256')
    .update(readFileSync(join(root, url)))
    .digest('hex')
    .slice(0, 16);
}

/** @returns {import('vite').Plugin} */
export function serviceWorker() {
  let root = '';
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(config) {
      root = join(config.root, config.build.outDir);
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler({ dir }) {
        await buildServiceWorker(dir ?? root);
      },
    },
  };
}

/** @param {string} root */
async function buildServiceWorker(root) {
  const { installed, later } = cacheLists(root);
  const precached = installed.map(({ url, revision }) => ({ url, revision }));
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    define: {
      __PRECACHED__: JSON.stringify(precached),
      __LATER__: JSON.stringify(later),
      'process.env.NODE_ENV': '"production"',
    },
    build: {
      write: false,
      copyPublicDir: false,
      lib: { entry: join(ROOT, 'src/pwa/service-worker/service-worker.ts'), formats: ['iife'], name: 'serviceWorker' },
    },
  });
  const outputs = [built].flat().flatMap((each) => ('output' in each ? each.output : []));
  const [chunk] = outputs.filter((output) => output.type === 'chunk');
  if (!chunk) throw new Error('The service worker came out empty.');
  writeFileSync(join(root, 'sw.js'), chunk.code);
}
