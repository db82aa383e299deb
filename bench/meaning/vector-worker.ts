// Vectors for a memory that is there already, and the search over them against a plain loop, on a file in OPFS.
import { expose } from 'comlink';
import { EMBEDDED_MODEL } from '../../src/protocol/models.ts';
import { createEngine, type Engine } from '../../worker/engine.ts';
import { addModel, createMeaningTables, fromBlob, writeVector } from '../../worker/search/meaning-store.ts';
import { encodeVector } from '../../worker/search/vector-codes.ts';
import { VectorIndex } from '../../worker/search/vector-index.ts';
import { VectorSearch } from '../../worker/search/vector-search.ts';
import type { Driver } from '../../worker/store/driver.ts';
import { loadSqlite, openPoolDriver } from '../../worker/store/sqlite.ts';
import { random } from '../dataset.ts';
import { DIM, type LargeFigures, type ScanFigures, type VectorWorker } from './bench-api.ts';

const FILE_NAME = '/nexus.sqlite3';
const ROWS = 1000;
const NEAREST = 10;
/** How far a vector strays from the one it is made of: texts of one topic are about so near each other. */
const STRAY = 0.8;

async function open(name: string): Promise<Engine> {
  const place = { directory: `/pocket-nexus/${name}`, fileName: FILE_NAME };
  return createEngine(await openPoolDriver(await loadSqlite(), place));
}

function unit(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  return vector.map((value) => value / Math.sqrt(squares));
}

const api: VectorWorker = {
  async write(name, base) {
    const engine = await open(name);
    const { nexus } = engine;
    const { driver } = nexus;
    const near = straying(base);
    const ids = driver.all('SELECT id FROM concepts ORDER BY id').map(([id]) => id as number);
    driver.transaction(() => {
      createMeaningTables(nexus);
      const model = addModel(driver, EMBEDDED_MODEL, true);
      driver.run('UPDATE embedding_models SET concepts_below = 0, propositions_below = 0');
      for (const id of ids) writeVector(driver, model, id, near());
    });
    engine.close();
    return ids.length;
  },

  async scan(name, queries) {
    const engine = await open(name);
    const { driver } = engine.nexus;
    const start = performance.now();
    const search = new VectorSearch(driver, 1, DIM);
    while (!search.fill());
    const fillMs = performance.now() - start;
    const { ids, floats } = readAll(driver);
    const figures = { exact: [] as number[], plain: [] as number[], differences: 0 };
    for (let at = 0; at < queries.length; at += DIM) {
      const query = queries.slice(at, at + DIM);
      const began = performance.now();
      const near = search.nearest(query, 'concept', { limit: NEAREST }).map(({ id }) => id);
      figures.exact.push(performance.now() - began);
      const begun = performance.now();
      const expected = plainNearest(query, ids, floats);
      figures.plain.push(performance.now() - begun);
      if (near.join() !== expected.join()) figures.differences++;
    }
    engine.close();
    return { ...figures, vectors: ids.length, fillMs } satisfies ScanFigures;
  },

  async large(count, base, queries) {
    const index = new VectorIndex(DIM);
    const near = straying(base);
    for (let element = 1; element <= count; element++) index.add(element, 0, encodeVector(near()));
    const figures = { vectors: count, mib: (count * DIM) / 1_048_576, scan: [] as number[], left: [] as number[] };
    for (let at = 0; at < queries.length; at += DIM) {
      const began = performance.now();
      figures.left.push(index.candidates(queries.slice(at, at + DIM), { limit: NEAREST }).length);
      figures.scan.push(performance.now() - began);
    }
    return figures satisfies LargeFigures;
  },
};

/** Vectors near one of `base`. */
function straying(base: Float32Array): () => Float32Array {
  const next = random(7);
  const noise = () => ((next() + next() + next() - 1.5) * 2 * STRAY) / Math.sqrt(DIM);
  return () => {
    const start = Math.floor(next() * (base.length / DIM)) * DIM;
    return unit(base.slice(start, start + DIM).map((value) => value + noise()));
  };
}

function readAll(driver: Driver): { ids: number[]; floats: Float32Array } {
  const count = driver.get('SELECT count(*) FROM exact_vectors')![0] as number;
  const ids: number[] = [];
  const floats = new Float32Array(count * DIM);
  for (let last = 0; ;) {
    const rows = driver.all(
      'SELECT id, element, vector FROM exact_vectors JOIN vectors USING (id) WHERE id > ?1 ORDER BY id LIMIT ?2',
      [last, ROWS],
    );
    for (const [id, element, vector] of rows) {
      floats.set(fromBlob(vector as Uint8Array), ids.length * DIM);
      ids.push(element as number);
      last = id as number;
    }
    if (rows.length < ROWS) return { ids, floats };
  }
}

/** The yardstick: every product in JavaScript, four sums at a time, and the ten largest kept by insertion. */
function plainNearest(query: Float32Array, ids: readonly number[], floats: Float32Array): number[] {
  const best: { id: number; cosine: number }[] = [];
  let least = -Infinity;
  for (let item = 0, at = 0; item < ids.length; item++) {
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let i = 0; i < DIM; i += 4, at += 4) {
      a += query[i]! * floats[at]!;
      b += query[i + 1]! * floats[at + 1]!;
      c += query[i + 2]! * floats[at + 2]!;
      d += query[i + 3]! * floats[at + 3]!;
    }
    const cosine = a + b + c + d;
    if (cosine <= least) continue;
    best.push({ id: ids[item]!, cosine });
    best.sort((x, y) => y.cosine - x.cosine);
    if (best.length > NEAREST) best.pop();
    if (best.length === NEAREST) least = best.at(-1)!.cosine;
  }
  return best.map(({ id }) => id);
}

expose(api);
