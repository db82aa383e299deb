// Every statement of the tour and of the worlds' questions, run where the page runs it, with what must come of it.
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { openEngine } from '../../../testing/node-door.ts';
import type { Engine } from '../../../worker/engine.ts';
import { ERROR_CODES } from '../../protocol/errors.ts';
import type { KipResponse } from '../../protocol/response.ts';
import type { Lesson } from './lesson.ts';
import { TOUR } from './tour.ts';
import { TOUR_WORLD, WORLDS } from './worlds.ts';

const FILES: Record<string, string> = { drugs: 'drugs', person: 'person-and-project', decisions: 'decisions' };
const LESSONS = TOUR.flatMap(({ lessons }) => lessons);

function capsule(world: string): string {
  return readFileSync(new URL(`./worlds/${FILES[world]}.kip`, import.meta.url), 'utf8');
}

const statements = (text: string): string[] => text.split(/^(?=UPSERT)/m).filter((part) => part.startsWith('UPSERT'));

async function openWorld(id: string): Promise<Engine> {
  const engine = await openEngine();
  for (const command of statements(capsule(id))) expect((await engine.execute({ command })).error).toBeUndefined();
  return engine;
}

async function read(engine: Engine, command: string): Promise<unknown> {
  return (await engine.execute({ command })).result;
}

/** Runs a lesson in a fresh world, after those it builds on. */
async function run(world: string, lesson: Lesson): Promise<{ engine: Engine; response: KipResponse }> {
  const engine = await openWorld(world);
  for (const id of lesson.needs ?? []) {
    const { command } = LESSONS.find((each) => each.id === id)!;
    expect((await engine.execute({ command })).error).toBeUndefined();
  }
  const response = await engine.execute({ command: lesson.command, parameters: lesson.parameters ?? {} });
  return { engine, response };
}

/** Results in full, or the part of them that the words beside the statement speak of. */
const OUTCOMES: Record<string, unknown> = {
  primer: { domain_map: expect.arrayContaining([expect.objectContaining({ name: 'Medicine' })]) },
  type: { name: 'Drug', attributes: { instance_schema: { risk_level: { is_required: true } } } },
  search: [{ name: 'Aspirin', metadata: { _score: expect.closeTo(0.7, 1) } }],
  find: [
    'Aspirin',
    'Celecoxib',
    'Codeine',
    'Ibuprofen',
    'Loratadine',
    'Naproxen',
    'Paracetamol',
    'Sumatriptan',
    'Warfarin',
  ],
  filter: [
    ['Warfarin', 'Codeine', 'Celecoxib'],
    [5, 4, 3],
  ],
  link: expect.toSatisfy((names: string[]) => names.toSorted().join() === 'Aspirin,Codeine,Ibuprofen,Paracetamol'),
  join: [
    ['Aspirin', 'Ibuprofen'],
    ['Bayer', 'Reckitt'],
    ['Germany', 'United Kingdom'],
  ],
  optional: [
    ['Aspirin', 'Ibuprofen', 'Paracetamol'],
    ['Bayer', 'Reckitt', null],
  ],
  not: ['Codeine', 'Paracetamol'],
  union: ['Loratadine', 'Naproxen', 'Sumatriptan'],
  count: [
    ['Headache', 'Inflammation', 'Fever', 'Migraine', 'Sneezing'],
    [4, 4, 3, 2, 1],
  ],
  hops: [
    ['Paracetamol', 'Celecoxib', 'Aspirin', 'Ibuprofen', 'Naproxen', 'Codeine'],
    ['Analgesic', 'Coxib', 'NSAID', 'NSAID', 'NSAID', 'Opioid'],
  ],
  around: [
    ['belongs_to_class', 'has_side_effect', 'has_side_effect', 'manufactured_by', 'treats', 'treats', 'treats'],
    ['NSAID', 'Bleeding', 'Stomach upset', 'Bayer', 'Fever', 'Headache', 'Inflammation'],
  ],
  sources: [
    ['Dr. Alice Meyer', 'Ben'],
    [0.99, 0.4],
    [0.95, 0.95],
  ],
  parameters: ['Aspirin', 'Celecoxib'],
  remember: { blocks: 1, upsert_concept_nodes: [expect.any(String)] },
  define: { upsert_concept_nodes: [expect.any(String), expect.any(String)] },
  'use-definition': { upsert_concept_nodes: [expect.any(String)], upsert_proposition_links: [expect.any(String)] },
  version: ERROR_CODES.versionConflict,
  update: { updated: 8, matched: 8 },
  twin: { upsert_concept_nodes: [expect.any(String)] },
  merge: { merged: true, links_repointed: 1, attributes_filled: 1 },
  delete: { deleted_concepts: 1, deleted_propositions: 3 },
  export: { concepts: 2, capsule: expect.stringMatching(/^UPSERT [^]*Codeine[^]*Warfarin/) },
  'safe-pair': [['Warfarin', 'Warfarin', 'Ibuprofen'], ['Aspirin', 'Ibuprofen', 'Aspirin'], expect.anything()],
  evidence: [['Migraine review 2022', 'Headache trial 2019'], [8700, 1240], expect.anything(), expect.anything()],
  doubtful: [
    ['Codeine', 'Naproxen', 'Aspirin'],
    ['Headache', 'Migraine', 'Inflammation'],
    [0.6, 0.7, 0.8],
  ],
  'before-talking': [
    ['No hazelnuts', 'Rye over wheat', 'Short answers in the morning'],
    expect.anything(),
    [1, 0.9, 0.8],
  ],
  'open-promises': [
    ['$self', 'Tomás'],
    ['Call the mill about rye prices', 'Bring the oak boards'],
    ['2026-02-20T10:00:00Z', '2026-02-28T08:00:00Z'],
  ],
  'what-blocks': [
    ['Repair the oven', 'Build the counter', 'Settle the recipes'],
    ['blocked', 'open', 'open'],
  ],
  'why-rye': [['2026-02-08 tasting'], [expect.stringContaining('Rye won')]],
  confirm: { updated: 1 },
  'why-cents': [{ name: 'Money is whole cents', attributes: { reason: expect.stringContaining('drift') } }],
  'tried-before': [
    ['Cache pages for an hour', 'Orders in a document store'],
    ['Cache pages for a minute', 'Orders in PostgreSQL'],
    expect.anything(),
  ],
  'blast-radius': [
    ['catalog', 'checkout', 'web'],
    [null, 'Rosa', 'Ada'],
  ],
  'from-incidents': [expect.anything(), expect.anything(), ['money', 'checkout', 'cache']],
  objections: [['Jun'], ['Cache pages for a minute'], ['catalog'], ['pull request 418']],
};

function check(id: string, { result, error }: KipResponse): void {
  const expected = OUTCOMES[id];
  expect(expected, `an outcome for ${id}`).toBeDefined();
  const isList = Array.isArray(expected) && !expected.some((each) => isPart(each));
  if (typeof expected === 'string') expect(error?.code).toBe(expected);
  else {
    expect(error).toBeUndefined();
    if (isList || 'asymmetricMatch' in (expected as object)) expect(result).toEqual(expected);
    else expect(Array.isArray(expected) ? { result } : result).toMatchObject(isPartial(expected));
  }
}

const isPart = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('asymmetricMatch' in value);
const isPartial = (expected: unknown): object =>
  Array.isArray(expected) ? { result: expected } : (expected as object);

describe('the tour', () => {
  it.each(LESSONS.map((lesson) => [lesson.id, lesson] as const))('%s comes out as told', async (id, lesson) => {
    check(id, (await run(TOUR_WORLD.id, lesson)).response);
  });

  it('may be run in order in one world, and twice', async () => {
    const engine = await openWorld(TOUR_WORLD.id);
    for (const { id, command, parameters = {} } of LESSONS) {
      const { error } = await engine.execute({ command, parameters });
      expect(error?.code, id).toBe(id === 'version' ? ERROR_CODES.versionConflict : undefined);
    }
    await expect(read(engine, 'FIND(COUNT(?d)) WHERE { ?d {type: "Drug", name: "Cetirizine"} }')).resolves.toEqual(1);
  });

  it('doubles nothing where it says so, and merges what it says', async () => {
    const remember = LESSONS.find(({ id }) => id === 'remember')!;
    const { engine, response } = await run(TOUR_WORLD.id, remember);
    const again = await engine.execute({ command: remember.command });
    expect(again.result).toEqual(response.result);
    const merged = await run(
      TOUR_WORLD.id,
      LESSONS.find(({ id }) => id === 'merge')!,
    );
    await expect(
      read(
        merged.engine,
        'FIND(?d.name, ?d.attributes.max_daily_mg) WHERE { (?d, "treats", {name: "Migraine"}) } ORDER BY ?d.name',
      ),
    ).resolves.toEqual([
      ['Naproxen', 'Paracetamol', 'Sumatriptan'],
      [null, 4000, null],
    ]);
  });

  it('builds only on steps that are capsules, so that a scratch memory can be made from them', () => {
    for (const id of LESSONS.flatMap(({ needs = [] }) => needs)) {
      expect(LESSONS.find((lesson) => lesson.id === id)?.command).toMatch(/^UPSERT /);
    }
  });
});

describe.each(WORLDS.map((world) => [world.id, world] as const))('the world “%s”', (id, world) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await openWorld(id);
  });

  it('is of a size to look through, and the same after being loaded twice', async () => {
    const all = async () => {
      const types = (await read(engine, 'FIND(?t.name) WHERE { ?t {type: "$ConceptType"} }')) as string[];
      const counts = await Promise.all(
        types.map((type) => read(engine, `FIND(COUNT(?x)) WHERE { ?x {type: "${type}"} }`)),
      );
      const links = await read(engine, 'FIND(COUNT(?l)) WHERE { ?l (?s, ?p, ?o) }');
      return [...counts, links].reduce((sum: number, count) => sum + Number(count), 0);
    };
    const empty = await openEngine();
    const before = await all();
    const fresh = await (async () => {
      const kept = engine;
      engine = empty;
      const size = await all();
      engine = kept;
      return size;
    })();
    expect(before - fresh).toBeGreaterThanOrEqual(40);
    expect(before - fresh).toBeLessThanOrEqual(150);
    for (const command of statements(capsule(id))) await engine.execute({ command });
    expect(await all()).toBe(before);
  });

  it.each(world.questions.map((lesson) => [lesson.id, lesson] as const))('answers %s as told', async (name, lesson) => {
    check(name, (await run(id, lesson)).response);
  });

  it('breaks none of its own definitions: required attributes are there, links are between the types they are for', async () => {
    const [names, schemas] = (await read(
      engine,
      'FIND(?t.name, ?t.attributes.instance_schema) WHERE { ?t {type: "$ConceptType"} FILTER(?t.metadata.source == "sample world") }',
    )) as [string[], (Record<string, { is_required?: boolean }> | null)[]];
    for (const [index, type] of names.entries()) {
      const required = Object.entries(schemas[index] ?? {}).flatMap(([key, rule]) => (rule.is_required ? [key] : []));
      for (const key of required) {
        const missing = `FIND(?x.name) WHERE { ?x {type: "${type}"} FILTER(IS_NULL(?x.attributes.${key})) }`;
        await expect(read(engine, missing), `${type}.${key}`).resolves.toEqual([]);
      }
    }
    const [predicates, subjects, objects] = (await read(
      engine,
      'FIND(?p.name, ?p.attributes.subject_types, ?p.attributes.object_types) WHERE { ?p {type: "$PropositionType"} FILTER(?p.metadata.source == "sample world") }',
    )) as [string[], string[][], string[][]];
    for (const [index, predicate] of predicates.entries()) {
      for (const [end, allowed] of [
        ['s', subjects[index]!],
        ['o', objects[index]!],
      ] as const) {
        if (allowed.includes('*')) continue;
        const types = (await read(engine, `FIND(?${end}.type) WHERE { (?s, "${predicate}", ?o) }`)) as string[];
        expect(
          types.filter((type) => !allowed.includes(type)),
          `${end} of ${predicate}`,
        ).toEqual([]);
      }
    }
  });
});
