import { describe, expect, it } from 'vitest';
import { didYouMean, nearest } from './suggest.ts';

describe('nearest', () => {
  const names = ['Drug', 'DrugClass', 'Symptom', 'has_side_effect', 'treats', 'fails_with'];

  it.each([
    ['drug', 'Drug'],
    ['Durg', 'Drug'],
    ['Symptoms', 'Symptom'],
    ['HasSideEffect', 'has_side_effect'],
    ['has-side-effect', 'has_side_effect'],
    ['treat', 'treats'],
    ['fail_with', 'fails_with'],
  ])('finds for %s', (name, expected) => {
    expect(nearest(name, names, 1)).toEqual([expected]);
  });

  it('finds nothing for a name that is like none', () => {
    expect(nearest('Person', names)).toEqual([]);
    expect(nearest('x', ['a', 'b'])).toEqual([]);
  });

  it('gives the closest first, at most so many', () => {
    expect(nearest('Drugs', names, 2)[0]).toBe('Drug');
    expect(nearest('aaaa', ['aaab', 'aaac', 'aaad', 'aaae'], 3)).toHaveLength(3);
  });

  it('asks', () => {
    expect(didYouMean(['a', 'b'])).toBe('Did you mean "a" or "b"?');
    expect(didYouMean([])).toBe('');
  });
});
