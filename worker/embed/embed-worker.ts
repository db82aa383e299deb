// The entry of a model's worker: loads one language model and answers engines that ask it for vectors.
import runtimeModule from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url';
import runtimeWasm from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import { expose } from 'comlink';
import { errors } from '../../src/protocol/errors.ts';
import type { ModelApi } from '../../src/protocol/model-api.ts';
import { holdLock } from '../hold-lock.ts';
import { APP_MODEL_FILES } from './app-model.ts';
import { loadModel, type Surroundings } from './load-model.ts';
import type { ModelEmbedder } from './model-embedder.ts';
import { openCacheStore } from './part-store.ts';

const THREADS_MAX = 4;

/** Built files lie in `assets/` beside the `models/` they come with; in development both are at the root. */
const MODELS = import.meta.env.DEV ? '/models/' : '../models/';

const absolute = (url: string): string => new URL(url, self.location.href).href;

function surroundings(models: string | undefined, base: string): Surroundings {
  return {
    appModels: models === undefined ? absolute(MODELS) : new URL(models, base).href,
    ...(models === undefined && { appFiles: APP_MODEL_FILES }),
    base,
    runtime: { mjs: absolute(runtimeModule), wasm: absolute(runtimeWasm) },
    threads: self.crossOriginIsolated ? Math.max(1, Math.min(THREADS_MAX, navigator.hardwareConcurrency - 1)) : 1,
    openStore: openCacheStore,
  };
}

let model: ModelEmbedder | undefined;

const api: ModelApi = {
  async holdWhileAlive(lock) {
    await holdLock(lock);
  },
  async load(profile, { models, base }, onProgress) {
    try {
      model = await loadModel(profile, surroundings(models, base), onProgress);
      return { ok: true, value: null };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const failure = errors.internal(
        `The model "${profile.label}" could not be loaded: ${reason}`,
        'Searches by words go on. Try again, or choose another model.',
      );
      return { ok: false, error: failure.toJSON() };
    }
  },
  serve(port) {
    expose({ embed: model!.embed.bind(model) }, port as MessagePort);
  },
};

expose(api);
