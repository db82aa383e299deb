import { beforeEach, describe, expect, it } from 'vitest';
import { openCommands, type Commands } from '../../testing/commands.ts';
import type { Engine } from '../engine.ts';

let engine: Engine;
let ok: Commands['ok'];
let refusal: Commands['refusal'];
beforeEach(async () => {
  ({ engine, ok, refusal } = await openCommands(`UPSERT {
    CONCEPT ?t { {type: "$ConceptType", name: "Page"} }
    CONCEPT ?p { {type: "$PropositionType", name: "cites"} SET ATTRIBUTES { description: "refers to" } }
    CONCEPT ?q { {type: "$PropositionType", name: "doubts"} }
  }`));
});

describe('DELETE with its cascade (§4.2.3, §4.2.4)', () => {
  it('takes links about links about links with it, through either end', async () => {
    await ok(`UPSERT {
      CONCEPT ?a { {type: "Page", name: "a"} }
      CONCEPT ?b { {type: "Page", name: "b"} }
      PROPOSITION ?l { (?a, "cites", ?b) }
      PROPOSITION ?m { (?b, "doubts", ?l) }
      PROPOSITION ?n { (?m, "doubts", ?b) }
      PROPOSITION ?o { (?n, "doubts", ?m) }
      PROPOSITION ?loop { (?a, "cites", ?a) }
      PROPOSITION ?stays { (?b, "cites", ?b) }
    }`);
    expect(await ok('DELETE CONCEPT ?a DETACH WHERE { ?a {type: "Page", name: "a"} }')).toEqual({
      deleted_concepts: 1,
      deleted_propositions: 5,
    });
    expect(await ok('FIND(?s.name, ?p) WHERE { (?s, ?p, ?o) FILTER(IN(?p, ["cites", "doubts"])) }')).toEqual([
      ['b'],
      ['cites'],
    ]);
  });

  it('takes a hub whole', async () => {
    const pages = Array.from(
      { length: 3000 },
      (_, n) => `CONCEPT ?n${n} { {type: "Page", name: "n${n}"} SET PROPOSITIONS { ("cites", ?hub) } }`,
    );
    await ok(`UPSERT { CONCEPT ?hub { {type: "Page", name: "hub"} } ${pages.join('\n')} }`);
    expect(await ok('DELETE CONCEPT ?h DETACH WHERE { ?h {type: "Page", name: "hub"} }')).toEqual({
      deleted_concepts: 1,
      deleted_propositions: 3000,
    });
    expect(engine.nexus.driver.all('PRAGMA integrity_check')).toEqual([['ok']]);
  });

  it('takes the words out of the index', async () => {
    await ok(`UPSERT {
      CONCEPT ?a { {type: "Page", name: "quixotic"} }
      PROPOSITION { (?a, "cites", {type: "Person", name: "$self"}) SET ATTRIBUTES { note: "zephyr" } }
    }`);
    expect(await ok('SEARCH PROPOSITION "zephyr"')).toHaveLength(1);
    await ok('DELETE CONCEPT ?a DETACH WHERE { ?a {type: "Page"} }');
    expect(await ok('SEARCH CONCEPT "quixotic"')).toEqual([]);
    expect(await ok('SEARCH PROPOSITION "zephyr"')).toEqual([]);
  });
});

describe('DELETE of the other kind (§4.2)', () => {
  it('names the command that deletes concepts', async () => {
    const error = await refusal('DELETE PROPOSITIONS ?x WHERE { ?x {type: "Domain", name: "Unsorted"} }');
    expect(error.code).toBe('KIP_2002');
    expect(error.hint).toContain('DELETE CONCEPT ?x DETACH');
  });

  it('names the command that deletes propositions', async () => {
    const error = await refusal('DELETE CONCEPT ?x DETACH WHERE { ?x (?s, "belongs_to_domain", ?o) }');
    expect(error.code).toBe('KIP_2002');
    expect(error.hint).toContain('DELETE PROPOSITIONS ?x');
  });
});

describe('DELETE of a definition (§2.9.1)', () => {
  it('is refused while the type is in use, with the number of its concepts', async () => {
    await ok('UPSERT { CONCEPT ?a { {type: "Page", name: "a"} } CONCEPT ?b { {type: "Page", name: "b"} } }');
    const error = await refusal('DELETE CONCEPT ?t DETACH WHERE { ?t {type: "$ConceptType", name: "Page"} }');
    expect(error.code).toBe('KIP_2002');
    expect(error.message).toContain('the type of 2 concepts');
    expect(error.hint).toContain('DELETE CONCEPT ?x DETACH WHERE { ?x {type: "Page"} }');
  });

  it('is refused while the predicate is in use elsewhere', async () => {
    await ok('UPSERT { CONCEPT ?a { {type: "Page", name: "a"} } PROPOSITION { (?a, "cites", ?a) } }');
    const error = await refusal('DELETE CONCEPT ?t DETACH WHERE { ?t {type: "$PropositionType", name: "cites"} }');
    expect(error.message).toContain('1 proposition use');
  });

  it('works once nothing uses it, and the name is unknown from then on', async () => {
    await ok('DELETE CONCEPT ?t DETACH WHERE { ?t {type: "$PropositionType", name: "doubts"} }');
    expect((await refusal('FIND(?x) WHERE { (?x, "doubts", ?y) }')).code).toBe('KIP_2001');
    await ok('UPSERT { CONCEPT ?t { {type: "$PropositionType", name: "doubts"} } }');
    expect(await ok('FIND(?x) WHERE { (?x, "doubts", ?y) }')).toEqual([]);
  });
});

describe('DELETE ATTRIBUTES and DELETE METADATA (§4.2.1, §4.2.2)', () => {
  it('remove keys of every spelling, also those that hold null', async () => {
    await ok(
      'UPSERT { CONCEPT ?a { {type: "Page", name: "a"} SET ATTRIBUTES { "a.b": 1, "q\\"": 2, none: null, keep: {none: 1} } } }',
    );
    expect(
      await ok('DELETE ATTRIBUTES {"a.b", "q\\"", "none", :k} FROM ?a WHERE { ?a {type: "Page"} }', { k: 'x' }),
    ).toEqual({
      updated_concepts: 1,
      updated_propositions: 0,
    });
    expect(await ok('FIND(?a.attributes) WHERE { ?a {type: "Page"} }')).toEqual([{ keep: { none: 1 } }]);
  });

  it('take removed words out of the index', async () => {
    await ok(
      'UPSERT { CONCEPT ?a { {type: "Page", name: "a"} SET ATTRIBUTES { description: "quixotic", note: "zephyr" } } }',
    );
    await ok('DELETE ATTRIBUTES {"description"} FROM ?a WHERE { ?a {type: "Page"} }');
    expect(await ok('SEARCH CONCEPT "quixotic"')).toEqual([]);
    expect(await ok('SEARCH CONCEPT "zephyr"')).toHaveLength(1);
  });

  it('refuse the metadata of a protected node', async () => {
    const error = await refusal('DELETE METADATA {"source"} FROM ?x WHERE { ?x {type: "Domain"} }');
    expect(error.code).toBe('KIP_3004');
  });
});
