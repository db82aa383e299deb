import { beforeEach, describe, expect, it } from 'vitest';
import { openCommands, type Commands } from '../../testing/commands.ts';
import type { Engine } from '../engine.ts';

let engine: Engine;
let ok: Commands['ok'];
let refusal: Commands['refusal'];
beforeEach(async () => {
  ({ engine, ok, refusal } = await openCommands(`UPSERT {
    CONCEPT ?t { {type: "$ConceptType", name: "Tool"} }
    CONCEPT ?p { {type: "$PropositionType", name: "uses"} }
    CONCEPT ?q { {type: "$PropositionType", name: "says"} }
  }`));
});

const merge = (source: string, target: string) =>
  `MERGE CONCEPT ?a INTO ?b WHERE { ?a {type: "Tool", name: "${source}"} ?b {type: "Tool", name: "${target}"} }`;

describe('links of merged concepts (§4.4)', () => {
  it('collapse level by level: claims about claims about collapsed links', async () => {
    await ok(`UPSERT {
      CONCEPT ?old { {type: "Tool", name: "old"} }
      CONCEPT ?new { {type: "Tool", name: "new"} }
      CONCEPT ?x { {type: "Tool", name: "x"} }
      PROPOSITION ?l1 { (?x, "uses", ?old) SET ATTRIBUTES { a: "old", only_old: 1 } }
      PROPOSITION ?l2 { (?x, "uses", ?new) SET ATTRIBUTES { a: "new", empty: null } }
      PROPOSITION ?c1 { (?x, "says", ?l1) SET ATTRIBUTES { b: "old", empty: 5 } }
      PROPOSITION ?c2 { (?x, "says", ?l2) } WITH METADATA { kept: true }
      PROPOSITION ?d1 { (?c1, "says", ?x) }
      PROPOSITION ?d2 { (?c2, "says", ?x) }
      PROPOSITION ?e1 { (?old, "says", ?d1) }
    }`);
    expect(await ok(merge('old', 'new'))).toEqual({
      merged: true,
      links_repointed: 1,
      links_deduplicated: 3,
      attributes_filled: 0,
    });
    expect(await ok('FIND(?l.attributes) WHERE { ?l ({name: "x"}, "uses", {name: "new"}) }')).toEqual([
      { a: 'new', empty: null, only_old: 1 },
    ]);
    const claim = '?c ({name: "x"}, "says", ({name: "x"}, "uses", {name: "new"}))';
    expect(await ok(`FIND(?c.attributes, ?c.metadata.kept) WHERE { ${claim} }`)).toEqual([
      [{ b: 'old', empty: 5 }],
      [true],
    ]);
    expect(await ok(`FIND(COUNT(?e)) WHERE { ${claim} ?d (?c, "says", ?x) ?e ({name: "new"}, "says", ?d) }`)).toBe(1);
    expect(await ok('FIND(COUNT(?l)) WHERE { ?l (?s, "uses" | "says", ?o) }')).toBe(4);
  });

  it('collapse where the source is on both ends, or linked with the target', async () => {
    await ok(`UPSERT {
      CONCEPT ?a { {type: "Tool", name: "a"} }
      CONCEPT ?b { {type: "Tool", name: "b"} }
      PROPOSITION { (?a, "uses", ?a) SET ATTRIBUTES { from: "aa", p: 1 } }
      PROPOSITION { (?a, "uses", ?b) SET ATTRIBUTES { from: "ab", q: 2 } }
      PROPOSITION { (?b, "uses", ?a) SET ATTRIBUTES { from: "ba", r: 3 } }
    }`);
    const counts = await ok(merge('a', 'b'));
    expect([counts.links_repointed, counts.links_deduplicated]).toEqual([1, 2]);
    expect(await ok('FIND(?l.attributes) WHERE { ?l (?x, "uses", ?y) }')).toEqual([{ from: 'aa', p: 1, q: 2, r: 3 }]);
    expect(await ok('FIND(?x.name) WHERE { (?x, "uses", ?x) }')).toEqual(['b']);
  });

  it('of a hub are moved whole, in both directions', async () => {
    const links = Array.from(
      { length: 3000 },
      (_, n) =>
        `CONCEPT ?n${n} { {type: "Tool", name: "n${n}"} SET PROPOSITIONS { ("uses", ${n % 5 ? '?a' : '?b'}) ${n % 10 ? '' : '("uses", ?a)'} } }`,
    );
    await ok(
      `UPSERT { CONCEPT ?a { {type: "Tool", name: "a"} } CONCEPT ?b { {type: "Tool", name: "b"} } ${links.join('\n')} }`,
    );
    expect(await ok(merge('a', 'b'))).toMatchObject({ links_repointed: 2400, links_deduplicated: 300 });
    expect(await ok('FIND(COUNT(?n)) WHERE { (?n, "uses", {type: "Tool", name: "b"}) }')).toBe(3000);
    expect(engine.nexus.driver.all('PRAGMA integrity_check')).toEqual([['ok']]);
  });
});

describe('the surviving concept (§4.4)', () => {
  it('gains what it lacks, keeps its nulls and its own metadata, and answers to the old names', async () => {
    await ok(`UPSERT {
      CONCEPT ?a { {type: "Tool", name: "a"} SET ATTRIBUTES { x: 1, y: 2, aliases: ["alpha", "b"] } } WITH METADATA { source: "a" }
      CONCEPT ?b { {type: "Tool", name: "b"} SET ATTRIBUTES { x: null, aliases: "beta" } }
    }`);
    expect(await ok(merge('a', 'b'))).toMatchObject({ attributes_filled: 1 });
    const [found] = await ok('FIND(?b) WHERE { ?b {type: "Tool", name: "b"} }');
    expect(found.attributes).toEqual({ x: null, y: 2, aliases: ['beta', 'alpha', 'b', 'a'] });
    expect(found.metadata).toMatchObject({ _merged_from: ['Tool:a'], _version: 2 });
    expect(found.metadata.source).toBeUndefined();
    for (const term of ['alpha', 'a']) {
      expect(await ok(`SEARCH CONCEPT "${term}" WITH TYPE "Tool"`)).toMatchObject([{ name: 'b' }]);
    }
  });

  it('keeps its trail through UPSERT, and nobody can write it', async () => {
    await ok('UPSERT { CONCEPT ?a { {type: "Tool", name: "a"} } CONCEPT ?b { {type: "Tool", name: "b"} } }');
    await ok(merge('a', 'b'));
    await ok('UPSERT { CONCEPT ?b { {type: "Tool", name: "b"} } WITH METADATA { source: "later" } }');
    expect(await ok('FIND(?b.metadata._merged_from) WHERE { ?b {type: "Tool"} }')).toEqual([['Tool:a']]);
    const error = await refusal('UPDATE ?b SET METADATA { _merged_from: [] } WHERE { ?b {type: "Tool"} }');
    expect(error.code).toBe('KIP_2002');
  });
});

describe('a MERGE sent again (§4.4)', () => {
  beforeEach(async () => {
    await ok(
      'UPSERT { CONCEPT ?a { {type: "Tool", name: "a"} } CONCEPT ?b { {type: "Tool", name: "b"} } CONCEPT ?c { {type: "Tool", name: "c"} } }',
    );
  });

  it('says by name that it was merged, and into what', async () => {
    await ok(merge('a', 'b'));
    const error = await refusal(merge('a', 'b'));
    expect(error.code).toBe('KIP_3002');
    expect(error.hint).toContain('was already merged into {type: "Tool", name: "b"}');
  });

  it('says so by id', async () => {
    const [[a], [b]] = await ok(
      'FIND(?a.id, ?b.id) WHERE { ?a {type: "Tool", name: "a"} ?b {type: "Tool", name: "b"} }',
    );
    const byId = 'MERGE CONCEPT ?a INTO ?b WHERE { ?a {id: :a} ?b {id: :b} }';
    await ok(byId, { a, b });
    expect((await refusal(byId, { a, b })).hint).toContain('already merged');
  });

  it('says so where the target is found by a filter', async () => {
    const byFilter =
      'MERGE CONCEPT ?a INTO ?b WHERE { ?a {type: "Tool", name: "a"} ?b {type: "Tool"} FILTER(?b.name == "b") }';
    await ok(byFilter);
    expect((await refusal(byFilter)).hint).toContain('already merged');
  });

  it('follows the survivor through later merges', async () => {
    await ok(merge('a', 'b'));
    await ok(merge('b', 'c'));
    expect((await refusal(merge('a', 'c'))).hint).toContain('already merged into {type: "Tool", name: "c"}');
  });

  it('says nothing of a merge where there was none, or into another concept', async () => {
    await ok(merge('a', 'b'));
    for (const command of [merge('nobody', 'b'), merge('a', 'c'), merge('c', 'nobody')]) {
      const error = await refusal(command);
      expect(error.code).toBe('KIP_3002');
      expect(error.hint).not.toMatch(/already/i);
    }
  });
});

describe('MERGE refusals (§4.4)', () => {
  it('takes concepts only', async () => {
    await ok(
      'UPSERT { CONCEPT ?a { {type: "Tool", name: "a"} SET PROPOSITIONS { ("uses", {type: "Person", name: "$self"}) } } }',
    );
    const error = await refusal('MERGE CONCEPT ?l INTO ?a WHERE { ?a {type: "Tool", name: "a"} ?l (?a, "uses", ?o) }');
    expect(error.code).toBe('KIP_2002');
    expect(error.message).toContain('?l is bound to a proposition');
  });

  it('names some of the many', async () => {
    await ok('UPSERT { CONCEPT ?a { {type: "Tool", name: "a"} } CONCEPT ?b { {type: "Tool", name: "b"} } }');
    const error = await refusal('MERGE CONCEPT ?a INTO ?b WHERE { ?a {type: "Tool"} ?b {type: "Tool"} }');
    expect(error.code).toBe('KIP_3003');
    expect(error.message).toContain('{type: "Tool", name: "a"}, {type: "Tool", name: "b"}');
  });

  it('keeps a definition that is in use, and lets one go that is not', async () => {
    await ok(
      'UPSERT { CONCEPT ?t { {type: "$ConceptType", name: "Gadget"} } CONCEPT ?g { {type: "Gadget", name: "g"} } }',
    );
    const both =
      'MERGE CONCEPT ?a INTO ?b WHERE { ?a {type: "$ConceptType", name: "Gadget"} ?b {type: "$ConceptType", name: "Tool"} }';
    const error = await refusal(both);
    expect(error.code).toBe('KIP_2002');
    expect(error.message).toContain('it is the type of 1 concept');
    await ok('DELETE CONCEPT ?g DETACH WHERE { ?g {type: "Gadget"} }');
    await ok(both);
    expect((await refusal('FIND(?g) WHERE { ?g {type: "Gadget"} }')).code).toBe('KIP_2001');
  });
});
