import { describe, expect, it } from 'vitest';
import { faultyDriver } from '../testing/faulty-driver.ts';
import { createEngine, type Engine } from './engine.ts';
import { KEPT_COMMANDS, KEPT_MS } from './store/answered-requests.ts';
import { loadSqlite, openMemoryDriver } from './store/sqlite.ts';

const sqlite3 = await loadSqlite();

const BATCH = {
  commands: [
    'UPSERT { CONCEPT ?c { {type: "Event", name: "count"} SET ATTRIBUTES { event_class: "Observation", start_time: "2026", n: 0 } } }',
    'UPDATE ?c SET ATTRIBUTES { n: ADD(?c.attributes.n, 1) } WHERE { ?c {type: "Event", name: "count"} }',
    'FIND(?c.attributes.n) WHERE { ?c {type: "Event", name: "count"} }',
    'UPDATE ?c SET ATTRIBUTES { n: ADD(?c.attributes.n, 10) } WHERE { ?c {type: "Event", name: "count"} }',
  ],
};
const COUNT = 'FIND(?c.attributes.n, ?c.metadata._version) WHERE { ?c {type: "Event", name: "count"} }';
const INCREMENT = { command: BATCH.commands[1]! };

async function open(now = () => Date.UTC(2026, 0, 1)) {
  const real = openMemoryDriver(sqlite3);
  const driver = faultyDriver(real, () => new Error('disk I/O error'));
  return { engine: await createEngine(driver, { now }), driver, real };
}

/** The same file in a new worker. */
const reopened = (image: Uint8Array): Promise<Engine> => createEngine(openMemoryDriver(sqlite3, { image }));

const count = async (engine: Engine) => (await engine.execute({ command: COUNT })).result;

describe('a request with an id', () => {
  it('is answered as it was when it is sent again, and not applied again', async () => {
    const { engine, driver } = await open();
    const first = await engine.execute(BATCH, { requestId: 'a/1' });
    expect(await count(engine)).toEqual([[11], [3]]);
    const changes: unknown[] = [];
    const again = await engine.execute(BATCH, { requestId: 'a/1', onCommit: (change) => changes.push(change) });
    expect((again.result as unknown[]).filter((_, at) => at !== 2)).toEqual(
      (first.result as unknown[]).filter((_, at) => at !== 2),
    );
    expect(changes).toEqual([]);
    expect(await count(engine)).toEqual([[11], [3]]);
    const later = await reopened(driver.image());
    await later.execute(BATCH, { requestId: 'a/1' });
    expect(await count(later)).toEqual([[11], [3]]);
    await later.execute(BATCH, { requestId: 'a/2' });
    expect(await count(later)).toEqual([[11], [6]]);
  });

  it('is applied once, whichever SQL call its first attempt ended at', { timeout: 120_000 }, async () => {
    const whole = await open();
    const expected = (await whole.engine.execute(BATCH, { requestId: 'r' })).result as { result: unknown }[];
    let faults = 0;
    for (; ; faults++) {
      const { engine, driver, real } = await open();
      driver.failAfter(faults);
      await engine.execute(BATCH, { requestId: 'r' });
      driver.heal();
      // The worker is gone, and with it its answer; another one opens what it had written.
      const successor = await reopened(real.image());
      const { result } = await successor.execute(BATCH, { requestId: 'r' });
      expect(await count(successor), `fault after ${faults} calls`).toEqual([[11], [3]]);
      expect(
        (result as unknown[]).filter((_, at) => at !== 2),
        `fault after ${faults} calls`,
      ).toEqual(expected.filter((_, at) => at !== 2));
      if (!driver.failed) break;
    }
    expect(faults).toBeGreaterThan(20);
  });

  it('is refused for another request', async () => {
    const { engine } = await open();
    await engine.execute(BATCH, { requestId: 'same' });
    const { error } = await engine.execute(INCREMENT, { requestId: 'same' });
    expect(error).toMatchObject({ code: 'KIP_2002', message: expect.stringContaining('used before') });
    expect((await engine.execute(INCREMENT, { requestId: '' })).error?.code).toBe('KIP_2002');
    expect(await count(engine)).toEqual([[11], [3]]);
  });

  it('keeps neither dry runs nor failures', async () => {
    const { engine } = await open();
    expect((await engine.execute(INCREMENT, { requestId: 'early' })).error?.code).toBe('KIP_3002');
    await engine.execute({ ...BATCH, dry_run: true }, { requestId: 'dry' });
    await engine.execute({ command: BATCH.commands[0]! });
    await engine.execute(INCREMENT, { requestId: 'early' });
    expect(await count(engine)).toEqual([[1], [2]]);
    expect(engine.nexus.driver.all('SELECT request FROM requests')).toEqual([['early']]);
  });

  it('is forgotten after a day, and where too many came after it', async () => {
    let time = Date.UTC(2026, 0, 1);
    const { engine, driver } = await open(() => time);
    await engine.execute({ command: BATCH.commands[0]! }, { requestId: 'old' });
    time += KEPT_MS + 1;
    const later = await createEngine(openMemoryDriver(sqlite3, { image: driver.image() }), { now: () => time });
    await later.execute(INCREMENT, { requestId: 'new' });
    const kept = () => later.nexus.driver.all('SELECT request FROM requests ORDER BY answered_at, request');
    expect(kept()).toEqual([['new']]);
    const insert = `INSERT INTO requests SELECT 'many/' || value, 0, '', '', ?1 + value FROM json_each(?2)`;
    later.nexus.driver.run(insert, [
      time,
      JSON.stringify(Array.from({ length: KEPT_COMMANDS + 500 }, (_, n) => n + 1)),
    ]);
    for (let n = 0; n < 256; n++) await later.execute(INCREMENT, { requestId: `then/${n}` });
    expect(kept().length).toBeLessThanOrEqual(KEPT_COMMANDS + 256);
    expect(kept()).not.toContainEqual(['new']);
  });
});
