import { describe, expect, it } from 'vitest';
import { openEngine } from '../../testing/node-door.ts';
import { ToyEmbedder } from '../../testing/toy-embedder.ts';
import type { Timings } from '../../src/protocol/explain.ts';
import type { Json, JsonObject } from '../../src/protocol/values.ts';
import { createEngine, type Engine } from '../engine.ts';
import { loadSqlite, openMemoryDriver } from '../store/sqlite.ts';
import { TOPICS } from './background.ts';
import { countTasks } from './meaning-store.ts';

const PATIENT = { meaning: { catchUpMs: Infinity } };

async function open(embedder = new ToyEmbedder()): Promise<{ engine: Engine; embedder: ToyEmbedder }> {
  const engine = await openEngine(PATIENT);
  await engine.nexus.meaning.use(embedder);
  return { engine, embedder };
}

async function run(engine: Engine, command: string, parameters: JsonObject = {}): Promise<Json> {
  const { result, error } = await engine.execute({ command, parameters });
  if (error) throw new Error(`${error.code} ${error.message}`);
  return result!;
}

async function found(engine: Engine, command: string): Promise<string[]> {
  const hits = (await run(engine, command)) as readonly { name?: string; id: string }[];
  return hits.map(({ name, id }) => name ?? id);
}

const person = (name: string, attributes = '') =>
  `UPSERT { CONCEPT ?p { {type: "Person", name: "${name}"} SET ATTRIBUTES { ${attributes} } } }`;

/** Everything embedded, so that what follows is seen apart from it. */
async function settle(engine: Engine): Promise<void> {
  await run(engine, 'SEARCH CONCEPT "anything" MODE "semantic"');
  await run(engine, 'SEARCH PROPOSITION "anything" MODE "semantic"');
}

describe('SEARCH by meaning (§5.2.1)', () => {
  it('finds what shares no word with the term, and keyword search does not', async () => {
    const { engine } = await open();
    await run(engine, person('Bob', 'description: "drives an automobile"'));
    expect(await found(engine, 'SEARCH CONCEPT "vehicle" MODE "semantic" LIMIT 1')).toEqual(['Bob']);
    expect(await found(engine, 'SEARCH CONCEPT "vehicle" LIMIT 1')).toEqual(['Bob']);
    expect(await found(engine, 'SEARCH CONCEPT "vehicle" WITH TYPE "Person" MODE "keyword"')).toEqual([]);
  });

  it('looks for words in every mode while no model is there', async () => {
    const engine = await openEngine();
    await run(engine, person('Bob', 'description: "drives an automobile"'));
    for (const mode of ['semantic', 'hybrid']) {
      expect(await found(engine, `SEARCH CONCEPT "vehicle" WITH TYPE "Person" MODE "${mode}"`)).toEqual([]);
      expect(await found(engine, `SEARCH CONCEPT "automobile" MODE "${mode}"`)).toEqual(['Bob']);
    }
  });

  it('puts the exact name first in hybrid, whatever is nearer by meaning', async () => {
    const { engine } = await open();
    await run(engine, person('Physician', 'description: "a street in Oslo with many shops and trees and benches"'));
    await run(engine, person('Doctor doctor'));
    const [first] = (await run(engine, 'SEARCH CONCEPT "physician"')) as readonly JsonObject[];
    expect(first).toMatchObject({ name: 'Physician', metadata: { _score: 0.98 } });
  });

  it('narrows by WITH TYPE before it ranks', async () => {
    const { engine } = await open();
    await run(engine, 'UPSERT { CONCEPT ?t { {type: "$ConceptType", name: "Machine"} } }');
    for (let at = 0; at < 30; at++) await run(engine, person(`car ${at}`));
    await run(engine, 'UPSERT { CONCEPT ?m { {type: "Machine", name: "grey vehicle of the neighbours"} } }');
    for (const mode of ['semantic', 'hybrid']) {
      const command = `SEARCH CONCEPT "vehicle" WITH TYPE "Machine" MODE "${mode}" LIMIT 1`;
      expect(await found(engine, command)).toEqual(['grey vehicle of the neighbours']);
    }
  });

  it('scores within [0, 1], descending, and drops what THRESHOLD excludes', async () => {
    const { engine } = await open();
    await run(engine, person('A', 'description: "sick"'));
    await run(engine, person('B', 'description: "sick of long queues at the bank counter"'));
    for (const mode of ['semantic', 'hybrid']) {
      const hits = (await run(engine, `SEARCH CONCEPT "unwell" MODE "${mode}"`)) as readonly {
        metadata: { _score: number };
      }[];
      const scores = hits.map(({ metadata }) => metadata._score);
      expect(scores).toEqual([...scores].sort((a, b) => b - a));
      expect(scores.every((score) => score > 0 && score <= 1)).toBe(true);
      const few = await found(engine, `SEARCH CONCEPT "unwell" MODE "${mode}" THRESHOLD 0.6`);
      expect(few).toEqual(['A']);
    }
  });

  it('finds links by what they say in words', async () => {
    const { engine } = await open();
    await run(
      engine,
      `UPSERT {
         CONCEPT ?prefers { {type: "$PropositionType", name: "prefers_drink"} }
         CONCEPT ?tea { {type: "Preference", name: "tea"} }
         CONCEPT ?alice { {type: "Person", name: "Alice"} SET PROPOSITIONS { ("prefers_drink", ?tea) } }
       }`,
    );
    const [first] = (await run(
      engine,
      'SEARCH PROPOSITION "Alice enjoys which beverage" MODE "semantic" LIMIT 1',
    )) as readonly JsonObject[];
    expect(first).toMatchObject({ predicate: 'prefers_drink' });
  });

  it('leaves a term the model cannot read to the words', async () => {
    const { engine } = await open();
    await run(engine, person('大学生活动中心'));
    for (const mode of ['semantic', 'hybrid']) {
      expect(await found(engine, `SEARCH CONCEPT "大学" MODE "${mode}"`)).toEqual(['大学生活动中心']);
    }
  });

  it('finds text the model cannot read by its words in hybrid, and DESCRIBE PRIMER says so', async () => {
    const { engine } = await open();
    await run(engine, person('我喜欢深色模式'));
    await run(engine, person('tea drinker'));
    expect(await found(engine, 'SEARCH CONCEPT "tea 深色" LIMIT 5')).toContain('我喜欢深色模式');
    const primer = (await run(engine, 'DESCRIBE PRIMER')) as JsonObject;
    expect((primer.identity as JsonObject).capabilities).toMatchObject({
      search_modes: ['keyword', 'semantic', 'hybrid'],
      semantic_search: { model: 'Toy', languages: ['en'], found_by_words_only: 1 },
    });
  });

  it('answers several searches of one request, and takes terms from parameters', async () => {
    const { engine } = await open();
    await run(engine, person('Bob', 'description: "drives an automobile"'));
    const { result } = await engine.execute({
      commands: [
        'SEARCH CONCEPT :a LIMIT 1',
        { command: 'SEARCH CONCEPT :b MODE :mode LIMIT 1', parameters: { mode: 'semantic' } },
      ],
      parameters: { a: 'automobiles', b: 'vehicle' },
    });
    expect((result as unknown as { result: { name: string }[] }[]).map((answer) => answer.result[0]?.name)).toEqual([
      'Bob',
      'Bob',
    ]);
  });
});

describe('Vectors and the graph', () => {
  const SECRET = 'description: "drives an automobile"';

  it.each([
    ['a delete', 'DELETE CONCEPT ?p DETACH WHERE { ?p {type: "Person", name: "Bob"} }'],
    ['a change of the text', person('Bob', 'description: "reads books"')],
    ['a removed attribute', 'DELETE ATTRIBUTES {"description"} FROM ?p WHERE { ?p {type: "Person", name: "Bob"} }'],
    ['an update', 'UPDATE ?p SET ATTRIBUTES { description: "reads books" } WHERE { ?p {type: "Person", name: "Bob"} }'],
  ])('part with %s: at once, no mode finds what was forgotten', async (_, command) => {
    const { engine, embedder } = await open();
    await run(engine, person('Bob', SECRET));
    await settle(engine);
    embedder.hold = new Promise(() => {});
    await run(engine, command);
    const { driver } = engine.nexus;
    const left = driver.all("SELECT 1 FROM vectors WHERE element = (SELECT id FROM concepts WHERE name = 'Bob')");
    expect(left).toEqual([]);
    expect(
      driver.all(
        'SELECT 1 FROM vectors WHERE element NOT IN (SELECT id FROM concepts UNION SELECT id FROM propositions)',
      ),
    ).toEqual([]);
    expect(await found(engine, 'SEARCH CONCEPT "automobile" MODE "keyword"')).toEqual([]);
  });

  it('are those of the merged concept after MERGE, links included', async () => {
    const { engine } = await open();
    await run(engine, person('Bob', SECRET));
    await run(engine, person('Robert', 'description: "is often unwell"'));
    await run(
      engine,
      `UPSERT { CONCEPT ?knows { {type: "$PropositionType", name: "knows"} } }
       UPSERT { CONCEPT ?a { {type: "Person", name: "Anna"} SET PROPOSITIONS { ("knows", {type: "Person", name: "Bob"}) } } }`,
    );
    await settle(engine);
    await run(
      engine,
      'MERGE CONCEPT ?s INTO ?t WHERE { ?s {type: "Person", name: "Bob"} ?t {type: "Person", name: "Robert"} }',
    );
    await settle(engine);
    expect(await found(engine, 'SEARCH CONCEPT "vehicle" MODE "semantic" LIMIT 1')).toEqual(['Robert']);
    const links = await run(engine, 'SEARCH PROPOSITION "knows" WITH TYPE "knows" MODE "semantic"');
    expect(links).toMatchObject([{ predicate: 'knows' }]);
  });

  it('come back with a transaction that is rolled back', async () => {
    const { engine } = await open();
    await run(engine, person('Bob', SECRET));
    await settle(engine);
    await engine.execute({
      command: 'DELETE CONCEPT ?p DETACH WHERE { ?p {type: "Person", name: "Bob"} }',
      dry_run: true,
    });
    expect(await found(engine, 'SEARCH CONCEPT "vehicle" MODE "semantic" LIMIT 1')).toEqual(['Bob']);
  });

  it('follow the rule of the type definition, and a change of it', async () => {
    const { engine, embedder } = await open();
    const define = (rule: string) =>
      run(
        engine,
        `UPSERT { CONCEPT ?t { {type: "$ConceptType", name: "Note"} SET ATTRIBUTES { semantic_grounding: ${rule} } } }`,
      );
    await define('{attributes: ["body"]}');
    await run(
      engine,
      'UPSERT { CONCEPT ?n { {type: "Note", name: "n1"} SET ATTRIBUTES { body: "about tea", draft: "sick" } } }',
    );
    await settle(engine);
    expect(embedder.seen.map(({ text }) => text)).toContain('n1. about tea');
    await define('{attributes: ["draft"], type: true}');
    await settle(engine);
    expect(embedder.seen.map(({ text }) => text)).toContain('n1. sick. note');
    await define('{embed: false}');
    await settle(engine);
    expect(await found(engine, 'SEARCH CONCEPT "unwell" WITH TYPE "Note" MODE "semantic"')).toEqual([]);
    expect(await found(engine, 'SEARCH CONCEPT "sick" WITH TYPE "Note"')).toEqual(['n1']);
  });
});

describe('The work of embedding', () => {
  it('takes up what was there before the model, newest first, concepts before links', async () => {
    const engine = await openEngine(PATIENT);
    for (const name of ['Ann', 'Ben', 'Cleo']) await run(engine, person(name, 'description: "is sick"'));
    const embedder = new ToyEmbedder();
    await engine.nexus.meaning.use(embedder);
    await settle(engine);
    const names = embedder.seen
      .map(({ text }) => text.split('.')[0]!)
      .filter((name) => ['Ann', 'Ben', 'Cleo'].includes(name));
    expect(names).toEqual(['Cleo', 'Ben', 'Ann']);
    const firstLink = embedder.seen.findIndex(({ text }) => /belongs to domain/.test(text));
    expect(embedder.seen.findIndex(({ text }) => text.startsWith('Ann'))).toBeLessThan(firstLink);
    expect(engine.nexus.meaning.state().serving).toMatchObject({ loaded: true, pending: 0 });
  });

  it('loses nothing when the program ends in the middle of it', async () => {
    const { engine, embedder } = await open();
    await settle(engine);
    embedder.hold = new Promise(() => {});
    await run(engine, person('Bob', 'description: "drives an automobile"'));
    const image = engine.nexus.driver.image();
    engine.close();
    const reopened = await createEngine(openMemoryDriver(await loadSqlite(), { image }), PATIENT);
    expect(reopened.nexus.meaning.ready).toBe(false);
    expect(reopened.nexus.meaning.state().serving).toMatchObject({ loaded: false, pending: 1 });
    await reopened.nexus.meaning.use(new ToyEmbedder());
    expect(await found(reopened, 'SEARCH CONCEPT "vehicle" MODE "semantic" LIMIT 1')).toEqual(['Bob']);
  });

  it('has each model read the background once, whatever often the memory is opened', async () => {
    const { engine, embedder } = await open();
    await settle(engine);
    const read = ({ seen }: ToyEmbedder) => seen.filter(({ text }) => TOPICS.includes(text)).length;
    expect(read(embedder)).toBe(TOPICS.length);
    const image = engine.nexus.driver.image();
    const reopened = await createEngine(openMemoryDriver(await loadSqlite(), { image }), PATIENT);
    const again = new ToyEmbedder();
    await reopened.nexus.meaning.use(again);
    await settle(reopened);
    expect(read(again)).toBe(0);
    reopened.nexus.meaning.forget();
    expect(reopened.nexus.driver.all("SELECT key FROM settings WHERE key LIKE 'background%'")).toEqual([]);
  });

  it('goes on growing the list of what to do while the memory is open without a model', async () => {
    const { engine } = await open();
    await settle(engine);
    engine.nexus.meaning.stop();
    await run(engine, person('Bob', 'description: "drives an automobile"'));
    expect(await found(engine, 'SEARCH CONCEPT "vehicle" WITH TYPE "Person" LIMIT 1')).toEqual([]);
    await engine.nexus.meaning.use(new ToyEmbedder());
    expect(await found(engine, 'SEARCH CONCEPT "vehicle" LIMIT 1')).toEqual(['Bob']);
  });

  it('does not keep a vector of a text that changed while it was being made', async () => {
    const { engine, embedder } = await open();
    await settle(engine);
    let release = () => {};
    embedder.hold = new Promise((go) => (release = go));
    await run(engine, person('Bob', 'description: "drives an automobile"'));
    await new Promise((go) => setTimeout(go, 5));
    await run(engine, person('Bob', 'description: "is unwell"'));
    release();
    expect(await found(engine, 'SEARCH CONCEPT "sick" MODE "semantic" LIMIT 1')).toEqual(['Bob']);
    const rows = engine.nexus.driver.all(
      "SELECT count(*) FROM vectors WHERE element = (SELECT id FROM concepts WHERE name = 'Bob')",
    );
    expect(rows).toEqual([[2]]);
  });

  it('answers by words where the model breaks, and says why', async () => {
    const { engine, embedder } = await open();
    await run(engine, person('Bob', 'description: "drives an automobile"'));
    embedder.failure = new Error('out of memory');
    expect(await found(engine, 'SEARCH CONCEPT "automobile"')).toEqual(['Bob']);
    expect(engine.nexus.meaning.state().serving).toMatchObject({ loaded: false, failure: 'out of memory' });
  });

  it('does not make an impatient search wait for a long list', async () => {
    const engine = await openEngine({ meaning: { catchUpMs: 300 } });
    const embedder = new ToyEmbedder();
    await engine.nexus.meaning.use(embedder);
    embedder.hold = new Promise((go) => setTimeout(go, 3000));
    for (let at = 0; at < 100; at++) await run(engine, person(`p${at}`));
    const began = performance.now();
    await run(engine, 'SEARCH CONCEPT "p1"');
    expect(performance.now() - began).toBeLessThan(1500);
  });

  it.each(['', 'MODE "semantic"', 'MODE "hybrid"'])(
    'waits for a slow model where meaning is asked for by name, and says where words answered instead: %s',
    async (mode) => {
      const engine = await openEngine();
      const embedder = new ToyEmbedder();
      await engine.nexus.meaning.use(embedder);
      await run(engine, person('Bob', 'description: "drives an automobile"'));
      await expect.poll(() => engine.nexus.meaning.state().serving?.pending).toBe(0);
      // The model is busy, and slow to come to the term: slower than one waits who asks for the best there is.
      let release = () => {};
      embedder.hold = new Promise((go) => (release = go));
      await run(engine, person('Ann', 'description: "plays chess"'));
      embedder.slowness = 900;
      const timings: Timings[] = [];
      const { result } = await engine.execute(
        { command: `SEARCH CONCEPT "vehicle" WITH TYPE "Person" ${mode} LIMIT 1` },
        { onTimings: (measured) => timings.push(measured) },
      );
      const primer = JSON.stringify(await run(engine, 'DESCRIBE PRIMER'));
      release();
      const byWords = mode === '';
      expect(result).toMatchObject(byWords ? [] : [{ name: 'Bob' }]);
      expect(timings[0]!.searchedByWords).toBe(byWords ? true : undefined);
      expect(engine.nexus.meaning.state().serving?.late).toBe(byWords ? 1 : 0);
      expect(primer.includes('"answered_by_words_for_lack_of_time":1')).toBe(byWords);
    },
  );
});

describe('Changing the model', () => {
  it('is answered from the old one until the new one is complete, and never from both', async () => {
    const { engine } = await open();
    await run(engine, person('Bob', 'description: "drives an automobile"'));
    await settle(engine);
    const next = new ToyEmbedder({ id: 'toy-2', dim: 128 });
    let release = () => {};
    next.hold = new Promise((go) => (release = go));
    await engine.nexus.meaning.use(next);
    expect(await found(engine, 'SEARCH CONCEPT "vehicle" MODE "semantic" LIMIT 1')).toEqual(['Bob']);
    await run(engine, person('Zoe', 'description: "a physician"'));
    expect(await found(engine, 'SEARCH CONCEPT "doctor" MODE "semantic" LIMIT 1')).toEqual(['Zoe']);
    expect(engine.nexus.meaning.state()).toMatchObject({
      serving: { profile: { id: 'toy-1' } },
      coming: { profile: { id: 'toy-2' } },
    });
    release();
    await until(() => engine.nexus.meaning.state().serving?.profile.id === 'toy-2');
    expect(engine.nexus.meaning.state().coming).toBeUndefined();
    for (const [term, name] of [
      ['car', 'Bob'],
      ['doctor', 'Zoe'],
    ]) {
      expect(await found(engine, `SEARCH CONCEPT "${term}" MODE "semantic" LIMIT 1`)).toEqual([name]);
    }
    await until(() => engine.nexus.driver.get('SELECT count(DISTINCT model) FROM vectors')![0] === 1);
  });

  it('can be cancelled, and leaves the old one as it was', async () => {
    const { engine } = await open();
    await run(engine, person('Bob', 'description: "drives an automobile"'));
    await settle(engine);
    const next = new ToyEmbedder({ id: 'toy-2' });
    next.hold = new Promise(() => {});
    await engine.nexus.meaning.use(next);
    engine.nexus.meaning.cancelChange();
    expect(engine.nexus.meaning.state()).toMatchObject({ serving: { profile: { id: 'toy-1' }, pending: 0 } });
    expect(engine.nexus.meaning.state().coming).toBeUndefined();
    expect(await found(engine, 'SEARCH CONCEPT "vehicle" MODE "semantic" LIMIT 1')).toEqual(['Bob']);
  });

  it('leaves nothing of any model after forget()', async () => {
    const { engine } = await open();
    await run(engine, person('Bob', 'description: "drives an automobile"'));
    await settle(engine);
    engine.nexus.meaning.forget();
    const names = engine.nexus.driver.all(
      "SELECT name FROM sqlite_schema WHERE name LIKE 'embedding%' OR name LIKE 'vectors%'",
    );
    expect(names).toEqual([]);
    await run(engine, person('Zoe'));
    expect(await found(engine, 'SEARCH CONCEPT "automobile"')).toEqual(['Bob']);
    await engine.nexus.meaning.use(new ToyEmbedder());
    expect(await found(engine, 'SEARCH CONCEPT "vehicle" LIMIT 1')).toEqual(['Bob']);
  });
});

async function until(condition: () => boolean): Promise<void> {
  for (let turn = 0; turn < 500 && !condition(); turn++) await new Promise((go) => setTimeout(go, 10));
  expect(condition()).toBe(true);
}

describe('The list of what to do', () => {
  it('is counted without what is done', async () => {
    const { engine } = await open();
    await settle(engine);
    expect(countTasks(engine.nexus.driver, 1)).toBe(0);
  });
});
