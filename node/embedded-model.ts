// The model that comes with the app, in this process: the same code and the same WebAssembly as in the browser.
import { EMBEDDED_MODEL } from '../src/protocol/models.ts';
import { loadModel } from '../worker/embed/load-model.ts';
import type { ModelEmbedder } from '../worker/embed/model-embedder.ts';

/** @param models the folder that holds the model's folder */
export function loadEmbeddedModel(models: string): Promise<ModelEmbedder> {
  return loadModel(EMBEDDED_MODEL, {
    appModels: models.endsWith('/') ? models : `${models}/`,
    base: 'file:///',
    threads: 1,
    openStore: () => Promise.reject(new Error('Only the model that comes with the app is loaded here.')),
  });
}
