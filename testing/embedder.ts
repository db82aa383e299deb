// The model that comes with the app, loaded once and shared by the tests of a file; built first where it has not been.
import { dirname } from 'node:path';
import { loadEmbeddedModel } from '../node/embedded-model.ts';
import { ensureModel } from '../scripts/model.mjs';
import type { ModelEmbedder } from '../worker/embed/model-embedder.ts';

let loading: Promise<ModelEmbedder> | undefined;

export function embeddedModel(): Promise<ModelEmbedder> {
  return (loading ??= ensureModel().then((folder) => loadEmbeddedModel(dirname(folder))));
}
