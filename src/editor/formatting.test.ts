import { EditorSelection, EditorState } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { describe, expect, it } from 'vitest';
import { Headless, marked } from './fixture.ts';
import { formatKip } from './formatting.ts';

/** The document after formatting, with the caret or selection marked. */
function formatted(text: string, readOnly = false): string {
  const { state, pos } = marked(text);
  const editor = new Headless(
    EditorState.create({
      doc: state.doc,
      selection: EditorSelection.single(pos),
      extensions: EditorState.readOnly.of(readOnly),
    }),
  );
  formatKip(editor as unknown as EditorView);
  return editor.text();
}

describe('formatting', () => {
  it('keeps the caret in its token', () => {
    expect(formatted('FIND(?drug.na|me)WHERE{?drug{type:"Drug"}}LIMIT 5')).toBe(
      'FIND(?drug.na|me)\nWHERE {\n  ?drug {type: "Drug"}\n}\nLIMIT 5',
    );
    expect(formatted('FIND(?d)WHERE{?d{type:"Dr|ug"}}')).toBe('FIND(?d)\nWHERE {\n  ?d {type: "Dr|ug"}\n}');
    expect(formatted('FIND(?d)WHERE{?d{type:"Drug"}}|')).toBe('FIND(?d)\nWHERE {\n  ?d {type: "Drug"}\n}|');
  });

  it('keeps comments, and leaves broken statements as they are', () => {
    expect(
      formatted(`|  // head
  FIND(?d)WHERE{ // inside
?d{type:"Drug"}} // behind



   // broken
FIND(?d   WHERE
DESCRIBE   PRIMER`),
    ).toBe(`|// head
FIND(?d)
WHERE { // inside
  ?d {type: "Drug"}
} // behind

// broken
FIND(?d   WHERE
DESCRIBE PRIMER`);
  });

  it('puts each statement on a line of its own', () => {
    expect(formatted('|DESCRIBE PRIMER DESCRIBE DOMAINS')).toBe('|DESCRIBE PRIMER\nDESCRIBE DOMAINS');
  });

  it('does nothing twice', () => {
    const once = formatted('|FIND(?d)WHERE{?d{type:"Drug"}}\n\n\n\nDESCRIBE   PRIMER\n');
    expect(formatted(once)).toBe(once);
  });

  it('touches the selected statements only', () => {
    const doc = 'DESCRIBE   PRIMER\nDESCRIBE   DOMAINS';
    const editor = new Headless(EditorState.create({ doc, selection: { anchor: doc.length - 3, head: doc.length } }));
    formatKip(editor as unknown as EditorView);
    expect(editor.text()).toBe('DESCRIBE   PRIMER\nDESCRIBE DOMA[INS]');
  });

  it('leaves a document that may only be read', () => {
    expect(formatted('|DESCRIBE   PRIMER', true)).toBe('|DESCRIBE   PRIMER');
  });
});
