import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { requestAll, requestHere } from './running.ts';

const DOC = '// first\nDESCRIBE PRIMER\n\nDESCRIBE DOMAINS';

describe('what is run', () => {
  it('is the statement at the caret', () => {
    const state = EditorState.create({ doc: DOC, selection: { anchor: 12 } });
    expect(requestHere(state)).toEqual({
      scope: 'statement',
      statements: [{ from: 9, to: 24, text: 'DESCRIBE PRIMER' }],
    });
  });

  it('is the selection, which may cut a statement', () => {
    const state = EditorState.create({ doc: DOC, selection: { anchor: 8, head: DOC.length - 4 } });
    expect(requestHere(state)).toEqual({
      scope: 'selection',
      statements: [
        { from: 9, to: 24, text: 'DESCRIBE PRIMER' },
        { from: 26, to: 38, text: 'DESCRIBE DOM' },
      ],
    });
  });

  it('is everything', () => {
    expect(requestAll(EditorState.create({ doc: DOC })).statements.map(({ text }) => text)).toEqual([
      'DESCRIBE PRIMER',
      'DESCRIBE DOMAINS',
    ]);
  });

  it('is nothing in an empty document', () => {
    expect(requestHere(EditorState.create({ doc: '// ' })).statements).toEqual([]);
  });
});
