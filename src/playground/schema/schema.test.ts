import { describe, expect, it } from 'vitest';
import { openEngine } from '../../../testing/node-door.ts';
import type { KipRequest, Nexus } from '../../index.ts';
import { definitionOf, faultOf, type NewType } from './define.ts';
import { readSchema } from './read-schema.ts';

async function openDoor() {
  const engine = await openEngine();
  const nexus = {
    executeReadonly: (request: KipRequest) => engine.execute(request, { readonly: true }),
  } as unknown as Nexus;
  return { engine, nexus };
}

const DEVICE: NewType = {
  name: 'MedicalDevice',
  description: 'A "thing" that helps;\nno drug.',
  attributes: [
    { name: 'maker', type: 'string', required: true },
    { name: 'parts', type: 'array', required: false },
  ],
};

describe('the schema', () => {
  it('has what was defined, how many there are, and what links what, links about links included', async () => {
    const { engine, nexus } = await openDoor();
    const command = `UPSERT {
      CONCEPT ?d { {type: "$PropositionType", name: "doubts"} SET ATTRIBUTES { description: "x", subject_types: ["Person"], object_types: ["*"], is_symmetric: true } }
    } UPSERT {
      CONCEPT ?a { {type: "Person", name: "A"} }
      CONCEPT ?i { {type: "Insight", name: "I"} }
      PROPOSITION ?l { (?a, "learned", ?i) }
      PROPOSITION { (?a, "doubts", ?l) }
    }`;
    expect((await engine.execute({ command })).error).toBeUndefined();
    const { types, predicates, connections } = await readSchema(nexus, new AbortController().signal);
    expect(types.find(({ name }) => name === 'Person')).toMatchObject({ count: 3 });
    expect(types.find(({ name }) => name === 'Commitment')?.attributes).toContainEqual(
      expect.objectContaining({
        name: 'status',
        required: true,
        type: '"pending" | "fulfilled" | "cancelled" | "expired"',
      }),
    );
    expect(predicates.find(({ name }) => name === 'doubts')).toMatchObject({
      count: 1,
      traits: ['symmetric'],
      objectTypes: ['*'],
    });
    expect(connections).toContainEqual({ subject: 'Person', predicate: 'learned', object: 'Insight', count: 1 });
    expect(connections).toContainEqual({ subject: 'Person', predicate: 'doubts', object: null, count: 1 });
  });
});

describe('a new type', () => {
  it('is defined by the statement that the form writes, whatever the words', async () => {
    const { engine, nexus } = await openDoor();
    expect(faultOf(DEVICE, ['Person'])).toBeUndefined();
    expect((await engine.execute({ command: definitionOf(DEVICE) })).error).toBeUndefined();
    const { types } = await readSchema(nexus, new AbortController().signal);
    expect(types.find(({ name }) => name === 'MedicalDevice')).toMatchObject({
      description: DEVICE.description,
      count: 0,
      attributes: [
        { name: 'maker', type: 'string', required: true },
        { name: 'parts', type: 'array', required: false },
      ],
    });
    expect(
      (await engine.execute({ command: definitionOf({ ...DEVICE, name: 'Bare', attributes: [] }) })).error,
    ).toBeUndefined();
  });

  it.each([
    [{ ...DEVICE, name: 'device' }, 'capital letter'],
    [{ ...DEVICE, name: '' }, 'capital letter'],
    [{ ...DEVICE, name: 'Person' }, 'already'],
    [{ ...DEVICE, attributes: [{ name: 'a-b', type: 'string', required: false }] }, 'cannot name an attribute'],
    [{ ...DEVICE, attributes: [DEVICE.attributes[0]!, DEVICE.attributes[0]!] }, 'twice'],
  ])('is refused with the reason', (draft, words) => {
    expect(faultOf(draft, ['Person'])).toContain(words);
  });
});
