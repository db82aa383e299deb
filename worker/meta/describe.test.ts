import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openEngine } from '../../testing/node-door.ts';
import type { Json, JsonObject } from '../../src/protocol/values.ts';
import type { Engine } from '../engine.ts';
import { shorten, tokensOf } from './token-budget.ts';

let engine: Engine;
beforeEach(async () => {
  engine = await openEngine();
});
afterEach(() => engine.close());

async function run<T = Json>(command: string, parameters: JsonObject = {}): Promise<T> {
  const response = await engine.execute({ command, parameters });
  if (response.error) throw new Error(`${response.error.code} ${response.error.message}`);
  return response.result as T;
}

interface Primer {
  readonly identity: JsonObject;
  readonly domain_map: readonly JsonObject[];
  readonly total_domains: number;
  readonly more_domains?: JsonObject;
}
const primer = () => run<Primer>('DESCRIBE PRIMER');

describe('DESCRIBE PRIMER (§5.1.1)', () => {
  it('tells who the agent is, what the engine can do and how much there is', async () => {
    const { identity } = await primer();
    expect(identity).toMatchObject({
      type: 'Person',
      name: '$self',
      capabilities: { search_modes: ['keyword'] },
      memory: { concepts: expect.any(Number) as number, concept_types: 9 },
    });
    expect(identity['core_mission']).toContain('remember');
  });
  it('shows the key concepts and predicates of a domain, own domains first', async () => {
    await run(`UPSERT {
      CONCEPT ?d { {type: "Domain", name: "Astronomy"} SET ATTRIBUTES { description: "The sky." } }
      CONCEPT ?a { {type: "Person", name: "Ada"} SET ATTRIBUTES { person_class: "Human" } SET PROPOSITIONS { ("belongs_to_domain", ?d) } }
      CONCEPT ?e { {type: "Event", name: "Eclipse"} SET PROPOSITIONS { ("belongs_to_domain", ?d) ("involves", ?a) } }
    }`);
    expect((await primer()).domain_map[0]).toEqual({
      name: 'Astronomy',
      description: 'The sky.',
      members: 2,
      key_concepts: { Person: ['Ada'], Event: ['Eclipse'] },
      key_predicates: ['involves'],
    });
  });
  it('stays within its tokens however many domains and however long texts are, and counts what it leaves out', async () => {
    const long = 'A sentence about everything there is to know. '.repeat(200);
    const blocks = Array.from(
      { length: 400 },
      (_, at) =>
        `CONCEPT ?d${at} { {type: "Domain", name: "Domain of things number ${at}"} SET ATTRIBUTES { description: :long } }`,
    );
    await run(`UPSERT { ${blocks.join(' ')} }`, { long });
    await run(
      'UPDATE ?s SET ATTRIBUTES { persona: :long, identity_narrative: :long, log: :log } WHERE { ?s {type: "Person", name: "$self"} }',
      {
        long,
        log: Array.from({ length: 200 }, () => '记忆很长'.repeat(50)),
      },
    );
    const answer = await primer();
    expect(JSON.stringify(answer).length / 4).toBeLessThan(2000);
    expect(tokensOf(answer as unknown as Json)).toBeLessThan(2100);
    expect(answer.total_domains).toBe(404);
    expect(answer.more_domains).toEqual({ count: 404 - answer.domain_map.length, read_with: 'DESCRIBE DOMAINS' });
    expect(answer.identity['persona']).toMatch(/…$/);
    expect(answer.identity['read_with']).toContain('$self');
  });
});

describe('DESCRIBE DOMAINS (§5.1.2)', () => {
  it('summarizes every domain with the number of its members', async () => {
    const domains = await run<JsonObject[]>('DESCRIBE DOMAINS');
    expect(domains.map(({ name }) => name)).toEqual(['Archived', 'CoreSchema', 'System', 'Unsorted']);
    expect(domains[1]).toMatchObject({ name: 'CoreSchema', members: expect.any(Number) as number });
    expect(domains[1]!['description']).toEqual(expect.any(String));
  });
});

describe('DESCRIBE … TYPES (§5.1.3, §5.1.5)', () => {
  it('pages in the order of definition, unmoved by new definitions', async () => {
    const first = await engine.execute({ command: 'DESCRIBE CONCEPT TYPES LIMIT 5' });
    await run('UPSERT { CONCEPT ?t { {type: "$ConceptType", name: "Aardvark"} } }');
    const second = await engine.execute({
      command: 'DESCRIBE CONCEPT TYPES LIMIT 50 CURSOR :c',
      parameters: { c: first.next_cursor! },
    });
    expect([...(first.result as string[]), ...(second.result as string[])]).toEqual(
      await run('DESCRIBE CONCEPT TYPES'),
    );
    expect(second.next_cursor).toBeUndefined();
  });
  it('refuses the cursor of the other list', async () => {
    const { next_cursor } = await engine.execute({ command: 'DESCRIBE CONCEPT TYPES LIMIT 2' });
    const { error } = await engine.execute({
      command: 'DESCRIBE PROPOSITION TYPES LIMIT 2 CURSOR :c',
      parameters: { c: next_cursor! },
    });
    expect(error).toMatchObject({ code: 'KIP_1001', message: expect.stringContaining('CURSOR') as string });
  });
});

describe('DESCRIBE CONCEPT TYPE and PROPOSITION TYPE (§5.1.4, §5.1.6)', () => {
  it('gives the definition as FIND does', async () => {
    const [found] = await run<Json[]>('FIND(?t) WHERE { ?t {type: "$ConceptType", name: "Person"} }');
    expect(await run('DESCRIBE CONCEPT TYPE "Person"')).toEqual(found);
  });
  it.each([
    ['DESCRIBE CONCEPT TYPE "Persn"', 'Did you mean "Person"'],
    ['DESCRIBE CONCEPT TYPE "prefers"', 'DESCRIBE PROPOSITION TYPE "prefers"'],
    ['DESCRIBE PROPOSITION TYPE "Person"', 'DESCRIBE CONCEPT TYPE "Person"'],
    ['DESCRIBE CONCEPT TYPE "$self"', '{type: "Person", name: "$self"}'],
    ['DESCRIBE PROPOSITION TYPE "zzz"', 'DESCRIBE PROPOSITION TYPES'],
  ])('%s is not found, and says what is', async (command, words) => {
    const { error } = await engine.execute({ command });
    expect(error).toMatchObject({ code: 'KIP_3002', hint: expect.stringContaining(words) as string });
  });
});

describe('shortening to tokens', () => {
  it('leaves alone what fits, and never exceeds the budget by more than its marks', () => {
    const values: Json[] = [
      'short',
      'x'.repeat(900),
      '长'.repeat(500),
      Array(300).fill('item'),
      { a: 'y'.repeat(999), b: [1, 2], c: { d: '😀'.repeat(300) } },
    ];
    for (const value of values) {
      for (const tokens of [20, 60, 200]) {
        const short = shorten(value, tokens);
        if (tokensOf(value) <= tokens) expect(short).toEqual(value);
        else expect(tokensOf(short)).toBeLessThanOrEqual(tokens + 8);
      }
    }
  });
});
