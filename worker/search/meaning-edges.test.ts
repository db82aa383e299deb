// Search by meaning where it is easily got wrong: odd terms and options, models that come and go, links about links about links.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openEngine } from '../../testing/node-door.ts';
import { ToyEmbedder } from '../../testing/toy-embedder.ts';
import type { Json, JsonObject } from '../../src/protocol/values.ts';
import type { Engine } from '../engine.ts';

type Hit = { readonly name: string; readonly metadata: { readonly _score: number } };

let engine: Engine;
let embedder: ToyEmbedder;

beforeEach(async () => {
  engine = await openEngine({ meaning: { catchUpMs: Infinity } });
  embedder = new ToyEmbedder();
  await engine.nexus.meaning.use(embedder);
});
afterEach(() => engine.close());

async function run(command: string, parameters: JsonObject = {}): Promise<Json> {
  const { result, error } = await engine.execute({ command, parameters });
  if (error) throw new Error(`${error.code} ${error.message}`);
  return result!;
}

async function hits(options: string, parameters: JsonObject): Promise<readonly Hit[]> {
  return (await run(`SEARCH CONCEPT :term ${options}`, parameters)) as unknown as readonly Hit[];
}

const write = (name: string, text: string) =>
  run('UPSERT { CONCEPT ?p { {type: "Person", name: :name} SET ATTRIBUTES { description: :text } } }', { name, text });

const MODES = ['keyword', 'semantic', 'hybrid'] as const;

describe.each(MODES)('SEARCH MODE "%s"', (mode) => {
  it('answers terms of any kind', async () => {
    await write('Bob', 'drives an automobile');
    await write('深色模式', '我喜欢');
    const terms = [
      '🙂',
      '🙂🙂🙂 automobile',
      '"quoted" OR NEAR(a b) *',
      '\u0000\ufffe',
      '\ud800 lone',
      '深色 automobile',
      'ａｕｔｏ',
      '?!',
      '色',
      'a',
      'the of and',
      'automobile '.repeat(2000),
      'x'.repeat(20_000),
    ];
    for (const term of terms) {
      const found = await hits(`MODE "${mode}" LIMIT 5`, { term });
      const scores = found.map(({ metadata }) => metadata._score);
      expect(scores.every((score) => score > 0 && score <= 1)).toBe(true);
      expect(scores).toEqual([...scores].sort((a, b) => b - a));
    }
    expect((await hits(`MODE "${mode}" LIMIT 1`, { term: 'automobile '.repeat(2000) }))[0]?.name).toBe('Bob');
    expect((await hits(`MODE "${mode}" LIMIT 1`, { term: '深色 automobile' })).length).toBe(1);
  });

  it.each(['', '   ', '\n'])('refuses the empty term %j', async (term) => {
    await expect(hits(`MODE "${mode}"`, { term })).rejects.toThrow('KIP_1001');
  });

  it.each(['LIMIT 0', 'LIMIT -1', 'LIMIT 1.5', 'THRESHOLD -0.1', 'THRESHOLD 1.01', 'THRESHOLD "high"'])(
    'refuses %s',
    async (option) => {
      await expect(hits(`MODE "${mode}" ${option}`, { term: 'tea' })).rejects.toThrow(/KIP_1/);
    },
  );

  it('refuses a type that is unknown', async () => {
    await expect(hits(`WITH TYPE "Spaceship" MODE "${mode}"`, { term: 'tea' })).rejects.toThrow('KIP_2001');
  });

  it('lets THRESHOLD and LIMIT choose among the same hits, with the same scores', async () => {
    for (let at = 0; at < 30; at++) await write(`p${at}`, `${'tea '.repeat(at % 4)} garden ${'word '.repeat(at % 7)}`);
    const all = await hits(`WITH TYPE "Person" MODE "${mode}" LIMIT 1000`, { term: 'tea garden' });
    const scores = new Map(all.map(({ name, metadata }) => [name, metadata._score]));
    for (const limit of [1, 5, 29, 30]) {
      const some = await hits(`WITH TYPE "Person" MODE "${mode}" LIMIT ${limit}`, { term: 'tea garden' });
      expect(some.map(({ metadata }) => metadata._score)).toEqual([...scores.values()].slice(0, limit));
      for (const { name, metadata } of some) expect(metadata._score).toBe(scores.get(name));
    }
    for (const threshold of [0, all[10]!.metadata._score, 0.45, 1]) {
      const above = await hits(`WITH TYPE "Person" MODE "${mode}" THRESHOLD ${threshold} LIMIT 1000`, {
        term: 'tea garden',
      });
      const expected = [...scores.values()].filter((score) => score >= threshold);
      expect(above.map(({ metadata }) => metadata._score)).toEqual(expected);
    }
  });

  it('takes THRESHOLD 1 for the whole name', async () => {
    await write('Garden party', 'a garden party in the garden, a party');
    await write('Party', 'Garden party');
    const found = await hits(`MODE "${mode}" THRESHOLD 1`, { term: 'Garden party' });
    if (mode !== 'semantic') expect(found.map(({ name }) => name)).toEqual(['Garden party']);
    expect(found.every(({ metadata }) => metadata._score === 1)).toBe(true);
  });
});

describe('Vectors of models that come and go', () => {
  it('are never taken for those of another model, also after a change was given up in the middle', async () => {
    for (let at = 0; at < 40; at++) await write(`p${at}`, 'drives an automobile');
    await run('SEARCH CONCEPT "anything" MODE "semantic"');
    const given = new ToyEmbedder({ id: 'given-up', dim: 96 });
    await engine.nexus.meaning.use(given);
    while (engine.nexus.driver.get('SELECT count(DISTINCT model) FROM vectors')![0] === 1) await moment();
    engine.nexus.meaning.cancelChange();
    const taken = new ToyEmbedder({ id: 'taken', dim: 32 });
    await engine.nexus.meaning.use(taken);
    while (engine.nexus.meaning.state().serving?.profile.id !== 'taken') await moment();
    await run('SEARCH CONCEPT "anything" MODE "semantic"');
    const sizes = engine.nexus.driver.all(
      `SELECT DISTINCT length(codes) FROM vectors WHERE model = (SELECT id FROM embedding_models WHERE serving)`,
    );
    expect(sizes).toEqual([[32]]);
  });

  it.each([
    { dim: 128 },
    { pooling: 'mean' },
    { dtype: 'fp32' },
    { prefixes: { query: 'query: ', passage: '' } },
  ] as const)('are made anew where a profile of the same id says %j', async (changed) => {
    await write('Bob', 'drives an automobile');
    await run('SEARCH CONCEPT "anything" MODE "semantic"');
    const before = engine.nexus.driver.get('SELECT max(id) FROM vectors')![0] as number;
    await engine.nexus.meaning.use(new ToyEmbedder(changed));
    for (const mode of MODES) {
      expect((await hits(`MODE "${mode}" LIMIT 1`, { term: 'automobile' }))[0]?.name).toBe('Bob');
    }
    expect((await hits('MODE "semantic" LIMIT 1', { term: 'vehicle' }))[0]?.name).toBe('Bob');
    const left = () => engine.nexus.driver.all('SELECT 1 FROM vectors WHERE id <= ?1', [before]);
    await expect.poll(left).toEqual([]);
    expect(engine.nexus.meaning.state().serving?.profile).toMatchObject(changed);
  });

  it('go on where a profile of the same id says the same, though from another place', async () => {
    await write('Bob', 'drives an automobile');
    const settle = async () => {
      for (const kind of ['CONCEPT', 'PROPOSITION']) await run(`SEARCH ${kind} "anything" MODE "semantic"`);
    };
    await settle();
    const ids = () => engine.nexus.driver.all('SELECT id FROM vectors ORDER BY id');
    const before = ids();
    await engine.nexus.meaning.use(new ToyEmbedder({ label: 'Other', source: { kind: 'url', url: '/elsewhere/' } }));
    await settle();
    expect(ids()).toEqual(before);
  });

  it('go at once where the model is changed back to the first', async () => {
    await write('Bob', 'drives an automobile');
    await run('SEARCH CONCEPT "anything" MODE "semantic"');
    const other = new ToyEmbedder({ id: 'other' });
    other.hold = new Promise(() => {});
    await engine.nexus.meaning.use(other);
    await engine.nexus.meaning.use(embedder);
    expect(engine.nexus.meaning.state()).toMatchObject({ serving: { profile: { id: 'toy-1' } } });
    expect(engine.nexus.meaning.state().coming).toBeUndefined();
    expect((await hits('MODE "semantic" LIMIT 1', { term: 'vehicle' }))[0]?.name).toBe('Bob');
  });
});

describe('What has no vector', () => {
  it('comes behind what bears the term in its name, where only its prose holds it', async () => {
    await run(
      'UPSERT { CONCEPT ?t { {type: "$ConceptType", name: "Machine"} SET ATTRIBUTES { description: "Anything with an engine, to which a garden belongs as little as an invoice." } } }',
    );
    await write('Garden fence', 'was painted in May by the neighbours, twice');
    await write('花園 garden 的設定和深色模式', '我喜欢');
    const found = (await hits('MODE "hybrid"', { term: 'garden' })).map(({ name }) => name);
    expect(found).toContain('Machine');
    expect(found.indexOf('Machine')).toBeGreaterThan(found.indexOf('Garden fence'));
    expect(found.indexOf('Machine')).toBeGreaterThan(found.indexOf('花園 garden 的設定和深色模式'));
  });
});

describe('The work of embedding', () => {
  it('is told as done where the oldest element was written anew before its turn came', async () => {
    const { driver } = engine.nexus;
    engine.nexus.meaning.forget();
    const [oldest] = driver.get('SELECT min(id) FROM propositions')!;
    await engine.nexus.meaning.use(embedder);
    await run(`UPDATE ?l SET ATTRIBUTES { remark: "tea" } WHERE { ?l (id: "P:${String(oldest)}") }`);
    for (const kind of ['CONCEPT', 'PROPOSITION']) await run(`SEARCH ${kind} "anything" MODE "semantic"`);
    while (engine.nexus.driver.get('SELECT count(*) FROM embedding_queue')![0] !== 0) await moment();
    await expect.poll(() => engine.nexus.meaning.state().serving?.pending).toBe(0);
    expect(JSON.stringify(await run('DESCRIBE PRIMER'))).not.toContain('still_to_be_read');
  });

  it('takes books one at a time, and short texts together', async () => {
    await run('SEARCH CONCEPT "anything" MODE "semantic"');
    const calls: number[] = [];
    const embed = embedder.embed.bind(embedder);
    embedder.embed = (texts, purpose) => {
      if (purpose === 'passage') calls.push(texts.join('').length);
      return embed(texts, purpose);
    };
    const book = 'tea in the garden. '.repeat(2000);
    const blocks = Array.from(
      { length: 6 },
      (_, at) => `CONCEPT ?c${at} { {type: "Person", name: "b${at}"} SET ATTRIBUTES { description: :book } }`,
    );
    await run(`UPSERT { ${blocks.join('\n')} }`, { book });
    await run('SEARCH CONCEPT "anything" MODE "semantic"');
    expect(calls.length).toBe(6);
    expect(Math.max(...calls)).toBeLessThan(3 * book.length);
    await run(`UPSERT { ${blocks.join('\n')} }`, { book: 'tea' });
    await run('SEARCH CONCEPT "anything" MODE "semantic"');
    expect(calls.length).toBe(7);
  });
});

describe('What a link says', () => {
  it('is read anew where a link it is about, however deep, gets another endpoint', async () => {
    await run(`UPSERT {
      CONCEPT ?t { {type: "$PropositionType", name: "cites"} }
      CONCEPT ?d { {type: "$PropositionType", name: "doubts"} }
    }`);
    await run(`UPSERT {
      CONCEPT ?a { {type: "Person", name: "Ann"} } CONCEPT ?b { {type: "Person", name: "Bert"} }
      CONCEPT ?c { {type: "Person", name: "Cleo"} }
      PROPOSITION ?l { (?a, "cites", ?b) }
      PROPOSITION ?m { (?c, "doubts", ?l) }
      PROPOSITION ?n { (?c, "doubts", ?m) }
    }`);
    await run('SEARCH PROPOSITION "anything" MODE "semantic"');
    const said = () => embedder.seen.map(({ text }) => text);
    expect(said()).toContain('Cleo doubts (Cleo doubts (Ann cites Bert))');
    await run('UPSERT { CONCEPT ?z { {type: "Person", name: "Zoe"} } }');
    await run('MERGE CONCEPT ?s INTO ?t WHERE { ?s {type: "Person", name: "Bert"} ?t {type: "Person", name: "Zoe"} }');
    await run('SEARCH PROPOSITION "anything" MODE "semantic"');
    expect(said()).toContain('Cleo doubts (Cleo doubts (Ann cites Zoe))');
  });
});

const moment = (): Promise<void> => new Promise((go) => setTimeout(go, 1));
