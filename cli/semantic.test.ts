import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureModel } from '../scripts/model.mjs';
import { openSession, type Session } from './session.ts';

const CHILDREN = 'Two kids: Mia, aged six, and Noah, aged nine';

describe('the terminal door with --semantic', () => {
  let models: string;
  let folder: string;
  beforeAll(async () => {
    models = dirname(await ensureModel());
    folder = await mkdtemp(join(tmpdir(), 'semantic-'));
  }, 60_000);
  afterAll(() => rm(folder, { recursive: true }));

  async function ask({ engine }: Session, command: string, parameters = {}): Promise<unknown> {
    const { result, error } = await engine.execute({ command, parameters });
    if (error) throw new Error(error.message);
    return result;
  }

  it('finds by meaning what was written just before, and again from the file', async () => {
    const path = join(folder, 'memory.sqlite3');
    const search = 'SEARCH CONCEPT "who are the children" MODE "semantic" LIMIT 1';
    const first = await openSession(path, models);
    await ask(first, 'UPSERT { CONCEPT ?p { {type: "Person", name: :name} } }', { name: CHILDREN });
    expect(await ask(first, search)).toMatchObject([{ name: CHILDREN }]);
    await first.keep();
    await first.close();

    const second = await openSession(path, models);
    expect(second.engine.nexus.meaning.state().serving).toMatchObject({ loaded: true, pending: 0 });
    expect(await ask(second, search)).toMatchObject([{ name: CHILDREN }]);
    await second.close();

    const without = await openSession(path);
    expect(await ask(without, 'SEARCH CONCEPT "kids" MODE "semantic" LIMIT 1')).toMatchObject([{ name: CHILDREN }]);
    await without.close();
  }, 120_000);
});
