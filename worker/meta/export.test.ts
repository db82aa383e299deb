import { afterEach, describe, expect, it } from 'vitest';
import { openEngine } from '../../testing/node-door.ts';
import { graphText, PREDICATES, randomGraph, TYPES } from '../../testing/random-graph.ts';
import { seededRandom, type Random } from '../../testing/random.ts';
import type { Json, JsonObject } from '../../src/protocol/values.ts';
import { createEngine, type Engine } from '../engine.ts';
import { loadSqlite, openMemoryDriver } from '../store/sqlite.ts';
import { exportNexus } from './export-nexus.ts';

const sqlite3 = await loadSqlite();
const fresh = (await openEngine()).nexus.driver.image();
const engines: Engine[] = [];
afterEach(() => engines.splice(0).forEach((engine) => engine.close()));

async function open(): Promise<Engine> {
  const engine = await createEngine(openMemoryDriver(sqlite3, { image: fresh }));
  engines.push(engine);
  return engine;
}

async function run<T = JsonObject>(engine: Engine, command: string, parameters: JsonObject = {}): Promise<T> {
  const response = await engine.execute({ command, parameters });
  if (response.error) throw new Error(`${response.error.code}: ${response.error.message}\n${command.slice(0, 2000)}`);
  return response.result as T;
}

/** Every element by names alone: what two memories must agree on to hold the same knowledge. */
function contents({ nexus }: Engine): string[] {
  const { driver, types } = nexus;
  const names = new Map<number, Json>();
  const nameOf = (id: number): Json => {
    if (!names.has(id)) {
      const [subject, predicate, object] = driver.get(
        'SELECT subject, predicate, object FROM propositions WHERE id = ?',
        [id],
      ) as number[];
      names.set(id, [nameOf(subject!), types.nameOf(predicate!), nameOf(object!)]);
    }
    return names.get(id)!;
  };
  for (const [id, type, name] of driver.all('SELECT id, type, name FROM concepts')) {
    names.set(id as number, { type: types.nameOf(type as number), name: name as string });
  }
  const content = (table: string) =>
    driver.all(`SELECT id, json(attributes), json(metadata) FROM ${table}`).map(([id, attributes, metadata]) => {
      const authored = Object.entries(JSON.parse(metadata as string) as JsonObject).filter(
        ([key]) => !key.startsWith('_'),
      );
      const sorted = (entries: [string, Json][]) => entries.sort(([a], [b]) => (a < b ? -1 : 1));
      return JSON.stringify([
        nameOf(id as number),
        sorted(Object.entries(JSON.parse(attributes as string) as JsonObject)),
        sorted(authored),
      ]);
    });
  return [...content('concepts'), ...content('propositions')].sort();
}

const versions = ({ nexus: { driver } }: Engine) =>
  driver.all('SELECT id, version FROM concepts UNION ALL SELECT id, version FROM propositions ORDER BY 1');

const ODD_KEYS = ['serial no', '名', '', '_x', '1a', 'SET', 'line\nbreak', '__proto__', 'constructor'];

/** Types, predicates, a random graph, attributes with keys no identifier could be, and perhaps two concepts merged. */
async function fill(engine: Engine, random: Random): Promise<void> {
  const define = (type: string) => (name: string) =>
    `CONCEPT ?${name} { {type: "${type}", name: "${name}"} SET ATTRIBUTES { description: "Defines ${name}." } }`;
  const definitions = [...TYPES.map(define('$ConceptType')), ...PREDICATES.map(define('$PropositionType'))];
  await run(engine, `UPSERT { ${definitions.join(' ')} }`);
  const plan = randomGraph(random);
  await run(engine, graphText(plan));
  const odd = JSON.stringify(Object.fromEntries(ODD_KEYS.map((key, at) => [key, [at, null, `"\\\u2028${key}`]])));
  const [first, second] = plan.concepts;
  await run(
    engine,
    `UPSERT { CONCEPT ?c { {type: "${first!.type}", name: ${JSON.stringify(first!.name)}} SET ATTRIBUTES ${odd} } }`,
  );
  if (second && first!.type === second.type && random.chance(0.7)) {
    const pattern = (name: string) => `{type: "${first!.type}", name: ${JSON.stringify(name)}}`;
    await engine.execute({
      command: `MERGE CONCEPT ?a INTO ?b WHERE { ?a ${pattern(first!.name)} ?b ${pattern(second.name)} }`,
    });
  }
}

async function pagesOf(engine: Engine, command: string, limit: number): Promise<string[]> {
  const capsules: string[] = [];
  let cursor: string | undefined;
  do {
    const page = `${command} LIMIT ${limit}${cursor === undefined ? '' : ' CURSOR :cursor'}`;
    const response = await engine.execute({ command: page, parameters: cursor === undefined ? {} : { cursor } });
    expect(response.error).toBeUndefined();
    const { capsule, concepts, propositions } = response.result as {
      capsule: string;
      concepts: number;
      propositions: number;
    };
    expect(concepts + propositions).toBeLessThanOrEqual(limit);
    capsules.push(capsule);
    cursor = response.next_cursor;
  } while (cursor !== undefined);
  return capsules;
}

// Every concept is of some type, so two clauses reach everything.
const EVERYTHING = `EXPORT ?x WHERE { ?x (?s, ?p, ?o) UNION { ?x {type: "$ConceptType"} } UNION { ?x {type: "$PropositionType"} }
  UNION { ?x {type: "Domain"} } UNION { ?x {type: "Person"} } ${TYPES.map((type) => `UNION { ?x {type: "${type}"} }`).join(' ')} }`;

describe('EXPORT round trip (§5.3)', () => {
  it.each(Array.from({ length: 30 }, (_, seed) => seed))(
    'random memory %i imports to the same graph, page by page',
    async (seed) => {
      const random = seededRandom(seed);
      const source = await open();
      await fill(source, random);
      const before = contents(source);
      const pages = await pagesOf(source, EVERYTHING, 1 + random.below(12));

      const copy = await open();
      for (const page of pages) await run(copy, page);
      expect(contents(copy)).toEqual(before);

      const imported = versions(copy);
      for (const page of pages) await run(copy, page);
      expect(versions(copy)).toEqual(imported);
      for (const page of pages) await run(source, page);
      expect(contents(source)).toEqual(before);
    },
  );

  it.each(Array.from({ length: 10 }, (_, seed) => 1000 + seed))('memory %i goes through a file whole', async (seed) => {
    const source = await open();
    await fill(source, seededRandom(seed));
    const copy = await open();
    for (const { text } of exportNexus(source.nexus)) await run(copy, text);
    expect(contents(copy)).toEqual(contents(source));
  });
});

describe('EXPORT (§5.3)', () => {
  const LAMPS = `UPSERT {
    CONCEPT ?t { {type: "$ConceptType", name: "Lamp"} }
    CONCEPT ?p { {type: "$PropositionType", name: "outshines"} }
    CONCEPT ?a { {type: "Lamp", name: "a"} } CONCEPT ?b { {type: "Lamp", name: "b"} } CONCEPT ?c { {type: "Lamp", name: "c"} }
    PROPOSITION ?l { (?a, "outshines", ?b) }
    PROPOSITION ?m { (?l, "outshines", ?c) }
  }`;

  it('names endpoints by handle inside the capsule and by identity outside', async () => {
    const engine = await open();
    await run(engine, LAMPS);
    const { capsule } = await run<{ capsule: string }>(
      engine,
      'EXPORT ?x WHERE { ?x {type: "Lamp", name: "a"} UNION { ?x (?s, "outshines", ?o) } }',
    );
    expect(capsule).toContain('CONCEPT ?c1 {\n    {type: "Lamp", name: "a"}\n  }');
    expect(capsule).toContain('PROPOSITION ?p1 {\n    (?c1, "outshines", {type: "Lamp", name: "b"})\n  }');
    expect(capsule).toContain('PROPOSITION ?p2 {\n    (?p1, "outshines", {type: "Lamp", name: "c"})\n  }');
  });

  it('names a link outside the capsule by a nested clause', async () => {
    const engine = await open();
    await run(engine, LAMPS);
    const { capsule } = await run<{ capsule: string }>(
      engine,
      'EXPORT ?x WHERE { ?x ((?a, "outshines", ?b), "outshines", ?c) }',
    );
    expect(capsule).toContain(
      '(({type: "Lamp", name: "a"}, "outshines", {type: "Lamp", name: "b"}), "outshines", {type: "Lamp", name: "c"})',
    );
  });

  it('declares protected nodes without content, and actors without their directives', async () => {
    const engine = await open();
    await run(engine, 'UPDATE ?s SET ATTRIBUTES { persona: "calm" } WHERE { ?s {type: "Person", name: "$self"} }');
    const { capsule } = await run<{ capsule: string }>(
      engine,
      'EXPORT ?x WHERE { ?x {type: "Domain", name: "CoreSchema"} UNION { ?x {type: "Person", name: "$self"} } }',
    );
    expect(capsule).toContain('CONCEPT ?c1 {\n    {type: "Domain", name: "CoreSchema"}\n  }\n');
    expect(capsule).toContain('persona: "calm"');
    expect(capsule).not.toContain('core_directives');
    await run(await open(), capsule);
  });

  it('writes at most 5,000 elements on a page that names no LIMIT, and says where to go on', async () => {
    const engine = await open();
    await run(engine, LAMPS);
    for (let batch = 0; batch < 6; batch++) {
      const blocks = Array.from(
        { length: 1000 },
        (_, at) => `CONCEPT ?c${at} { {type: "Lamp", name: "n${batch}-${at}"} }`,
      );
      await run(engine, `UPSERT { ${blocks.join(' ')} }`);
    }
    const first = await engine.execute({ command: 'EXPORT ?x WHERE { ?x {type: "Lamp"} }' });
    expect(first.result).toMatchObject({ concepts: 5000 });
    const second = await engine.execute({
      command: 'EXPORT ?x WHERE { ?x {type: "Lamp"} } CURSOR :c',
      parameters: { c: first.next_cursor! },
    });
    expect(second.result).toMatchObject({ concepts: 1003 });
    expect(second.next_cursor).toBeUndefined();
  });

  it('ends a page early rather than let its text outgrow a command', async () => {
    const engine = await open();
    await run(engine, LAMPS);
    for (const name of ['a', 'b', 'c']) {
      await run(engine, 'UPDATE ?l SET ATTRIBUTES { note: :note } WHERE { ?l {type: "Lamp", name: :name} }', {
        name,
        note: '灯'.repeat(600_000),
      });
    }
    const pages = await pagesOf(engine, 'EXPORT ?x WHERE { ?x {type: "Lamp"} }', 10);
    expect(pages).toHaveLength(3);
    const copy = await open();
    await run(copy, 'UPSERT { CONCEPT ?t { {type: "$ConceptType", name: "Lamp"} } }');
    for (const page of pages) await run(copy, page);
    expect(await run<number>(copy, 'FIND(COUNT(?l)) WHERE { ?l {type: "Lamp"} }')).toBe(3);
  });

  it('refuses the cursor of another export', async () => {
    const engine = await open();
    await run(engine, LAMPS);
    const { next_cursor } = await engine.execute({ command: 'EXPORT ?x WHERE { ?x {type: "Lamp"} } LIMIT 1' });
    const { error } = await engine.execute({
      command: 'EXPORT ?x WHERE { ?x {type: "Domain"} } LIMIT 1 CURSOR :c',
      parameters: { c: next_cursor! },
    });
    expect(error?.message).toContain('CURSOR does not belong');
  });

  it('reports an identity that names nothing', async () => {
    const { error } = await (
      await open()
    ).execute({
      command: 'EXPORT ?x WHERE { ?x {type: "Person", name: "nobody"} }',
    });
    expect(error?.message).toContain('nobody');
  });

  it('leaves out of the file what every new memory holds, and keeps what was changed of it', async () => {
    const engine = await open();
    expect([...exportNexus(engine.nexus)]).toEqual([]);
    await run(engine, 'UPDATE ?s SET ATTRIBUTES { persona: "calm" } WHERE { ?s {type: "Person", name: "$self"} }');
    const pages = [...exportNexus(engine.nexus)];
    expect(pages.map(({ concepts, propositions }) => [concepts, propositions])).toEqual([[1, 0]]);
    expect(pages[0]!.text).toContain('persona: "calm"');
  });
});
