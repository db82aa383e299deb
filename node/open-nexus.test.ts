import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ensureModel } from '../scripts/model.mjs';
import { openNexus, resultOf } from './index.ts';

const LIKES = 'UPSERT { CONCEPT ?p { {type: "Preference", name: "dark mode"} } }';
const LIKED = 'FIND(?p.name) WHERE { ?p {type: "Preference"} }';

describe('openNexus in Node', () => {
  let folder: string;
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'nexus-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  it('keeps a memory in a file', async () => {
    const file = join(folder, 'memory.db');
    const first = await openNexus({ file });
    expect(first.path).toBe(file);
    expect(await first.execute({ command: LIKES })).not.toHaveProperty('error');
    await first.close();
    expect(readdirSync(folder)).toEqual(['memory.db']);
    const second = await openNexus({ file });
    expect(resultOf(await second.execute<string[]>({ command: LIKED }))).toEqual(['dark mode']);
    await second.close();
  });

  it('has written a change before it answers', async () => {
    const file = join(folder, 'memory.db');
    const nexus = await openNexus({ file });
    await nexus.execute({ command: LIKES });
    const image = await nexus.image();
    const copy = await openNexus({ image });
    expect(resultOf(await copy.executeReadonly({ command: LIKED }))).toEqual(['dark mode']);
    await copy.close();
    await nexus.close();
  });

  it('answers calls in order, and errors as answers', async () => {
    const nexus = await openNexus();
    const answers = await Promise.all([
      nexus.execute({ command: LIKED }),
      nexus.execute({ command: LIKES }),
      nexus.execute({ command: LIKED }),
      nexus.executeReadonly({ command: LIKES }),
    ]);
    expect(answers[0]).toEqual({ result: [] });
    expect(answers[2]).toEqual({ result: ['dark mode'] });
    expect(answers[3]!.error).toHaveProperty('hint');
    await nexus.close();
    await expect(nexus.execute({ command: LIKED })).rejects.toThrow('was closed');
  });

  it('carries a memory as a capsule', async () => {
    const [from, to] = [await openNexus(), await openNexus()];
    await from.execute({ command: LIKES });
    const capsule = await from.exportCapsule();
    const progress: number[] = [];
    const summary = await to.importCapsule(capsule.stream(), { onProgress: ({ done }) => progress.push(done) });
    expect(summary.conceptBlocks).toBeGreaterThan(0);
    expect(progress.at(-1)).toBe(capsule.size);
    expect(await to.execute({ command: LIKED })).toEqual({ result: ['dark mode'] });
    await Promise.all([from.close(), to.close()]);
  });

  it('withdraws a request whose turn has not come', async () => {
    const nexus = await openNexus();
    const end = new AbortController();
    const first = nexus.execute({ command: LIKED });
    const second = nexus.execute({ command: LIKES }, { signal: end.signal });
    end.abort(new Error('enough'));
    await expect(second).rejects.toThrow('enough');
    expect(await first).toEqual({ result: [] });
    expect(await nexus.execute({ command: LIKED })).toEqual({ result: [] });
    await expect(nexus.importCapsule(LIKES, { signal: end.signal })).rejects.toThrow('enough');
    await nexus.close();
  });

  it('names what is wrong with a file', async () => {
    const file = join(folder, 'memory.db');
    const nexus = await openNexus({ file });
    await expect(openNexus({ file })).rejects.toMatchObject({ name: 'NexusFileError', fault: 'inUse' });
    await nexus.close();
    writeFileSync(file, 'no database at all, whatever its name says');
    await expect(openNexus({ file })).rejects.toMatchObject({ fault: 'unusable' });
    await expect(openNexus({ file: folder })).rejects.toMatchObject({ fault: 'unreadable' });
  });

  it('rejects a change it cannot write, and keeps it for the next attempt', async () => {
    const file = join(folder, 'deep/memory.db');
    const nexus = await openNexus({ file });
    rmSync(join(folder, 'deep'), { recursive: true });
    await expect(nexus.execute({ command: LIKES })).rejects.toMatchObject({ fault: 'notSaved' });
    await expect(nexus.close()).rejects.toMatchObject({ fault: 'notSaved' });
  });
});

describe('openNexus in Node, by meaning', () => {
  beforeAll(async () => void (await ensureModel()), 60_000);

  it('finds what is meant', async () => {
    const nexus = await openNexus({ embeddings: true });
    const name = 'Two kids: Mia, aged six, and Noah, aged nine';
    await nexus.execute({ command: 'UPSERT { CONCEPT ?p { {type: "Person", name: :name} } }', parameters: { name } });
    const command = 'SEARCH CONCEPT "who are the children" MODE "semantic" LIMIT 1';
    expect(await nexus.execute({ command })).toMatchObject({ result: [{ name }] });
    await nexus.close();
  });
});
