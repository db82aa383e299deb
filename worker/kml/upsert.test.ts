import { beforeEach, describe, expect, it } from 'vitest';
import { openCommands, type Commands } from '../../testing/commands.ts';
import { CAPSULES } from '../../capsules/index.ts';
import type { Engine } from '../engine.ts';

let engine: Engine;
let ok: Commands['ok'];
let refusal: Commands['refusal'];
beforeEach(async () => {
  ({ engine, ok, refusal } = await openCommands(`UPSERT {
    CONCEPT ?t { {type: "$ConceptType", name: "Topic"} }
    CONCEPT ?a { {type: "$PropositionType", name: "about"} }
    CONCEPT ?c { {type: "$PropositionType", name: "claims"} }
  }`));
});

const versionOf = async (name: string) => (await ok(`FIND(?x.metadata._version) WHERE { ?x {name: "${name}"} }`))[0];

describe('UPSERT of one element in several blocks (§4.1)', () => {
  it('merges into a concept that an earlier block has created', async () => {
    const { upsert_concept_nodes: ids } = await ok(`UPSERT {
      CONCEPT ?a { {type: "Topic", name: "tea"} SET ATTRIBUTES { kind: "green", cups: 1 } }
      CONCEPT ?b { {type: "Topic", name: "tea"} EXPECT VERSION 1 SET ATTRIBUTES { cups: 2 } } WITH METADATA { source: "b" }
    }`);
    expect(ids[0]).toBe(ids[1]);
    expect(await ok('FIND(?x) WHERE { ?x {name: "tea"} }')).toMatchObject([
      { attributes: { kind: 'green', cups: 2 }, metadata: { source: 'b', _version: 2 } },
    ]);
  });

  it('merges into a link that an earlier entry or block has created', async () => {
    await ok(`UPSERT {
      CONCEPT ?a { {type: "Topic", name: "a"} }
      CONCEPT ?b { {type: "Topic", name: "b"} SET PROPOSITIONS { ("about", ?a) WITH METADATA { n: 1 } ("about", ?a) WITH METADATA { m: 2 } } }
      PROPOSITION ?l { (?b, "about", ?a) SET ATTRIBUTES { weight: 3 } }
    }`);
    expect(await ok('FIND(?l) WHERE { ?l ({name: "b"}, "about", ?x) }')).toMatchObject([
      { attributes: { weight: 3 }, metadata: { n: 1, m: 2, _version: 3 } },
    ]);
  });

  it('finds links of earlier blocks by structure, at any depth', async () => {
    await ok(`UPSERT {
      CONCEPT ?a { {type: "Topic", name: "a"} }
      CONCEPT ?b { {type: "Topic", name: "b"} SET PROPOSITIONS { ("about", ?a) } }
      PROPOSITION { (?a, "claims", (?b, "about", {type: "Topic", name: "a"})) }
      PROPOSITION { (?a, "claims", (?a, "claims", (?b, "about", ?a))) }
    } UPSERT {
      PROPOSITION { ({type: "Topic", name: "b"}, "claims", ({type: "Topic", name: "a"}, "claims", ({type: "Topic", name: "b"}, "about", {type: "Topic", name: "a"}))) }
    }`);
    expect(await ok('FIND(COUNT(?l)) WHERE { ?l (?s, "claims", ?o) }')).toBe(3);
  });

  it('links an element to itself', async () => {
    await ok('UPSERT { CONCEPT ?a { {type: "Topic", name: "a"} } PROPOSITION { (?a, "about", ?a) } }');
    expect(await ok('FIND(?x.name) WHERE { (?x, "about", ?x) }')).toEqual(['a']);
  });
});

describe('UPSERT and versions (§2.11)', () => {
  it('leaves the version alone where nothing differs, nested values included', async () => {
    const command = `UPSERT { CONCEPT ?a { {type: "Topic", name: "a"} SET ATTRIBUTES { n: 1, list: [1, {x: null}], none: null } } } WITH METADATA { source: "s" }`;
    await ok(command);
    await ok(command);
    expect(await versionOf('a')).toBe(1);
  });

  it('raises it for a value of another type that looks alike', async () => {
    await ok('UPSERT { CONCEPT ?a { {type: "Topic", name: "a"} SET ATTRIBUTES { n: 1 } } }');
    await ok('UPSERT { CONCEPT ?a { {type: "Topic", name: "a"} SET ATTRIBUTES { n: true } } }');
    await ok('UPSERT { CONCEPT ?a { {type: "Topic", name: "a"} SET ATTRIBUTES { n: "1" } } }');
    expect(await versionOf('a')).toBe(3);
  });

  it.each([
    ['"3"', {}, 'KIP_1001'],
    [':v', { v: '3' }, 'KIP_2003'],
    [':v', { v: null }, 'KIP_2003'],
    [':v', { v: -1 }, 'KIP_1001'],
    [':v', { v: 1.5 }, 'KIP_1001'],
  ])('takes only a whole number as a guard: %s', async (guard, parameters, code) => {
    const command = `UPSERT { CONCEPT ?a { {type: "Topic", name: "a"} EXPECT VERSION ${guard} } }`;
    expect((await refusal(command, parameters)).code).toBe(code);
  });

  it('tells the version that is there', async () => {
    await ok('UPSERT { CONCEPT ?a { {type: "Topic", name: "a"} } }');
    const error = await refusal('UPSERT { CONCEPT ?a { {type: "Topic", name: "a"} EXPECT VERSION 7 } }');
    expect(error.code).toBe('KIP_3005');
    expect(error.message).toContain('{type: "Topic", name: "a"} is at _version 1, but the block expects 7');
    expect(error.hint).toContain('EXPECT VERSION 1');
  });

  it('never hands out an id twice', async () => {
    const first = await ok('UPSERT { CONCEPT ?a { {type: "Topic", name: "a"} } }');
    await ok('DELETE CONCEPT ?a DETACH WHERE { ?a {type: "Topic", name: "a"} }');
    await refusal('UPSERT { CONCEPT ?b { {type: "Topic", name: "b"} } CONCEPT ?c { {type: "Nowhere", name: "c"} } }');
    const second = await ok('UPSERT { CONCEPT ?a { {type: "Topic", name: "a"} } }');
    expect(second.upsert_concept_nodes[0]).not.toBe(first.upsert_concept_nodes[0]);
  });
});

describe('UPSERT of values (§2.7)', () => {
  it('keeps keys and names that are no identifiers', async () => {
    const attributes = { '': 1, 'a.b': 2, 'q"uote': 3, 'new\nline': 4, "it's": 5, '$[0]': 6, __proto__x: 7, 名: 8 };
    const name = 'a "b" \\ \n \u0000 名';
    await ok('UPSERT { CONCEPT ?a { {type: "Topic", name: :name} SET ATTRIBUTES { all: :all } } }', {
      name,
      all: attributes,
    });
    await ok(
      `UPSERT { CONCEPT ?a { {type: "Topic", name: :name} SET ATTRIBUTES { "": 1, "a.b": 2, "__proto__": 3, "constructor": 4 } } }`,
      { name },
    );
    const [found] = await ok('FIND(?a) WHERE { ?a {type: "Topic", name: :name} }', { name });
    expect(found.name).toBe(name);
    expect(Object.entries(found.attributes)).toEqual([
      ['all', attributes],
      ['', 1],
      ['a.b', 2],
      ['__proto__', 3],
      ['constructor', 4],
    ]);
  });
});

describe('UPSERT refusals that teach (appendix 4)', () => {
  it('refuses a name with half of a character, which could not be found again', async () => {
    const given = 'UPSERT { CONCEPT ?a { {type: "Topic", name: :name} } }';
    for (const [command, parameters] of [
      ['UPSERT { CONCEPT ?a { {type: "Topic", name: "half \\ud83d"} } }', {}],
      [given, { name: 'half \udc00' }],
    ] as const) {
      const { code, message } = await refusal(command, parameters);
      expect(code).toBe('KIP_1001');
      expect(message).toContain('half of a character');
    }
    await ok('UPSERT { CONCEPT ?a { {type: "Topic", name: "whole \\ud83d\\ude80"} } }');
    expect(await ok('FIND(?a.name) WHERE { ?a {type: "Topic", name: "whole 🚀"} }')).toEqual(['whole 🚀']);
  });

  it('names the type that was probably meant, and how to define one', async () => {
    const error = await refusal('UPSERT { CONCEPT ?a { {type: "topic", name: "a"} } }');
    expect(error.code).toBe('KIP_2001');
    expect(error.hint).toContain('Did you mean "Topic"?');
    expect(error.hint).toContain('$ConceptType');
  });

  it('names the concept that was probably meant', async () => {
    await ok('UPSERT { CONCEPT ?a { {type: "Topic", name: "JavaScript"} } }');
    const error = await refusal(
      'UPSERT { CONCEPT ?b { {type: "Topic", name: "web"} SET PROPOSITIONS { ("about", {type: "Topic", name: "Javascript"}) } } }',
    );
    expect(error.code).toBe('KIP_3002');
    expect(error.hint).toContain('{type: "Topic", name: "JavaScript"}');
    expect(error.hint).toContain('CONCEPT ?x { {type: "Topic", name: "Javascript"} }');
  });

  it('names the type under which the name exists', async () => {
    const error = await refusal(
      'UPSERT { CONCEPT ?b { {type: "Topic", name: "web"} SET PROPOSITIONS { ("about", {type: "Topic", name: "$self"}) } } }',
    );
    expect(error.hint).toContain('{type: "Person", name: "$self"}');
  });

  it('does not let a block use its own handle in its entries', async () => {
    const error = await refusal(
      'UPSERT { CONCEPT ?a { {type: "Topic", name: "a"} SET PROPOSITIONS { ("about", ?a) } } }',
    );
    expect(error.code).toBe('KIP_3001');
  });

  it.each([
    ['$ConceptType', '1st'],
    ['$ConceptType', 'Medical Device'],
    ['$ConceptType', '$Meta'],
    ['$PropositionType', 'has-part'],
    ['$PropositionType', ''],
  ])('refuses a definition %s named %j', async (type, name) => {
    const error = await refusal('UPSERT { CONCEPT ?t { {type: :type, name: :name} } }', { type, name });
    expect(error.code).toBe('KIP_1002');
  });

  it('says which kind an id is of', async () => {
    const { upsert_concept_nodes: ids } = await ok('UPSERT { CONCEPT ?a { {type: "Topic", name: "a"} } }');
    const error = await refusal('UPSERT { PROPOSITION { (id: :id) } WITH METADATA { x: 1 } }', { id: ids[0] });
    expect(error.code).toBe('KIP_3002');
    expect(error.message).toContain('is not the id of a proposition');
  });

  it('leaves no definition behind in what is known', async () => {
    await refusal(
      'UPSERT { CONCEPT ?t { {type: "$ConceptType", name: "Gone"} } CONCEPT ?x { {type: "Nowhere", name: "x"} } }',
    );
    expect((await refusal('UPSERT { CONCEPT ?x { {type: "Gone", name: "x"} } }')).code).toBe('KIP_2001');
  });
});

describe('UPSERT and the protected nodes (appendix 4, KIP_3004)', () => {
  it('does not write the defaults of the statement to a protected node that is only declared', async () => {
    await ok(`UPSERT {
      CONCEPT ?core { {type: "Domain", name: "CoreSchema"} }
      CONCEPT ?t { {type: "$ConceptType", name: "Plant"} SET PROPOSITIONS { ("belongs_to_domain", ?core) } }
    } WITH METADATA { source: "garden" }`);
    expect(await versionOf('CoreSchema')).toBe(1);
    expect(await ok('FIND(?t.metadata.source) WHERE { ?t {name: "Plant"} }')).toEqual(['garden']);
  });

  it('refuses metadata meant for one', async () => {
    const error = await refusal(
      'UPSERT { CONCEPT ?c { {type: "Domain", name: "CoreSchema"} } WITH METADATA { source: "x" } }',
    );
    expect(error.code).toBe('KIP_3004');
  });

  it('takes what is there already, so that a capsule of the core can be imported anywhere', async () => {
    for (const capsule of CAPSULES) await ok(capsule);
    expect(await ok('FIND(COUNT(?x)) WHERE { ?x {type: "$ConceptType"} FILTER(?x.metadata._version != 1) }')).toBe(0);
    expect(
      await ok('FIND(COUNT(?l)) WHERE { ?l (?s, "belongs_to_domain", ?o) FILTER(?l.metadata._version != 1) }'),
    ).toBe(0);
  });
});

describe('UPSERT as a dry run (§6.1)', () => {
  it('counts its own definitions as made, reports no ids and leaves nothing', async () => {
    const answer = await engine.execute({
      command:
        'UPSERT { CONCEPT ?t { {type: "$ConceptType", name: "Draft"} } CONCEPT ?x { {type: "Draft", name: "x"} } } UPSERT { CONCEPT ?y { {type: "Draft", name: "y"} SET PROPOSITIONS { ("about", {type: "Draft", name: "x"}) } } }',
      dry_run: true,
    });
    expect(answer).toEqual({ result: { blocks: 2, upsert_concept_nodes: [], upsert_proposition_links: [] } });
    expect((await refusal('FIND(?x) WHERE { ?x {type: "Draft"} }')).code).toBe('KIP_2001');
  });
});
