import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openEngine } from '../../testing/node-door.ts';
import { seededRandom } from '../../testing/random.ts';
import type { Json, JsonObject } from '../../src/protocol/values.ts';
import { createEngine, type Engine } from '../engine.ts';
import { loadSqlite, openMemoryDriver } from '../store/sqlite.ts';

const sqlite3 = await loadSqlite();
const fresh = (await openEngine()).nexus.driver.image();
let engine: Engine;
beforeEach(async () => {
  engine = await createEngine(openMemoryDriver(sqlite3, { image: fresh }));
});
afterEach(() => engine.close());

interface Found {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly predicate: string;
  readonly metadata: { readonly _score: number };
}

async function run<T = Json>(command: string, parameters: JsonObject = {}): Promise<T> {
  const response = await engine.execute({ command, parameters });
  if (response.error) throw new Error(`${response.error.code} ${response.error.message}`);
  return response.result as T;
}

const search = (term: string, options = '', element = 'CONCEPT') =>
  run<Found[]>(`SEARCH ${element} :term ${options}`, { term });
const namesFor = async (term: string, options = '') => (await search(term, options)).map(({ name }) => name);
const scoreOf = async (term: string, name: string) =>
  (await search(term, 'LIMIT 100')).find((hit) => hit.name === name)?.metadata._score ?? 0;

/** Notes named by the keys of `notes`. */
async function note(notes: Record<string, JsonObject>, type = 'Note'): Promise<void> {
  await run(`UPSERT { CONCEPT ?t { {type: "$ConceptType", name: "${type}"} } }`);
  for (const [name, attributes] of Object.entries(notes)) {
    await run(`UPSERT { CONCEPT ?n { {type: "${type}", name: :name} SET ATTRIBUTES { given: true } } }`, { name });
    for (const [key, value] of Object.entries(attributes)) {
      await run(`UPSERT { CONCEPT ?n { {type: "${type}", name: :name} SET ATTRIBUTES { ${key}: :value } } }`, {
        name,
        value,
      });
    }
  }
}

describe('SEARCH CONCEPT: what is found (§5.2.2)', () => {
  it('finds words of the name, of aliases, of the description and of other text', async () => {
    await note({
      'Quartz clock': {
        aliases: ['Timepiece'],
        description: 'Hangs in the hall.',
        outcome: 'Repaired',
        tags: ['brass'],
      },
    });
    for (const term of ['quartz', 'timepiece', 'hall', 'repaired', 'brass']) {
      expect(await namesFor(term), term).toEqual(['Quartz clock']);
    }
  });
  it('does not ground on identifiers, addresses, times, classes or text inside objects', async () => {
    await note({
      n: {
        ext_id: 'zebra1',
        link: 'https://zebra2.test/x',
        when: '2026-01-02T03:04:05Z',
        note_class: 'zebra3',
        box: { a: 'zebra4' },
      },
    });
    for (const term of ['zebra1', 'zebra2', '2026', 'zebra3', 'zebra4']) expect(await namesFor(term), term).toEqual([]);
  });
  it.each([
    ['色', '我喜欢深色模式'],
    ['深色', '我喜欢深色模式'],
    ['我喜欢深色模式', '我喜欢深色模式'],
    ['大学', '大学生活动中心'],
    ['心', '大学生活动中心'],
    ['フェ', 'カフェで会う'],
    ['す', '寿司が好きです'],
    ['ｶﾌｪ', 'カフェで会う'],
    ['학교', '학교에서 만나요'],
    ['나', '학교에서 만나요'],
    ['ภาษา', 'เรียนภาษาไทย'],
    ['𠮷', '𠮷野家へ行く'],
  ])('finds %s inside %s, wherever it stands', async (term, text) => {
    await note({ 'in description': { description: text }, [text]: {}, 'in alias': { aliases: [`x ${text}`] } });
    await note({ 'in summary': { content_summary: `… ${text}!` } }, 'Event');
    expect((await namesFor(term)).sort()).toEqual(['in alias', 'in description', 'in summary', text].sort());
  });
  it.each([
    ['cafe', 'Café de la gare'],
    ['CAFÉ', 'Cafe\u0301 de la gare'],
    ['strasse', 'Lange Straße'],
    ['STRASSE', 'Lange straße'],
    ['istanbul', 'İstanbul'],
    ['ISPARTA', 'ısparta'],
    ['ångstrom', 'Angström unit'],
    ['ＦＵＬＬ', 'full width'],
    ['МОСКВА', 'Москва'],
    ['σίσυφος', 'ΣΙΣΥΦΟΣ'],
  ])('finds %s in %s', async (term, name) => {
    await note({ [name]: {} });
    expect(await namesFor(term)).toEqual([name]);
  });
  it.each([
    ['config', 'parseConfig'],
    ['parse', 'parseConfig'],
    ['parse_config', 'parseConfig'],
    ['parseConfig', 'parse_config'],
    ['parseconfig', 'parse-config'],
    ['server', 'http2-server'],
    ['http2', 'http2-server'],
    ['http', 'http2-server'],
    ['foo', 'src/lib/foo.ts'],
    ['lib/foo', 'src/lib/foo.ts'],
    ['server', 'HTTPServer'],
    ['10.0.3.17', 'host 10.0.3.17'],
  ])('finds %s in the identifier %s', async (term, name) => {
    await note({ [name]: {}, other: { description: 'Nothing to do with it.' } });
    expect((await namesFor(term))[0]).toBe(name);
  });
  it('finds words in another English form, and what a word begins', async () => {
    await note({ Kitchens: {}, 'Repairing guitars': {} });
    expect(await namesFor('kitchen')).toEqual(['Kitchens']);
    expect(await namesFor('guitar repairs')).toEqual(['Repairing guitars']);
    expect(await namesFor('kitch')).toEqual(['Kitchens']);
    expect(await namesFor('kit')).toEqual(['Kitchens']);
    expect(await namesFor('itchen')).toEqual([]);
  });
  it('finds a name of signs alone', async () => {
    await note({ '***': {}, '🌡️': {} });
    expect(await namesFor('***')).toEqual(['***']);
    expect(await namesFor('🌡️')).toEqual(['🌡️']);
  });
  it('follows every write at once', async () => {
    await note({ lamp: { description: 'amber' } });
    await run('UPDATE ?n SET ATTRIBUTES { description: "violet" } WHERE { ?n {type: "Note", name: "lamp"} }');
    expect([await namesFor('amber'), await namesFor('violet')]).toEqual([[], ['lamp']]);
    await run('DELETE ATTRIBUTES {"description"} FROM ?n WHERE { ?n {type: "Note", name: "lamp"} }');
    expect(await namesFor('violet')).toEqual([]);
    await note({ bulb: { aliases: ['Birne'] } });
    await run('MERGE CONCEPT ?a INTO ?b WHERE { ?a {type: "Note", name: "bulb"} ?b {type: "Note", name: "lamp"} }');
    expect([await namesFor('bulb'), await namesFor('Birne')]).toEqual([['lamp'], ['lamp']]);
    await run('DELETE CONCEPT ?n DETACH WHERE { ?n {type: "Note", name: "lamp"} }');
    expect([await namesFor('lamp'), await namesFor('Birne')]).toEqual([[], []]);
  });
  it('leaves nothing behind from a dry run or a failed command', async () => {
    await note({ lamp: {} });
    await engine.execute({ command: 'UPSERT { CONCEPT ?n { {type: "Note", name: "phantom"} } }', dry_run: true });
    await engine.execute({
      command: 'UPSERT { CONCEPT ?n { {type: "Note", name: "phantom"} } CONCEPT ?m { {type: "Nope", name: "x"} } }',
    });
    expect(await namesFor('phantom')).toEqual([]);
  });
});

describe('SEARCH: any term is safe', () => {
  const SIGNS = [
    '"',
    "'",
    '*',
    '(',
    ')',
    '^',
    '+',
    '-',
    ':',
    '{',
    '}',
    'AND',
    'OR',
    'NOT',
    'NEAR(',
    'name:',
    '\u0000',
    '\ud800',
    '深',
    'é',
    '👩‍👩‍👧',
    '\\',
    '%',
    '_',
    ';',
    ' ',
  ];
  it('answers a list for whatever is asked, and finds it where it is a name', async () => {
    const random = seededRandom(11);
    await note({ base: { description: 'and or not near' } });
    for (let round = 0; round < 300; round++) {
      const term = Array.from({ length: 1 + random.below(6) }, () => random.pick(SIGNS)).join(random.pick(['', ' ']));
      if (term.trim() === '') continue;
      for (const element of ['CONCEPT', 'PROPOSITION'])
        expect(Array.isArray(await search(term, '', element))).toBe(true);
    }
  });
  it('takes a very long term', async () => {
    await note({ needle: {} });
    const words = Array.from({ length: 3000 }, (_, at) => `word${at}`).join(' ');
    expect((await namesFor(`${words} needle`))[0]).toBe('needle');
    expect(await namesFor('长'.repeat(5000))).toEqual([]);
  });
});

describe('SEARCH CONCEPT: scores and order (docs/search.md)', () => {
  it('puts the exact name first, then its other spellings, then whole aliases, then names with more', async () => {
    await note({
      'Oven Alcove': {},
      oven: {},
      Oven: { description: 'x '.repeat(500) },
      Stove: { aliases: ['Oven'] },
      Room: { description: 'Has an oven.' },
    });
    const hits = await search('Oven');
    expect(hits.map(({ name }) => name)).toEqual(['Oven', 'oven', 'Stove', 'Oven Alcove', 'Room']);
    expect(hits.map(({ metadata }) => metadata._score).slice(0, 3)).toEqual([1, 0.98, 0.95]);
  });
  it('keeps to its bands: 0.7 and more for all words in a name, 0.35 and more for all words anywhere', async () => {
    await note({
      'solar pump manual': {},
      a: { description: `${'filler '.repeat(400)} solar ${'filler '.repeat(400)} pump` },
      b: { description: 'solar pump' },
      c: { description: 'only a pump' },
      d: { aliases: ['pump, solar'] },
    });
    const [manual, long, short, half, alias] = await Promise.all(
      ['solar pump manual', 'a', 'b', 'c', 'd'].map((name) => scoreOf('solar pump', name)),
    );
    expect(manual).toBeGreaterThanOrEqual(0.7);
    expect(manual).toBeLessThanOrEqual(0.9);
    expect(alias).toBeGreaterThanOrEqual(0.7);
    expect(long).toBeGreaterThanOrEqual(0.35);
    expect(short).toBeGreaterThan(long!);
    expect(short).toBeLessThan(0.7);
    expect(half).toBeLessThan(0.35);
    expect(half).toBeGreaterThan(0);
  });
  it('scores a beginning below the word, and what is half there below what is all there', async () => {
    await note({ Kitchen: {}, 'Kitchen Lamp': {} });
    expect(await scoreOf('kitch', 'Kitchen')).toBeLessThan(await scoreOf('kitchen', 'Kitchen Lamp'));
    expect(await scoreOf('kitchen zyzzyva', 'Kitchen')).toBeLessThan(await scoreOf('kitchen lamp', 'Kitchen Lamp'));
  });
  it('gives a hit the same score whatever LIMIT, THRESHOLD and WITH TYPE say', async () => {
    await note({
      'red lamp': {},
      'blue lamp': { description: 'red shade' },
      lamp: {},
      shade: { description: 'for a lamp' },
    });
    const all = await search('red lamp', 'LIMIT 50');
    for (const options of [
      'LIMIT 1',
      'LIMIT 3',
      'WITH TYPE "Note" LIMIT 50',
      'THRESHOLD 0.3 LIMIT 50',
      'MODE "semantic"',
    ]) {
      const hits = await search('red lamp', options);
      const expected = all.filter(({ metadata }) => !options.includes('0.3') || metadata._score >= 0.3);
      expect(hits, options).toEqual(
        expected.slice(0, options.includes('LIMIT 1') ? 1 : options.includes('LIMIT 3') ? 3 : 50),
      );
    }
  });
  it('orders ties by name, completely, however many there are', async () => {
    const names = Array.from({ length: 300 }, (_, at) => `lamp ${String(at).padStart(3, '0')}`);
    const blocks = names
      .toReversed()
      .map((name, at) => `CONCEPT ?c${at} { {type: "Note", name: "${name}"} SET ATTRIBUTES { note: "amber glass" } }`);
    await run('UPSERT { CONCEPT ?t { {type: "$ConceptType", name: "Note"} } }');
    await run(`UPSERT { ${blocks.join(' ')} }`);
    expect(await namesFor('lamp', 'LIMIT 7')).toEqual(names.slice(0, 7));
    expect(await namesFor('amber', 'LIMIT 7')).toEqual(names.slice(0, 7));
    expect(await namesFor('amber glass', 'LIMIT 150')).toEqual(names.slice(0, 150));
    expect(await namesFor('amber', 'LIMIT 1000')).toEqual(names);
  });
  it('returns ten hits where no LIMIT is given', async () => {
    await note(Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`lamp ${at}`, {}])));
    expect(await search('lamp')).toHaveLength(10);
  });
  it('ignores grammar words unless the term is nothing else', async () => {
    await note({ 'The Who': {}, what: { description: 'it is in the' }, Karim: {} });
    expect(await namesFor('what did Karim say about the')).toEqual(['Karim']);
    expect((await namesFor('the who'))[0]).toBe('The Who');
  });
});

describe('SEARCH PROPOSITION (§5.2.2)', () => {
  beforeEach(() =>
    run(
      `UPSERT {
      CONCEPT ?t { {type: "$ConceptType", name: "Thing"} }
      CONCEPT ?p { {type: "$PropositionType", name: "treats"} SET ATTRIBUTES { description: "Relieves a complaint.", aliases: ["helps against"] } }
      CONCEPT ?q { {type: "$PropositionType", name: "has_side_effect"} SET ATTRIBUTES { description: "Unwanted result." } }
      CONCEPT ?a { {type: "Thing", name: "Aspirin"} SET ATTRIBUTES { aliases: ["阿司匹林"] } }
      CONCEPT ?i { {type: "Thing", name: "Ibuprofen"} }
      CONCEPT ?h { {type: "Thing", name: "Headache"} }
      CONCEPT ?n { {type: "Thing", name: "Nausea"} }
      PROPOSITION ?l1 { (?a, "treats", ?h) }
    }`.replace('?1a', '?l1'),
    ).then(() =>
      run(`UPSERT {
        PROPOSITION ?l2 { ({type: "Thing", name: "Ibuprofen"}, "treats", {type: "Thing", name: "Headache"}) SET ATTRIBUTES { note: "Better after a meal." } }
        PROPOSITION ?l3 { ({type: "Thing", name: "Aspirin"}, "has_side_effect", {type: "Thing", name: "Nausea"}) }
      }`),
    ),
  );
  const links = async (term: string, options = '') =>
    (await search(term, options, 'PROPOSITION')).map(({ predicate, metadata }) => [predicate, metadata._score]);

  it('finds links by the whole name of their predicate, by its parts, aliases and description', async () => {
    expect(await links('treats')).toEqual([
      ['treats', 1],
      ['treats', 1],
    ]);
    expect(await links('helps against')).toEqual([
      ['treats', 0.95],
      ['treats', 0.95],
    ]);
    expect(await links('has_side_effect')).toEqual([['has_side_effect', 1]]);
    expect((await links('side effect'))[0]![0]).toBe('has_side_effect');
    expect((await links('unwanted'))[0]![0]).toBe('has_side_effect');
  });
  it('finds links by the names of their endpoints, best where both match', async () => {
    const [first, second] = await links('aspirin headache');
    expect(first![0]).toBe('treats');
    expect(first![1]).toBeGreaterThan(second![1] as number);
    expect((await links('阿司匹林')).map(([predicate]) => predicate).sort()).toEqual(['has_side_effect', 'treats']);
  });
  it('finds links by the text of their own attributes', async () => {
    expect(await links('meal')).toHaveLength(1);
  });
  it('adds up what predicate, endpoints and attributes say', async () => {
    const hits = await search('ibuprofen treats', '', 'PROPOSITION');
    expect(hits[0]!.metadata._score).toBeGreaterThan(hits[1]!.metadata._score);
  });
  it('narrows to a predicate and honours THRESHOLD and LIMIT', async () => {
    expect(await links('aspirin', 'WITH TYPE "treats"')).toHaveLength(1);
    expect(await links('treats', 'WITH TYPE "has_side_effect"')).toEqual([]);
    expect(await links('treats', 'LIMIT 1')).toHaveLength(1);
    expect(await links('unwanted', 'THRESHOLD 0.9')).toEqual([]);
  });
  it('forgets deleted links', async () => {
    await run('DELETE PROPOSITIONS ?l WHERE { ?l (?s, "treats", ?o) }');
    expect(await links('treats')).toEqual([]);
    expect(await links('meal')).toEqual([]);
  });
});

describe('SEARCH: what it refuses (§5.2, appendix 4)', () => {
  it.each([
    ['SEARCH CONCEPT "  "', 'KIP_1001', 'empty term'],
    ['SEARCH CONCEPT "x" MODE "keywords"', 'KIP_1001', '"keyword"'],
    ['SEARCH CONCEPT "x" THRESHOLD 1.01', 'KIP_1001', 'from 0 to 1'],
    ['SEARCH CONCEPT "x" THRESHOLD -0.1', 'KIP_1001', 'from 0 to 1'],
    ['SEARCH CONCEPT "x" LIMIT 0', 'KIP_1001', 'LIMIT'],
    ['SEARCH CONCEPT "x" LIMIT 1.5', 'KIP_1001', 'LIMIT'],
    ['SEARCH CONCEPT "x" WITH TYPE "Persn"', 'KIP_2001', '"Person"'],
    ['SEARCH PROPOSITION "x" WITH TYPE "prefer"', 'KIP_2001', '"prefers"'],
    ['SEARCH PROPOSITION "x" WITH TYPE "Person"', 'KIP_2001', 'concept type'],
  ])('%s', async (command, code, words) => {
    const { error } = await engine.execute({ command });
    expect(error?.code).toBe(code);
    expect(`${error?.message} ${error?.hint}`).toContain(words);
  });
  it('refuses a term that is no string, and says what to give', async () => {
    const { error } = await engine.execute({ command: 'SEARCH CONCEPT :t', parameters: { t: 7 } });
    expect(error).toMatchObject({ code: 'KIP_1001', hint: expect.stringContaining('string') as string });
  });
});
