import { describe, expect, it } from 'vitest';
import { continues, flatten, isBalanced, isBlank, isComplete } from './statement-end.ts';

describe('isComplete', () => {
  it.each([
    'FIND(?d) WHERE { ?d {type: "Drug"} }',
    'DESCRIBE PRIMER',
    'SEARCH CONCEPT "a { b"',
    'UPSERT {\n  CONCEPT ?d { {type: "Drug", name: "Aspirin"} } // done\n}',
    'DESCRIBE PRIMR',
  ])('is true of %s', (text) => expect(isComplete(text)).toBe(true));

  it.each([
    '',
    '// only a comment',
    'FIND(?d)',
    'FIND(?d) WHERE {',
    'FIND(?d) WHERE { ?d {type: "Drug"} } ORDER BY',
    'SEARCH CONCEPT "open',
    'DESCRIBE',
    'FIND(?d) WHERE { ?d {name: "}"} // }',
  ])('is false of %s', (text) => expect(isComplete(text)).toBe(false));
});

describe('isBalanced', () => {
  it('looks at brackets outside strings and comments', () => {
    expect(isBalanced('FIND(?d')).toBe(false);
    expect(isBalanced('"(" // (')).toBe(true);
    expect(isBalanced('"open')).toBe(false);
  });
});

describe('isBlank and flatten', () => {
  it('see through comments', () => {
    expect(isBlank(' // nothing\n')).toBe(true);
    expect(isBlank(' // nothing\nFIND')).toBe(false);
    expect(flatten('FIND(?d) // all\n  WHERE { ?d {name: "a // b"} }')).toBe('FIND(?d) WHERE { ?d {name: "a // b"} }');
  });
});

describe('continues', () => {
  it('knows the words that cannot begin a command', () => {
    expect(continues('ORDER BY ?d.name')).toBe(true);
    expect(continues('  LIMIT 5')).toBe(true);
    expect(continues('FIND(?d)')).toBe(false);
  });
});
