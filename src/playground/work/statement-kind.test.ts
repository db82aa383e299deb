import { describe, expect, it } from 'vitest';
import { titleOf } from './statement-kind.ts';

describe('the title of a text', () => {
  it('is what its first statement is about', () => {
    expect(titleOf('// all\nFIND(?d) WHERE { ?d {type: "Drug"} }')).toBe('FIND Drug');
    expect(titleOf('DESCRIBE PRIMER\n\nFIND(?t.name) WHERE { ?t {type: "Drug"} }')).toBe('DESCRIBE PRIMER');
    expect(titleOf('EXPORT\n  INTO ?x\nDELETE CONCEPT ?x DETACH WHERE { ?x {type: "Drug"} }')).toBe('EXPORT INTO ?x');
  });

  it('is found at once in a text of any length', () => {
    expect(titleOf(`DESCRIBE PRIMER // ${'x'.repeat(2_000_000)}`)).toBe('DESCRIBE PRIMER // xxxxxxxxxxxx…');
    expect(titleOf(`${' '.repeat(2_000_000)}`)).toBe('Empty');
  });

  it('is its beginning where it begins with no word', () => {
    expect(titleOf('{ "a": 1 }')).toBe('{ "a": 1 }');
    expect(titleOf(' \n')).toBe('Empty');
  });
});
