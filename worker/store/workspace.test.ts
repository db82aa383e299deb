import { describe, expect, it } from 'vitest';
import { WORKSPACE_LIMITS } from '../../src/protocol/workspace.ts';
import { faultyDriver } from '../../testing/faulty-driver.ts';
import { createEngine } from '../engine.ts';
import { exportNexus } from '../meta/export-nexus.ts';
import { loadSqlite, openMemoryDriver } from './sqlite.ts';
import { useWorkspace } from './workspace.ts';

const sqlite3 = await loadSqlite();

async function open() {
  const driver = faultyDriver(openMemoryDriver(sqlite3), () => new Error('disk I/O error'));
  const engine = await createEngine(driver);
  return { engine, driver };
}

describe('the workspace', () => {
  it('keeps values by key, replaces and deletes them', async () => {
    const { driver } = await open();
    expect(useWorkspace(driver, { do: 'get', key: 'tabs' })).toBe(null);
    useWorkspace(driver, { do: 'set', entries: [{ key: 'tabs', value: { open: ['FIND(?x) …', '深色'], at: 1 } }] });
    useWorkspace(driver, { do: 'set', entries: [{ key: 'tabs', value: [1.5, true, null] }] });
    expect(useWorkspace(driver, { do: 'get', key: 'tabs' })).toEqual([1.5, true, null]);
    useWorkspace(driver, { do: 'delete', keys: ['tabs', 'never there'] });
    expect(useWorkspace(driver, { do: 'get', key: 'tabs' })).toBe(null);
  });

  it('lists by prefix in the order of keys, whatever characters they have', async () => {
    const { driver } = await open();
    const keys = [
      'history/2',
      'history/1',
      'history/𝛼',
      'history/\u{10FFFF}',
      'history',
      'historz',
      'saved/%',
      'saved/_',
    ];
    useWorkspace(driver, { do: 'set', entries: keys.map((key, value) => ({ key, value })) });
    const list = (prefix: string) =>
      (useWorkspace(driver, { do: 'list', prefix }) as { key: string }[]).map(({ key }) => key);
    expect(list('history/')).toEqual(['history/1', 'history/2', 'history/𝛼', 'history/\u{10FFFF}']);
    expect(list('saved/_')).toEqual(['saved/_']);
    expect(list('')).toHaveLength(keys.length);
  });

  it('refuses what is over a ceiling, and keeps what was there', async () => {
    const { driver } = await open();
    useWorkspace(driver, { do: 'set', entries: [{ key: 'a', value: 'old' }] });
    const entries = [
      { key: 'a', value: 'new' },
      { key: 'b', value: 'é'.repeat(WORKSPACE_LIMITS.valueBytes / 2) },
    ];
    const refused = { kind: 'resourceExhausted', message: expect.stringContaining('1.0 MiB') };
    expect(() => useWorkspace(driver, { do: 'set', entries })).toThrow(expect.objectContaining(refused));
    expect(useWorkspace(driver, { do: 'get', key: 'a' })).toBe('old');
    expect(() => useWorkspace(driver, { do: 'set', entries: [{ key: '', value: 1 }] })).toThrow('has 0');
    const large = 'x'.repeat(WORKSPACE_LIMITS.valueBytes - 2);
    for (let n = 0; n < 31; n++) useWorkspace(driver, { do: 'set', entries: [{ key: `large/${n}`, value: large }] });
    const more = ['y', 'z'].map((key) => ({ key, value: large }));
    expect(() => useWorkspace(driver, { do: 'set', entries: more })).toThrow('32.0 MiB is the most');
    expect(useWorkspace(driver, { do: 'get', key: 'y' })).toBe(null);
  });

  it('writes all entries or none when the storage fails', async () => {
    const { driver } = await open();
    const entries = ['a', 'b', 'c'].map((key) => ({ key, value: key }));
    for (let calls = 0; ; calls++) {
      driver.failAfter(calls);
      try {
        useWorkspace(driver, { do: 'set', entries });
      } catch {
        // checked below
      }
      driver.heal();
      const kept = useWorkspace(driver, { do: 'list', prefix: '' }) as unknown[];
      if (!driver.failed) break;
      expect(kept).toEqual([]);
    }
  });

  it('is no part of the memory: not seen, not exported, and writing it is no change', async () => {
    const { engine, driver } = await open();
    useWorkspace(driver, { do: 'set', entries: [{ key: 'saved/1', value: 'zanzibar' }] });
    const { result } = await engine.execute({ command: 'SEARCH CONCEPT "zanzibar"' });
    expect(result).toEqual([]);
    expect([...exportNexus(engine.nexus)]).toEqual([]);
  });
});
