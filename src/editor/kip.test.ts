import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { kip, kipEditor, statementAt } from './index.ts';

describe('the editor package', () => {
  it('can be loaded and put together where there is no page', () => {
    expect(typeof document).toBe('undefined');
    for (const extension of [kip(), kip({ onRun: () => undefined }), kipEditor({ label: 'Command' })]) {
      const state = EditorState.create({ doc: 'DESCRIBE PRIMER', extensions: extension });
      expect(state.languageDataAt('commentTokens', 0)).toEqual([{ line: '//' }]);
      expect(statementAt(state, 3)?.text).toBe('DESCRIBE PRIMER');
    }
  });
});
