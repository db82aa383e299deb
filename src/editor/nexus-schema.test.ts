import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createEngine, type Engine } from '../../worker/engine.ts';
import { openMemoryDriver, loadSqlite } from '../../worker/store/sqlite.ts';
import type { KipRequest } from '../protocol/request.ts';
import { labels } from './fixture.ts';
import { type NexusSchema, schemaFromNexus } from './nexus-schema.ts';

let engine: Engine;
let schema: NexusSchema;
let asked: KipRequest[];

const CAPSULE = `UPSERT {
  CONCEPT ?drug { {type: "$ConceptType", name: "Drug"} SET ATTRIBUTES {
    description: "A substance that treats.", display_hint: "💊",
    instance_schema: { risk_level: { type: "number", is_required: true, description: "From 0 to 5." } } } }
  CONCEPT ?symptom { {type: "$ConceptType", name: "Symptom"} SET ATTRIBUTES { description: "What a patient feels." } }
  CONCEPT ?treats { {type: "$PropositionType", name: "treats"} SET ATTRIBUTES {
    description: "Makes better.", subject_types: ["Drug"], object_types: ["Symptom"] } }
  CONCEPT ?headache { {type: "Symptom", name: "Headache"} SET ATTRIBUTES { severity: "mild" } }
  CONCEPT ?aspirin { {type: "Drug", name: "Aspirin"}
    SET ATTRIBUTES { risk_level: 2, aliases: ["Acetylsalicylic acid"], note: null } }
  CONCEPT ?ibuprofen { {type: "Drug", name: "Ibuprofen"} SET ATTRIBUTES { risk_level: 3, note: "x" } }
  PROPOSITION { (?aspirin, "treats", ?headache) SET ATTRIBUTES { dose_mg: 500 } }
  WITH METADATA { reviewer: "Ann" }
} WITH METADATA { source: "test" }`;

async function write(command: string): Promise<void> {
  expect(await engine.execute({ command })).not.toHaveProperty('error');
}

beforeAll(async () => {
  engine = await createEngine(await openMemoryDriver(await loadSqlite()));
  await write(CAPSULE);
  asked = [];
  schema = schemaFromNexus({
    executeReadonly: (request) => {
      asked.push(request);
      return engine.execute(request, { readonly: true });
    },
  });
});

afterAll(() => engine.close());

describe('the schema of a memory', () => {
  it('lists types with descriptions, and counts when they are known', async () => {
    expect(await schema.types()).toContainEqual(
      expect.objectContaining({ name: 'Drug', description: 'A substance that treats.', hint: '💊' }),
    );
    await vi.waitFor(async () => {
      expect(await schema.types()).toContainEqual(expect.objectContaining({ name: 'Drug', count: 2 }));
    });
  });

  it('lists predicates with their ends', async () => {
    await schema.predicates();
    await vi.waitFor(async () => {
      expect(await schema.predicates()).toContainEqual({
        name: 'treats',
        description: 'Makes better.',
        subjectTypes: ['Drug'],
        objectTypes: ['Symptom'],
        count: 1,
      });
    });
  });

  it('finds names by their beginning, by other cases and by aliases', async () => {
    expect(await schema.names('Drug', '')).toEqual([{ name: 'Aspirin' }, { name: 'Ibuprofen' }]);
    expect(await schema.names('Drug', 'Asp')).toEqual([{ name: 'Aspirin' }]);
    expect(await schema.names('Drug', 'ibuprofen')).toEqual([{ name: 'Ibuprofen' }]);
    expect(await schema.names('Drug', 'acetylsalicylic')).toEqual([{ name: 'Aspirin' }]);
    expect(await schema.names('Symptom', 'Asp')).toEqual([]);
    expect(await schema.names(undefined, 'headache')).toContainEqual({ name: 'Headache', type: 'Symptom' });
  });

  it('knows the attributes that are declared and those that are stored', async () => {
    expect(await schema.attributeKeys({ type: 'Drug' })).toEqual([
      { key: 'risk_level', valueType: 'number', description: 'From 0 to 5.', required: true, seen: 2 },
      { key: 'note', valueType: 'null | string', seen: 2 },
      { key: 'aliases', valueType: 'array', seen: 1 },
    ]);
    expect(await schema.attributeKeys({ predicate: 'treats' })).toEqual([
      { key: 'dose_mg', valueType: 'number', seen: 1 },
    ]);
    expect(await schema.attributeKeys({ type: 'Symptom' })).toEqual([
      { key: 'severity', valueType: 'string', seen: 1 },
    ]);
  });

  it('knows the metadata of the specification and what else is stored', async () => {
    const keys = await schema.metadataKeys({ predicate: 'treats' });
    expect(keys).toContainEqual({ key: 'reviewer', valueType: 'string', seen: 1 });
    expect(keys.find(({ key }) => key === 'source')).toMatchObject({ seen: 1, description: expect.any(String) });
  });

  it('asks once, until it is told that the memory has changed', async () => {
    await schema.types();
    const before = asked.length;
    await schema.types();
    expect(asked.length).toBe(before);
    await write(
      'UPSERT { CONCEPT ?d { {type: "$ConceptType", name: "Vaccine"} SET ATTRIBUTES { description: "v" } } }',
    );
    const changed = vi.fn();
    const stop = schema.subscribe!(changed);
    schema.refresh();
    schema.refresh();
    expect((await schema.types()).map(({ name }) => name)).toContain('Vaccine');
    await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(1));
    stop();
  });

  it('asks nothing a reader could not', async () => {
    for (const request of asked) expect(await engine.execute(request, { readonly: true })).not.toHaveProperty('error');
  });

  it('asks again after a failure', async () => {
    let fails = true;
    const shaky = schemaFromNexus({
      executeReadonly: (request) =>
        fails ? Promise.reject(new Error('busy')) : engine.execute(request, { readonly: true }),
    });
    await expect(shaky.types()).rejects.toThrow('busy');
    fails = false;
    expect(await shaky.types()).not.toEqual([]);
  });

  it('answers completion', async () => {
    expect(await labels('FIND(?d.attributes.|) WHERE { ?d {type: "Drug"} }', { schema })).toEqual([
      'risk_level',
      'note',
      'aliases',
    ]);
    expect(await labels('FIND(?d) WHERE { ?d {type: "Drug", name: "I|"} }', { schema })).toEqual(['Ibuprofen']);
  });
});
