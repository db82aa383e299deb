import { describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../engine.ts';
import { HeldMemory } from '../held-memory.ts';
import { importCapsule } from '../import-capsule.ts';
import { readImage } from '../store/image.ts';
import { withHeader } from '../store/image-header.ts';
import { findDamage } from '../store/integrity.ts';
import { SCHEMA_VERSION } from '../store/schema.ts';
import { loadSqlite, openMemoryDriver } from '../store/sqlite.ts';
import { salvage } from './salvage.ts';

const sqlite3 = await loadSqlite();
const PAGE = 8192;
const DRUGS = 600;

/** A memory of some hundred pages: long texts, links, links about links, and elements deleted again. */
async function filled(): Promise<Engine> {
  const engine = await createEngine(openMemoryDriver(sqlite3), { now: () => Date.UTC(2026, 0, 1) });
  const blocks = Array.from(
    { length: DRUGS },
    (_, n) =>
      `CONCEPT ?d${n} { {type: "Drug", name: "drug ${n}"} SET ATTRIBUTES { n: ${n}, notes: ${JSON.stringify(`note ${n} `.repeat(n % 50 === 0 ? 3000 : 20))} } SET PROPOSITIONS { ("treats", ?s) } }`,
  );
  for (const command of [
    'UPSERT { CONCEPT ?d { {type: "$ConceptType", name: "Drug"} } CONCEPT ?s { {type: "$ConceptType", name: "Symptom"} } CONCEPT ?t { {type: "$PropositionType", name: "treats"} } CONCEPT ?c { {type: "$PropositionType", name: "claims"} } }',
    `UPSERT { CONCEPT ?s { {type: "Symptom", name: "Pain"} } ${blocks.join('\n')} }`,
    'UPSERT { PROPOSITION { ({type: "Person", name: "$self"}, "claims", ({type: "Drug", name: "drug 7"}, "treats", {type: "Symptom", name: "Pain"})) } }',
  ]) {
    expect((await engine.execute({ command })).error).toBe(undefined);
  }
  return engine;
}

const original = await filled();
const IMAGE = readImage(original.nexus.driver);

function damaged(change: (image: Uint8Array) => void): Uint8Array {
  const image = IMAGE.slice();
  change(image);
  return image;
}

/** Pages of a table's or index's tree, by SQLite's own count of them. */
const pagesOf = (name: string, kind: 'leaf' | 'internal' | 'overflow'): number[] =>
  original.nexus.driver
    .all('SELECT pageno FROM dbstat WHERE name = ? AND pagetype = ?', [name, kind])
    .map((row) => row[0] as number);

const wipe = (image: Uint8Array, page: number) => image.fill(0xa5, (page - 1) * PAGE, page * PAGE);

async function salvaged(image: Uint8Array) {
  const driver = openMemoryDriver(sqlite3, { image });
  const result = await salvage(sqlite3, driver);
  driver.close();
  const engine = await createEngine(openMemoryDriver(sqlite3));
  if (result.capsule !== '') await importCapsule(engine, result.capsule);
  return { ...result, engine };
}

const ask = async (engine: Engine, command: string) => (await engine.execute({ command })).result;
const NAMES = 'FIND(?d.name) WHERE { ?d {type: "Drug"} } ORDER BY ?d.attributes.n';
const LINKS = 'FIND(COUNT(?l)) WHERE { ?l ({type: "Drug"}, "treats", {type: "Symptom", name: "Pain"}) }';

describe('a backup', () => {
  it('is the whole file, byte for byte what SQLite itself would write', () => {
    expect(Buffer.from(IMAGE).equals(Buffer.from(original.nexus.driver.image()))).toBe(true);
  });

  it('opens as the memory it was, its workspace and answered requests included', async () => {
    const { memory } = await HeldMemory.open(sqlite3, undefined);
    await memory.restore(IMAGE);
    expect(await ask(memory.engine, NAMES)).toHaveLength(DRUGS);
    expect(memory.state()).toMatchObject({ sizeBytes: IMAGE.length, lastBackup: null, copies: [] });
    const again = await memory.backup();
    expect(memory.state().lastBackup).toBeGreaterThan(0);
    const { memory: restored } = await HeldMemory.open(sqlite3, undefined);
    await restored.restore(again);
    expect(restored.state().lastBackup).toBe(memory.state().lastBackup);
    memory.close();
  });
});

describe('restoring', () => {
  it.each([
    ['what is no database', new TextEncoder().encode('UPSERT { … }'.repeat(100)), 'is not a backup of a memory'],
    ['nothing', new Uint8Array(), 'is not a backup of a memory'],
    ['a database of another program', damaged((image) => image.fill(0, 68, 72)), 'not a memory of Pocket Nexus'],
    ['a file cut off', IMAGE.slice(0, IMAGE.length / 2), 'is cut off'],
    ['a newer file', damaged((image) => (image[63] = SCHEMA_VERSION + 1)), 'newer version of Pocket Nexus'],
    ['a damaged page', damaged((image) => wipe(image, pagesOf('concepts', 'leaf')[3]!)), 'is damaged'],
  ])('refuses %s and leaves the memory as it was', async (_, image, message) => {
    const { memory } = await HeldMemory.open(sqlite3, undefined);
    await memory.engine.execute({ command: 'UPSERT { CONCEPT ?x { {type: "Domain", name: "kept"} } }' });
    await expect(memory.restore(image)).rejects.toThrow(message);
    expect(await ask(memory.engine, 'FIND(?x.name) WHERE { ?x {type: "Domain", name: "kept"} }')).toEqual(['kept']);
    memory.close();
  });
});

describe('salvage of a damaged file', () => {
  it('gives back all of a file that is sound', async () => {
    const { engine, losses, concepts } = await salvaged(IMAGE);
    expect(losses).toEqual([]);
    expect(concepts).toBe(DRUGS + 5);
    expect(await ask(engine, NAMES)).toEqual(await ask(original, NAMES));
    const whole = 'FIND(?d.attributes) WHERE { ?d {type: "Drug"} } ORDER BY ?d.name';
    expect(await ask(engine, whole)).toEqual(await ask(original, whole));
    expect(await ask(engine, LINKS)).toBe(DRUGS);
    expect(await ask(engine, 'FIND(COUNT(?l)) WHERE { ?l (?who, "claims", ?what) }')).toBe(1);
  });

  it('names concepts whose page is lost by what the index holds', async () => {
    const leaves = pagesOf('concepts', 'leaf');
    const image = damaged((bytes) => [4, 5, 9].forEach((at) => wipe(bytes, leaves[at]!)));
    expect(findDamage(openMemoryDriver(sqlite3, { image }))).toBeDefined();
    const { engine, losses } = await salvaged(image);
    expect(losses).toHaveLength(2);
    expect(losses[1]).toMatch(/^Of \d+ concepts only type and name could be read\.$/);
    expect(await ask(engine, 'FIND(COUNT(?d)) WHERE { ?d {type: "Drug"} }')).toBe(DRUGS);
    expect(await ask(engine, LINKS)).toBe(DRUGS);
    const read = (await ask(
      engine,
      'FIND(COUNT(?d)) WHERE { ?d {type: "Drug"} FILTER(IS_NOT_NULL(?d.attributes.n)) }',
    )) as number;
    expect(read).toBeGreaterThan(DRUGS / 2);
    expect(read).toBeLessThan(DRUGS);
  });

  it.each([
    ['an overflow page of one long text', () => pagesOf('concepts', 'overflow').slice(0, 1), DRUGS],
    ['pages of links', () => pagesOf('propositions', 'leaf').slice(1, 3), DRUGS],
    [
      'pages of every index',
      () =>
        ['concepts_type_name', 'concepts_name', 'propositions_spo', 'propositions_pos'].map(
          (name) => pagesOf(name, 'leaf')[1]!,
        ),
      DRUGS,
    ],
  ])('loses no element for %s', async (_, pages, links) => {
    const { engine } = await salvaged(damaged((image) => pages().forEach((page) => wipe(image, page))));
    expect(await ask(engine, 'FIND(COUNT(?d)) WHERE { ?d {type: "Drug"} }')).toBe(DRUGS);
    expect(await ask(engine, LINKS)).toBe(links);
  });

  it('reads a file cut off, and one whose header is gone', async () => {
    const half = IMAGE.slice(0, Math.floor(IMAGE.length / 2 / PAGE) * PAGE);
    expect(() => openMemoryDriver(sqlite3, { image: half })).toThrow('damaged');
    const cut = await salvaged(withHeader(half));
    expect(cut.losses.length).toBeGreaterThan(0);
    expect(cut.concepts).toBeGreaterThan(0);
    const headless = damaged((image) => image.fill(0xa5, 0, 100));
    expect(() => openMemoryDriver(sqlite3, { image: headless })).toThrow('damaged or is not a database');
    const { engine, losses } = await salvaged(withHeader(headless));
    expect(losses).toEqual([]);
    expect(await ask(engine, LINKS)).toBe(DRUGS);
  });

  it('never fails, wherever pages are damaged', { timeout: 300_000 }, async () => {
    const pages = IMAGE.length / PAGE;
    for (let page = 2; page <= pages; page += 7) {
      const driver = openMemoryDriver(sqlite3, { image: damaged((image) => wipe(image, page)) });
      const result = await salvage(sqlite3, driver);
      driver.close();
      expect(result.capsule === '' ? result.losses.length : result.concepts, `page ${page}`).toBeGreaterThan(0);
    }
  });
});
