import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../../src/protocol/values.ts';
import { openEngine } from '../../testing/node-door.ts';
import type { Engine } from '../engine.ts';

// Combinations of NOT, OPTIONAL and UNION that the vectors do not reach and random queries have found to be delicate.

describe('groups inside groups (§3.4.7)', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await openEngine();
    await result(`UPSERT {
      CONCEPT ?t1 { {type: "$ConceptType", name: "Thing"} } CONCEPT ?t2 { {type: "$ConceptType", name: "Place"} } CONCEPT ?t3 { {type: "$ConceptType", name: "Note"} }
      CONCEPT ?p1 { {type: "$PropositionType", name: "knows"} } CONCEPT ?p2 { {type: "$PropositionType", name: "about"} } CONCEPT ?p3 { {type: "$PropositionType", name: "part_of"} }
    }`);
    await result(`UPSERT {
      CONCEPT ?a { {type: "Thing", name: "a"} SET ATTRIBUTES { rank: 1 } }
      CONCEPT ?b { {type: "Thing", name: "b"} SET ATTRIBUTES { rank: 2 } }
      CONCEPT ?p { {type: "Place", name: "p"} SET ATTRIBUTES { rank: 3 } }
      PROPOSITION ?ab { (?a, "knows", ?b) SET ATTRIBUTES { rank: 10 } }
      PROPOSITION ?pp { (?p, "about", ?p) SET ATTRIBUTES { rank: 20 } }
    }`);
  });
  afterAll(() => engine.close());

  async function result(command: string): Promise<Json> {
    const response = await engine.execute({ command });
    expect(response.error, command).toBe(undefined);
    return response.result!;
  }

  it('collapses equal solutions of a WHERE that is one UNION branch', async () => {
    expect(await result('FIND(?p.name) WHERE { UNION { ?p {type: "Place"} ?t {type: "Thing"} } }')).toEqual(['p']);
    expect(await result('FIND(COUNT(?p)) WHERE { UNION { ?p {type: "Place"} ?t {type: "Thing"} } }')).toBe(1);
  });

  it('collapses misses of an OPTIONAL whose variables alone are projected', async () => {
    expect(await result('FIND(?n) WHERE { ?t {type: "Thing"} OPTIONAL { ?n (?t, "about", ?x) } }')).toEqual([null]);
  });

  it('leaves the ends of a restated link unbound where the OPTIONAL misses', async () => {
    const command = 'FIND(?s) WHERE { ?l (?a, "knows", ?b) OPTIONAL { ?l (?s, ?q, {type: "Note"}) } }';
    expect(await result(command)).toEqual([null]);
  });

  it('lets a FILTER wait for a variable that a later OPTIONAL binds', async () => {
    const command = 'FIND(?t.name) WHERE { FILTER(?b.name == "b") ?t {type: "Thing"} OPTIONAL { (?t, "knows", ?b) } }';
    expect(await result(command)).toEqual(['a']);
  });

  it('applies a FILTER that waits for one branch to all branches of the run', async () => {
    const command =
      'FIND(?t.name, ?p.name) WHERE { FILTER(IS_NULL(?t)) UNION { ?t {type: "Thing"} } UNION { ?p {type: "Place"} } }';
    expect(await result(command)).toEqual([[null], ['p']]);
  });

  it('keeps a string test false for a field that is not there, whatever the pattern', async () => {
    expect(await result('FIND(?l.id) WHERE { ?l (?a, ?p, ?b) FILTER(REGEX(?l.name, "null")) }')).toEqual([]);
    const unbound =
      'FIND(?t.name, ?x.name) WHERE { ?t {type: "Thing"} FILTER(REGEX(?x.name, "")) UNION { ?x {name: "p"} } }';
    expect(await result(unbound)).toEqual([[null], ['p']]);
  });

  it('walks on from a variable that an OPTIONAL before it may leave unbound', async () => {
    const walk = (predicate: string) =>
      `FIND(?t.name, ?end.name) WHERE { ?t {type: "Thing"} OPTIONAL { OPTIONAL { (?t, "knows", ?m) } (?m, "${predicate}"{0,2}, ?end) } } ORDER BY ?t.name`;
    expect(await result(walk('part_of'))).toEqual([
      ['a', 'b'],
      ['b', null],
    ]);
    const alone = 'FIND(?d) WHERE { OPTIONAL { OPTIONAL { ?l (?d, "part_of", ?f) } (?f, "part_of"{1,}, ?e) } }';
    expect(await result(alone)).toEqual([null]);
  });

  it('reads a variable as what it is where an OPTIONAL UNION gave it to some solutions only', async () => {
    const command = `FIND(?x.attributes.rank) WHERE {
      ?e (?c, "about", ?d) UNION { ?x (?f, "about", ?e) } OPTIONAL { UNION { ?x {type: "Place"} } }
    } ORDER BY ?x.attributes.rank`;
    expect(await result(command)).toEqual([3, 20]);
    const inside = `FIND(?x.attributes.rank) WHERE {
      ?e (?c, "about", ?d) OPTIONAL { ?x ({type: "Thing"}, "knows", ?y) }
      OPTIONAL { (?c, "about", ?z) UNION { ?x {type: "Place"} } }
    }`;
    expect(await result(inside)).toEqual([10]);
  });
});
