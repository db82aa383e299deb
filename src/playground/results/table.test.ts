import { describe, expect, it } from 'vitest';
import type { Json } from '../../protocol/values.ts';
import { statementOf } from './command-text.ts';
import { asElement, elementsIn } from '../../protocol/elements.ts';
import { csvLine, safeText, tabbedLine } from './row-text.ts';
import { sortedIndexes } from './sorting.ts';
import { toTable, type Cell, type Table } from './table.ts';

const rows = ({ length, row }: Table) => Array.from({ length }, (_, index) => row(index));
const concept = (id: string, name: string, metadata = {}) => ({ id, type: 'Drug', name, attributes: {}, metadata });

describe('an answer as a table', () => {
  it('has the columns of FIND', () => {
    const table = toTable([['a', 'b'], [1]], ['?x.name', 'COUNT(?y)']);
    expect(table.titles).toEqual(['?x.name', 'COUNT(?y)']);
    expect(rows(table)).toEqual([
      ['a', 1],
      ['b', undefined],
    ]);
  });

  it('has one row where all projections are aggregates', () => {
    expect(rows(toTable([3, 4], ['COUNT(?x)', 'MAX(?y)']))).toEqual([[3, 4]]);
    expect(rows(toTable(7, ['COUNT(?x)']))).toEqual([[7]]);
  });

  it('keeps a single column of objects together', () => {
    expect(rows(toTable([{ a: 1 }], ['?x.attributes']))).toEqual([[{ a: 1 }]]);
  });

  it('shows what SEARCH found as elements with their score', () => {
    const found = concept('C:1', 'Aspirin', { _score: 0.9 });
    expect(toTable([found], []).titles).toEqual(['element', 'score']);
    expect(rows(toTable([found], []))).toEqual([[found, 0.9]]);
  });

  it('shows what UPSERT wrote, and lists of objects by their keys', () => {
    const upsert = { blocks: 1, upsert_concept_nodes: ['C:1'], upsert_proposition_links: ['P:2'] };
    expect(rows(toTable(upsert, [], statementOf('UPSERT { CONCEPT ?a { {type: "A", name: "b"} } }')))).toEqual([
      ['concept', 'C:1'],
      ['link', 'P:2'],
    ]);
    expect(rows(toTable([{ name: 'Medical', members: 3 }, { name: 'X' }], []))).toEqual([
      ['Medical', 3],
      ['X', undefined],
    ]);
    expect(rows(toTable({ updated: 2 }, []))).toEqual([['updated', 2]]);
    expect(toTable([], ['?x']).length).toBe(0);
  });
});

describe('elements in an answer', () => {
  it('are told by their members, at any depth, ids apart', () => {
    const answer: Json = [[concept('C:1', 'a')], ['C:1', 'C:2', 'no C:3', 'P:4'], [{ deep: [concept('C:5', 'b')] }]];
    const { elements, ids } = elementsIn(answer);
    expect([...elements.keys()]).toEqual(['C:1', 'C:5']);
    expect([...ids]).toEqual(['C:2', 'P:4']);
    expect(asElement({ id: 'C:1', type: 'A' })).toBeUndefined();
    expect(asElement({ ...concept('C:1', 'a'), id: 'P:1' })).toBeUndefined();
  });
});

describe('sorting', () => {
  const sorted = (cells: Cell[], direction: 'ascending' | 'descending') =>
    sortedIndexes(cells, direction).map((index) => cells[index]);

  it('puts numbers before texts and nothing at the end, both ways', () => {
    expect(sorted([null, 'b', 10, undefined, 'a', 9, true], 'ascending')).toEqual([
      9,
      10,
      'a',
      'b',
      true,
      null,
      undefined,
    ]);
    expect(sorted([null, 'b', 10, 'a', 9], 'descending')).toEqual(['b', 'a', 10, 9, null]);
  });

  it('keeps equal cells in their order, and elements by name', () => {
    expect(sortedIndexes([1, 1, 0, 1], 'ascending')).toEqual([2, 0, 1, 3]);
    expect(sortedIndexes([1, 1, 0, 1], 'descending')).toEqual([0, 1, 3, 2]);
    expect(sortedIndexes([concept('C:1', 'b'), concept('C:2', 'a')], 'ascending')).toEqual([1, 0]);
  });
});

describe('rows as text', () => {
  it('is never a formula (OWASP)', () => {
    for (const sign of ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']) {
      expect(safeText(`${sign}1+1`), JSON.stringify(sign)).toBe(`'${sign}1+1`);
    }
    expect(safeText(-5)).toBe('-5');
    expect(safeText('a=1')).toBe('a=1');
    expect(safeText([-1])).toBe('[-1]');
  });

  it('is quoted as RFC 4180 has it', () => {
    expect(csvLine(['a,b', 'say "x"', 'two\r\nlines', null, undefined, 1.5, { a: 1 }])).toBe(
      '"a,b","say ""x""","two\r\nlines",null,,1.5,"{""a"":1}"',
    );
    expect(csvLine(['=cmd|" /C calc"!A0'])).toBe(`"'=cmd|"" /C calc""!A0"`);
    expect(tabbedLine(['a\tb', 'c'])).toBe('"a\tb"\tc');
  });
});
