import { describe, expect, it } from 'vitest';
import type { Json } from '../../../protocol/values.ts';
import { xml } from '../graph/picture.ts';
import { toTable, type Table } from '../table.ts';
import { safeFileName } from './file-name.ts';
import { columnsOfElements, csvPieces, jsonPieces, safeJson } from './row-files.ts';

async function whole(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

async function* pages(...tables: Table[]): AsyncGenerator<Table> {
  yield* tables;
}

const MARKUP = '</script><script>alert(1)</script>\u2028&';

describe('JSON files', () => {
  it('hold every row of every page, as values or as objects', async () => {
    const one = await whole(jsonPieces(pages(toTable([1, 2], ['?a']), toTable([3], ['?a'])), () => {}));
    expect(JSON.parse(one)).toEqual([1, 2, 3]);
    const two = await whole(jsonPieces(pages(toTable([[1], ['x']], ['?a', '?a'])), () => {}));
    expect(JSON.parse(two)).toEqual([{ '?a': 1, '?a (2)': 'x' }]);
    expect(await whole(jsonPieces(pages(toTable([], ['?a'])), () => {}))).toBe('[]\n');
  });

  it('mean the same and cannot end a script', () => {
    const value: Json = { [MARKUP]: [MARKUP, '__proto__'] };
    const text = safeJson(value);
    expect(text).not.toMatch(/[<>&\u2028]/);
    expect(JSON.parse(text)).toEqual(value);
  });

  it('keep a column named like a member of all objects', async () => {
    const text = await whole(jsonPieces(pages(toTable([[1], [2]], ['__proto__', 'b'])), () => {}));
    expect(text).toContain('"__proto__":1');
  });
});

describe('CSV files', () => {
  const element = { id: 'C:1', type: 'Drug', name: '=x', attributes: { a: 1 }, metadata: {} };

  it('give whole elements a column per field, on every page alike', async () => {
    const first = toTable(
      [
        [element, null],
        [1, 2],
      ],
      ['?d', '?n'],
    );
    expect(columnsOfElements(first)).toEqual([true, false]);
    const text = await whole(
      csvPieces(pages(first, toTable([[element], [3]], ['?d', '?n'])), [true, false], true, () => {}),
    );
    expect(text.split('\r\n')).toEqual([
      '\uFEFF?d.id,?d.type,?d.name,?d.subject,?d.predicate,?d.object,?d.attributes,?d.metadata,?n',
      `C:1,Drug,"'=x",,,,"{""a"":1}",{},1`,
      ',,,,,,,,2',
      `C:1,Drug,"'=x",,,,"{""a"":1}",{},3`,
      '',
    ]);
  });

  it('count rows as they go', async () => {
    const told: number[] = [];
    const table = toTable(
      Array.from({ length: 1200 }, (_, at) => at),
      ['?n'],
    );
    const text = await whole(csvPieces(pages(table, table), [false], false, (rows) => told.push(rows)));
    expect(text.split('\r\n')).toHaveLength(2402);
    expect(told.at(-1)).toBe(2400);
  });
});

describe('names of files', () => {
  it.each([
    ['FIND(?d) WHERE { ?d {type: "Drug"} }', 'find-d-where-d-type-drug.csv'],
    ['../../etc/passwd', 'etc-passwd.csv'],
    ['-rf', 'rf.csv'],
    ['CON', 'nexus-answer.csv'],
    ['', 'nexus-answer.csv'],
    ['阿司匹林', '阿司匹林.csv'],
  ])('of %s', (words, name) => expect(safeFileName(words, 'csv')).toBe(name));

  it('are short', () => expect(safeFileName('a'.repeat(400), 'json').length).toBeLessThan(70));
});

describe('text in SVG', () => {
  it('is escaped, and what XML cannot hold is left out', () => {
    expect(xml(`<a href="x">'&\u0000\uD800\n😀`)).toBe('&lt;a href=&quot;x&quot;&gt;&#39;&amp;\n😀');
  });
});
