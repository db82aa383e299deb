// The model that comes with the app, loaded in this process: for tests, the evaluation and the bench.
import { dirname } from 'node:path';
import { ensureModel } from '../scripts/model.mjs';
import { EMBEDDED_MODEL } from '../src/protocol/models.ts';
import { loadModel } from '../worker/embed/load-model.ts';
import type { ModelEmbedder } from '../worker/embed/model-embedder.ts';

let loading: Promise<ModelEmbedder> | undefined;

/** Loaded once and shared; building it first, where it has not been. */
export function embeddedModel(): Promise<ModelEmbedder> {
  return (loading ??= load());
}

async function load(): Promise<ModelEmbedder> {
  const models = `${dirname(await ensureModel())}/`;
  return loadModel(EMBEDDED_MODEL, {
    appModels: models,
    base: 'http://localhost/',
    threads: 1,
    openStore: () => Promise.reject(new Error('Tests load no other model.')),
  });
}
