import { readFileSync, writeFileSync } from 'node:fs';
import { it } from 'vitest';
import { env, pipeline } from '@huggingface/transformers';
import { openEngine } from '../testing/node-door.ts';
import { rankConcepts } from './search/rank-concepts.ts';
import { weighWords } from './search/weights.ts';
import { wordsOf } from './search/query.ts';
it('x', async () => {
  Object.assign(env, { allowRemoteModels: false, localModelPath: 'public/models/', useWasmCache: false, useFSCache: false });
  const p = await pipeline('feature-extraction', 'use-lite-8194f7f6', { dtype: 'q8' });
  const emb = async (t: string) => [...((await p([t], { pooling: 'cls', normalize: true })).data as Float32Array)].map((x) => +x.toFixed(5));
  const ev = JSON.parse(readFileSync(process.env.EV!, 'utf8'));
  const docs: string[] = [...ev.pairs.map((p: any) => p.memory), ...ev.out_of_vocabulary.map((p: any) => p.memory), ...ev.distractors];
  const engine = await openEngine();
  await engine.execute({ command: 'UPSERT { CONCEPT ?t { {type: "$ConceptType", name: "Memory"} } }' });
  for (const d of docs) { const r: any = await engine.execute({ command: 'UPSERT { CONCEPT ?t { {type: "Memory", name: :n} } }', parameters: { n: d } }); if (r.error) throw new Error(JSON.stringify(r)); }
  const driver = engine.nexus.driver;
  const ids = new Map(driver.all('SELECT id, name FROM concepts').map(([id, n]) => [n as string, id as number]));
  const type = engine.nexus.types.conceptType('Memory')!;
  const out: any = { docs, vectors: [], typed: [], queries: [] };
  for (const d of docs) { out.vectors.push(await emb(d)); out.typed.push(await emb('Memory: ' + d)); }
  for (const set of ['pairs', 'out_of_vocabulary']) for (const { query, memory } of ev[set]) {
    const { words, wholes } = wordsOf(query);
    const w = weighWords(driver, words, ['concept_index']);
    const known = w.words.filter((x) => x.holding > 0);
    const match = [...known.map((x) => x.phrase), ...wholes].join(' OR ');
    const cov: Record<string, number> = {};
    if (known.length || wholes.length) for (const [id, c] of driver.all('SELECT concept_index.rowid, min(1.0, bm25(concept_index,1e9,1e9,1e9) / -?2) FROM concept_index WHERE concept_index MATCH ?1', [match, w.bm25Max])) cov[id as number] = c as number;
    const kw = rankConcepts(engine.nexus, { term: query, type, threshold: 0, limit: 200 });
    out.queries.push({ set, query, target: docs.indexOf(memory), vector: await emb(query), cov: docs.map((d) => cov[ids.get(d)!] ?? 0), kw: docs.map((d) => kw.find((h) => h.id === ids.get(d))?.score ?? 0) });
  }
  writeFileSync(process.env.OUT!, JSON.stringify(out));
}, 200000);
