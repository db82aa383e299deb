import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KipResponse } from '../src/protocol/response.ts';
import { openEngine } from '../testing/node-door.ts';
import type { Engine } from './engine.ts';

const COUNT = 'FIND(COUNT(?p)) WHERE { ?p {type: "Person"} }';

interface Batch {
  readonly result: readonly KipResponse[];
}

describe('the request envelope (§6.1)', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await openEngine();
  });
  afterAll(() => engine.close());

  const refusal = async (request: unknown) => {
    const response = await engine.execute(request);
    expect(Object.keys(response)).toEqual(['error']);
    return response.error!;
  };

  it.each([undefined, null, 'FIND(?x) WHERE { ?x {type: "Person"} }', 7, true, [], [{ command: COUNT }]])(
    'refuses %j, which is no object',
    async (request) => {
      const { code, hint } = await refusal(request);
      expect(code).toBe('KIP_1001');
      expect(hint).toContain('"command"');
    },
  );

  it('takes 256 commands at once and refuses 257 without running any', async () => {
    const full = (await engine.execute({ commands: Array<string>(256).fill(COUNT) })) as KipResponse<
      { result: number }[]
    >;
    expect(full.result).toHaveLength(256);
    const write = 'UPSERT { CONCEPT ?p { {type: "Person", name: "batch"} } }';
    const { code, hint } = await refusal({ commands: [write, ...Array<string>(256).fill(COUNT)] });
    expect(code).toBe('KIP_4002');
    expect(hint).toContain('256');
    expect(await engine.execute({ command: 'FIND(?p) WHERE { ?p {name: "batch"} }' })).toEqual({ result: [] });
  });

  it('refuses a misspelt dry_run instead of writing', async () => {
    const command = 'UPSERT { CONCEPT ?p { {type: "Person", name: "misspelt"} } }';
    for (const member of ['dryRun', 'dryrun', 'dry-run', 'DRY_RUN', 'dry_Run']) {
      const { code, hint } = await refusal({ command, [member]: true });
      expect(code).toBe('KIP_1001');
      expect(hint).toContain('"dry_run"');
    }
    expect(await engine.execute({ command: 'FIND(?p) WHERE { ?p {name: "misspelt"} }' })).toEqual({ result: [] });
  });

  it('answers a batch in which each command fails in its own way, one answer each', async () => {
    const commands = [
      'FIND(',
      'FIND(?x) WHERE { ?x {type: "Nope"} }',
      'DESCRIBE NOTHING',
      { command: COUNT, parameters: { a: 1 } },
    ];
    const { result } = (await engine.execute({ commands })) as unknown as KipResponse<KipResponse[]>;
    expect(result!.map((answer) => answer.error?.code ?? 'ok')).toEqual(['KIP_1001', 'KIP_2001', 'KIP_1001', 'ok']);
  });

  it('stops a batch at a failing write and leaves the writes before it', async () => {
    const upsert = (type: string, name: string) => `UPSERT { CONCEPT ?p { {type: "${type}", name: "${name}"} } }`;
    const commands = [upsert('Person', 'before'), upsert('Nope', 'failing'), upsert('Person', 'after'), COUNT];
    const { result } = (await engine.execute({ commands })) as unknown as KipResponse<KipResponse[]>;
    expect(result!.map((answer) => answer.error?.code ?? 'ok')).toEqual(['ok', 'KIP_2001']);
    const names = await engine.execute({
      command: 'FIND(?p.name) WHERE { ?p {type: "Person"} FILTER(IN(?p.name, ["before", "after"])) }',
    });
    expect(names).toEqual({ result: ['before'] });
  });

  it('does not take prototype members for parameters', async () => {
    const command = 'FIND(?p) WHERE { ?p {type: "Person", name: :toString} }';
    expect((await refusal({ command, parameters: {} })).code).toBe('KIP_1001');
    const polluting = JSON.parse(
      '{"command": "FIND(?p) WHERE { ?p {name: :x} }", "parameters": {"__proto__": {"x": "y"}}}',
    );
    expect((await refusal(polluting)).code).toBe('KIP_1001');
  });

  it('takes requests that overlap one after the other', async () => {
    const name = 'counter';
    await engine.execute({ command: 'UPSERT { CONCEPT ?p { {type: "Person", name: "counter"} } }' });
    const increment =
      'UPDATE ?p SET ATTRIBUTES { n: ADD(COALESCE(?p.attributes.n, 0), 1) } WHERE { ?p {type: "Person", name: :name} FILTER(REGEX(?p.name, "^c")) }';
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => engine.execute({ command: increment, parameters: { name } })),
    );
    expect(answers).toEqual(answers.map(() => ({ result: { updated: 1, matched: 1 } })));
    const read = 'FIND(?p.attributes.n, ?p.metadata._version) WHERE { ?p {type: "Person", name: :name} }';
    expect(await engine.execute({ command: read, parameters: { name } })).toEqual({ result: [[60], [61]] });
  });

  it('keeps a read-only batch from writing whatever its commands are', async () => {
    const writes = [
      'UPSERT { CONCEPT ?p { {type: "Person", name: "x"} } }',
      'UPDATE ?p SET ATTRIBUTES { x: 1 } WHERE { ?p {type: "Person"} }',
      'MERGE CONCEPT ?a INTO ?b WHERE { ?a {type: "Person", name: "a"} ?b {type: "Person", name: "b"} }',
      'DELETE ATTRIBUTES {"x"} FROM ?p WHERE { ?p {type: "Person"} }',
      'DELETE METADATA {"x"} FROM ?p WHERE { ?p {type: "Person"} }',
      'DELETE PROPOSITIONS ?l WHERE { ?l (?s, ?p, ?o) }',
      'DELETE CONCEPT ?p DETACH WHERE { ?p {type: "Person"} }',
      '// FIND(?x)\nDELETE CONCEPT ?p DETACH WHERE { ?p {type: "Person"} }',
    ];
    const before = engine.nexus.driver.commits;
    const { result } = (await engine.execute({ commands: writes }, { readonly: true })) as unknown as KipResponse<
      KipResponse[]
    >;
    expect(result!.map((answer) => answer.error?.code)).toEqual(writes.map(() => 'KIP_1001'));
    expect(result!.every((answer) => answer.error!.hint.includes('execute_kip'))).toBe(true);
    expect(engine.nexus.driver.commits).toBe(before);
  });

  it('begins no further command of a batch once its time is over or its caller has cancelled', async () => {
    const write = 'UPSERT { CONCEPT ?p { {type: "Person", name: "too late"} } }';
    for (const options of [{ deadlineMs: -1 }, { isCancelled: () => true }]) {
      const { result } = (await engine.execute({ commands: [COUNT, write, COUNT] }, options)) as unknown as Batch;
      expect(result.map((answer) => answer.error?.code)).toEqual(['KIP_4001', 'KIP_4001', 'KIP_4001']);
    }
    expect(await engine.execute({ command: 'FIND(?p) WHERE { ?p {name: "too late"} }' })).toEqual({ result: [] });
  });
});
