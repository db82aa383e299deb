import { describe, expect, it } from 'vitest';
import { mayConcern, type Change } from '../../src/protocol/changes.ts';
import type { PlanStep } from '../../src/protocol/explain.ts';
import { createEngine, type Engine } from '../engine.ts';
import { loadSqlite, openMemoryDriver } from '../store/sqlite.ts';
import { explain, preview, readsOf } from './examine.ts';

const sqlite3 = await loadSqlite();

const SETUP = [
  `UPSERT {
    CONCEPT ?d { {type: "$ConceptType", name: "Drug"} }
    CONCEPT ?s { {type: "$ConceptType", name: "Symptom"} }
    CONCEPT ?t { {type: "$PropositionType", name: "treats"} }
    CONCEPT ?c { {type: "$PropositionType", name: "claims"} }
  }`,
  `UPSERT {
    CONCEPT ?pain { {type: "Symptom", name: "Pain"} }
    CONCEPT ?asa { {type: "Drug", name: "ASA"} SET ATTRIBUTES { risk: 1 } SET PROPOSITIONS { ("treats", ?pain) } }
    CONCEPT ?aspirin { {type: "Drug", name: "Aspirin"} SET ATTRIBUTES { risk: 2 } SET PROPOSITIONS { ("treats", ?pain) } }
    PROPOSITION { ({type: "Person", name: "$self"}, "claims", (?aspirin, "treats", ?pain)) }
  } WITH METADATA { source: "handbook" }`,
];

async function open(): Promise<Engine> {
  const engine = await createEngine(openMemoryDriver(sqlite3), { now: () => Date.UTC(2026, 0, 1) });
  for (const command of SETUP) expect((await engine.execute({ command })).error).toBe(undefined);
  return engine;
}

const image = (engine: Engine): Buffer => Buffer.from(engine.nexus.driver.image());

describe('preview', () => {
  it('shows each element before and after, and changes nothing', async () => {
    const engine = await open();
    const before = image(engine);
    const { result: aspirin } = await engine.execute({
      command: 'FIND(?d) WHERE { ?d {type: "Drug", name: "Aspirin"} }',
    });
    const command = 'UPDATE ?d SET ATTRIBUTES { risk: ADD(?d.attributes.risk, 10) } WHERE { ?d {type: "Drug"} }';
    const shown = await preview(engine.nexus, { command });
    expect(shown.answers).toEqual([{ result: { updated: 2, matched: 2 } }]);
    expect(shown.counts.concepts).toEqual({ created: 0, updated: 2, deleted: 0 });
    expect([shown.listed, shown.total]).toEqual([2, 2]);
    const change = shown.elements.find(({ before: was }) => was?.name === 'Aspirin')!;
    expect(change).toMatchObject({ kind: 'concept', change: 'updated', before: (aspirin as object[])[0] });
    expect(change.after).toMatchObject({ attributes: { risk: 12 }, metadata: { source: 'handbook', _version: 2 } });
    expect(image(engine).equals(before)).toBe(true);
    const { result } = await engine.execute({ command });
    expect(result).toEqual(shown.answers[0]!.result);
  });

  it('shows what goes with a deleted concept', async () => {
    const engine = await open();
    const shown = await preview(engine.nexus, { command: 'DELETE CONCEPT ?s DETACH WHERE { ?s {type: "Symptom"} }' });
    expect(shown.counts).toEqual({
      concepts: { created: 0, updated: 0, deleted: 1 },
      propositions: { created: 0, updated: 0, deleted: 3 },
    });
    expect(shown.elements.map(({ change, after }) => [change, after])).toEqual(Array(4).fill(['deleted', null]));
  });

  it('shows created and repointed elements', async () => {
    const engine = await open();
    const made = await preview(engine.nexus, {
      command:
        'UPSERT { CONCEPT ?x { {type: "Drug", name: "Ibuprofen"} SET PROPOSITIONS { ("treats", {type: "Symptom", name: "Pain"}) } } }',
    });
    expect(made.elements.map(({ kind, change, before }) => [kind, change, before])).toEqual([
      ['concept', 'created', null],
      ['proposition', 'created', null],
    ]);
    expect(made.elements[0]!.after).toMatchObject({ type: 'Drug', name: 'Ibuprofen' });
    const merged = await preview(engine.nexus, {
      command: 'MERGE CONCEPT ?a INTO ?b WHERE { ?a {type: "Drug", name: "ASA"} ?b {type: "Drug", name: "Aspirin"} }',
    });
    expect(merged.counts.concepts).toEqual({ created: 0, updated: 1, deleted: 1 });
    expect(merged.counts.propositions.deleted).toBe(1);
  });

  it('lets each command of a batch see those before it, and stops where a write fails', async () => {
    const engine = await open();
    const before = image(engine);
    const shown = await preview(engine.nexus, {
      commands: [
        'UPSERT { CONCEPT ?t { {type: "$ConceptType", name: "Device"} } CONCEPT ?x { {type: "Device", name: "thermometer"} } }',
        'FIND(?x.name) WHERE { ?x {type: "Device"} }',
        'UPSERT { CONCEPT ?x { {type: "Device", name: "scale"} } CONCEPT ?y { {type: "Nonsense", name: "y"} } }',
        'UPSERT { CONCEPT ?x { {type: "Device", name: "never"} } }',
      ],
    });
    expect(shown.answers).toHaveLength(3);
    expect(shown.answers[1]).toEqual({ result: ['thermometer'] });
    expect(shown.answers[2]!.error?.code).toBe('KIP_2001');
    expect(shown.elements.map(({ after }) => after?.name)).toEqual(['Device', 'thermometer']);
    expect(image(engine).equals(before)).toBe(true);
    const { error } = await engine.execute({ command: 'FIND(?x.name) WHERE { ?x {type: "Device"} }' });
    expect(error?.code).toBe('KIP_2001');
  });

  it('counts all and says how many it lists', async () => {
    const engine = await open();
    const blocks = Array.from({ length: 500 }, (_, n) => `CONCEPT ?c${n} { {type: "Drug", name: "d${n}"} }`).join('\n');
    const shown = await preview(engine.nexus, { command: `UPSERT { ${blocks} }` }, 7);
    expect([shown.listed, shown.elements.length, shown.total, shown.counts.concepts.created]).toEqual([7, 7, 500, 500]);
  });

  it('answers a command that cannot be read or executed with its error', async () => {
    const engine = await open();
    expect((await preview(engine.nexus, { command: 'UPDATE nothing' })).answers[0]!.error?.code).toBe('KIP_1001');
    const shown = await preview(engine.nexus, {
      command: 'DELETE CONCEPT ?x DETACH WHERE { ?x {type: "Person", name: "$self"} }',
    });
    expect(shown.answers[0]!.error?.code).toBe('KIP_3004');
    expect(shown.total).toBe(0);
    await expect(preview(engine.nexus, { comand: 'x' })).rejects.toMatchObject({ kind: 'invalidSyntax' });
  });
});

const flat = (steps: readonly PlanStep[]): PlanStep[] => steps.flatMap((step) => [step, ...flat(step.steps)]);

describe('explain', () => {
  it('tells the SQL of a FIND, its plan in words, its rows and times', async () => {
    const engine = await open();
    const explained = await explain(engine.nexus, {
      command: 'FIND(?d.name, ?s) WHERE { ?d {type: "Drug"} (?d, "treats", ?s) } ORDER BY ?d.name LIMIT 10',
    });
    expect(explained).toMatchObject({ statement: 'FIND', ran: 'whole', rows: 2 });
    expect(explained.sql).toHaveLength(1);
    const words = flat(explained.sql[0]!.plan).map((step) => step.words);
    expect(words).toContain('Looks up concepts by type, through an index that holds all it needs.');
    expect(words).toContain('Looks up links by subject and predicate, through an index that holds all it needs.');
    expect(flat(explained.sql[0]!.plan).every((step) => step.words !== step.detail)).toBe(true);
    const { parseMs, compileMs, prepareMs, runMs, answerMs, totalMs } = explained.timings;
    for (const part of [parseMs, compileMs, prepareMs, runMs, answerMs]) expect(part).toBeGreaterThanOrEqual(0);
    expect(totalMs).toBeGreaterThanOrEqual(parseMs + compileMs + runMs);
  });

  it('tells how many rows a step walks over where no index leads', async () => {
    const engine = await open();
    const links = engine.nexus.driver.get('SELECT count(*) FROM propositions')![0] as number;
    const { sql } = await explain(engine.nexus, { command: 'FIND(COUNT(?x)) WHERE { ?l (?d, ?p, ?x) }' });
    const step = flat(sql[0]!.plan).find(({ rows }) => rows !== undefined);
    expect(step).toMatchObject({
      rows: links,
      words: `Walks over all links: ${links} rows, in the order of an index.`,
    });
  });

  it('runs only the WHERE of what writes', async () => {
    const engine = await open();
    const before = image(engine);
    for (const [command, rows] of [
      ['UPDATE ?d SET ATTRIBUTES { risk: 9 } WHERE { ?d {type: "Drug"} }', 2],
      ['DELETE CONCEPT ?d DETACH WHERE { ?d {type: "Drug"} }', 2],
      ['DELETE METADATA {"source"} FROM ?l WHERE { ?l (?s, "treats", ?o) }', 2],
      ['MERGE CONCEPT ?a INTO ?b WHERE { ?a {type: "Drug", name: "ASA"} ?b {type: "Drug", name: "Aspirin"} }', 2],
    ] as const) {
      expect(await explain(engine.nexus, { command })).toMatchObject({ ran: 'where', rows });
    }
    expect(image(engine).equals(before)).toBe(true);
    const upsert = explain(engine.nexus, { command: 'UPSERT { CONCEPT ?x { {type: "Drug", name: "x"} } }' });
    await expect(upsert).rejects.toMatchObject({ hint: expect.stringContaining('Preview') });
  });

  it('explains SEARCH and DESCRIBE statement by statement', async () => {
    const engine = await open();
    const search = await explain(engine.nexus, { command: 'SEARCH CONCEPT "aspirin" WITH TYPE "Drug"' });
    expect(search.rows).toBe(1);
    expect(flat(search.sql.flatMap(({ plan }) => plan)).map(({ words }) => words)).toContain(
      'Asks the word index of concepts.',
    );
    expect((await explain(engine.nexus, { command: 'DESCRIBE PRIMER' })).sql.length).toBeGreaterThan(1);
  });
});

describe('readsOf', () => {
  const reads = (command: string, parameters = {}) => readsOf({ command, parameters });

  it.each([
    ['FIND(?d.name) WHERE { ?d {type: "Drug"} }', { types: ['Drug'], predicates: [] }],
    [
      'FIND(?d, ?s.name) WHERE { ?d {type: "Drug"} ?s {type: "Symptom"} (?d, "treats" | "helps", ?s) }',
      { types: ['Drug', 'Symptom'], predicates: ['treats', 'helps'] },
    ],
    ['FIND(?l, COUNT(?s)) WHERE { ?l ({type: "Drug"}, "treats", ?s) }', { types: ['Drug'], predicates: ['treats'] }],
    ['FIND(?s) WHERE { ({type: "Drug"}, "treats", ?s) }', { types: 'all', predicates: 'all' }],
    [
      'FIND(?d.name) WHERE { ?d {type: "Drug"} FILTER(?d.attributes.x > 1) NOT { (?d, "treats", ?s) ?s {type: "Symptom"} } }',
      { types: ['Drug', 'Symptom'], predicates: ['treats'] },
    ],
    [
      'FIND(?s.name) WHERE { (?d, "treats", ?s) OPTIONAL { ?s {type: "Symptom"} } }',
      { types: 'all', predicates: 'all' },
    ],
    ['FIND(?x.name) WHERE { ?x {type: "Drug"} UNION { (?d, "treats", ?x) } }', { types: 'all', predicates: 'all' }],
    ['FIND(?x.name) WHERE { ?x {name: "Pain"} }', { types: 'all', predicates: [] }],
    ['FIND(?p) WHERE { ?l (?s, ?p, ?o) }', { types: [], predicates: 'all' }],
    ['SEARCH CONCEPT "pain" WITH TYPE "Symptom"', { types: 'all', predicates: [] }],
    ['DESCRIBE CONCEPT TYPES', { types: ['$ConceptType'], predicates: [] }],
    ['DESCRIBE PRIMER', { types: 'all', predicates: 'all' }],
  ])('%s', async (command, expected) => {
    expect(await reads(command)).toEqual(expected);
  });

  it('fills parameters in and refuses what writes', async () => {
    expect(await reads('FIND(?d.name) WHERE { ?d {type: :t} }', { t: 'Drug' })).toEqual({
      types: ['Drug'],
      predicates: [],
    });
    await expect(reads('UPSERT { CONCEPT ?x { {type: "Drug", name: "x"} } }')).rejects.toThrow('writes');
  });

  it('names every change that makes another answer', async () => {
    const engine = await open();
    const queries = [
      'FIND(?d.name) WHERE { ?d {type: "Drug"} } ORDER BY ?d.name',
      'FIND(?d.name, ?s.name) WHERE { ?d {type: "Drug"} (?d, "treats", ?s) } ORDER BY ?d.name',
      'FIND(COUNT(?l)) WHERE { ?l (?d, "treats", ?s) }',
      'FIND(?d.name) WHERE { ?d {type: "Drug"} NOT { (?d, "treats", ?s) } }',
      'FIND(?l.metadata) WHERE { ?l (?who, "claims", ?what) }',
      'FIND(?g.name) WHERE { ?g {type: "Gadget"} }',
      'SEARCH CONCEPT "pain"',
      'DESCRIBE PROPOSITION TYPES',
    ];
    const writes = [
      'UPDATE ?s SET ATTRIBUTES { severity: 3 } WHERE { ?s {type: "Symptom"} }',
      'UPSERT { CONCEPT ?x { {type: "Drug", name: "Ibuprofen"} SET PROPOSITIONS { ("treats", {type: "Symptom", name: "Pain"}) } } }',
      'MERGE CONCEPT ?a INTO ?b WHERE { ?a {type: "Drug", name: "ASA"} ?b {type: "Drug", name: "Aspirin"} }',
      'UPDATE ?l SET METADATA { confidence: 0.5 } WHERE { ?l (?s, "claims", ?o) }',
      'DELETE PROPOSITIONS ?l WHERE { ?l ({type: "Drug", name: "Ibuprofen"}, "treats", ?s) }',
      'UPSERT { CONCEPT ?t { {type: "$ConceptType", name: "Gadget"} } CONCEPT ?p { {type: "$PropositionType", name: "uses"} } }',
      'UPSERT { CONCEPT ?g { {type: "Gadget", name: "clock"} } }',
      'DELETE CONCEPT ?s DETACH WHERE { ?s {type: "Symptom"} }',
    ];
    const answersOf = () => Promise.all(queries.map((command) => engine.execute({ command })));
    let answers = await answersOf();
    for (const command of writes) {
      const changes: Change[] = [];
      expect((await engine.execute({ command }, { onCommit: (change) => changes.push(change) })).error).toBe(undefined);
      expect(changes).toHaveLength(1);
      const later = await answersOf();
      for (const [at, query] of queries.entries()) {
        if (JSON.stringify(later[at]) === JSON.stringify(answers[at])) continue;
        expect(mayConcern(changes[0]!, await reads(query)), `${command} → ${query}`).toBe(true);
      }
      answers = later;
    }
  });
});
