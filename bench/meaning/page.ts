// The page of the bench of search by meaning: what a page sees of the product, and what the vectors cost by themselves. Driven by
// run.mjs.
import { wrap, type Remote } from 'comlink';
import { EMBEDDED_MODEL, openNexus, resultOf, type Nexus } from '../../src/index.ts';
import { ModelLink } from '../../src/client/model-link.ts';
import type { Embedder } from '../../worker/search/embedder.ts';
import { generate } from '../dataset.ts';
import { nexusName, type BenchWorker } from '../browser/bench-api.ts';
import {
  DIM,
  type IndexFigures,
  type LargeFigures,
  type ScanFigures,
  type SearchFigures,
  type TextFigures,
  type VectorWorker,
} from './bench-api.ts';

const BASE_TEXTS = 600;
const QUERIES = 40;
const INDEXED = 5000;
const CAPSULE = 500;

const WORDS =
  'river garden invoice doctor winter server music friend coffee travel budget window school report kitchen bicycle letter forest meeting holiday'.split(
    ' ',
  );

/** Sentences of about twelve words. */
function sentence(at: number): string {
  const word = (step: number) => WORDS[(at * step + (at >> 3)) % WORDS.length]!;
  return `The ${word(3)} near the ${word(7)} needs a new ${word(11)} before the ${word(13)} in ${2000 + (at % 27)}`;
}

const pause = (ms: number): Promise<void> => new Promise((go) => setTimeout(go, ms));

async function withModel<T>(body: (model: Remote<Pick<Embedder, 'embed'>>, loadMs: number) => Promise<T>): Promise<T> {
  const start = performance.now();
  const link = await ModelLink.load(EMBEDDED_MODEL, undefined, {});
  const model = wrap<Pick<Embedder, 'embed'>>(link.open());
  try {
    return await body(model, performance.now() - start);
  } finally {
    link.end();
  }
}

async function vectorsOf(model: Remote<Pick<Embedder, 'embed'>>, count: number, first: number): Promise<Float32Array> {
  const texts = Array.from({ length: count }, (_, at) => sentence(first + at));
  const vectors = new Float32Array(count * DIM);
  (await model.embed(texts, 'passage')).forEach(({ vectors: [vector] }, at) => vectors.set(vector!, at * DIM));
  return vectors;
}

function texts(): Promise<TextFigures> {
  return withModel(async (model, loadMs) => {
    const list = Array.from({ length: 200 }, (_, at) => sentence(at));
    await model.embed(list.slice(0, 20), 'passage');
    const singles = performance.now();
    for (const text of list) await model.embed([text], 'query');
    const batch = performance.now();
    await model.embed(list, 'passage');
    const end = performance.now();
    const perSecond = (ms: number) => (list.length * 1000) / ms;
    return { loadMs, singlePerSecond: perSecond(batch - singles), batchPerSecond: perSecond(end - batch) };
  });
}

/** A memory of n concepts with vectors, and the search over these. */
async function scan(n: number): Promise<ScanFigures> {
  const loader = new Worker(new URL('../browser/bench-worker.ts', import.meta.url), { type: 'module' });
  const bench = wrap<BenchWorker>(loader);
  await bench.load(n);
  await bench.close();
  loader.terminate();
  await pause(500);
  const figures = await withVectors(async (vectors, base, queries) => {
    await vectors.write(nexusName(n), base);
    return vectors.scan(nexusName(n), queries);
  });
  await pause(500);
  return figures;
}

function large(count: number): Promise<LargeFigures> {
  return withVectors((vectors, base, queries) => vectors.large(count, base, queries));
}

/** With a worker for vectors, and with vectors of texts and of terms. */
async function withVectors<T>(
  body: (vectors: Remote<VectorWorker>, base: Float32Array, queries: Float32Array) => Promise<T>,
): Promise<T> {
  const [base, queries] = await withModel(async (model) => [
    await vectorsOf(model, BASE_TEXTS, 0),
    await vectorsOf(model, QUERIES, 100_000),
  ]);
  const worker = new Worker(new URL('./vector-worker.ts', import.meta.url), { type: 'module' });
  const figures = await body(wrap<VectorWorker>(worker), base!, queries!);
  worker.terminate();
  return figures;
}

/** Searches as a page makes them, in the memory that scan() has left. */
async function search(n: number): Promise<SearchFigures> {
  const start = performance.now();
  const nexus = await openNexus({ name: nexusName(n) });
  const openMs = performance.now() - start;
  await nexus.meaning.resume();
  // Words alone find nothing here: as long as the vectors are being read, that is the answer.
  const first = { command: 'SEARCH CONCEPT "a letter about the garden" MODE "semantic" LIMIT 10' };
  while (resultOf<readonly unknown[]>(await nexus.executeReadonly(first)).length === 0) await pause(50);
  const firstAnswerMs = performance.now() - start;
  const terms = termsFor(n);
  const times = { hybrid: [] as number[], keyword: [] as number[] };
  for (const term of terms) {
    for (const mode of ['hybrid', 'keyword'] as const) times[mode].push(await ask(nexus, term, mode));
  }
  await nexus.close();
  return { openMs, firstAnswerMs, ...times };
}

/** What people look for: a name, two words or four of what something says, words that nothing holds. */
function termsFor(n: number): string[] {
  const { concepts } = generate(n);
  return Array.from({ length: QUERIES }, (_, at) => {
    const { name, attributes } = concepts[Math.floor((at / QUERIES) * concepts.length)]!;
    const words = String(attributes['description'] ?? name).split(' ');
    if (at % 4 === 0) return name;
    if (at % 4 === 3) return sentence(at).split(' ').slice(1, 5).join(' ');
    return words.slice(2, at % 4 === 1 ? 4 : 6).join(' ');
  });
}

async function ask(nexus: Nexus, term: string, mode: string): Promise<number> {
  const start = performance.now();
  resultOf(
    await nexus.executeReadonly({ command: 'SEARCH CONCEPT :term MODE :mode LIMIT 10', parameters: { term, mode } }),
  );
  return performance.now() - start;
}

/** Writes a fresh memory and waits until all of it has vectors. */
async function indexing(): Promise<IndexFigures> {
  const nexus = await openNexus({ name: `bench-index-${Date.now()}` });
  await nexus.meaning.use(EMBEDDED_MODEL);
  const start = performance.now();
  for (let first = 0; first < INDEXED; first += CAPSULE) {
    const blocks = Array.from({ length: CAPSULE }, (_, at) => {
      const text = sentence(first + at);
      return `CONCEPT ?c${at} { {type: "Person", name: "p${first + at}"} SET ATTRIBUTES { description: "${text}" } }`;
    });
    resultOf(await nexus.execute({ command: `UPSERT { ${blocks.join('\n')} }` }));
  }
  const written = performance.now();
  while (((await nexus.meaning.state()).serving?.pending ?? 0) > 0) await pause(500);
  const end = performance.now();
  await nexus.close();
  return { elements: INDEXED, writeMs: written - start, restMs: end - written };
}

Object.assign(globalThis, { meaningBench: { texts, scan, large, search, indexing } });
