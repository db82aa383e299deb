import { describe, expect, it } from 'vitest';
import { rowsOf } from './answer-size.ts';

describe('rows of an answer', () => {
  it('are those of the longest column where FIND names several expressions', () => {
    expect(rowsOf('FIND(?a, ?b) WHERE {}', [[1, 2], [3]])).toBe(2);
    expect(rowsOf('// a (comment),\nFIND(COUNT(?a), MAX(?b.attributes.x)) WHERE {}', [3, 4])).toBe(1);
  });

  it('are the items of any other list', () => {
    expect(rowsOf('FIND(?a.attributes.aliases) WHERE {}', [['x'], ['y', 'z']])).toBe(2);
    expect(rowsOf('FIND(CONCAT(?a, ",", ?b)) WHERE {}', ['x'])).toBe(1);
    expect(rowsOf('SEARCH CONCEPT "x"', [])).toBe(0);
  });

  it('are none where the answer is no list', () => {
    expect(rowsOf('FIND(COUNT(?a)) WHERE {}', 5)).toBeUndefined();
    expect(rowsOf('DESCRIBE PRIMER', { identity: 'x' })).toBeUndefined();
    expect(rowsOf('FIND(?a) WHERE {}', undefined)).toBeUndefined();
  });
});
