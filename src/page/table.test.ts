import { describe, expect, it } from 'vitest';
import { columnTitles } from './column-titles.ts';
import { cellText, toTable } from './table.ts';

describe('columnTitles', () => {
  it('are the expressions of FIND', () => {
    expect(columnTitles('FIND(?a.name, COUNT(DISTINCT ?b) , ?c) WHERE { (?a, "x", ?b) }')).toEqual([
      '?a.name',
      'COUNT(DISTINCT ?b)',
      '?c',
    ]);
  });

  it('see through comments and line breaks', () => {
    expect(columnTitles('// all (really)\nFIND(\n  ?a, // the ), thing\n  ?b\n) WHERE {}')).toEqual(['?a', '?b']);
  });

  it('are none for other commands', () => {
    expect(columnTitles('DESCRIBE PRIMER')).toEqual([]);
    expect(columnTitles('SEARCH CONCEPT "FIND(?a, ?b)"')).toEqual([]);
  });
});

describe('toTable', () => {
  it('turns columns into rows', () => {
    expect(
      toTable(
        [
          ['a', 'b'],
          [1, 2],
        ],
        ['?x.name', '?x.n'],
      ),
    ).toEqual({
      headers: ['?x.name', '?x.n'],
      rows: [
        ['a', 1],
        ['b', 2],
      ],
    });
  });

  it('gives a list of objects a column per key', () => {
    expect(
      toTable(
        [
          { id: 'C:1', name: 'a' },
          { id: 'C:2', extra: null },
        ],
        ['?x'],
      ),
    ).toEqual({
      headers: ['id', 'name', 'extra'],
      rows: [
        ['C:1', 'a', undefined],
        ['C:2', undefined, null],
      ],
    });
  });

  it('gives a list of plain values one column, also where the values are lists', () => {
    expect(toTable(['a', null], ['?x.name'])).toEqual({ headers: ['?x.name'], rows: [['a'], [null]] });
    expect(toTable([[1], [2]], ['?x.attributes.l'])).toEqual({ headers: ['?x.attributes.l'], rows: [[[1]], [[2]]] });
  });

  it('shows an object key by key and a single value alone', () => {
    expect(toTable({ blocks: 2, results: [] }, [])).toEqual({
      headers: ['', 'value'],
      rows: [
        ['blocks', 2],
        ['results', []],
      ],
    });
    expect(toTable(3, ['COUNT(?x)'])).toEqual({ headers: ['COUNT(?x)'], rows: [[3]] });
    expect(toTable([3, 4], ['COUNT(?x)', 'SUM(?x.attributes.n)'])).toEqual({
      headers: ['COUNT(?x)', 'SUM(?x.attributes.n)'],
      rows: [[3, 4]],
    });
  });
});

describe('cellText', () => {
  it('shows strings bare and the rest as JSON', () => {
    expect([cellText('a'), cellText(null), cellText(undefined), cellText({ a: [1] })]).toEqual([
      'a',
      'null',
      '',
      '{"a":[1]}',
    ]);
  });
});
