import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OnnxGraph } from '../../scripts/build-model/onnx-graph.mjs';
import { embeddedModel } from '../../testing/embedder.ts';
import { EMBEDDED_MODEL, type ModelProfile } from '../../src/protocol/models.ts';
import { loadModel } from './load-model.ts';
import type { ModelEmbedder } from './model-embedder.ts';

const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, at) => sum + value * b[at]!, 0);

describe('the embedder of the model that comes with the app', () => {
  let model: ModelEmbedder;
  beforeAll(async () => {
    model = await embeddedModel();
  }, 60_000);

  it('gives texts of one meaning vectors near each other, of length 1', async () => {
    const [age, years, weather] = (await model.embed(['how old are you', 'what is your age', 'it rains'], 'query')).map(
      ({ vectors }) => vectors[0]!,
    );
    expect(dot(age!, age!)).toBeCloseTo(1, 4);
    expect(dot(age!, years!)).toBeGreaterThan(0.7);
    expect(dot(age!, weather!)).toBeLessThan(0.4);
  });

  it('gives a text beyond its window several vectors, each near its part', async () => {
    const long = `${'The patient takes insulin before each meal. '.repeat(12)}${'Our team won the football match. '.repeat(12)}`;
    const [[text], [medicine], [sports]] = [
      await model.embed([long], 'passage'),
      await model.embed(['diabetes treatment'], 'query'),
      await model.embed(['sports competition'], 'query'),
    ];
    expect(text!.tokens).toBeGreaterThan(128);
    expect(text!.vectors.length).toBeGreaterThan(1);
    for (const query of [medicine!, sports!]) {
      expect(Math.max(...text!.vectors.map((vector) => dot(vector, query.vectors[0]!)))).toBeGreaterThan(0.25);
    }
  });

  it.each(['彼は寿司とラーメンが好きです', 'Привет, мир', '我喜欢深色模式', '🙂🙂', ''])(
    'gives %j no vector, since it cannot read it',
    async (text) => {
      const [{ vectors } = { vectors: [] }] = await model.embed([text], 'passage');
      expect(vectors).toEqual([]);
    },
  );

  it('says how much of a mixed text it cannot read', async () => {
    const [mostly, partly] = await model.embed(
      ['The 寿司 restaurant opens at six in the evening', '寿司が好き sushi'],
      'passage',
    );
    expect(mostly!.unknownShare).toBeLessThan(0.3);
    expect(mostly!.vectors).toHaveLength(1);
    expect(partly!.unknownShare).toBeGreaterThan(0.3);
    expect(partly!.vectors).toEqual([]);
  });

  it('reads the parts of a long text that it can, whatever the rest is', async () => {
    const english = 'Our team won the football match in the last minute. '.repeat(30);
    const [plain, mixed] = await model.embed([english, `${english}\n${'我喜欢深色模式。'.repeat(300)}`], 'passage');
    expect(mixed!.unknownShare).toBeGreaterThan(0.3);
    expect(mixed!.vectors).toHaveLength(plain!.vectors.length);
  });

  it('takes the meaning of a very long term from its beginning, since somebody waits for it', async () => {
    const long = `our team won the football match ${'and then some '.repeat(20_000)}`;
    const [[term], [text]] = [
      await model.embed([long], 'query'),
      await model.embed([long.slice(0, 20_000)], 'passage'),
    ];
    expect(term!.vectors.length).toBeLessThan(12);
    expect(text!.vectors.length).toBeGreaterThan(12);
  }, 60_000);

  it('lets a query go before passages that wait', async () => {
    const order: string[] = [];
    const passages = Array.from(
      { length: 60 },
      (_, at) => `a longer text about account number ${at} and the garden fence behind it`,
    );
    const indexing = model.embed(passages, 'passage').then(() => order.push('passages'));
    const asking = model.embed(['garden'], 'query').then(() => order.push('query'));
    await Promise.all([indexing, asking]);
    expect(order).toEqual(['query', 'passages']);
  }, 30_000);

  it('gives one vector per text in order, whatever runs they are computed in', async () => {
    const texts = Array.from({ length: 40 }, (_, at) => `item ${at} ${'word '.repeat(at % 7)}`);
    const together = await model.embed(texts, 'passage');
    for (const at of [0, 17, 39]) {
      const [alone] = await model.embed([texts[at]!], 'passage');
      expect(dot(together[at]!.vectors[0]!, alone!.vectors[0]!)).toBeGreaterThan(0.9999);
    }
  }, 30_000);
});

describe('a model whose output is a sentence', () => {
  const PROFILE: ModelProfile = {
    ...EMBEDDED_MODEL,
    id: 'sentence-output',
    source: { kind: 'app', folder: 'sentence-output' },
    dtype: 'fp32',
    dim: 4,
    pooling: 'sentence_embedding',
    prefixes: { query: 'query ', passage: 'text ' },
  };
  let folder: string;

  /** One vector per word; the sentence is their sum. The last numbers of "query" and "text" show which prefix was there. */
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'model-'));
    const graph = new OnnxGraph();
    graph.floats('table', [5, 4], [0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 3, 0, 0, 0, 0, 3, 0, 0]);
    graph.integers('axis_1', [1]);
    const words = graph.apply('Gather', ['table', 'input_ids']);
    graph.apply('Identity', [words], {}, 'last_hidden_state');
    graph.apply('ReduceSum', [words, 'axis_1'], { keepdims: 0 }, 'sentence_embedding');
    const shape = ['batch', 'length'];
    const bytes = graph.model(
      ['input_ids', 'attention_mask'].map((name) => ({ name, type: 'int64' as const, shape })),
      [
        { name: 'last_hidden_state', type: 'float', shape: [...shape, 4] },
        { name: 'sentence_embedding', type: 'float', shape: ['batch', 4] },
      ],
    );
    const home = join(folder, 'sentence-output');
    await mkdir(join(home, 'onnx'), { recursive: true });
    await writeFile(join(home, 'onnx/model.onnx'), bytes);
    const json = (name: string, value: unknown) => writeFile(join(home, name), JSON.stringify(value));
    await json('config.json', { model_type: 'bert', architectures: ['BertModel'], hidden_size: 4 });
    await json('tokenizer_config.json', {
      tokenizer_class: 'BertTokenizer',
      model_max_length: 16,
      unk_token: '[UNK]',
      pad_token: '[UNK]',
    });
    await json('tokenizer.json', {
      version: '1.0',
      added_tokens: [],
      normalizer: { type: 'Lowercase' },
      pre_tokenizer: { type: 'Whitespace' },
      post_processor: null,
      decoder: null,
      model: {
        type: 'WordPiece',
        unk_token: '[UNK]',
        continuing_subword_prefix: '##',
        max_input_chars_per_word: 100,
        vocab: { '[UNK]': 0, query: 1, text: 2, cat: 3, dog: 4 },
      },
    });
  });

  afterAll(() => rm(folder, { recursive: true }));

  it('is read from that output, with the prefix the purpose asks for', async () => {
    const model = await loadModel(PROFILE, {
      appModels: `${folder}/`,
      base: 'file:///',
      threads: 1,
      openStore: () => Promise.reject(new Error('not used')),
    });
    const [query] = await model.embed(['cat'], 'query');
    const [passage] = await model.embed(['cat'], 'passage');
    const rounded = (vector: Float32Array) => [...vector].map((value) => Math.round(value * 100) / 100);
    expect(rounded(query!.vectors[0]!)).toEqual([0.83, 0, 0.55, 0]);
    expect(rounded(passage!.vectors[0]!)).toEqual([0.83, 0, 0, 0.55]);
  }, 30_000);

  it('is refused where its vectors are not as long as the profile says', async () => {
    const wrong = loadModel(
      { ...PROFILE, dim: 8 },
      { appModels: `${folder}/`, base: 'file:///', threads: 1, openStore: () => Promise.reject(new Error('not used')) },
    );
    await expect(wrong).rejects.toThrow('makes vectors of 4 numbers, not 8');
  }, 30_000);
});
