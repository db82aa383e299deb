import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERROR_CODES, type ErrorCode } from '../src/protocol/errors.ts';
import { faultyDriver } from '../testing/faulty-driver.ts';
import { openEngine } from '../testing/node-door.ts';
import { createEngine, type Engine, type ExecuteOptions } from './engine.ts';
import { loadSqlite, openMemoryDriver } from './store/sqlite.ts';

interface Provocation {
  readonly code: ErrorCode;
  readonly by: string;
  readonly request: unknown;
  readonly options?: ExecuteOptions;
  /** What an agent must find in the hint. */
  readonly hint: RegExp;
}

const find = (where: string) => ({ command: `FIND(?d.name) WHERE { ${where} }` });
const upsert = (block: string) => ({ command: `UPSERT { ${block} }` });
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

const PROVOCATIONS: readonly Provocation[] = [
  { code: 'KIP_1001', by: 'a broken text', request: { command: 'FIND(?d' }, hint: /\)/ },
  { code: 'KIP_1002', by: 'a name that is no identifier', request: find('?1d {type: "Drug"}'), hint: /letter/ },
  {
    code: 'KIP_1002',
    by: 'a type of that kind',
    request: upsert('CONCEPT ?t { {type: "$ConceptType", name: "9x"} }'),
    hint: /letter/,
  },
  { code: 'KIP_2001', by: 'an unregistered type', request: find('?d {type: "Durg"}'), hint: /Drug/ },
  { code: 'KIP_2001', by: 'an unregistered predicate', request: find('(?d, "treat", ?s)'), hint: /treats/ },
  {
    code: 'KIP_2002',
    by: 'a reserved metadata key',
    request: upsert('CONCEPT ?d { {type: "Drug", name: "Aspirin"} } WITH METADATA { _version: 3 }'),
    hint: /engine|_version/,
  },
  {
    code: 'KIP_2002',
    by: 'a merge across types',
    request: {
      command:
        'MERGE CONCEPT ?a INTO ?b WHERE { ?a {type: "Drug", name: "Aspirin"} ?b {type: "Symptom", name: "Headache"} }',
    },
    hint: /type/,
  },
  {
    code: 'KIP_2003',
    by: 'a text parameter an update computes with',
    request: {
      command: 'UPDATE ?d SET ATTRIBUTES { n: ADD(:step, 2) } WHERE { ?d {type: "Drug", name: "Aspirin"} }',
      parameters: { step: '1' },
    },
    hint: /number/,
  },
  {
    code: 'KIP_2003',
    by: 'a version that is no number',
    request: { ...upsert('CONCEPT ?d { {type: "Drug", name: "Aspirin"} EXPECT VERSION :v }'), parameters: { v: null } },
    hint: /number/,
  },
  {
    code: 'KIP_3001',
    by: 'an unbound variable',
    request: { command: 'FIND(?x.name) WHERE { ?d {type: "Drug"} }' },
    hint: /\?d/,
  },
  {
    code: 'KIP_3001',
    by: 'a handle used too early',
    request: upsert(
      'PROPOSITION { (?d, "treats", {type: "Symptom", name: "Headache"}) } CONCEPT ?d { {type: "Drug", name: "New"} }',
    ),
    hint: /\S/,
  },
  { code: 'KIP_3002', by: 'a missing concept', request: find('?d {type: "Drug", name: "Asprin"}'), hint: /Aspirin/ },
  {
    code: 'KIP_3002',
    by: 'a missing link',
    request: { command: 'FIND(?l) WHERE { ?l (id: "P:999999999") }' },
    hint: /\S/,
  },
  {
    code: 'KIP_3003',
    by: 'a merge of many',
    request: { command: 'MERGE CONCEPT ?a INTO ?b WHERE { ?a {type: "Drug"} ?b {type: "Drug", name: "Aspirin"} }' },
    hint: /narrow|exactly one/i,
  },
  {
    code: 'KIP_3004',
    by: 'deleting a core domain',
    request: { command: 'DELETE CONCEPT ?d DETACH WHERE { ?d {type: "Domain", name: "CoreSchema"} }' },
    hint: /protected|CoreSchema/,
  },
  {
    code: 'KIP_3004',
    by: 'deleting the actor of the memory',
    request: { command: 'DELETE CONCEPT ?p DETACH WHERE { ?p {type: "Person"} }' },
    hint: /FILTER\(\?x\.name != "\$self"/,
  },
  {
    code: 'KIP_3004',
    by: 'changing core directives',
    request: {
      command: 'UPDATE ?s SET ATTRIBUTES { core_directives: [] } WHERE { ?s {type: "Person", name: "$self"} }',
    },
    hint: /\S/,
  },
  {
    code: 'KIP_3005',
    by: 'a stale version',
    request: upsert('CONCEPT ?d { {type: "Drug", name: "Aspirin"} EXPECT VERSION 9 SET ATTRIBUTES { x: 1 } }'),
    hint: /read/i,
  },
  {
    code: 'KIP_4001',
    by: 'a deadline',
    request: {
      command:
        'FIND(COUNT(?a), COUNT(?b), COUNT(?c), COUNT(?d)) WHERE { ?a {type: "Drug"} ?b {type: "Drug"} ?c {type: "Drug"} ?d {type: "Drug"} FILTER(?a.attributes.n != ?d.attributes.n) }',
    },
    options: { deadlineMs: 1 },
    hint: /LIMIT|pattern|hops|more time/,
  },
  {
    code: 'KIP_4001',
    by: 'a cancellation',
    request: {
      command: 'FIND(COUNT(?a), COUNT(?b), COUNT(?c)) WHERE { ?a {type: "Drug"} ?b {type: "Drug"} ?c {type: "Drug"} }',
    },
    options: { isCancelled: () => true },
    hint: /\S/,
  },
  {
    code: 'KIP_4002',
    by: 'a text of more than 4 MiB',
    request: { command: `FIND(?d) WHERE { ?d {name: "${'x'.repeat(4 * 1024 * 1024)}"} }` },
    hint: /[Ss]plit/,
  },
  {
    code: 'KIP_4002',
    by: 'brackets 65 deep',
    request: upsert(`CONCEPT ?d { {type: "Drug", name: "deep"} SET ATTRIBUTES { x: ${nested(65)} } }`),
    hint: /[Ff]latten|nest/,
  },
  {
    code: 'KIP_4002',
    by: 'a batch of 257',
    request: { commands: Array<string>(257).fill('DESCRIBE DOMAINS') },
    hint: /256/,
  },
];

describe('error codes (App. 4)', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await openEngine();
    const drugs = Array.from(
      { length: 60 },
      (_, n) => `CONCEPT ?d${n} { {type: "Drug", name: "drug ${n}"} SET ATTRIBUTES { n: ${n} } }`,
    );
    for (const command of [
      'UPSERT { CONCEPT ?a { {type: "$ConceptType", name: "Drug"} } CONCEPT ?b { {type: "$ConceptType", name: "Symptom"} } CONCEPT ?c { {type: "$PropositionType", name: "treats"} } }',
      `UPSERT { CONCEPT ?s { {type: "Symptom", name: "Headache"} } CONCEPT ?a { {type: "Drug", name: "Aspirin"} SET PROPOSITIONS { ("treats", ?s) } } ${drugs.join(' ')} }`,
    ]) {
      expect((await engine.execute({ command })).error).toBe(undefined);
    }
  });
  afterAll(() => engine.close());

  it.each([...PROVOCATIONS])('$code comes of $by', async ({ code, request, options, hint }) => {
    const commits = engine.nexus.driver.commits;
    const { error, result } = await engine.execute(request, options);
    expect(error?.code, error?.message).toBe(code);
    expect(error!.message).not.toBe('');
    expect(error!.hint).toMatch(hint);
    expect(result).toBe(undefined);
    expect(engine.nexus.driver.commits).toBe(commits);
  });

  it('KIP_4003 comes of a fault of the storage, and the engine goes on when the fault is gone', async () => {
    const driver = faultyDriver(openMemoryDriver(await loadSqlite()), () => new Error('disk I/O error'));
    const broken = await createEngine(driver);
    const command = 'FIND(?p.name) WHERE { ?p {type: "Person", name: "$self"} }';
    driver.failAfter(0);
    const { error } = await broken.execute({ command });
    expect(error?.code).toBe('KIP_4003');
    expect(error!.hint).toMatch(/again/i);
    driver.heal();
    expect(await broken.execute({ command })).toEqual({ result: ['$self'] });
    broken.close();
  });

  it('has every code provoked above', () => {
    const provoked = new Set<string>([...PROVOCATIONS.map(({ code }) => code), 'KIP_4003']);
    expect(Object.values(ERROR_CODES).filter((code) => !provoked.has(code))).toEqual([]);
  });
});
