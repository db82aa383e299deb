import { describe, expect, it } from 'vitest';
import { openAgentNexus, SMALL_WORLD } from '../../testing/agent-nexus.ts';
import type { ConfirmQuestion } from './ask-host.ts';
import { kipTools, type ToolAnswer } from './kip-tools.ts';

const call = (tool: { execute: (args: never) => Promise<ToolAnswer> }, args: unknown) => tool.execute(args as never);
const PEOPLE =
  'FIND(?p.name) WHERE { ?p {type: "Person"} FILTER(!STARTS_WITH(?p.name, "$")) } ORDER BY ?p.name LIMIT 10';

describe('the tools', () => {
  it('are two, or with readonly one', async () => {
    const nexus = await openAgentNexus();
    expect(Object.keys(kipTools(nexus))).toEqual(['execute_kip', 'execute_kip_readonly']);
    expect(Object.keys(kipTools(nexus, { readonly: true }))).toEqual(['execute_kip_readonly']);
  });

  it('write through one and refuse to through the other', async () => {
    const tools = kipTools(await openAgentNexus(SMALL_WORLD));
    const command = 'UPSERT { CONCEPT ?c { {type: "Person", name: "Cleo"} SET ATTRIBUTES { person_class: "Human" } } }';
    const refused = await tools.execute_kip_readonly.execute({ command });
    expect(refused.error?.code).toBe('KIP_1001');
    expect(await tools.execute_kip_readonly.execute({ command: PEOPLE })).toEqual({ result: ['Ann', 'Bob'] });
    expect((await tools.execute_kip.execute({ command })).error).toBeUndefined();
    expect(await tools.execute_kip.execute({ command: PEOPLE })).toEqual({ result: ['Ann', 'Bob', 'Cleo'] });
  });

  it('have a schema that every provider takes, and that is JSON Schema and Standard Schema in one', async () => {
    const { execute_kip } = kipTools(await openAgentNexus());
    const schema = execute_kip.inputSchema;
    for (const key of ['oneOf', 'anyOf', 'allOf', 'not', 'enum']) expect(schema).not.toHaveProperty(key);
    const printed = JSON.parse(JSON.stringify(schema)) as object;
    expect(Object.keys(printed)).toEqual(['type', 'properties', 'additionalProperties']);
    expect(schema['~standard'].jsonSchema.input({ target: 'draft-07' })).toEqual(printed);
    expect(schema['~standard'].validate({ commands: 'x' })).toEqual({ value: { commands: 'x' } });
  });

  it('stop when they are told to', async () => {
    const { execute_kip } = kipTools(await openAgentNexus());
    const reason = new Error('enough');
    await expect(execute_kip.execute({ command: PEOPLE }, { abortSignal: AbortSignal.abort(reason) })).rejects.toBe(
      reason,
    );
    await expect(execute_kip.execute({ command: PEOPLE }, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  it('answer for a memory that is gone, and throw what is no fault of it', async () => {
    const { errors } = await import('../protocol/errors.ts');
    const gone = errors.internal('This memory was closed.', 'Open it again.');
    const fail = (failure: Error) => ({
      execute: () => Promise.reject(failure),
      executeReadonly: () => Promise.reject(failure),
    });
    const answer = await kipTools(fail(gone)).execute_kip.execute({ command: PEOPLE });
    expect(answer.error).toEqual(gone.toJSON());
    await expect(kipTools(fail(new TypeError('x'))).execute_kip.execute({ command: PEOPLE })).rejects.toThrow(
      TypeError,
    );
  });
});

describe('arguments as models write them', () => {
  const good = { result: ['Ann', 'Bob'] };
  const byName = 'FIND(?p.name) WHERE { ?p {type: "Person", name: :name} }';
  const repaired: [string, unknown, unknown][] = [
    ['JSON text', JSON.stringify({ command: PEOPLE }), good],
    ['a bare command', PEOPLE, good],
    ['wrapped arguments', { name: 'execute_kip', arguments: { command: PEOPLE } }, good],
    ['wrapped JSON text', { arguments: JSON.stringify({ command: PEOPLE }) }, good],
    ['another name for command', { query: PEOPLE }, good],
    [
      'nulls for what is absent',
      { command: PEOPLE, commands: null, parameters: null, dry_run: null, cursor: null },
      good,
    ],
    ['an empty list beside the command', { command: PEOPLE, commands: [] }, good],
    ['empty strings', { command: PEOPLE, cursor: '', parameters: '' }, good],
    ['a code fence', { command: '```kip\n' + PEOPLE + '\n```' }, good],
    ['escaped twice', { command: PEOPLE.replaceAll('"', '\\"').replace(' WHERE', '\\nWHERE') }, good],
    ['parameters as JSON text', { command: byName, parameters: '{"name": "Ann"}' }, { result: ['Ann'] }],
    ['parameters as pairs', { command: byName, parameters: [{ name: 'name', value: 'Ann' }] }, { result: ['Ann'] }],
    ['parameters with colons', { command: byName, parameters: { ':name': 'Ann' } }, { result: ['Ann'] }],
    ['dry_run as a string', { command: PEOPLE, dry_run: 'true' }, good],
    ['command as a list', { command: [PEOPLE, PEOPLE] }, { result: [good, good] }],
    ['commands as a string', { commands: PEOPLE }, { result: [good] }],
    ['commands as JSON text', { commands: JSON.stringify([PEOPLE, PEOPLE]) }, { result: [good, good] }],
    ['commands as an object', { commands: { command: PEOPLE } }, { result: [good] }],
    [
      'parameters of an entry as JSON text',
      {
        commands: [
          { command: byName, parameters: '{"name":"Bob"}' },
          { command: PEOPLE, parameters: null },
        ],
      },
      { result: [{ result: ['Bob'] }, good] },
    ],
  ];
  it.each(repaired)('%s: read as meant', async (_, args, expected) => {
    const tools = kipTools(await openAgentNexus(SMALL_WORLD));
    expect(await call(tools.execute_kip, args)).toMatchObject(expected as object);
  });

  it('says what it repaired', async () => {
    const tools = kipTools(await openAgentNexus(SMALL_WORLD));
    const { notes } = await call(tools.execute_kip, { commands: PEOPLE, parameters: '{}' });
    expect(notes).toHaveLength(2);
    expect(await call(tools.execute_kip, { command: PEOPLE })).not.toHaveProperty('notes');
  });

  const refused: [string, unknown, RegExp][] = [
    ['both', { command: PEOPLE, commands: [PEOPLE] }, /exactly one/],
    ['neither', {}, /neither "command" nor "commands"/],
    ['nothing', undefined, /here there is nothing/],
    ['a list', [PEOPLE], /here there is an array/],
    ['JSON that was cut off', '{"command": "FIND(?p', /not valid JSON/],
    ['an unknown member', { command: PEOPLE, limit: 3 }, /no member "limit"/],
    ['parameters that are no object', { command: PEOPLE, parameters: 'Ann' }, /text that is not JSON/],
    ['an entry that is no command', { commands: [3] }, /commands\[0\]/],
    ['a number for a command', { command: 3 }, /must be a string; here it is a number/],
    ['no commands', { commands: [] }, /empty/],
    ['a page cursor beside a command', { command: PEOPLE, cursor: 'abc' }, /goes alone/],
    ['a cursor nobody gave', { cursor: 'abc' }, /No answer is held/],
  ];
  it.each(refused)('%s: answered with what to do', async (_, args, message) => {
    const tools = kipTools(await openAgentNexus());
    const { error } = await call(tools.execute_kip, args);
    expect(error?.message).toMatch(message);
    expect(error?.hint).toBeTruthy();
  });

  it('a backslash inside of a string is left alone', async () => {
    const tools = kipTools(await openAgentNexus());
    const command =
      'UPSERT { CONCEPT ?p { {type: "Person", name: "a\\\\b \\"c\\""} SET ATTRIBUTES { person_class: "Human" } } }';
    const answer = await tools.execute_kip.execute({ command });
    expect(answer).not.toHaveProperty('notes');
    const found = await tools.execute_kip.execute({
      command: 'FIND(?p.name) WHERE { ?p {type: "Person", name: :n} }',
      parameters: { n: 'a\\b "c"' },
    });
    expect(found.result).toEqual(['a\\b "c"']);
  });
});

describe('confirm', () => {
  const DELETE_BOB = 'DELETE CONCEPT ?p DETACH WHERE { ?p {type: "Person", name: "Bob"} }';

  async function asking(answer: (question: ConfirmQuestion) => unknown, options = {}) {
    const nexus = await openAgentNexus(SMALL_WORLD);
    const questions: ConfirmQuestion[] = [];
    const tools = kipTools(nexus, {
      ...options,
      confirm: async (question) => {
        questions.push(question);
        return (await answer(question)) as boolean;
      },
    });
    return { nexus, questions, tools };
  }

  it('asks with the effect, and does it on a yes', async () => {
    const { questions, tools } = await asking(() => true);
    const answer = await tools.execute_kip.execute({ command: DELETE_BOB });
    expect(questions).toMatchObject([
      { command: DELETE_BOB, kind: 'delete', effect: { deleted_concepts: 1, deleted_propositions: 2 } },
    ]);
    expect(answer.result).toEqual({ deleted_concepts: 1, deleted_propositions: 2 });
    expect(await tools.execute_kip.execute({ command: PEOPLE })).toEqual({ result: ['Ann'] });
  });

  it('does nothing on a no, and tells the model so', async () => {
    const { tools } = await asking(() => ({ allow: false, reason: 'Bob is a friend' }));
    const { error } = await tools.execute_kip.execute({ command: DELETE_BOB });
    expect(error).toMatchObject({ code: 'KIP_3004', message: expect.stringContaining('"Bob is a friend"') });
    expect(error!.hint).toContain('Do not send it again');
    expect(await tools.execute_kip.execute({ command: PEOPLE })).toEqual({ result: ['Ann', 'Bob'] });
  });

  it('asks about UPDATE and MERGE, and about what the host names; never for reading or a dry run', async () => {
    const { questions, tools } = await asking(() => false);
    const update =
      'UPDATE ?p SET ATTRIBUTES { seen: 1 } WHERE { ?p {type: "Person"} FILTER(!STARTS_WITH(?p.name, "$")) }';
    const merge =
      'MERGE CONCEPT ?a INTO ?b WHERE { ?a {type: "Person", name: "Ann"} ?b {type: "Person", name: "Bob"} }';
    const upsert = 'UPSERT { CONCEPT ?c { {type: "Project", name: "New"} } }';
    for (const command of [update, merge, upsert, PEOPLE]) await tools.execute_kip.execute({ command });
    await tools.execute_kip.execute({ command: DELETE_BOB, dry_run: true });
    expect(questions.map(({ kind }) => kind)).toEqual(['update', 'merge']);
    const other = await asking(() => false, { confirmFor: ['upsert'] });
    for (const command of [update, upsert]) await other.tools.execute_kip.execute({ command });
    expect(other.questions.map(({ kind }) => kind)).toEqual(['upsert']);
  });

  it('does not ask about what would fail anyway', async () => {
    const { questions, tools } = await asking(() => true);
    const { error } = await tools.execute_kip.execute({
      command: 'DELETE CONCEPT ?p DETACH WHERE { ?p {type: "Persn"} }',
    });
    expect(error?.code).toBe('KIP_2001');
    expect(questions).toEqual([]);
  });

  it('sees through a batch that prepares more than a dry run of all would show', async () => {
    const { questions, tools } = await asking(() => false);
    const people = '?p {type: "Person"} FILTER(!STARTS_WITH(?p.name, "$"))';
    const answer = await tools.execute_kip.execute({
      commands: [
        'UPSERT { CONCEPT ?b { {type: "Person", name: "Bob"} SET ATTRIBUTES { doomed: true } } }',
        'DELETE CONCEPT ?p DETACH WHERE { ?p {type: "Person"} FILTER(?p.attributes.doomed == true) }',
        `FIND(?p.name) WHERE { ${people} }`,
      ],
    });
    expect(questions).toMatchObject([{ effect: { deleted_concepts: 1 } }]);
    // A write that failed ends a batch.
    expect(answer.result).toMatchObject([{ result: {} }, { error: { code: 'KIP_3004' } }]);
    expect(answer.result).toHaveLength(2);
  });

  it('runs a batch in order, with shared and own parameters', async () => {
    const { questions, tools } = await asking(() => true);
    const answer = await tools.execute_kip.execute({
      commands: [
        PEOPLE,
        'FIND(?x.name) WHERE { ?x {type: "Nothing"} }',
        { command: 'DELETE CONCEPT ?p DETACH WHERE { ?p {type: :type, name: :name} }', parameters: { name: 'Bob' } },
        PEOPLE,
      ],
      parameters: { type: 'Person', name: 'Ann' },
    });
    expect(questions[0]!.parameters).toEqual({ type: 'Person', name: 'Bob' });
    expect(answer.result).toMatchObject([
      { result: ['Ann', 'Bob'] },
      { error: { code: 'KIP_2001' } },
      { result: { deleted_concepts: 1 } },
      { result: ['Ann'] },
    ]);
  });

  it('asks again where the memory changed while it was asked', async () => {
    const { nexus, questions, tools } = await asking(async ({ changed }) => {
      if (!changed)
        await nexus.execute({
          command:
            'UPSERT { CONCEPT ?b { {type: "Person", name: "Bob"} SET PROPOSITIONS { ("prefers", {type: "Preference", name: "Tea"}) } } }',
        });
      return true;
    });
    const answer = await tools.execute_kip.execute({ command: DELETE_BOB });
    expect(questions.map(({ changed, effect }) => [changed, effect])).toEqual([
      [false, { deleted_concepts: 1, deleted_propositions: 2 }],
      [true, { deleted_concepts: 1, deleted_propositions: 3 }],
    ]);
    expect(answer.result).toEqual({ deleted_concepts: 1, deleted_propositions: 3 });
  });

  it('does not run what merely looks like a read', async () => {
    const { questions, tools } = await asking(() => true);
    for (const command of [
      '\u200bDELETE CONCEPT ?p DETACH WHERE { ?p {type: "Person"} }',
      '/* */ DELETE CONCEPT ?p DETACH WHERE { ?p {type: "Person"} }',
    ]) {
      expect((await tools.execute_kip.execute({ command })).error).toBeDefined();
    }
    await tools.execute_kip.execute({ command: '// FIND\n' + DELETE_BOB });
    expect(questions).toHaveLength(1);
  });

  it('shows what would change, where the memory can tell, and the counts where it cannot', async () => {
    const { nexus, questions, tools } = await asking(() => false);
    await tools.execute_kip.execute({ command: DELETE_BOB });
    expect(
      questions[0]!.preview!.elements.map(({ change, before }) => [change, before!['name'] ?? before!['predicate']]),
    ).toEqual(
      expect.arrayContaining([
        ['deleted', 'Bob'],
        ['deleted', 'works_on'],
        ['deleted', 'said'],
      ]),
    );
    const { execute, executeReadonly } = nexus;
    const seen: unknown[] = [];
    const plain = kipTools(
      { execute, executeReadonly },
      { confirm: ({ preview, effect }) => (seen.push(preview, effect), false) },
    );
    await plain.execute_kip.execute({ command: DELETE_BOB });
    expect(seen).toEqual([undefined, { deleted_concepts: 1, deleted_propositions: 2 }]);
  });
});
