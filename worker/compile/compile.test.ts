// The SQL of each construct, and that SQLite takes it. Names of aliases are part of the text: a change here is a change of plan.
import { beforeAll, describe, expect, it } from 'vitest';
import { parseStrict, type FindStatement } from '../../src/language/index.ts';
import type { JsonKind } from '../../src/protocol/values.ts';
import type { Driver } from '../store/driver.ts';
import { SCHEMA } from '../store/schema.ts';
import { loadSqlite, openMemoryDriver } from '../store/sqlite.ts';
import { compileFind, type FindPlan } from './find.ts';

let driver: Driver;

beforeAll(async () => {
  driver = openMemoryDriver(await loadSqlite());
  driver.script(SCHEMA);
  driver.defineFunction('regexp', 2, () => 0);
});

function planOf(command: string, kinds: Record<string, JsonKind> = {}): FindPlan {
  const plan = compileFind(parseStrict(command).statements[0] as FindStatement, new Map(Object.entries(kinds)));
  driver.all(
    `EXPLAIN ${plan.sql}`,
    plan.binds.map(() => null),
  ); // throws where SQLite does not take it
  return plan;
}

/** What follows the answer's columns: FROM and all behind it. */
const fromOf = (command: string): string => planOf(command).sql.replace(/^SELECT count\(\*\), .*? FROM /s, '');

const bindsOf = (command: string): string[] => planOf(command).binds.map((bind) => bind.kind);

describe('concept clauses (§3.4.1)', () => {
  it('narrow one row of concepts by id, type and name', () => {
    expect(fromOf('FIND(?n.name) WHERE { ?n {type: "Drug", name: "Aspirin"} }')).toBe(
      'concepts AS c0 WHERE (c0.type = ?1) AND (c0.name = ?2)',
    );
    expect(bindsOf('FIND(?n.name) WHERE { ?n {type: "Drug", name: "Aspirin"} }')).toEqual(['concept-type', 'string']);
  });

  it('on one variable share one row', () => {
    expect(fromOf('FIND(?n.name) WHERE { ?n {type: "Drug"} ?n {name: "Aspirin"} }')).toBe(
      'concepts AS c0 WHERE (c0.type = ?1) AND (c0.name = ?2)',
    );
  });
});

describe('proposition clauses (§3.4.2)', () => {
  it('join the link to the bound subject, and look the object up only for its name', () => {
    expect(fromOf('FIND(?o.name) WHERE { ?d {type: "Drug", name: "A"} (?d, "treats", ?o) }')).toBe(
      'concepts AS c0 JOIN propositions AS p2 LEFT JOIN concepts AS e3' +
        ' ON (e3.id = iif((p2.object & 1), NULL, p2.object))' +
        ' WHERE (c0.type = ?1) AND (c0.name = ?2) AND (p2.predicate = ?3) AND (p2.subject = c0.id)',
    );
  });

  it('take an identity at an end as one id, looked up once', () => {
    expect(fromOf('FIND(?s.id) WHERE { (?s, "treats", {type: "Symptom", name: "B"}) }')).toBe(
      'propositions AS p1 WHERE (p1.predicate = ?1)' +
        ' AND (p1.object = (SELECT i2.id FROM concepts AS i2 WHERE (i2.type = ?2) AND (i2.name = ?3)))',
    );
  });

  it('compile a predicate variable to the predicate column, and a comparison with its name to one with an id', () => {
    expect(fromOf('FIND(?l.id) WHERE { ?l ({id: "C:2"}, ?p, ?o) FILTER(?p != "treats") }')).toBe(
      'propositions AS p0 WHERE (p0.subject = (SELECT i1.id FROM concepts AS i1 WHERE (i1.id = ?1)))' +
        ' AND ((p0.predicate = ?2) IS NOT TRUE)',
    );
  });

  it('follow hops in a recursive query that ends on cycles', () => {
    expect(fromOf('FIND(?t.id) WHERE { ({id: "C:2"}, "is_a"{2,}, ?t) }')).toContain(
      'WITH RECURSIVE r2(id, depth) AS (SELECT',
    );
    expect(fromOf('FIND(?t.id) WHERE { ({id: "C:2"}, "is_a"{2,}, ?t) }')).toContain('min((r2.depth + 1), 2)');
    expect(fromOf('FIND(?t.id) WHERE { ({id: "C:2"}, "is_a"{1,}, ?t) }')).toContain('WITH RECURSIVE r2(id) AS');
  });
});

describe('duplicate solutions (§3.3)', () => {
  const isDistinct = (command: string): boolean => planOf(command).sql.includes('DISTINCT');

  it.each([
    'FIND(?d.name) WHERE { (?d, "treats", {type: "Symptom", name: "B"}) }',
    'FIND(?d.name, ?s.name) WHERE { (?d, "treats", {type: "Symptom", name: "B"}) (?d, "has_side_effect", ?s) }',
    'FIND(?l) WHERE { ?l (?s, "treats", ?o) }',
    'FIND(?d.name, ?s.name) WHERE { ?d {type: "Drug"} OPTIONAL { (?d, "has_side_effect", ?s) } }',
    'FIND(?s.name) WHERE { ({type: "Person", name: "A"}, "stated", (?s, "treats", {type: "Symptom", name: "B"})) }',
  ])('need no DISTINCT where the projected variables determine the rest: %s', (command) => {
    expect(isDistinct(command)).toBe(false);
  });

  it.each([
    'FIND(?d.name) WHERE { (?d, "treats", ?s) }',
    'FIND(?d.name) WHERE { (?d, "treats" | "relieves", {type: "Symptom", name: "B"}) }',
    'FIND(?p) WHERE { ({id: "C:2"}, ?p, ?o) }',
    'FIND(?s.name) WHERE { ?d {type: "Drug"} OPTIONAL { (?d, "has_side_effect", ?s) } }',
  ])('are dropped by id elsewhere: %s', (command) => {
    expect(isDistinct(command)).toBe(true);
  });
});

describe('FILTER (§3.4.3)', () => {
  const filterOf = (condition: string): string =>
    fromOf(`FIND(?x.id) WHERE { ?x {type: "Drug"} FILTER(${condition}) }`).replace(
      'concepts AS c0 WHERE (c0.type = ?1) AND ',
      '',
    );
  const value = "json_extract(c0.attributes, '$.a')";
  const type = "json_type(c0.attributes, '$.a')";

  it.each([
    ['?x.attributes.a < 4', `((${value} < ?2) AND (${type} IN ('integer', 'real')))`],
    ['?x.attributes.a == "b"', `((${value} = ?2) AND (${type} = 'text'))`],
    ['?x.attributes.a != true', `((${type} = ?2) IS NOT TRUE)`],
    ['?x.attributes.a == null', `(${value} IS NULL)`],
    ['?x.name == "b"', '(c0.name = ?2)'],
    ['?x.name > 5', '0'],
    ['?x.metadata._version > 1', '(c0.version > ?2)'],
    ['CONTAINS(?x.name, "b")', '(instr(c0.name, ?2) > 0)'],
    ['REGEX(?x.attributes.a, "b")', `((${type} = 'text') AND regexp(?2, ${value}))`],
    ['IN(?x.name, ["a", "b"])', '(c0.name IN (?2, ?3))'],
    ['!(?x.name == "b")', '((c0.name = ?2) IS NOT TRUE)'],
    ['IS_NULL(?x)', '(c0.id IS NULL)'],
  ])('%s', (condition, sql) => {
    expect(filterOf(condition)).toBe(sql);
  });

  it('looks a whole-list parameter up by the kinds of its members', () => {
    const { sql, binds } = planOf('FIND(?x.id) WHERE { ?x {type: "Drug"} FILTER(IN(?x.name, :names)) }', {
      names: 'array',
    });
    expect(sql).toContain('(c0.name IN (SELECT j1.value FROM json_each(?2) AS j1))');
    expect(binds[1]).toMatchObject({ kind: 'list', of: 'string' });
  });
});

describe('NOT, OPTIONAL and UNION (§3.4.7)', () => {
  it('compile NOT to NOT EXISTS over correlated columns', () => {
    expect(fromOf('FIND(?d.id) WHERE { ?d {type: "Drug"} NOT { (?d, "treats", ?s) } }')).toBe(
      'concepts AS c0 WHERE (c0.type = ?1) AND NOT EXISTS' +
        ' (SELECT 1 FROM propositions AS p2 WHERE (p2.predicate = ?2) AND (p2.subject = c0.id))',
    );
  });

  it('chain OPTIONAL as left joins, each only where the rest of its block matches', () => {
    expect(
      fromOf('FIND(?d.id, ?o.id) WHERE { ?d {type: "Drug"} OPTIONAL { (?d, "treats", ?s) (?s, "seen_in", ?o) } }'),
    ).toContain(
      'LEFT JOIN propositions AS p2 ON ((p2.predicate = ?1) AND (p2.subject = c0.id) AND EXISTS' +
        ' (SELECT 1 FROM propositions AS p4 WHERE (p4.predicate = ?2) AND (p4.subject = p2.object)))' +
        ' LEFT JOIN propositions AS p4 ON ((p4.predicate = ?2) AND (p4.subject = p2.object) AND (p2.id IS NOT NULL))',
    );
  });

  it('merge UNION branches as sets of the ids that are read later', () => {
    expect(fromOf('FIND(?d.name) WHERE { (?d, "treats", {id: "C:2"}) UNION { (?d, "treats", {id: "C:4"}) } }')).toMatch(
      /^\(SELECT p1\.subject AS v0 FROM .* UNION SELECT p\d+\.subject AS v0 FROM .*\) AS u\d+ LEFT JOIN concepts AS e/,
    );
  });
});

describe('ORDER BY, LIMIT and CURSOR (§3.5)', () => {
  it('sort ids and keys, and look the elements up for one page', () => {
    expect(planOf('FIND(?e) WHERE { ?e {type: "Event"} } ORDER BY ?e.attributes.at DESC LIMIT 20').sql).toContain(
      "(SELECT c0.id AS v0, json_extract(c0.attributes, '$.at') AS k0, c0.id AS k1 FROM concepts AS c0" +
        " WHERE (c0.type = ?1) ORDER BY json_extract(c0.attributes, '$.at') DESC, c0.id DESC LIMIT ?2)",
    );
  });

  it('keep nulls last', () => {
    expect(planOf('FIND(?e.id) WHERE { ?e {type: "Event"} } ORDER BY ?e.attributes.at').sql).toContain(
      "json_extract(c0.attributes, '$.at') ASC NULLS LAST",
    );
  });

  it('continue after a cursor by key, with a bound that an index can seek to', () => {
    const { sql } = planOf('FIND(?p.name) WHERE { ?p {type: "Person"} } ORDER BY ?p.name LIMIT 100 CURSOR "x"');
    expect(sql).toContain('((c0.name, c0.id) > (?2, ?3)) ORDER BY c0.name, c0.id LIMIT');
    expect(sql).toContain('LIMIT 1 OFFSET'); // of the page itself, for its last row's keys
  });
});

describe('aggregates (§3.3)', () => {
  it('group by value and count by id', () => {
    expect(
      planOf('FIND(?d.name, COUNT(?n)) WHERE { ?d {type: "Domain"} (?n, "belongs_to_domain", ?d) }').sql,
    ).toContain('count(*) AS g1 FROM concepts AS c0 JOIN propositions AS p2');
  });

  it('run over distinct solutions', () => {
    expect(planOf('FIND(COUNT(?d)) WHERE { (?d, "treats", ?s) }').sql).toContain('SELECT DISTINCT');
  });
});
