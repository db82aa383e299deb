import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../engine.ts';
import { migrate, readVersion, type MigrationPlan } from './migrations.ts';
import { SCHEMA_VERSION } from './schema.ts';
import { loadSqlite, openMemoryDriver } from './sqlite.ts';
import { useWorkspace } from './workspace.ts';

const sqlite3 = await loadSqlite();

function fileOfFormat(version: number) {
  const driver = openMemoryDriver(sqlite3);
  driver.script(`CREATE TABLE t(a); INSERT INTO t VALUES('old'); PRAGMA user_version=${version}`);
  return driver;
}

const plan: MigrationPlan = {
  version: 3,
  steps: {
    1: (driver) => driver.script("UPDATE t SET a = a || '-two'"),
    2: (driver) => driver.script("UPDATE t SET a = a || '-three'"),
  },
};

describe('migrations by user_version', () => {
  it('leave a file of the current format alone, without a backup', async () => {
    const driver = fileOfFormat(3);
    let backups = 0;
    await migrate(driver, plan, () => void backups++);
    expect([driver.all('SELECT a FROM t'), backups]).toEqual([[['old']], 0]);
  });

  it('run every step from the format of the file, after a backup of the old state', async () => {
    const driver = fileOfFormat(1);
    const kept: unknown[] = [];
    await migrate(driver, plan, (before, version) => void kept.push(version, before.all('SELECT a FROM t')));
    expect(driver.all('SELECT a FROM t')).toEqual([['old-two-three']]);
    expect(readVersion(driver)).toBe(3);
    expect(kept).toEqual([1, [['old']]]);
  });

  it('leave the old format whole when a step fails', async () => {
    const driver = fileOfFormat(1);
    const failing = { ...plan, steps: { ...plan.steps, 2: () => driver.script('UPDATE missing SET a = 1') } };
    await expect(migrate(driver, failing)).rejects.toThrow('no such table');
    expect(driver.all('SELECT a FROM t')).toEqual([['old']]);
    expect(readVersion(driver)).toBe(1);
  });

  it('do not begin when the backup fails', async () => {
    const driver = fileOfFormat(1);
    const backup = () => Promise.reject(new Error('no room for a copy'));
    await expect(migrate(driver, plan, backup)).rejects.toThrow('no room for a copy');
    expect(readVersion(driver)).toBe(1);
  });

  it('refuse a newer format untouched, and say what to do', async () => {
    const driver = fileOfFormat(9);
    const before = driver.image();
    await expect(migrate(driver, plan)).rejects.toMatchObject({
      message: expect.stringContaining('newer version of Pocket Nexus (its format is 9, this version reads 3)'),
      hint: expect.stringContaining('update Pocket Nexus'),
    });
    expect(Buffer.compare(driver.image(), before)).toBe(0);
  });
});

describe('a file that an earlier version made', () => {
  const file = () => gunzipSync(readFileSync(new URL('fixtures/format-1.sqlite3.gz', import.meta.url)));

  it('of format 1 opens with everything in it, after a copy of it was kept', async () => {
    const driver = openMemoryDriver(sqlite3, { image: file() });
    const copies: [number, Uint8Array][] = [];
    const engine = await createEngine(driver, {
      backup: (before, version) => void copies.push([version, before.image()]),
    });
    expect(readVersion(driver)).toBe(SCHEMA_VERSION);
    const { result } = await engine.execute({
      command:
        'FIND(?d.name, ?d.attributes.risk, ?l.metadata.source, ?s.name) WHERE { ?d {type: "Drug"} ?l (?d, "treats", ?s) }',
    });
    expect(result).toEqual([['Aspirin'], [2], ['handbook'], ['Headache']]);
    useWorkspace(driver, { do: 'set', entries: [{ key: 'a', value: 1 }] });
    expect(
      (await engine.execute({ command: 'UPSERT { CONCEPT ?x { {type: "Drug", name: "Ibuprofen"} } }' })).error,
    ).toBe(undefined);
    expect(driver.all('PRAGMA integrity_check')).toEqual([['ok']]);
    expect(copies.map(([version]) => version)).toEqual([1]);
    expect(Buffer.compare(copies[0]![1], openMemoryDriver(sqlite3, { image: file() }).image())).toBe(0);
  });

  it('has the tables of a new one', async () => {
    const tables = async (image?: Uint8Array) => {
      const driver = openMemoryDriver(sqlite3, image ? { image } : {});
      await createEngine(driver);
      return driver.all('SELECT type, name, sql FROM sqlite_schema ORDER BY name');
    };
    expect(await tables(file())).toEqual(await tables());
  });
});
