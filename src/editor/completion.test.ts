import { describe, expect, it } from 'vitest';
import { complete, labels, pick } from './fixture.ts';

const inWhere = (clause: string): string => `FIND(?d.name) WHERE { ?d {type: "Drug"} ${clause}`;

describe('completion of types', () => {
  it('offers them behind type:, typed or not, with and without quotes', async () => {
    expect(await labels('FIND(?x) WHERE { ?x {type: |')).toContain('Drug');
    expect(await labels('FIND(?x) WHERE { ?x {type: "|"} }')).toContain('Drug');
    expect(await labels('FIND(?x) WHERE { ?x {type: "Dr|')).toContain('Drug');
    expect(await labels('FIND(?x) WHERE { ?x {type: Dr|} }')).toContain('Drug');
    expect(await labels('FIND(?x) WHERE { ?x {type:Dr|} }')).toContain('Drug');
    expect(await labels('FIND(?x) WHERE { ?x {"type": "|"} }')).toContain('Drug');
  });

  it('offers them where DESCRIBE, SEARCH, definitions and comparisons name one', async () => {
    expect(await labels('DESCRIBE CONCEPT TYPE "|"')).toContain('Drug');
    expect(await labels('SEARCH CONCEPT "a" WITH TYPE |')).toContain('Drug');
    expect(await labels(inWhere('FILTER(?d.type == "|") }'))).toContain('Drug');
    const definition =
      'UPSERT { CONCEPT ?p { {type: "$PropositionType", name: "p"} SET ATTRIBUTES { subject_types: ["|"';
    expect(await labels(definition)).toContain('Drug');
  });

  it('puts those first that the predicate allows', async () => {
    expect((await labels('FIND(?s) WHERE { (?d, "treats", {type: "|"}) }'))[0]).toBe('Symptom');
    expect((await labels('FIND(?s) WHERE { ({type: "|"}, "treats", ?s) }'))[0]).toBe('Drug');
    expect((await labels('FIND(?s) WHERE { (?d, "treats", ?s) ?s {type: "|"} }'))[0]).toBe('Symptom');
  });

  it('replaces the whole token and leaves one pair of quotes', async () => {
    const done = 'FIND(?x) WHERE { ?x {type: "Drug"|} }';
    expect(await pick('FIND(?x) WHERE { ?x {type: |} }', 'Drug')).toBe(done);
    expect(await pick('FIND(?x) WHERE { ?x {type: "|"} }', 'Drug')).toBe(done);
    expect(await pick('FIND(?x) WHERE { ?x {type: "|} }', 'Drug')).toBe(done);
    expect(await pick('FIND(?x) WHERE { ?x {type: "Sy|mptom"} }', 'Drug')).toBe(done);
    expect(await pick('FIND(?x) WHERE { ?x {type: Sy|mp} }', 'Drug')).toBe(done);
    expect(await pick('FIND(?x) WHERE { ?x {type:Sy|} }', 'Drug')).toBe('FIND(?x) WHERE { ?x {type:"Drug"|} }');
  });

  it('does not swallow what follows a quote that is still open', async () => {
    expect(await pick('FIND(?x) WHERE { ?x {type: "Dr|, name: "Aspirin"} }', 'Drug')).toBe(
      'FIND(?x) WHERE { ?x {type: "Drug"|, name: "Aspirin"} }',
    );
    expect(await pick('FIND(?x) WHERE { ?x {type: "Dr|\n}', 'Drug')).toBe('FIND(?x) WHERE { ?x {type: "Drug"|\n}');
  });
});

describe('completion of names', () => {
  it('offers those of the type, also where the type comes behind', async () => {
    expect(await labels(inWhere('?a {type: "Drug", name: "|"} }'))).toEqual(['Aspirin', 'Ibuprofen', 'Says "hi"']);
    expect(await labels(inWhere('?a {name: "A|", type: "Drug"} }'))).toEqual(['Aspirin']);
    expect(await labels('UPSERT { CONCEPT ?a { {type: "Symptom", name: |} } }')).toEqual(['Headache']);
  });

  it('offers those the predicate allows where no type stands there', async () => {
    expect(await labels('FIND(?d) WHERE { (?d, "treats", {name: "|"}) }')).toEqual(['Headache']);
  });

  it('offers those of every type where nothing tells', async () => {
    const result = await complete('FIND(?x) WHERE { ?x {name: "A|"} }');
    expect(result?.options).toMatchObject([{ label: 'Aspirin', detail: 'Drug' }]);
  });

  it('escapes what a string has to escape', async () => {
    expect(await pick(inWhere('?a {type: "Drug", name: "S|"} }'), 'Says "hi"')).toBe(
      inWhere('?a {type: "Drug", name: "Says \\"hi\\""|} }'),
    );
  });
});

describe('completion of predicates', () => {
  it('offers them inside a tuple, those first that its ends allow', async () => {
    expect(await labels(inWhere('(?d, |, ?s) }'))).toEqual(['treats', 'mentions', 'knows']);
    expect((await labels('FIND(?x) WHERE { (?x, "|", {type: "Person"}) }'))[0]).toBe('knows');
    expect(await labels(inWhere('(?d, "tr|'))).toContain('treats');
  });

  it('offers them in alternatives, in links to be set, and in SEARCH and DESCRIBE', async () => {
    expect(await labels(inWhere('(?d, "treats" | ‸'))).toContain('mentions');
    const links = 'UPSERT { CONCEPT ?d { {type: "Drug", name: "A"} SET PROPOSITIONS { ("|") } } }';
    expect((await labels(links))[0]).toBe('treats');
    expect(await labels('DESCRIBE PROPOSITION TYPE "|"')).toContain('treats');
    expect(await labels('SEARCH PROPOSITION "|"')).toContain('treats');
    expect(await labels('SEARCH PROPOSITION "a" WITH TYPE "|"')).toContain('treats');
  });

  it('offers them where a predicate variable is compared', async () => {
    expect(await labels('FIND(?p) WHERE { ?l (?s, ?p, ?o) FILTER(?p != "|") }')).toContain('treats');
    expect(await labels('FIND(?p) WHERE { ?l (?s, ?p, ?o) FILTER(IN(?p, ["|"])) }')).toContain('treats');
  });
});

describe('completion of variables', () => {
  it('offers the others of the statement behind ?, wherever they are bound', async () => {
    expect(await labels('FIND(?|) WHERE { ?drug {type: "Drug"} (?drug, "treats", ?symptom) }')).toEqual([
      '?drug',
      '?symptom',
    ]);
    expect(await labels('FIND(?dr|) WHERE { ?drug {type: "Drug"} }')).toEqual(['?drug']);
  });

  it('does not offer what stands at the caret alone, nor those of other statements', async () => {
    expect(await labels('FIND(?a) WHERE { ?a {type: "Drug"} }\nFIND(?b|)')).toEqual([]);
  });

  it('offers handles in links of UPSERT', async () => {
    const text = 'UPSERT { CONCEPT ?a { {type: "Drug", name: "A"} } PROPOSITION { (?|, "treats", ?b) } }';
    expect(await labels(text)).toContain('?a');
  });

  it('offers them where a statement names its target', async () => {
    expect(await labels('EXPORT |\nWHERE { ?d {type: "Drug"} }', { explicit: true })).toContain('?d');
    expect(await labels('FIND(?d) WHERE { ?d {type: "Drug"} } ORDER BY ?d, d|')).toContain('?d');
    expect(await labels('DESCRIBE CONCEPT |', { explicit: true })).toEqual(['TYPES', 'TYPE']);
  });

  it('replaces the whole variable', async () => {
    expect(await pick('FIND(?d|ru) WHERE { ?drug {type: "Drug"} }', '?drug')).toBe(
      'FIND(?drug|) WHERE { ?drug {type: "Drug"} }',
    );
  });
});

describe('completion of paths', () => {
  it('offers the fields an element has', async () => {
    expect(await labels('FIND(?d.|) WHERE { ?d {type: "Drug"} }')).toEqual([
      'attributes',
      'metadata',
      'name',
      'type',
      'id',
    ]);
    expect(await labels('FIND(?l.|) WHERE { ?l (?a, "treats", ?b) }')).toContain('subject');
  });

  it('offers the attribute keys of the type', async () => {
    expect(await labels('FIND(?d.attributes.|) WHERE { ?d {type: "Drug"} }')).toEqual(['risk_level', 'aliases']);
    expect(await labels('FIND(?d.attributes.ri|sk) WHERE { ?d {type: "Drug"} }')).toContain('risk_level');
  });

  it('finds the type in what links the variable to others', async () => {
    expect(await labels('FIND(?s.attributes.|) WHERE { (?d, "treats", ?s) }')).toEqual(['severity']);
  });

  it('offers the keys of links of a predicate', async () => {
    expect(await labels('FIND(?l.attributes.|) WHERE { ?l (?a, "treats", ?b) }')).toEqual(['dose_mg']);
  });

  it('offers metadata keys, those of the engine last', async () => {
    const offered = await labels(inWhere('FILTER(?d.metadata.|) }'));
    expect(offered[0]).toBe('source');
    expect(offered.indexOf('_version')).toBeGreaterThan(offered.indexOf('status'));
  });

  it('replaces the step under the caret', async () => {
    expect(await pick('FIND(?d.na|me) WHERE { ?d {type: "Drug"} }', 'metadata')).toBe(
      'FIND(?d.metadata.|) WHERE { ?d {type: "Drug"} }',
    );
    expect(await pick('FIND(?d.attributes.|x) WHERE { ?d {type: "Drug"} }', 'risk_level')).toBe(
      'FIND(?d.attributes.risk_level|) WHERE { ?d {type: "Drug"} }',
    );
  });
});

describe('completion of keys', () => {
  const upsert = (inside: string): string => `UPSERT { CONCEPT ?d { {type: "Drug", name: "A"} ${inside}`;

  it('offers those of the type in SET ATTRIBUTES, with the beginning of a value', async () => {
    expect(await labels(upsert('SET ATTRIBUTES { r|'))).toEqual(['risk_level', 'aliases', 'brand name']);
    expect(await pick(upsert('SET ATTRIBUTES { al| } } }'), 'aliases')).toBe(
      upsert('SET ATTRIBUTES { aliases: [|] } } }'),
    );
    expect(await pick(upsert('SET ATTRIBUTES { br| } } }'), 'brand name')).toBe(
      upsert('SET ATTRIBUTES { "brand name": "|" } } }'),
    );
  });

  it('keeps the colon that is there', async () => {
    expect(await pick(upsert('SET ATTRIBUTES { a|: 1 } } }'), 'risk_level')).toBe(
      upsert('SET ATTRIBUTES { risk_level|: 1 } } }'),
    );
  });

  it('offers metadata keys that may be written', async () => {
    const offered = await labels(upsert('} WITH METADATA { s|'));
    expect(offered).toContain('source');
    expect(offered).not.toContain('_version');
  });

  it('offers the keys of the variable DELETE ATTRIBUTES and UPDATE name', async () => {
    expect(await labels('DELETE ATTRIBUTES {"|"} FROM ?d WHERE { ?d {type: "Drug"} }')).toContain('aliases');
    expect(await labels('DELETE METADATA {"|"} FROM ?d WHERE { ?d {type: "Drug"} }')).toContain('source');
    expect(await labels('UPDATE ?d SET ATTRIBUTES { r| } WHERE { ?d {type: "Drug"} }')).toContain('risk_level');
  });

  it('offers the keys of a pattern that are not there yet', async () => {
    expect(await labels('FIND(?x) WHERE { ?x {|} }')).toEqual(['type', 'name', 'id']);
    expect(await labels('FIND(?x) WHERE { ?x {type: "Drug", |} }')).toEqual(['name']);
    expect(await pick('FIND(?x) WHERE { ?x {|} }', 'type')).toBe('FIND(?x) WHERE { ?x {type: "|"} }');
  });
});

describe('completion of parameters', () => {
  it('offers those of the pane and those written elsewhere', async () => {
    const text = 'FIND(?d) WHERE { ?d {type: "Drug", name: :|} } LIMIT :limit';
    expect(await labels(text, { parameters: { name: 'Aspirin' } })).toEqual([':name', ':limit']);
    expect(await labels('FIND(?d) WHERE { ?d {type: "Drug"} } LIMIT :|', { parameters: { n: 1 } })).toEqual([':n']);
  });

  it('replaces the whole name', async () => {
    expect(await pick('FIND(?d) WHERE { ?d {name: :n|am} }', ':name', { parameters: { name: '' } })).toBe(
      'FIND(?d) WHERE { ?d {name: :name|} }',
    );
  });
});

describe('completion of words', () => {
  it('offers statements where one may begin', async () => {
    expect(await labels('F|')).toContain('FIND');
    expect(await labels('FIND(?x) WHERE { ?x {type: "Drug"} }\nU|')).toContain('UPSERT');
    expect(await labels('// a comment\nD|')).toContain('DESCRIBE PRIMER');
  });

  it('offers what may follow', async () => {
    expect(await labels(inWhere('} O|'))).toEqual(['ORDER BY', 'LIMIT', 'CURSOR']);
    expect(await labels(inWhere('N|'))).toEqual(['?d', 'FILTER', 'NOT', 'OPTIONAL', 'UNION']);
    expect(await labels(inWhere('FILTER(C|'))).toContain('CONTAINS');
    expect(await labels('FIND(C|')).toContain('COUNT');
    expect(await labels('UPSERT { C|')).toEqual(['CONCEPT', 'PROPOSITION']);
    expect(await labels('UPDATE ?x SET ATTRIBUTES { n: A| } WHERE { ?x {type: "Drug"} }')).toContain('ADD');
    expect(await labels('DELETE CONCEPT ?x D|')).toEqual(['DETACH']);
  });

  it('is silent in strings, comments, numbers and open space', async () => {
    expect(await complete('SEARCH CONCEPT "a" MODE "keyword" LIMIT 5|')).toBeNull();
    expect(await complete('FIND(?x) // F|')).toBeNull();
    expect(await complete(inWhere(' |'))).toBeNull();
    expect(
      await complete('UPSERT { CONCEPT ?d { {type: "Drug", name: "A"} SET ATTRIBUTES { note: "F|" } } }'),
    ).toBeNull();
    expect(await complete('FIND(?x) "a"|')).toBeNull();
  });

  it('offers on request where nothing is typed', async () => {
    expect(await labels(inWhere(' |'), { explicit: true })).toContain('FILTER');
    expect(await labels('|', { explicit: true })).toContain('FIND');
  });

  it('expands to a snippet, and to the bare word where its bracket is there', async () => {
    expect(await pick('FIN|', 'FIND')).toBe('FIND([?x])\nWHERE {\n  ?x {type: "Type"}\n}');
    expect(await pick('FI|(?x)', 'FIND')).toBe('FIND|(?x)');
    expect(await pick(inWhere('FILT|(true) }'), 'FILTER')).toBe(inWhere('FILTER|(true) }'));
    expect(await pick('FIND(?x) WH|ER { }', 'WHERE')).toBe('FIND(?x) WHERE| { }');
  });

  it('offers the modes of SEARCH', async () => {
    expect(await labels('SEARCH CONCEPT "a" MODE "|"')).toEqual(['hybrid', 'keyword', 'semantic']);
  });
});

describe('completion without a working schema', () => {
  it('goes on with what the text holds', async () => {
    const broken = () => Promise.reject(new Error('closed'));
    const schema = { types: broken, predicates: broken, names: broken, attributeKeys: broken, metadataKeys: broken };
    expect(await labels('FIND(?|) WHERE { ?d {type: "Drug"} }', { schema })).toEqual(['?d']);
    expect(await labels('FIND(?d.attributes.|) WHERE { (?d, "treats", ?s) }', { schema })).toEqual([]);
  });
});
