// Loads a model with transformers.js. The library itself is loaded here and nowhere else, so that nobody pays for it who searches by
// words alone.
import type { ModelProfile } from '../../src/protocol/models.ts';
import { ModelEmbedder } from './model-embedder.ts';
import { ModelFiles, type LoadProgress } from './model-files.ts';
import type { PartStore } from './part-store.ts';

type Library = typeof import('@huggingface/transformers');

/** What differs between a browser and Node. */
export interface Surroundings {
  /** Where the app's own models are: an address or a folder, ending in "/". */
  readonly appModels: string;
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
  env.allowLocalModels = location.own;
  env.allowRemoteModels = !location.own;
  env.localModelPath = location.root;
  env.remoteHost = location.root;
  env.remotePathTemplate = location.template;
  // Caching is ours to do (model-files.ts): the library's would take an HTML page for a model.
  env.useBrowserCache = false;
  env.useWasmCache = false;
  env.useFSCache = false;
  const files = new ModelFiles({
    expectedBytes: profile.downloadBytes,
    ...(location.own ? {} : { store: await surroundings.openStore() }),
    ...(onProgress && { onProgress }),
  });
  env.fetch = (input) => files.fetch(input);
  configureRuntime(env, surroundings);
  const made = await pipeline('feature-extraction', location.name, {
    dtype: profile.dtype,
    revision: location.revision,
    device: surroundings.runtime ? 'wasm' : 'cpu',
  });
  return new ModelEmbedder(profile, made);
}

function configureRuntime(env: Library['env'], { runtime, threads }: Surroundings): void {
  const { wasm } = env.backends.onnx;
  if (!wasm) return;
  wasm.numThreads = threads;
  wasm.proxy = false;
  if (runtime) wasm.wasmPaths = runtime;
}

interface Location {
  /** Whether it comes with the app. */
  readonly own: boolean;
  readonly root: string;
  readonly template: string;
  readonly name: string;
  readonly revision: string;
}

function locate({ source }: ModelProfile, { appModels, base }: Surroundings): Location {
  const revision = 'main';
  switch (source.kind) {
    case 'app':
      return { own: true, root: appModels, template: '', name: source.folder, revision };
    case 'url': {
      // The library joins root, template and file with slashes; an empty template would give two.
      const folder = new URL('.', new URL(source.url, base)).href;
      return { own: false, root: new URL('..', folder).href, template: relative(folder), name: 'model', revision };
    }
    case 'hub': {
      const template = '{model}/resolve/{revision}/';
      return {
        own: false,
        root: 'https://huggingface.co/',
        template,
        name: source.repository,
        revision: source.revision,
      };
    }
  }
}

/** The last part of a folder's address. */
const relative = (folder: string): string => new URL(folder).pathname.split('/').at(-2) || '.';
