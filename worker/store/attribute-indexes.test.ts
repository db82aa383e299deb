import { describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../engine.ts';
import { attributeExpression } from './attribute-indexes.ts';
import { loadSqlite, openMemoryDriver } from './sqlite.ts';

const sqlite3 = await loadSqlite();
const PATH = '$.start_time';

async function memoryOfEvents(count: number): Promise<Engine> {
  const engine = await createEngine(openMemoryDriver(sqlite3));
  const blocks = Array.from(
    { length: count },
    (_, n) =>
      `CONCEPT ?e${n} { {type: "Event", name: "e${n}"} SET ATTRIBUTES { event_class: "Observation", start_time: "${n}" } }`,
  );
  const answer = await engine.execute({ command: `UPSERT { ${blocks.join('\n')} }` });
  expect(answer.error).toBeUndefined();
  return engine;
}

function use({ nexus }: Engine, times: number, path = PATH): void {
  const type = nexus.types.conceptType('Event') as number;
  for (let n = 0; n < times; n++) nexus.attributeIndexes.noteUse(type, path);
  nexus.attributeIndexes.maintain();
}

/** How SQLite would answer a filter and sort by the attribute. */
function planOf({ nexus }: Engine): string {
  const value = attributeExpression('e', PATH);
  const sql = `EXPLAIN QUERY PLAN SELECT e.id FROM concepts AS e WHERE e.type = ? AND ${value} > ? ORDER BY ${value} DESC LIMIT 20`;
  return nexus.driver
    .all(sql, [1, 'x'])
    .map((row) => row[3])
    .join('; ');
}

describe('attribute indexes', () => {
  it('are made after repeated use, and then used for filter and order', async () => {
    const engine = await memoryOfEvents(200);
    use(engine, 7);
    expect(engine.nexus.attributeIndexes.paths()).toEqual([]);
    use(engine, 1);
    expect(engine.nexus.attributeIndexes.paths()).toEqual([PATH]);
    expect(planOf(engine)).toBe('SEARCH e USING COVERING INDEX concepts_attribute $.start_time (type=? AND <expr>>?)');
  });

  it('are not made for a type with few concepts', async () => {
    const engine = await memoryOfEvents(10);
    use(engine, 100);
    expect(engine.nexus.attributeIndexes.paths()).toEqual([]);
  });

  it('stay in the file', async () => {
    const engine = await memoryOfEvents(100);
    use(engine, 8);
    const reopened = await createEngine(openMemoryDriver(sqlite3, { image: engine.nexus.driver.image() }));
    expect(reopened.nexus.attributeIndexes.paths()).toEqual([PATH]);
    expect(planOf(reopened)).toContain('concepts_attribute');
  });

  it('are at most eight; one that went unused since opening makes room for one that is used a lot', async () => {
    const engine = await memoryOfEvents(100);
    const keys = Array.from({ length: 10 }, (_, n) => `key_${n}`);
    for (let i = 0; i < 100; i++) {
      const values = keys.map((key) => `${key}: "value ${i}"`).join(', ');
      await engine.execute({
        command: `UPDATE ?e SET ATTRIBUTES { ${values} } WHERE { ?e {type: "Event", name: "e${i}"} }`,
      });
    }
    for (const key of keys) use(engine, 16, `$.${key}`);
    expect(engine.nexus.attributeIndexes.paths()).toHaveLength(8);
    const reopened = await createEngine(openMemoryDriver(sqlite3, { image: engine.nexus.driver.image() }));
    use(reopened, 16);
    expect(reopened.nexus.attributeIndexes.paths()).not.toContain(PATH);
    use(reopened, 48);
    expect(reopened.nexus.attributeIndexes.paths()).toContain(PATH);
    expect(reopened.nexus.attributeIndexes.paths()).toHaveLength(8);
  });

  it('follow writes, nulls and other types included', async () => {
    const engine = await memoryOfEvents(100);
    use(engine, 8);
    for (const command of [
      'UPDATE ?e SET ATTRIBUTES { start_time: null } WHERE { ?e {type: "Event", name: "e1"} }',
      'UPDATE ?e SET ATTRIBUTES { start_time: 5 } WHERE { ?e {type: "Event", name: "e2"} }',
      'DELETE CONCEPT ?e DETACH WHERE { ?e {type: "Event", name: "e3"} }',
      'DELETE ATTRIBUTES {"start_time"} FROM ?e WHERE { ?e {type: "Event", name: "e4"} }',
    ]) {
      expect((await engine.execute({ command })).error).toBeUndefined();
    }
    expect(engine.nexus.driver.all('PRAGMA integrity_check')).toEqual([['ok']]);
    const { result } = await engine.execute({
      command: 'FIND(COUNT(?e)) WHERE { ?e {type: "Event"} FILTER(?e.attributes.start_time >= "0") }',
    });
    expect(result).toBe(96);
  });

  it('ignore paths that are no plain keys', async () => {
    const engine = await memoryOfEvents(100);
    use(engine, 100, `$."it's"`);
    expect(engine.nexus.attributeIndexes.paths()).toEqual([]);
  });
});
