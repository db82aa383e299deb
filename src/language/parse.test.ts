import { describe, expect, it } from 'vitest';
import { KipError } from '../protocol/errors.ts';
import { parse } from './parse.ts';
import { parseStrict } from './parse-strict.ts';
import { withoutRanges } from './testing/plain.ts';

const statement = (text: string): unknown => withoutRanges(parseStrict(text).statements[0]);
const hintOf = (text: string): string => parse(text).diagnostics[0]?.hint ?? '';

describe('parse, a query (§3)', () => {
  it('gives projections, clauses, order and page', () => {
    expect(
      statement(
        'FIND(?x.name, COUNT(DISTINCT ?y)) WHERE { ?x {type: "T"} (?x, "p"{1,}, ?y) } ORDER BY ?x.name DESC LIMIT 5 CURSOR :c',
      ),
    ).toEqual({
      kind: 'find',
      projections: [
        { kind: 'path', variable: { kind: 'variable', name: 'x' }, fields: ['name'] },
        {
          kind: 'aggregate',
          function: 'COUNT',
          distinct: true,
          path: { kind: 'path', variable: { kind: 'variable', name: 'y' }, fields: [] },
        },
      ],
      where: [
        {
          kind: 'concept-clause',
          variable: { kind: 'variable', name: 'x' },
          pattern: { kind: 'concept-pattern', type: { kind: 'literal', value: 'T', slot: 0 } },
        },
        {
          kind: 'proposition-clause',
          pattern: {
            kind: 'triple-pattern',
            subject: { kind: 'variable', name: 'x' },
            predicate: {
              kind: 'predicate-names',
              names: [{ kind: 'literal', value: 'p', slot: 1 }],
              hops: { kind: 'hops', min: 1, max: null },
            },
            object: { kind: 'variable', name: 'y' },
          },
        },
      ],
      orderBy: [
        { expression: { kind: 'path', variable: { kind: 'variable', name: 'x' }, fields: ['name'] }, descending: true },
      ],
      limit: { kind: 'literal', value: 5, slot: 2 },
      cursor: { kind: 'placeholder', name: 'c' },
    });
  });

  it.each([
    ['"p"{2}', { min: 2, max: 2 }],
    ['"p"{0,3}', { min: 0, max: 3 }],
    ['"p"{1, // least, most\n 3}', { min: 1, max: 3 }],
    ['"p"{1 // or more, they say\n }', { min: 1, max: 1 }],
  ])('spells out the hops of %s', (predicate, hops) => {
    const find = statement(`FIND(?x) WHERE { (?x, ${predicate}, ?y) }`);
    expect(find).toMatchObject({ where: [{ pattern: { predicate: { hops } } }] });
  });

  it('binds && before ||, and flattens chains', () => {
    const find = statement(
      'FIND(?x) WHERE { ?x {type: "T"} FILTER(?x.a == 1 || ?x.b == 2 && !!(?x.c == 3) && IS_NULL(?x) || !IS_NULL(?x)) }'.replace(
        /\.([abc]) /g,
        '.attributes.$1 ',
      ),
    );
    expect(find).toMatchObject({
      where: [
        {},
        {
          condition: {
            kind: 'or',
            conditions: [
              { kind: 'comparison' },
              { kind: 'and', conditions: [{ kind: 'comparison' }, { kind: 'comparison' }, { kind: 'is-null' }] },
              { kind: 'negation', condition: { kind: 'is-null' } },
            ],
          },
        },
      ],
    });
  });

  it('lists placeholders in source order', () => {
    const { placeholders } = parseStrict('FIND(?x) WHERE { ?x {name: :n} FILTER(IN(?x.name, [:a, :b])) } LIMIT :l');
    expect(placeholders.map(({ name }) => name)).toEqual(['n', 'a', 'b', 'l']);
  });
});

describe('parse, writing (§4)', () => {
  it('gives the blocks of UPSERT with their parts', () => {
    expect(
      statement(
        'UPSERT { CONCEPT ?x { {type: "T", name: :n} EXPECT VERSION 0 SET ATTRIBUTES { a: [1, {b: null,},], "c d": true } SET PROPOSITIONS { ("p", {id: "C:1"}) WITH METADATA { s: 1 } } } PROPOSITION { (?x, "p", ?x) } WITH METADATA {} } WITH METADATA { s: 2 }',
      ),
    ).toMatchObject({
      kind: 'upsert',
      blocks: [
        {
          kind: 'concept-block',
          handle: { name: 'x' },
          identity: { type: { value: 'T' }, name: { kind: 'placeholder', name: 'n' } },
          expectVersion: { value: 0 },
          attributes: {
            members: [{ key: 'a', value: { items: [{ value: 1 }, { members: [{ key: 'b' }] }] } }, { key: 'c d' }],
          },
          propositions: [
            { predicate: { value: 'p' }, target: { id: { value: 'C:1' } }, metadata: { members: [{ key: 's' }] } },
          ],
        },
        { kind: 'proposition-block', identity: { kind: 'triple-pattern' }, metadata: { members: [] } },
      ],
      metadata: { members: [{ key: 's', value: { value: 2 } }] },
    });
  });

  it('gives the calls of UPDATE', () => {
    expect(
      statement(
        'UPDATE ?x SET METADATA { c: CLAMP(MUL(?x.metadata.c, :f), 0, 1), t: "now" } WHERE { ?x {type: "T"} } LIMIT 9',
      ),
    ).toMatchObject({
      kind: 'update',
      target: { name: 'x' },
      metadata: [
        {
          key: 'c',
          value: {
            kind: 'update-call',
            function: 'CLAMP',
            operands: [{ function: 'MUL' }, { value: 0 }, { value: 1 }],
          },
        },
        { key: 't', value: { value: 'now' } },
      ],
      limit: { value: 9 },
    });
  });

  it('gives several UPSERT statements, and refuses other company', () => {
    const upsert = 'UPSERT { CONCEPT ?x { {id: "C:1"} } }';
    expect(parseStrict(`${upsert} ${upsert}`).statements).toHaveLength(2);
    expect(hintOf(`${upsert} DESCRIBE PRIMER`)).toContain('"commands"');
  });
});

describe('parse, META (§5)', () => {
  it.each([
    ['DESCRIBE PRIMER', { target: 'primer' }],
    ['DESCRIBE DOMAINS', { target: 'domains' }],
    ['DESCRIBE CONCEPT TYPES LIMIT 3', { target: 'concept-types', limit: { value: 3 } }],
    ['DESCRIBE CONCEPT TYPE "T"', { target: 'concept-type', name: { value: 'T' } }],
    ['DESCRIBE PROPOSITION TYPES', { target: 'proposition-types' }],
    ['DESCRIBE PROPOSITION TYPE :p', { target: 'proposition-type', name: { name: 'p' } }],
    [
      'SEARCH PROPOSITION "x" WITH TYPE "p" MODE "keyword" THRESHOLD 0 LIMIT 2',
      { element: 'proposition', type: { value: 'p' }, threshold: { value: 0 } },
    ],
    ['EXPORT ?x WHERE { ?x {type: "T"} } LIMIT 2', { target: { name: 'x' }, limit: { value: 2 } }],
  ])('reads %s', (text, expected) => {
    expect(statement(text)).toMatchObject(expected);
  });
});

describe('parse, values (§2.7)', () => {
  const attributes = (source: string): unknown =>
    (
      parseStrict(`UPSERT { CONCEPT ?x { {id: "C:1"} SET ATTRIBUTES ${source} } }`).statements[0] as unknown as {
        blocks: { attributes: unknown }[];
      }
    ).blocks[0]?.attributes;

  it('decodes JSON escapes, and keeps text that looks like syntax', () => {
    expect(attributes('{ a: "tab\\t\\"\\\\\\u4f60\\ud83d\\ude80\\/", b: ":p ?x // no" }')).toMatchObject({
      members: [{ value: { value: 'tab\t"\\你🚀/' } }, { value: { value: ':p ?x // no' } }],
    });
  });

  it('reads numbers exactly and refuses those no double holds', () => {
    expect(attributes('{ a: 9007199254740991, b: -1.5e-3 }')).toMatchObject({
      members: [{ value: { value: 9007199254740991 } }, { value: { value: -0.0015 } }],
    });
    expect(
      parse('UPSERT { CONCEPT ?x { {id: "C:1"} SET ATTRIBUTES { a: 1e999 } } }').diagnostics[0]?.message,
    ).toContain('too large');
  });

  it('tells a colon from a placeholder by its place', () => {
    expect(attributes('{a:true,b::p,"c":null}')).toMatchObject({
      members: [{ value: { value: true } }, { value: { name: 'p' } }, { value: { value: null } }],
    });
  });
});

describe('parseStrict', () => {
  it('throws the first fault in the text as a KipError with its range', () => {
    const text = 'FIND(?a) WHERE { ?x {type: "T"} }';
    expect(() => parseStrict(text)).toThrow(KipError);
    try {
      parseStrict(text);
    } catch (error) {
      expect(error).toMatchObject({ kind: 'reference', range: { from: 5, to: 7 } });
      expect((error as KipError).message).toContain('line 1, column 6');
    }
  });
});
