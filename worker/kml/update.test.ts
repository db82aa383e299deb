import { beforeEach, describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/protocol/values.ts';
import { openCommands, type Commands } from '../../testing/commands.ts';

let ok: Commands['ok'];
let refusal: Commands['refusal'];
beforeEach(async () => {
  ({ ok, refusal } = await openCommands(
    'UPSERT { CONCEPT ?t { {type: "$ConceptType", name: "Box"} } CONCEPT ?p { {type: "$PropositionType", name: "holds"} } }',
  ));
});

/** Stores `n`, computes `out` from it and returns what became of `out`; undefined where the key was skipped. */
async function computed(n: unknown, expression: string, parameters: JsonObject = {}): Promise<unknown> {
  await ok('UPSERT { CONCEPT ?b { {type: "Box", name: "b"} SET ATTRIBUTES { n: :n, deep: {n: :n} } } }', {
    n: n as number,
  });
  const { updated, matched } = await ok(
    `UPDATE ?b SET ATTRIBUTES { out: ${expression} } WHERE { ?b {type: "Box", name: "b"} }`,
    parameters,
  );
  const [attributes] = await ok('FIND(?b.attributes) WHERE { ?b {type: "Box", name: "b"} }');
  expect([updated, matched]).toEqual(['out' in attributes ? 1 : 0, 1]);
  return attributes.out;
}

describe('update expressions (§4.3)', () => {
  it.each([
    [3, 'ADD(?b.attributes.n, 1)', 4],
    [3, 'ADD(?b.attributes.n, -5)', -2],
    [10, 'MUL(?b.attributes.n, 0.5)', 5],
    [0.1, 'ADD(?b.attributes.n, 0.2)', 0.30000000000000004],
    [7, 'CLAMP(?b.attributes.n, 0, 5)', 5],
    [-7, 'CLAMP(?b.attributes.n, 0.0, 5)', 0],
    [3, 'CLAMP(MUL(ADD(?b.attributes.n, 1), 10), 0, 39)', 39],
    [3, 'ADD(?b.attributes.n, ?b.attributes.n)', 6],
    [3, 'MUL(?b.attributes.deep.n, ?b.attributes.deep.n)', 9],
    [3, 'ADD(?b.metadata._version, 0)', 1],
    [9007199254740991, 'ADD(?b.attributes.n, 0)', 9007199254740991],
    [1, 'ADD(?b.attributes.n, 1)', 2],
    [0, 'ADD(?b.attributes.n, 1)', 1],
    [3, 'COALESCE(?b.attributes.missing, 8)', 8],
    [3, 'COALESCE(?b.attributes.n, 8)', 3],
    [null, 'COALESCE(?b.attributes.n, 8)', 8],
    [3, 'ADD(COALESCE(?b.attributes.missing, 0), 1)', 1],
    [3, 'COALESCE(?b.attributes.missing, ADD(?b.attributes.n, 1))', 4],
    [3, 'COALESCE(ADD(?b.attributes.missing, 1), 5)', 5],
  ])('%j gives with %s %j', async (n, expression, expected) => {
    expect(await computed(n, expression)).toBe(expected);
  });

  it.each([
    [null, 'ADD(?b.attributes.n, 1)'],
    [true, 'ADD(?b.attributes.n, 1)'],
    [false, 'ADD(?b.attributes.n, 1)'],
    ['5', 'ADD(?b.attributes.n, 1)'],
    [[1], 'ADD(?b.attributes.n, 1)'],
    [{}, 'ADD(?b.attributes.n, 1)'],
    [3, 'ADD(?b.attributes.missing, 1)'],
    [3, 'ADD(?b.attributes.n.deeper, 1)'],
    [3, 'ADD(?b.name, 1)'],
    [3, 'ADD(?b.metadata._updated_at, 1)'],
    ['lots', 'COALESCE(?b.attributes.n, 0)'],
    [true, 'COALESCE(?b.attributes.n, 0)'],
    [3, 'COALESCE(?b.attributes.missing, ?b.attributes.missing)'],
    [1e308, 'MUL(?b.attributes.n, 1e10)'],
    [1e308, 'ADD(MUL(?b.attributes.n, 10), 1)'],
  ])('%j is no number for %s: the key is skipped', async (n, expression) => {
    expect(await computed(n, expression)).toBeUndefined();
  });

  it('clamps what leaves the range of numbers', async () => {
    expect(await computed(1e308, 'CLAMP(MUL(?b.attributes.n, 1e10), 0, 1)')).toBe(1);
  });

  it.each([['5'], [null], [true], [[1]]])('refuses the parameter %j as an operand', async (f) => {
    await ok('UPSERT { CONCEPT ?b { {type: "Box", name: "b"} SET ATTRIBUTES { n: 1 } } }');
    const error = await refusal('UPDATE ?b SET ATTRIBUTES { n: ADD(?b.attributes.n, :f) } WHERE { ?b {type: "Box"} }', {
      f: f as Json,
    });
    expect(error.code).toBe('KIP_2003');
    expect(error.message).toContain(':f');
  });
});

describe('UPDATE (§4.3)', () => {
  it('writes each value of an element from its state before the statement', async () => {
    await ok('UPSERT { CONCEPT ?b { {type: "Box", name: "b"} SET ATTRIBUTES { x: 1, y: 10 } } }');
    await ok(
      'UPDATE ?b SET ATTRIBUTES { x: ADD(?b.attributes.y, 0), y: ADD(?b.attributes.x, 0) } SET METADATA { was: ADD(?b.attributes.x, 0) } WHERE { ?b {type: "Box"} }',
    );
    expect(await ok('FIND(?b.attributes.x, ?b.attributes.y, ?b.metadata.was) WHERE { ?b {type: "Box"} }')).toEqual([
      [10],
      [1],
      [1],
    ]);
  });

  it('writes values of every type, under keys of every spelling', async () => {
    await ok('UPSERT { CONCEPT ?b { {type: "Box", name: "b"} } }');
    await ok(
      `UPDATE ?b SET ATTRIBUTES { s: "x'\\"", n: 2.5, t: true, f: false, z: null, list: [1, "a", null], obj: {"k k": {x: 1}}, "a.b": 1, "q\\"": 2, "": 3, json: "{\\"not\\": 1}" } WHERE { ?b {type: "Box"} }`,
    );
    expect(await ok('FIND(?b.attributes) WHERE { ?b {type: "Box"} }')).toEqual([
      {
        s: 'x\'"',
        n: 2.5,
        t: true,
        f: false,
        z: null,
        list: [1, 'a', null],
        obj: { 'k k': { x: 1 } },
        'a.b': 1,
        'q"': 2,
        '': 3,
        json: '{"not": 1}',
      },
    ]);
  });

  it('changes concepts and links in one statement, each once', async () => {
    await ok(
      'UPSERT { CONCEPT ?a { {type: "Box", name: "a"} } CONCEPT ?b { {type: "Box", name: "b"} SET PROPOSITIONS { ("holds", ?a) } } }',
    );
    expect(
      await ok('UPDATE ?x SET METADATA { seen: 1 } WHERE { ?x {type: "Box"} UNION { ?x (?s, "holds", ?o) } }'),
    ).toEqual({ updated: 3, matched: 3 });
    expect(await ok('FIND(?l.metadata.seen, ?l.metadata._version) WHERE { ?l (?s, "holds", ?o) }')).toEqual([[1], [2]]);
  });

  it('keeps the keyword index in step', async () => {
    await ok(
      'UPSERT { CONCEPT ?b { {type: "Box", name: "b"} SET ATTRIBUTES { label: "wooden crate", weight: "heavy" } } }',
    );
    const hits = async (term: string) => (await ok(`SEARCH CONCEPT "${term}" WITH TYPE "Box"`)).length;
    expect([await hits('crate'), await hits('heavy')]).toEqual([1, 1]);
    await ok('UPDATE ?b SET ATTRIBUTES { label: "steel container", weight: 5 } WHERE { ?b {type: "Box"} }');
    expect([await hits('crate'), await hits('heavy'), await hits('steel')]).toEqual([0, 0, 1]);
  });

  it('refuses to touch a protected node among many, and then changes none', async () => {
    const error = await refusal('UPDATE ?x SET METADATA { seen: true } WHERE { ?x {type: "Domain"} }');
    expect(error.code).toBe('KIP_3004');
    expect(error.message).toContain('{type: "Domain", name: "CoreSchema"}');
    expect(await ok('FIND(?x.name) WHERE { ?x {type: "Domain"} FILTER(IS_NOT_NULL(?x.metadata.seen)) }')).toEqual([]);
  });

  it('refuses reserved keys even where nothing matches', async () => {
    const error = await refusal(
      'UPDATE ?b SET METADATA { _version: 1 } WHERE { ?b {type: "Box"} FILTER(?b.name == "none") }',
    );
    expect(error.code).toBe('KIP_2002');
  });
});
