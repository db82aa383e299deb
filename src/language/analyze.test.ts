import { describe, expect, it } from 'vitest';
import { parse } from './parse.ts';

const fault = (text: string): string => {
  const [first] = parse(text).diagnostics;
  return first ? `${first.kind} ${text.slice(first.from, first.to)}` : 'none';
};
const find = (projection: string, where: string): string => `FIND(${projection}) WHERE { ${where} }`;

describe('scopes of WHERE (§3.4.7)', () => {
  it.each([
    ['a FILTER may stand before the clause that binds its variable', 'FILTER(?x.name == "a") ?x {type: "T"}'],
    ['nested triples bind', '?y {type: "T"} (?y, "p", (?x, "q", ?z)) FILTER(?z.name == "a")'],
    ['OPTIONAL gives its bindings on', '?y {type: "T"} OPTIONAL { (?y, "p", ?x) } FILTER(IS_NULL(?x))'],
    ['UNION gives its bindings on', '?y {type: "T"} UNION { ?x {type: "U"} } FILTER(?x.name == "a")'],
    ['WHERE may begin with UNION', 'UNION { ?x {type: "U"} } UNION { ?x {type: "T"} }'],
    ['NOT sees what was bound before it', '?x {type: "T"} NOT { ?z {type: "T"} FILTER(?z.name > ?x.name) }'],
    ['a name may be reused behind NOT', '?y {type: "T"} NOT { (?y, "p", ?x) } (?y, "q", ?x)'],
    ['a filter waits for a later OPTIONAL', '?y {type: "T"} FILTER(IS_NULL(?x)) OPTIONAL { (?y, "p", ?x) }'],
    ['branches may bind nodes and links to one name', '?x {type: "T"} UNION { ?x (?a, "p", ?b) }'],
  ])('%s', (_, where) => {
    expect(fault(find('?x', where))).toBe('none');
  });

  it.each([
    ['nothing binds it', '?y {type: "T"}', '?x'],
    ['NOT keeps it', '?y {type: "T"} NOT { (?y, "p", ?x) }', '?x'],
    ['NOT inside OPTIONAL keeps it', '?y {type: "T"} OPTIONAL { (?y, "q", ?z) NOT { (?y, "p", ?x) } }', '?x'],
    ['UNION does not see it', '?x {type: "T"} UNION { ?y {type: "T"} FILTER(?x.name == "a") }', '?x'],
    [
      'NOT does not see what is bound later',
      '?y {type: "T"} NOT { ?z {type: "T"} FILTER(?x.name == "a") } ?x {type: "T"}',
      '?x',
    ],
    [
      'OPTIONAL does not see what is bound later',
      '?y {type: "T"} OPTIONAL { (?y, "p", ?z) FILTER(?x.name == "a") } ?x {type: "T"}',
      '?x',
    ],
  ])('refuses a variable when %s', (_, where, variable) => {
    expect(fault(find('?x', where))).toBe(`reference ${variable}`);
  });

  it('refuses fields of a predicate variable, and its use as an element', () => {
    expect(fault(find('?p.name', '(?x, ?p, ?y)'))).toBe('reference ?p.name');
    expect(fault(find('?p', '(?x, ?p, ?y) (?p, "q", ?y)'))).toBe('reference ?p');
    expect(fault(find('?p', '(?x, ?p, ?y) FILTER(STARTS_WITH(?p, "a"))'))).toBe('none');
  });

  it.each([
    'UPDATE ?z SET ATTRIBUTES { a: 1 } WHERE { ?x {type: "T"} }',
    'DELETE CONCEPT ?z DETACH WHERE { ?x {type: "T"} }',
    'DELETE PROPOSITIONS ?z WHERE { ?x {type: "T"} }',
    'DELETE METADATA {"a"} FROM ?z WHERE { ?x {type: "T"} }',
    'MERGE CONCEPT ?x INTO ?z WHERE { ?x {type: "T"} }',
    'EXPORT ?z WHERE { ?x {type: "T"} }',
    'FIND(?x) WHERE { ?x {type: "T"} } ORDER BY ?z.name',
    'FIND(COUNT(?z)) WHERE { ?x {type: "T"} }',
  ])('refuses an unbound target: %s', (text) => {
    expect(fault(text)).toBe('reference ?z');
  });
});

describe('ORDER BY (§3.5)', () => {
  const ordered = (projection: string, key: string): string =>
    fault(`${find(projection, '(?x, "p", ?y)')} ORDER BY ${key}`);

  it('takes aggregates of FIND and what makes the group', () => {
    expect(ordered('?x.name, COUNT(?y)', 'COUNT(?y) DESC, ?x.name')).toBe('none');
    expect(ordered('?x, COUNT(?y)', '?x.name')).toBe('none');
    expect(ordered('?x.name', '?y.name')).toBe('none');
  });

  it('refuses other aggregates and what differs within a group', () => {
    expect(ordered('?x.name, COUNT(?y)', 'COUNT(DISTINCT ?y)')).toBe('invalidSyntax COUNT(DISTINCT ?y)');
    expect(ordered('?x.name, COUNT(?y)', '?y.name')).toBe('invalidSyntax ?y.name');
  });
});

describe('handles (§4.1)', () => {
  const block = (handle: string, links = ''): string =>
    `CONCEPT ${handle} { {type: "T", name: "${handle}"} SET PROPOSITIONS { ${links} } }`;

  it('exist from the end of their block to the end of their statement', () => {
    expect(fault(`UPSERT { ${block('?a')} ${block('?b', '("p", ?a)')} }`)).toBe('none');
    expect(fault(`UPSERT { ${block('?a', '("p", ?b)')} ${block('?b')} }`)).toBe('reference ?b');
    expect(fault(`UPSERT { ${block('?a', '("p", ?a)')} }`)).toBe('reference ?a');
    expect(fault(`UPSERT { ${block('?a')} } UPSERT { ${block('?b', '("p", ?a)')} }`)).toBe('reference ?a');
    expect(fault(`UPSERT { ${block('?a')} PROPOSITION ?l { (?a, "p", (?a, "q", ?c)) } }`)).toBe('reference ?c');
  });

  it('may be repeated until a reference could mean either', () => {
    expect(fault(`UPSERT { ${block('?a')} ${block('?b', '("p", ?a)')} ${block('?a')} }`)).toBe('none');
    expect(fault(`UPSERT { ${block('?a')} ${block('?a')} ${block('?b', '("p", ?a)')} }`)).toBe('reference ?a');
  });
});
