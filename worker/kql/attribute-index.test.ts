import { expect, describe, it } from 'vitest';
import { createEngine, type Engine } from '../engine.ts';
import { loadSqlite, openMemoryDriver } from '../store/sqlite.ts';

const QUERY =
  'FIND(?e.name) WHERE { ?e {type: "Event"} FILTER(?e.attributes.rank > 3 && ?e.attributes.kind == 1) } ORDER BY ?e.attributes.rank DESC LIMIT 5';

async function openWithEvents(): Promise<Engine> {
  const engine = await createEngine(openMemoryDriver(await loadSqlite()));
  const blocks = Array.from(
    { length: 100 },
    (_, i) =>
      `CONCEPT ?e${i} { {type: "Event", name: "e${i}"} SET ATTRIBUTES { event_class: "Test", start_time: "2026", rank: ${i % 50}, kind: ${i % 3} } }`,
  );
  await engine.execute({ command: `UPSERT { ${blocks.join(' ')} }` });
  return engine;
}

async function ask(engine: Engine, times: number, readonly = false): Promise<unknown> {
  let answer: unknown;
  for (let i = 0; i < times; i++) answer = (await engine.execute({ command: QUERY }, { readonly })).result;
  await new Promise((resolve) => setTimeout(resolve, 5));
  return answer;
}

describe('an attribute that FIND filters and sorts by often', () => {
  it('gets an index between two requests, which changes no answer', async () => {
    const engine = await openWithEvents();
    const before = await ask(engine, 1);
    expect(engine.nexus.attributeIndexes.paths()).toEqual([]);
    await ask(engine, 20);
    expect(engine.nexus.attributeIndexes.paths()).toEqual(['$.rank']);
    expect(await ask(engine, 1)).toEqual(before);
    engine.close();
  });

  it('gets none through the read-only door, which writes nothing', async () => {
    const engine = await openWithEvents();
    await ask(engine, 40, true);
    expect(engine.nexus.attributeIndexes.paths()).toEqual([]);
    engine.close();
  });
});
