import { describe, expect, it } from 'vitest';
import { driverContract } from './driver-contract.ts';
import { loadSqlite, openMemoryDriver } from './sqlite.ts';

const sqlite3 = await loadSqlite();

driverContract({ describe, it }, 'memory', async () => openMemoryDriver(sqlite3));

driverContract({ describe, it }, 'a file image', async () => {
  const empty = openMemoryDriver(sqlite3);
  empty.script('CREATE TABLE placeholder(a); DROP TABLE placeholder;');
  const image = empty.image();
  empty.close();
  return openMemoryDriver(sqlite3, { image });
});

describe('file images', () => {
  it('carry everything over to the driver opened from them, and leave the first one as it was', () => {
    const first = openMemoryDriver(sqlite3);
    first.script('CREATE TABLE t(a); INSERT INTO t VALUES(1)');
    const second = openMemoryDriver(sqlite3, { image: first.image() });
    second.script('INSERT INTO t VALUES(2)');
    expect(first.all('SELECT a FROM t')).toEqual([[1]]);
    expect(second.all('SELECT a FROM t')).toEqual([[1], [2]]);
    expect(openMemoryDriver(sqlite3, { image: second.image() }).all('SELECT count(*) FROM t')).toEqual([[2]]);
  });

  it('grow past their first size', () => {
    const first = openMemoryDriver(sqlite3);
    first.script('CREATE TABLE t(a)');
    const second = openMemoryDriver(sqlite3, { image: first.image() });
    second.run('INSERT INTO t VALUES(?)', ['x'.repeat(5_000_000)]);
    expect(second.get('SELECT length(a) FROM t')).toEqual([5_000_000]);
  });

  it('that are no database are refused by name', () => {
    const garbage = new Uint8Array(8192).fill(7);
    expect(() => openMemoryDriver(sqlite3, { image: garbage })).toThrow(/damaged or is not a database/);
  });
});
