import { describe, expect, it } from 'vitest';
import { countsInWords, keyChanges } from './change-words.ts';

const none = { created: 0, updated: 0, deleted: 0 };

describe('what would change, in words', () => {
  it('counts concepts and links by what happens to them', () => {
    expect(countsInWords({ created: 2, updated: 0, deleted: 0 }, { created: 1, updated: 0, deleted: 0 })).toBe(
      'create 2 concepts and 1 link',
    );
    expect(countsInWords({ created: 0, updated: 1200, deleted: 1 }, none)).toBe(
      'change 1,200 concepts, delete 1 concept',
    );
    expect(countsInWords(none, none)).toBe('');
  });

  it('names keys of attributes and metadata one by one, without what the engine writes', () => {
    const before = { id: 'C:1', name: 'Aspirin', attributes: { risk: 2, old: true }, metadata: { _version: 1 } };
    const after = { id: 'C:1', name: 'Aspirin', attributes: { risk: 3 }, metadata: { _version: 2, source: 'x' } };
    expect(keyChanges({ before, after })).toEqual([
      { path: 'attributes.risk', before: 2, after: 3 },
      { path: 'attributes.old', before: true, after: undefined },
      { path: 'metadata.source', before: undefined, after: 'x' },
    ]);
  });

  it('shows all of what is created or deleted', () => {
    const element = { id: 'C:1', type: 'Drug', name: 'Aspirin', attributes: {}, metadata: {} };
    expect(keyChanges({ before: null, after: element })).toEqual([
      { path: 'type', before: undefined, after: 'Drug' },
      { path: 'name', before: undefined, after: 'Aspirin' },
    ]);
  });
});
