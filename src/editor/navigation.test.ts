import { describe, expect, it, vi } from 'vitest';
import type { EditorView } from '@codemirror/view';
import { Headless, marked } from './fixture.ts';
import { definitionAt, goToDefinition, type StoredDefinition } from './navigation.ts';

/** The document after going to the definition of what stands at `|`, with the definition selected. */
function go(text: string, onDefinition?: (definition: StoredDefinition) => void): string {
  const editor = new Headless(marked(text).state);
  goToDefinition({ onDefinition })(editor as unknown as EditorView);
  return editor.text();
}

describe('the definition', () => {
  it('of a variable is its first binding', () => {
    expect(go('FIND(?d|.name) WHERE { FILTER(?d.name != "a") ?d {type: "Drug"} (?d, "treats", ?s) }')).toBe(
      'FIND(?d.name) WHERE { FILTER(?d.name != "a") [?d] {type: "Drug"} (?d, "treats", ?s) }',
    );
    expect(go('FIND(?s.na|me) WHERE { ?d {type: "Drug"} (?d, "treats", ?s) }')).toBe(
      'FIND(?s.name) WHERE { ?d {type: "Drug"} (?d, "treats", [?s]) }',
    );
  });

  it('of a variable in a branch of UNION lies in the branch', () => {
    expect(go('FIND(?d) WHERE { ?d {type: "A"} UNION { ?d {type: "B"} FILTER(?d|.name == "x") } }')).toBe(
      'FIND(?d) WHERE { ?d {type: "A"} UNION { [?d] {type: "B"} FILTER(?d.name == "x") } }',
    );
  });

  it('of a handle is the head of its block', () => {
    expect(go('UPSERT { CONCEPT ?a { {type: "A", name: "x"} } PROPOSITION { (?a|, "p", {id: "C:2"}) } }')).toBe(
      'UPSERT { CONCEPT [?a] { {type: "A", name: "x"} } PROPOSITION { (?a, "p", {id: "C:2"}) } }',
    );
  });

  it('stays within the statement', () => {
    expect(go('FIND(?x) WHERE { ?x {type: "A"} }\nFIND(?x|)')).toBe('FIND(?x) WHERE { ?x {type: "A"} }\nFIND(?x|)');
  });

  it('of a type or predicate is shown by the host', () => {
    const shown = vi.fn();
    go('FIND(?x) WHERE { ?x {type: "Dr|ug"} }', shown);
    go('FIND(?x) WHERE { (?x, "|treats", ?y) }', shown);
    expect(shown.mock.calls).toEqual([
      [{ kind: 'type', name: 'Drug', query: 'DESCRIBE CONCEPT TYPE "Drug"' }],
      [{ kind: 'predicate', name: 'treats', query: 'DESCRIBE PROPOSITION TYPE "treats"' }],
    ]);
  });

  it('of anything else is none', () => {
    for (const text of ['FI|ND(?x)', '// ?x|', 'SEARCH CONCEPT "a|" LIMIT 1', '|']) {
      const { state, pos } = marked(text);
      expect(definitionAt(state, pos)).toBeUndefined();
    }
  });
});
