// The page of the browser bench: starts the workers and measures what a page sees of them. Driven by run.mjs.
import { proxy, wrap } from 'comlink';
import type { Remote } from 'comlink';
import type { EngineApi } from '../../src/protocol/engine-api.ts';
import { interleave, median, pairedRatio } from '../measure.ts';
import { nexusName } from './bench-api.ts';
import type { BareWorker, BenchWorker, BrowserOptions, BrowserSize, Compared, FirstQuestion } from './bench-api.ts';

interface Started<T> {
  readonly api: Remote<T>;
  readonly worker: Worker;
}

const started = <T>(worker: Worker): Started<T> => ({ api: wrap<T>(worker), worker });
const startBench = (): Started<BenchWorker> =>
  started(new Worker(new URL('./bench-worker.ts', import.meta.url), { type: 'module' }));
const startBare = (): Started<BareWorker> =>
  started(new Worker(new URL('./bare-worker.ts', import.meta.url), { type: 'module' }));
/** The product's own worker. */
const startProduct = (): Started<EngineApi> =>
  started(new Worker(new URL('../../worker/main.ts', import.meta.url), { type: 'module' }));

const ignore = (): void => {};
let calls = 0;

async function askProduct(api: Remote<EngineApi>, command: string): Promise<unknown> {
  const { text } = await api.execute({ id: ++calls, request: { command }, readonly: true, deadlineMs: 60_000 });
  return JSON.parse(text) as unknown;
}

async function openProduct(n: number): Promise<Started<EngineApi>> {
  const product = startProduct();
  const opened = await product.api.open({ name: nexusName(n) }, proxy(ignore));
  if (!opened.ok || opened.value.storage !== 'opfs') throw new Error(`Not opened on OPFS: ${JSON.stringify(opened)}`);
  return product;
}

/** A worker that ends holds its files a moment longer. */
const pause = (): Promise<void> => new Promise((resume) => setTimeout(resume, 300));

async function timed(work: () => Promise<Worker>): Promise<number> {
  const start = performance.now();
  const worker = await work();
  const ms = performance.now() - start;
  worker.terminate();
  await pause();
  return ms;
}

/** New worker to first answer: the product, SQLite alone, and an empty worker, in turns. */
async function coldOpen(n: number, question: FirstQuestion, rounds: number): Promise<BrowserSize['coldOpen']> {
  const times: Record<'product' | 'bare' | 'empty', number[]> = { product: [], bare: [], empty: [] };
  const ways = {
    product: async () => {
      const { api, worker } = await openProduct(n);
      await askProduct(api, question.text);
      return worker;
    },
    bare: async () => {
      const { api, worker } = startBare();
      await api.open(n);
      await api.ask(question);
      return worker;
    },
    empty: async () => {
      const worker = new Worker(new URL('./empty-worker.ts', import.meta.url), { type: 'module' });
      await new Promise((answered) => {
        worker.onmessage = answered;
        worker.postMessage(1);
      });
      return worker;
    },
  };
  for (let round = 0; round < rounds; round++) {
    for (const way of ['product', 'bare', 'empty'] as const) times[way].push(await timed(ways[way]));
  }
  const ratio = median(times.product.map((ms, round) => ms / (times.bare[round] ?? NaN)));
  return { engine: median(times.product), hand: median(times.bare), empty: median(times.empty), ratio };
}

/** Whole nodes to the page: the engine's text, parsed here, against objects made by hand and cloned across. */
async function wholeNodes(api: Remote<BenchWorker>): Promise<Compared> {
  const type = 'Person';
  const samples = await interleave(
    { hand: () => api.nodesByHand(type), engine: async () => JSON.parse(await api.nodesText(type)) as unknown },
    { budgetMs: 4000 },
  );
  const { engine, hand } = samples;
  return { engine: engine.median, hand: hand.median, ratio: pairedRatio(engine, hand) };
}

async function runSize(n: number, { budgetMs, rounds }: BrowserOptions): Promise<BrowserSize> {
  const bench = startBench();
  const loaded = await bench.api.load(n);
  const question = await bench.api.firstQuestion();
  const nodes = await wholeNodes(bench.api);
  const operations = await bench.api.operations(budgetMs);
  const heapMiB = await bench.api.heapMiB();
  const commits = await bench.api.commits(rounds * 5);
  await bench.api.close();
  bench.worker.terminate();
  await pause();
  return {
    n,
    ...loaded,
    operations,
    commits,
    wholeNodes: nodes,
    heapMiB,
    coldOpen: await coldOpen(n, question, rounds),
  };
}

(globalThis as unknown as { runSize: typeof runSize }).runSize = runSize;
