// @ts-check
// Files that the library's code asks for at run time. Each lies beside the code, which names it as `new URL('./x', import.meta.url)`:
// bundlers take such files up, and a browser or Node finds them without one.
import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { createRequire } from 'node:module';
import { ROOT } from '../child.mjs';

const require = createRequire(import.meta.url);
const RUNTIME = dirname(require.resolve('onnxruntime-web'));
const SQLITE = dirname(require.resolve('@sqlite.org/sqlite-wasm/sqlite3.wasm'));
const RUNTIME_FILES = ['ort-wasm-simd-threaded.mjs', 'ort-wasm-simd-threaded.wasm'];
/** Bundlers would write smaller files into the code as data: addresses, which a content security policy may refuse. */
const TEXT_BYTES_MAX = 4096;

/**
 * Copies everything that is no code into the library.
 *
 * @param {string} out
 * @param {string} model the folder of the app's own model
 */
export function copyFiles(out, model) {
  copyFileSync(join(SQLITE, 'sqlite3.wasm'), join(out, 'sqlite3.wasm'));
  for (const name of RUNTIME_FILES) copyFileSync(join(RUNTIME, name), join(out, name));
  for (const path of filesOf(model)) {
    const copy = join(out, 'models', basename(model), path);
    mkdirSync(dirname(copy), { recursive: true });
    copyFileSync(join(model, path), copy);
  }
}

/** @param {string} folder */
function filesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath ?? entry.path, entry.name)).replaceAll('\\', '/'))
    .sort();
}

/**
 * `import address from '…?url'`.
 *
 * @returns {import('rolldown').Plugin}
 */
export function addresses() {
  return {
    name: 'addresses',
    resolveId: {
      filter: { id: /\?url$/ },
      handler: (id) => ({ id: `\0address:${basename(id, '?url')}` }),
    },
    load: {
      filter: { id: /^\0address:/ },
      handler: (id) => `export default ${addressOf(id.slice('\0address:'.length))};`,
    },
  };
}

/**
 * `import text from '…?raw'`.
 *
 * @returns {import('rolldown').Plugin}
 */
export function texts() {
  return {
    name: 'texts',
    resolveId: {
      filter: { id: /^\..*\?raw$/ },
      handler: (id, importer) => ({ id: `\0text:${resolve(dirname(importer ?? ROOT), id.replace(/\?raw$/, ''))}` }),
    },
    load: {
      filter: { id: /^\0text:/ },
      handler: (id) => `export default ${JSON.stringify(readFileSync(id.slice('\0text:'.length), 'utf8'))};`,
    },
  };
}

/** @param {string} path below the library */
const addressOf = (path) => `new URL('./${path}', import.meta.url).href`;

/**
 * Puts the list of the model's files in place of the empty one (worker/embed/app-model.ts).
 *
 * @param {string} model
 * @returns {import('rolldown').Plugin}
 */
export function appModel(model) {
  const entries = filesOf(model)
    .filter((path) => /\.(json|onnx)$/.test(path))
    .map((path) => {
      const content = readFileSync(join(model, path));
      const file =
        content.length < TEXT_BYTES_MAX
          ? `{ text: ${JSON.stringify(content.toString())} }`
          : `{ address: ${addressOf(`models/${basename(model)}/${path}`)} }`;
      return `${JSON.stringify(path)}: ${file}`;
    });
  return {
    name: 'app-model',
    load: {
      filter: { id: /worker[/\\]embed[/\\]app-model\.ts$/ },
      handler: () => `export const APP_MODEL_FILES = { ${entries.join(', ')} };`,
    },
  };
}

/**
 * SQLite's other ways into OPFS, which are switched off before it loads, would each start a worker of its own, and a bundler would look
 * for it.
 *
 * @returns {import('rolldown').Plugin}
 */
export function sqliteAlone() {
  const addressOfProxy = 'new URL("sqlite3-opfs-async-proxy.js", import.meta.url)';
  const workerStart = 'new Worker(new URL("sqlite3-worker1.mjs", import.meta.url), { type: "module" })';
  return {
    name: 'sqlite-alone',
    transform: {
      filter: { id: /sqlite-wasm[/\\]dist[/\\]index\.mjs$/ },
      handler(code) {
        for (const text of [addressOfProxy, workerStart]) {
          if (code.split(text).length !== 2) throw new Error(`SQLite's code no longer holds ${text} exactly once.`);
        }
        return code.replace(addressOfProxy, '"switched off"').replace(workerStart, 'undefined');
      },
    },
  };
}

/**
 * The runtime of language models hides the address of its own script from bundlers in a way that minifying undoes; a bundler would look
 * for a file of that name.
 *
 * @returns {import('rolldown').Plugin}
 */
export function runtimeAlone() {
  const address = /new (\w+)\("ort\.[\w.]+\.mjs",import\.meta\.url\)/;
  return {
    name: 'runtime-alone',
    transform: {
      filter: { id: /onnxruntime-web[/\\]dist[/\\]ort\.[\w.]+\.mjs$/ },
      handler(code) {
        if (!address.test(code)) throw new Error("The runtime's code no longer holds its own address.");
        return code.replace(address, 'new $1(import.meta.url)');
      },
    },
  };
}

/**
 * What transformers.js gets in Node instead of native packages: the WebAssembly runtime, whose files lie beside the code, and nothing
 * for images.
 *
 * @returns {import('rolldown').Plugin}
 */
export function nodeRuntime() {
  const request = 'requireFromHere("onnxruntime-node")';
  return {
    name: 'node-runtime',
    transform: {
      filter: { id: /transformers\.node\.mjs$/ },
      handler(code) {
        // A package asked for at run time would have to be installed beside the library.
        if (code.split(request).length !== 2)
          throw new Error(`transformers.js no longer holds ${request} exactly once.`);
        return `import * as runtimeInNode from 'onnxruntime-node';\n${code.replace(request, 'runtimeInNode')}`;
      },
    },
    resolveId: {
      filter: { id: /^(onnxruntime-node|sharp)$/ },
      handler: (id) => (id === 'sharp' ? { id: join(ROOT, 'stubs/sharp/index.js') } : { id: '\0onnxruntime-node' }),
    },
    load: {
      filter: { id: /^\0onnxruntime-node$/ },
      handler: () => `
        import * as ort from 'onnxruntime-web';
        ort.env.wasm.wasmPaths = new URL('./', import.meta.url).href;
        ort.env.wasm.numThreads = 1;
        export * from 'onnxruntime-web';
        export default ort;`,
    },
  };
}
