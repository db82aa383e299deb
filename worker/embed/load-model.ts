// Loads a model with transformers.js. The library itself is loaded here and nowhere else, so that nobody pays for it who searches by
// words alone.
import type { LoadProgress } from '../../src/protocol/model-api.ts';
import type { ModelProfile } from '../../src/protocol/models.ts';
import type { AppModelFile } from './app-model.ts';
import { ModelEmbedder } from './model-embedder.ts';
import { ModelFiles } from './model-files.ts';
import type { PartStore } from './part-store.ts';

type Library = typeof import('@huggingface/transformers');

/** What differs between a browser and Node. */
export interface Surroundings {
  /** Where the app's own models are: an address or a folder, ending in "/". */
  readonly appModels: string;
  /** The files of the app's own model that are elsewhere, by their path within its folder. */
  readonly appFiles?: Readonly<Record<string, AppModelFile>>;
  /** Resolves relative model addresses. */
  readonly base: string;
  /** Where the WebAssembly of the runtime is; absent where the runtime knows. Addresses must be absolute. */
  readonly runtime?: { readonly mjs: string; readonly wasm: string };
  readonly threads: number;
  /** For models that do not come with the app. */
  openStore(): Promise<PartStore>;
}

/**
 * @throws Error in plain words where a file is missing, is no model file, or cannot be fetched
 */
export async function loadModel(
  profile: ModelProfile,
  surroundings: Surroundings,
  onProgress?: (progress: LoadProgress) => void,
): Promise<ModelEmbedder> {
  const library = await import('@huggingface/transformers');
  const { env, pipeline } = library;
  const location = locate(profile, surroundings);
  // For the library, whatever has an address is remote, the app's own folder included.
  env.allowLocalModels = location.onDisk;
  env.allowRemoteModels = !location.onDisk;
  env.localModelPath = location.root;
  env.remoteHost = location.root;
  env.remotePathTemplate = location.template;
  // Caching is ours to do (model-files.ts): the library's would take an HTML page for a model.
  env.useBrowserCache = false;
  env.useWasmCache = false;
  env.useFSCache = false;
  const files = new ModelFiles({
    expectedBytes: profile.downloadBytes,
    ...(profile.source.kind !== 'app' && { store: await surroundings.openStore() }),
    ...(onProgress && { onProgress }),
  });
  env.fetch = (input) => fetchFile(String(input), location, files, surroundings);
  configureRuntime(env, surroundings);
  const made = await pipeline('feature-extraction', location.name, {
    dtype: profile.dtype,
    revision: location.revision,
    device: surroundings.runtime ? 'wasm' : 'cpu',
  });
  if (!made.tokenizer) throw new Error('its tokenizer is missing');
  const embedder = new ModelEmbedder(profile, made);
  await embedder.warmUp();
  return embedder;
}

async function fetchFile(
  address: string,
  { root, name, isApp }: Location,
  files: ModelFiles,
  { appFiles = {} }: Surroundings,
): Promise<Response> {
  const file = isApp ? appFiles[address.replace(`${root}${name}/`, '')] : undefined;
  if (!file) return files.fetch(address);
  return 'text' in file ? new Response(file.text) : files.fetch(file.address);
}

function configureRuntime(env: Library['env'], { runtime, threads }: Surroundings): void {
  const { wasm } = env.backends.onnx;
  if (!wasm) return;
  wasm.numThreads = threads;
  wasm.proxy = false;
  if (runtime) wasm.wasmPaths = runtime;
}

interface Location {
  /** Whether the model comes with the app. */
  readonly isApp: boolean;
  readonly onDisk: boolean;
  readonly root: string;
  /** Between the root and a file's name. */
  readonly template: string;
  readonly name: string;
  readonly revision: string;
}

const ELSEWHERE = { isApp: false, onDisk: false };

function locate({ source }: ModelProfile, { appModels, base }: Surroundings): Location {
  switch (source.kind) {
    case 'app': {
      const onDisk = !/^https?:/.test(appModels);
      return { isApp: true, onDisk, root: appModels, template: '{model}/', name: source.folder, revision: 'main' };
    }
    case 'url': {
      // The library joins root, template and file with slashes; an empty template would give two.
      const folder = new URL('.', new URL(source.url, base));
      const last = folder.pathname.split('/').at(-2);
      const root = last ? new URL('..', folder) : folder;
      return { ...ELSEWHERE, root: root.href, template: `${last ?? '.'}/`, name: 'model', revision: 'main' };
    }
    case 'hub': {
      const { repository: name, revision } = source;
      return {
        ...ELSEWHERE,
        root: 'https://huggingface.co/',
        template: '{model}/resolve/{revision}/',
        name,
        revision,
      };
    }
  }
}
