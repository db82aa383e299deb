import { describe, expect, it } from 'vitest';
import { openEngine } from '../../testing/node-door.ts';
import { createEngine, type Engine } from '../engine.ts';
import { loadSqlite, openMemoryDriver } from '../store/sqlite.ts';

async function remember(engine: Engine, at: number): Promise<void> {
  await engine.execute({
    command: `UPSERT { CONCEPT ?p { {type: "Person", name: "zanzibar${at}"} SET ATTRIBUTES { description: "her wibblefrotz${at}" } } }`,
  });
}

async function forget(engine: Engine, at: number): Promise<void> {
  await engine.execute({ command: `DELETE CONCEPT ?p DETACH WHERE { ?p {type: "Person", name: "zanzibar${at}"} }` });
}

/** Whether the file holds these characters anywhere, in rows, indexes or free pages. */
const holds = (engine: Engine, text: string): boolean => Buffer.from(engine.nexus.driver.image()).includes(text);

describe('What was deleted', () => {
  it('leaves the file with its words', async () => {
    const engine = await openEngine();
    for (let at = 10; at < 40; at++) await remember(engine, at);
    await forget(engine, 25);
    expect(engine.nexus.forgetting.isDue).toBe(true);
    engine.nexus.forgetting.finish();
    expect(holds(engine, 'zanzibar25')).toBe(false);
    expect(holds(engine, 'ibblefrotz25')).toBe(false);
    const { result } = await engine.execute({ command: 'SEARCH CONCEPT "wibblefrotz26" LIMIT 1' });
    expect(result).toMatchObject([{ name: 'zanzibar26' }]);
  });

  it('leaves it as well when only an attribute is taken back', async () => {
    const engine = await openEngine();
    await remember(engine, 7);
    await engine.execute({
      command: 'DELETE ATTRIBUTES {"description"} FROM ?p WHERE { ?p {type: "Person", name: "zanzibar7"} }',
    });
    engine.nexus.forgetting.finish();
    expect(holds(engine, 'ibblefrotz7')).toBe(false);
  });

  it('leaves it later where the program ended before', async () => {
    const engine = await openEngine();
    await remember(engine, 1);
    await forget(engine, 1);
    const image = engine.nexus.driver.image();
    engine.close();
    const reopened = await createEngine(openMemoryDriver(await loadSqlite(), { image }));
    expect(reopened.nexus.forgetting.isDue).toBe(true);
    reopened.nexus.forgetting.finish();
    expect(holds(reopened, 'ibblefrotz1')).toBe(false);
    expect(reopened.nexus.forgetting.isDue).toBe(false);
    reopened.close();
  });

  it('is nothing to care for where nothing was deleted', async () => {
    const engine = await openEngine();
    engine.nexus.forgetting.finish();
    await remember(engine, 1);
    expect(engine.nexus.forgetting.isDue).toBe(false);
  });
});
