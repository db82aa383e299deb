// The page of the browser bench: starts the workers and measures what a page sees of them. Driven by run.mjs.
import { wrap } from 'comlink';
import type { Remote } from 'comlink';
import type { EngineApi } from '../../src/protocol/engine-api.ts';
import { interleave, median, pairedRatio } from '../measure.ts';
import { nexusName } from './bench-api.ts';
import type {
  BareWorker,
  BenchWorker,
  BrowserOptions,
  BrowserSize,
  ColdOpen,
  Compared,
  FirstQuestion,
} from './bench-api.ts';

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

let calls = 0;

async function askProduct(api: Remote<EngineApi>, command: string): Promise<unknown> {
  const { text } = await api.execute({ id: ++calls, request: { command }, readonly: true, deadlineMs: 60_000 });
  return JSON.parse(text) as unknown;
}

async function openProduct(n: number): Promise<Started<EngineApi>> {
  const product = startProduct();
  const opened = await product.api.open({ name: nexusName(n), storage: 'opfs', epoch: `bench/${n}` });
  if (!opened.ok || opened.value.storage !== 'opfs') throw new Error(`Not opened on OPFS: ${JSON.stringify(opened)}`);
  return product;
}

/** A worker that ends holds its files a moment longer. */
const pause = (): Promise<void> => new Promise((resume) => setTimeout(resume, 300));

/** Milliseconds until the database is open, and from there to the answer. */
type Parts = [open: number, ask: number];

async function timed(work: (opened: () => void) => Promise<Worker>): Promise<Parts> {
  const start = performance.now();
  let openMs = 0;
  const worker = await work(() => (openMs = performance.now() - start));
  const parts: Parts = [openMs, performance.now() - start - openMs];
  worker.terminate();
  await pause();
  return parts;
}

async function coldProduct(n: number, question: FirstQuestion, opened: () => void): Promise<Worker> {
  const { api, worker } = await openProduct(n);
  opened();
  await askProduct(api, question.text);
  return worker;
}

async function coldBare(n: number, question: FirstQuestion, opened: () => void): Promise<Worker> {
  const { api, worker } = startBare();
  await api.open(n);
  opened();
  await api.ask(question);
  return worker;
}

async function coldEmpty(): Promise<Worker> {
  const worker = new Worker(new URL('./empty-worker.ts', import.meta.url), { type: 'module' });
  await new Promise((answered) => {
    worker.onmessage = answered;
    worker.postMessage(1);
  });
  return worker;
}

/** New worker to first answer: the product, SQLite alone, and an empty worker, in turns. */
async function coldOpen(n: number, question: FirstQuestion, rounds: number): Promise<ColdOpen> {
  const engine: Parts[] = [];
  const hand: Parts[] = [];
  const empty: Parts[] = [];
  for (let round = 0; round < rounds; round++) {
    engine.push(await timed((opened) => coldProduct(n, question, opened)));
    hand.push(await timed((opened) => coldBare(n, question, opened)));
    empty.push(await timed(coldEmpty));
  }
  const total = ([open, ask]: Parts): number => open + ask;
  const parts = (runs: readonly Parts[]): Parts => [
    median(runs.map(([open]) => open)),
    median(runs.map(([, ask]) => ask)),
  ];
  return {
    engine: median(engine.map(total)),
    hand: median(hand.map(total)),
    empty: median(empty.map(total)),
    ratio: median(engine.map((run, round) => total(run) / total(hand[round] as Parts))),
    engineParts: parts(engine),
    handParts: parts(hand),
  };
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
