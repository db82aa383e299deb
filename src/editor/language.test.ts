import { foldable, getIndentation, matchBrackets, syntaxTreeAvailable } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { toggleLineComment } from '@codemirror/commands';
import { highlightTree } from '@lezer/highlight';
import { describe, expect, it } from 'vitest';
import { Headless } from './fixture.ts';
import { kipHighlightStyle } from './highlighting.ts';
import { kipLanguage, kipLanguageSupport } from './language.ts';

/** A state whose text is parsed to its end: a new state parses for 20 ms only, which a busy machine may spend elsewhere. */
function open(doc: string): EditorState {
  for (;;) {
    const state = EditorState.create({ doc, extensions: kipLanguageSupport() });
    if (syntaxTreeAvailable(state)) return state;
  }
}

const CAPSULE = `// what we know
UPSERT {
  CONCEPT ?aspirin {
    {type: "Drug", name: "Aspirin"}
    SET ATTRIBUTES {
      risk_level: 2,
      tags: [
        "pain"
      ]
    }
    SET PROPOSITIONS {
      ("treats", ?headache)
    }
  }
}
WITH METADATA {
  source: "here"
}`;

describe('folding', () => {
  it('hides what stands between the brackets a line opens', () => {
    const state = open(CAPSULE);
    const folded = [...Array(state.doc.lines).keys()].flatMap((index) => {
      const line = state.doc.line(index + 1);
      const range = foldable(state, line.from, line.to);
      return range ? [`${line.text.trim()}…${state.doc.lineAt(range.to).text.trim()}`] : [];
    });
    expect(folded).toEqual([
      'UPSERT {…}',
      'CONCEPT ?aspirin {…}',
      'SET ATTRIBUTES {…}',
      'tags: […]',
      'SET PROPOSITIONS {…}',
      'WITH METADATA {…}',
    ]);
  });

  it('folds the two brackets of FIND apart', () => {
    const state = open('FIND(\n  ?x\n)\nWHERE {\n  ?x {type: "A"}\n}');
    const first = foldable(state, 0, state.doc.line(1).to);
    expect(first && state.sliceDoc(first.from, first.to)).toBe('\n  ?x\n');
    const where = state.doc.line(4);
    const second = foldable(state, where.from, where.to);
    expect(second && state.sliceDoc(second.from, second.to)).toBe('\n  ?x {type: "A"}\n');
  });
});

describe('indentation', () => {
  it('is what a tidy text has', () => {
    const state = open(CAPSULE);
    for (let number = 1; number <= state.doc.lines; number++) {
      const line = state.doc.line(number);
      expect(`${number}: ${getIndentation(state, line.from)}`).toBe(`${number}: ${/^ */.exec(line.text)?.[0].length}`);
    }
  });

  it('holds in half a statement', () => {
    const state = open('FIND(?x)\nWHERE {\n  ?x {type: "A"}\n  NOT {\n');
    expect(getIndentation(state, state.doc.length)).toBe(4);
  });

  it('is not misled by brackets in strings and comments', () => {
    const state = open('FIND(?x) WHERE { ?x {name: "({["} } // {\n');
    expect(getIndentation(state, state.doc.length)).toBe(0);
  });
});

describe('brackets', () => {
  it('are matched by the grammar', () => {
    const text = 'FIND(?x) WHERE { ?x {name: "}"} NOT { (?x, "a", {name: "("}) } }';
    const state = open(text);
    const match = (pos: number): number | undefined => matchBrackets(state, pos, 1)?.end?.from;
    expect(match(text.indexOf('('))).toBe(7);
    expect(match(text.indexOf('{'))).toBe(text.length - 1);
    expect(match(text.indexOf('{name'))).toBe(text.indexOf('} NOT'));
    expect(match(text.indexOf('(?x,'))).toBe(text.indexOf(') }'));
  });
});

describe('comments', () => {
  it('are toggled with //', () => {
    const editor = new Headless(open('  DESCRIBE PRIMER'));
    toggleLineComment(editor);
    expect(editor.state.doc.toString()).toBe('  // DESCRIBE PRIMER');
    toggleLineComment(editor);
    expect(editor.state.doc.toString()).toBe('  DESCRIBE PRIMER');
  });
});

describe('highlighting', () => {
  const classes = (doc: string): Map<string, string> => {
    const shown = new Map<string, string>();
    highlightTree(kipLanguage.parser.parse(doc), kipHighlightStyle, (from, to, style) =>
      shown.set(doc.slice(from, to), style),
    );
    return shown;
  };

  it('tells the parts of a statement apart, in broken text too', () => {
    for (const end of ['}', '}\n} FILTER( = ']) {
      const text = `FIND(?x.name, COUNT(?l)) WHERE { ?x {type: "A", name: :n} ?l (?x, "p", ?y) FILTER(?x.attributes.k > 3) // end\n${end}`;
      const shown = classes(text);
      const of = (part: string): string | undefined => shown.get(part);
      const distinct = ['FIND', 'WHERE', '?x', ':n', '.name', '"A"', '"p"', '3', '>', '// end', 'COUNT'].map(of);
      expect(distinct).not.toContain(undefined);
      expect(new Set(distinct).size).toBe(distinct.length);
    }
  });

  it('reads any text without an end or an error', () => {
    for (const text of ['"', '{{{{', '?x {type: ', '// \u2028', '𝔘nicode "💊" {}', ')))']) {
      expect(kipLanguage.parser.parse(text).length).toBe(text.length);
    }
  });
});
