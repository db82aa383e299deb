import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seededRandom, type Random } from '../../testing/random.ts';
import type { JsonObject } from '../../src/protocol/values.ts';
import type { Driver } from '../store/driver.ts';
import { SCHEMA } from '../store/schema.ts';
import { loadSqlite, openMemoryDriver } from '../store/sqlite.ts';
import { indexConcepts, indexPropositions } from './grounding-index.ts';
import { SEARCH_SCHEMA } from './index-schema.ts';
import type { Hit, Search } from './hits.ts';
import { rankConcepts } from './rank-concepts.ts';
import { rankPropositions } from './rank-propositions.ts';

// Few words over many elements: every band of scores is crowded, and ties abound.
const WORDS = ['lamp', 'oven', 'amber', 'glass', 'kitchen', 'fooBar', 'road', '深色', '模式', 'pump'];
const CONCEPTS = 500;
const LINKS = 300;
const META = 4;
const PREDICATES = [20, 22, 24];
const TYPES = [6, 8];
const ALL = 100_000;

let driver: Driver;
const nexus = () =>
  ({ driver, types: { propositionTypeType: META } }) as unknown as Parameters<typeof rankPropositions>[0];

const phrase = (random: Random, most: number) =>
  Array.from({ length: 1 + random.below(most) }, () => random.pick(WORDS)).join(' ');

beforeAll(async () => {
  driver = openMemoryDriver(await loadSqlite());
  driver.script(SCHEMA + SEARCH_SCHEMA);
  const random = seededRandom(5);
  const concept = (id: number, type: number, name: string, attributes: JsonObject) =>
    driver.run('INSERT INTO concepts VALUES (?1, ?2, ?3, jsonb(?4), jsonb(?5), 1, 0)', [
      id,
      type,
      name,
      JSON.stringify(attributes),
      '{}',
    ]);
  const texts = (): JsonObject => ({
    ...(random.chance(0.3) && { aliases: [phrase(random, 2)] }),
    ...(random.chance(0.7) && { description: phrase(random, 12) }),
  });
  PREDICATES.forEach((id) => concept(id, META, `${random.pick(WORDS)}_${id}`, { description: phrase(random, 3) }));
  for (let at = 0; at < CONCEPTS; at++) {
    concept(
      100 + 2 * at,
      random.pick(TYPES),
      `${phrase(random, 3)}${random.chance(0.5) ? '' : ` ${at}`}#${at}`,
      texts(),
    );
  }
  const end = () => 100 + 2 * random.below(CONCEPTS);
  for (let at = 0; at < LINKS; at++) {
    const attributes = random.chance(0.3) ? { note: phrase(random, 3) } : {};
    driver.run('INSERT OR IGNORE INTO propositions VALUES (?1, ?2, ?3, ?4, jsonb(?5), jsonb(?6), 1, 0)', [
      1001 + 2 * at,
      end(),
      random.pick(PREDICATES),
      random.chance(0.1) ? 1001 + 2 * random.below(at + 1) : end(),
      JSON.stringify(attributes),
      '{}',
    ]);
  }
  indexConcepts(
    { driver },
    driver.all('SELECT id FROM concepts').map(([id]) => id as number),
  );
  indexPropositions(
    { driver },
    driver.all('SELECT id FROM propositions').map(([id]) => id as number),
  );
});
afterAll(() => driver.close());

function randomSearch(random: Random, types: readonly number[]): Search {
  return {
    term: `${phrase(random, 4)}${random.pick(['', '', ' zyzzyva', ' pum', ' the'])}`,
    type: random.chance(0.3) ? random.pick(types) : undefined,
    threshold: random.pick([0, 0, 0, 0.3, 0.35, 0.5, 0.7, 0.9]),
    limit: random.pick([1, 2, 5, 10, 50, 200]),
  };
}

describe('ranking is complete', () => {
  it('LIMIT and THRESHOLD cut the one ranking of all concepts, at any place', () => {
    const random = seededRandom(7);
    for (let round = 0; round < 100; round++) {
      const search = randomSearch(random, TYPES);
      const all = rankConcepts({ driver }, { ...search, threshold: 0, limit: ALL });
      const expected = all.filter(({ score }) => score >= search.threshold).slice(0, search.limit);
      expect(rankConcepts({ driver }, search), JSON.stringify(search)).toEqual(expected);
    }
  });
  it('WITH TYPE picks from the one ranking of all concepts', () => {
    const random = seededRandom(8);
    const typeOf = new Map(driver.all('SELECT id, type FROM concepts') as [number, number][]);
    for (let round = 0; round < 40; round++) {
      const search = { ...randomSearch(random, TYPES), type: random.pick(TYPES), threshold: 0, limit: ALL };
      const all = rankConcepts({ driver }, { ...search, type: undefined });
      const expected = all.filter(({ id }) => typeOf.get(id) === search.type);
      expect(rankConcepts({ driver }, search), JSON.stringify(search)).toEqual(expected);
    }
  });
  it('no link left out scores higher than one returned', () => {
    const random = seededRandom(9);
    for (let round = 0; round < 25; round++) {
      const search = randomSearch(random, PREDICATES);
      const all = rankPropositions(nexus(), { ...search, threshold: 0, limit: ALL });
      const scoreOf = new Map(all.map(({ id, score }) => [id, score]));
      const hits = rankPropositions(nexus(), search);
      const expected = all.filter(({ score }) => score >= search.threshold).slice(0, search.limit);
      const scores = (list: readonly Hit[]) => list.map(({ score }) => score);
      expect(scores(hits), JSON.stringify(search)).toEqual(scores(expected));
      for (const { id, score } of hits) expect(score).toBe(scoreOf.get(id));
      expect(new Set(hits.map(({ id }) => id)).size).toBe(hits.length);
    }
  });
});
