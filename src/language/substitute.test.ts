import { describe, expect, it } from 'vitest';
import type { Json, Parameters } from '../protocol/values.ts';
import type { UpsertStatement } from './ast.ts';
import { parse } from './parse.ts';
import { parseStrict } from './parse-strict.ts';
import { requireParameters, resolve } from './substitute.ts';
import { valueToText } from './value-text.ts';

function resolved(source: string, parameters: Parameters = {}): Json {
  const statement = parseStrict(`UPSERT { CONCEPT ?x { {id: "C:1"} SET ATTRIBUTES { v: ${source} } } }`)
    .statements[0] as UpsertStatement;
  const [member] = statement.blocks[0]?.attributes?.members ?? [];
  return member ? resolve(member.value, parameters) : null;
}

describe('resolve (§6.1)', () => {
  it('puts parameters in place at any depth', () => {
    expect(resolved('[{at: :at}, :last, "x :at"]', { at: '2026', last: [1, { k: null }] })).toEqual([
      { at: '2026' },
      [1, { k: null }],
      'x :at',
    ]);
  });

  it('names a parameter that is missing, and those that were given', () => {
    expect(() => resolved(':nmae', { name: 1, other: 2 })).toThrow(
      expect.objectContaining({
        kind: 'invalidSyntax',
        message: 'The parameter :nmae has no value.',
        hint: expect.stringMatching(/Did you mean "name"\?.*name, other/),
      }),
    );
  });

  it('takes no parameter from the prototype', () => {
    expect(() => resolved(':constructor')).toThrow('has no value');
  });

  it('keeps __proto__ a key like any other', () => {
    expect(Object.keys(resolved('{__proto__: 1}') as object)).toEqual(['__proto__']);
  });
});

describe('requireParameters', () => {
  it('throws for the first placeholder without a parameter', () => {
    const program = parseStrict('FIND(?x) WHERE { ?x {name: :a} } LIMIT :b');
    expect(() => requireParameters(program, { a: 'x' })).toThrow(':b');
    expect(() => requireParameters(program, { a: 'x', b: 1, c: 2 })).not.toThrow();
  });
});

describe('valueToText (§5.3)', () => {
  it.each<[Json]>([
    [null],
    [[]],
    [{}],
    [{ a: 1, 'b c': [true, -1.5e-9, { d: 'x' }], '': 'empty', 'with "quotes"': '\n\r\t\u0000\u2028\u2029\\' }],
    ['lone \ud83d half'],
    [{ 'k\ud83d': '🚀 你好' }],
    [1e21],
  ])('writes %j so that it reads back', (value) => {
    const text = valueToText(value);
    expect(text).not.toMatch(/[\n\r\u2028\u2029]/);
    expect(text).not.toMatch(/[\ud800-\udfff]/u);
    expect(parse(`UPSERT { CONCEPT ?x { {id: "C:1"} SET ATTRIBUTES { v: ${text} } } }`).diagnostics).toEqual([]);
    expect(resolved(text)).toEqual(value);
  });

  it('leaves identifiers bare', () => {
    expect(valueToText({ a_1: { 'b-c': 1 } })).toBe('{a_1: {"b-c": 1}}');
  });
});
