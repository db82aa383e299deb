import { describe, expect, it } from 'vitest';
import { CAPSULES } from '../../capsules/index.ts';
import { faultyDriver } from '../../testing/faulty-driver.ts';
import { createEngine } from '../engine.ts';
import type { Driver } from './driver.ts';
import { CAPSULES_VERSION } from './open-nexus.ts';
import { APPLICATION_ID, SCHEMA_VERSION } from './schema.ts';
import { readSetting, writeSetting } from './settings.ts';
import { loadSqlite, openMemoryDriver } from './sqlite.ts';

const sqlite3 = await loadSqlite();
const created = async () => (await createEngine(openMemoryDriver(sqlite3))).nexus.driver;
const reopened = (driver: Driver) => openMemoryDriver(sqlite3, { image: driver.image() });

/** Compares whole files; the runner's own comparison takes seconds for them. */
function expectSame(left: Uint8Array, right: Uint8Array): void {
  expect(Buffer.compare(left, right)).toBe(0);
}

describe('a new memory', () => {
  it('is marked as ours, in the current format, with statistics for the planner', async () => {
    const driver = await created();
    expect(driver.get('PRAGMA application_id')).toEqual([APPLICATION_ID]);
    expect(driver.get('PRAGMA user_version')).toEqual([SCHEMA_VERSION]);
    expect(driver.get('SELECT count(*) FROM sqlite_stat1')).toEqual([5]);
    expect(driver.all('PRAGMA integrity_check')).toEqual([['ok']]);
  });

  it('has a secret of its own', async () => {
    const [one, other] = [await created(), await created()].map((driver) => readSetting(driver, 'cursor_secret'));
    expect(one).toMatch(/^[0-9a-f]{32}$/);
    expect(one).not.toBe(other);
  });

  it('is either empty or complete when its creation fails at any point', async () => {
    const driver = openMemoryDriver(sqlite3);
    const faulty = faultyDriver(driver, () => new Error('disk I/O error'));
    let faults = 0;
    for (; ; faults++) {
      faulty.failAfter(faults);
      const failure = await createEngine(faulty).then(
        () => undefined,
        (error: unknown) => error,
      );
      faulty.heal();
      if (!failure) break;
      const isComplete = driver.get('SELECT 1 FROM sqlite_schema LIMIT 1') !== undefined;
      if (isComplete) expect(readSetting(driver, 'capsules_version')).toBe(CAPSULES_VERSION);
    }
    expect(faults).toBeGreaterThan(10);
  });
});

describe('opening a memory', () => {
  it('reads no table of the graph', async () => {
    const driver = reopened(await created());
    const statements: string[] = [];
    const watch = <A extends unknown[], R>(call: (sql: string, ...rest: A) => R) => {
      return (sql: string, ...rest: A): R => {
        statements.push(sql);
        return call(sql, ...rest);
      };
    };
    await createEngine({
      ...driver,
      commits: 0,
      all: watch((sql, parameters?: never) => driver.all(sql, parameters)),
      get: watch((sql, parameters?: never) => driver.get(sql, parameters)),
      run: watch((sql, parameters?: never) => driver.run(sql, parameters)),
      script: watch((sql) => driver.script(sql)),
      defineFunction: (name, count, body) => driver.defineFunction(name, count, body),
    });
    expect(statements.filter((sql) => /\b(FROM|JOIN|INTO|UPDATE)\s+(concepts|propositions)\b/i.test(sql))).toEqual([]);
  });

  it('changes nothing in the file', async () => {
    const first = await created();
    const before = first.image();
    const again = reopened(first);
    await createEngine(again);
    expectSame(again.image(), openMemoryDriver(sqlite3, { image: before }).image());
  });

  it('runs the capsules again when they have changed since, which leaves what is the same alone', async () => {
    const driver = reopened(await created());
    writeSetting(driver, 'capsules_version', 0);
    await createEngine(driver);
    expect(readSetting(driver, 'capsules_version')).toBe(CAPSULES_VERSION);
    expect(driver.get('SELECT max(version) FROM concepts')).toEqual([1]);
    expect(driver.get('SELECT max(version) FROM propositions')).toEqual([1]);
  });

  it('refuses an SQLite database of another kind, untouched', async () => {
    const driver = openMemoryDriver(sqlite3);
    driver.script('CREATE TABLE recipes(title)');
    const before = driver.image();
    await expect(createEngine(driver)).rejects.toThrow('not a memory of Pocket Nexus');
    expectSame(driver.image(), before);
  });

  it('refuses a memory of a newer format, untouched', async () => {
    const driver = await created();
    driver.script(`PRAGMA user_version=${SCHEMA_VERSION + 1}`);
    const newer = reopened(driver);
    const before = newer.image();
    await expect(createEngine(newer)).rejects.toThrow('newer version of Pocket Nexus');
    expectSame(newer.image(), before);
  });
});

describe('the capsules', () => {
  it('are read by the same grammar as everything else, and change nothing when run twice', async () => {
    const engine = await createEngine(openMemoryDriver(sqlite3));
    for (const command of CAPSULES) expect((await engine.execute({ command })).error).toBeUndefined();
    expect(engine.nexus.driver.get('SELECT max(version) FROM concepts')).toEqual([1]);
  });

  it('describe every type and predicate, and file each under CoreSchema', async () => {
    const engine = await createEngine(openMemoryDriver(sqlite3));
    const { result } = await engine.execute({
      command: `FIND(?d.name) WHERE {
        ?d {type: "$ConceptType"} FILTER(IS_NULL(?d.attributes.description))
        UNION { ?d {type: "$PropositionType"} FILTER(IS_NULL(?d.attributes.description) || IS_NULL(?d.attributes.subject_types) || IS_NULL(?d.attributes.object_types)) }
        UNION { ?d {type: "$ConceptType"} NOT { (?d, "belongs_to_domain", {type: "Domain", name: "CoreSchema"}) } }
        UNION { ?d {type: "$PropositionType"} NOT { (?d, "belongs_to_domain", {type: "Domain", name: "CoreSchema"}) } }
      }`,
    });
    expect(result).toEqual([]);
  });
});
