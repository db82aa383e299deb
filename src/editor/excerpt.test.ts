import { getIndentation } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { excerptAt } from './excerpt.ts';
import { labels, marked, pick } from './fixture.ts';
import { kipLanguageSupport } from './language.ts';
import { definitionAt } from './navigation.ts';

const block = (index: number): string =>
  `  CONCEPT ?c${index} { // block ${index}
    {type: "Drug", name: "Drug (${index}"}
    SET ATTRIBUTES { note: "some {words} about it", risk_level: ${index % 5} }
  }
`;
const blocks = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, index) => block(from + index)).join('');

/** A capsule of a thousand blocks with one more in the middle. */
const capsule = (middle: string): string =>
  `// head\nUPSERT {\n${blocks(0, 600)}${middle}${blocks(600, 1000)}}\nDESCRIBE PRIMER`;

describe('the excerpt of a statement', () => {
  it('is all of an ordinary one', () => {
    const { state, pos } = marked('DESCRIBE PRIMER\nFIND(?x) WHERE { ?x {|type: "Drug"} }\n');
    const excerpt = excerptAt(state, pos);
    expect(excerpt.text).toBe('FIND(?x) WHERE { ?x {type: "Drug"} }');
    expect(excerpt.inDocument(excerpt.inText(pos))).toBe(pos);
  });

  it('is the opening and the blocks around the position of a large one', () => {
    const { state, pos } = marked(capsule('  CONCEPT ?x { {type: "|"} }\n'));
    const excerpt = excerptAt(state, pos);
    expect(excerpt.text.length).toBeLessThan(10_000);
    expect(excerpt.text).toMatch(/^UPSERT \{\n {2}CONCEPT \?c593 \{[^]*CONCEPT \?x \{ \{type: ""\} \}$/);
    expect(excerpt.inDocument(excerpt.inText(pos))).toBe(pos);
    expect(excerpt.inDocument(0)).toBe('// head\n'.length);
  });

  it('gives completion, indentation and navigation what they need', async () => {
    expect(await labels(capsule('  CONCEPT ?x { {type: "|"} }\n'))).toContain('Drug');
    expect(await labels(capsule('  CONCEPT ?x { {name: "I|", type: "Drug"} }\n'))).toEqual(['Ibuprofen']);
    expect(await labels(capsule('  CONCEPT ?x { {type: "Drug", name: "x"} SET ATTRIBUTES { r| } }\n'))).toContain(
      'risk_level',
    );
    expect(await labels(capsule('  C|\n'))).toEqual(['CONCEPT', 'PROPOSITION', 'WITH METADATA']);
    expect(await pick(capsule('  PROPOSITION { (?c59|, "treats", ?y) }\n'), '?c599')).toBe(
      capsule('  PROPOSITION { (?c599|, "treats", ?y) }\n'),
    );
    const { state, pos } = marked(capsule('  PROPOSITION { (?c59|9, "treats", ?y) }\n'));
    const from = state.doc.toString().indexOf('?c599 {');
    expect(definitionAt(state, pos)).toEqual({ kind: 'text', from, to: from + 5 });
  });

  it('keeps indentation, in the middle and behind', () => {
    const doc = capsule('');
    const state = EditorState.create({ doc, extensions: kipLanguageSupport() });
    const indents = (part: string) => getIndentation(state, state.doc.lineAt(doc.indexOf(part)).from);
    expect(indents('CONCEPT ?c700 ')).toBe(2);
    expect(indents('{type: "Drug", name: "Drug (700"}')).toBe(4);
    expect(indents('DESCRIBE PRIMER')).toBe(0);
    expect(indents('}\nDESCRIBE')).toBe(0);
  });

  it('is the opening alone behind a large bracket', async () => {
    const text = `UPSERT {\n${blocks(0, 1000)}} W|`;
    expect(await labels(text)).toEqual(['WITH METADATA']);
  });

  it('is nothing before all statements', () => {
    const { state, pos } = marked('|\nDESCRIBE PRIMER');
    expect(excerptAt(state, pos).text).toBe('');
  });
});
