import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadSqlite, openMemoryDriver } from '../worker/store/sqlite.ts';
import { difference } from './answers.ts';
import { generate } from './dataset.ts';
import { loadNexus, NOW } from './nexus-under-test.ts';
import type { NexusUnderTest, Sqlite3 } from './nexus-under-test.ts';
import { checkRead, checkWrite } from './operations-run.ts';
import { stateDifferences } from './same-state.ts';
import { readOperations } from './workload/reads.ts';
import { writeOperations } from './workload/writes.ts';

const dataset = generate(200);
const CAPSULE = 20;
let sqlite3: Sqlite3;
let nexus: NexusUnderTest;

beforeAll(async () => {
  sqlite3 = await loadSqlite();
  nexus = await loadNexus(sqlite3, openMemoryDriver(sqlite3), dataset);
  return () => nexus.close();
});

describe('the dataset', () => {
  it('is the same bytes for the same size and seed', () => {
    const hash = (): string =>
      createHash('sha256')
        .update(JSON.stringify([dataset.concepts, generate(200).links]))
        .digest('hex');
    expect(hash()).toMatchInlineSnapshot(`"9ff9184522a7de60b4567220f6256a0007dadbed0505e31eca44e27485b90ef7"`);
  });
});

describe('the workload', () => {
  it('answers every read alike, asked in KIP and in SQL', async () => {
    for (const read of readOperations(nexus.memory, nexus.db)) {
      expect(await checkRead(nexus.engine, read), read.name).toBeGreaterThanOrEqual(0);
    }
  });

  it('reports every write alike when it is rolled back', async () => {
    for (const write of writeOperations(nexus.memory, nexus.db, CAPSULE)) await checkWrite(nexus, write);
  });

  it('leaves the same rows behind, whichever side writes', async () => {
    expect(await stateDifferences(sqlite3, dataset, NOW, CAPSULE)).toEqual([]);
  });
});

describe('the comparison of answers', () => {
  it('overlooks the order of solutions and of keys', () => {
    expect(difference([[{ a: 1, b: [2] }], ['x']], [['x'], [{ b: [2], a: 1 }]])).toBeUndefined();
  });

  it('tells a missing and a changed solution', () => {
    expect(difference([[1], [2]], [[1]])).toContain('2 solutions by hand, 1 from the engine');
    expect(difference([['1']], [[1]])).toContain('first difference');
  });
});
