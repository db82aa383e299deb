import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { statementAt, statementsOf } from './statements.ts';

const texts = (doc: string): string[] => {
  const state = EditorState.create({ doc });
  return statementsOf(state.doc).map(({ from, to }) => state.sliceDoc(from, to));
};

/** The statement at the mark `|`, which is not part of the document. */
const at = (marked: string): string | undefined => {
  const pos = marked.indexOf('|');
  return statementAt(EditorState.create({ doc: marked.replace('|', '') }), pos)?.text;
};

const FIND = 'FIND(?x) WHERE { ?x {type: "Person"} }';

describe('statements of a document', () => {
  it('end where the next begins, without comments and space', () => {
    expect(texts(`// one\n${FIND}\n\n// two\nDESCRIBE PRIMER // trailing\nUPSERT { CONCEPT ?a {} }\n`)).toEqual([
      FIND,
      'DESCRIBE PRIMER',
      'UPSERT { CONCEPT ?a {} }',
    ]);
  });

  it('are found on one line', () => {
    expect(texts('DESCRIBE PRIMER DESCRIBE DOMAINS SEARCH CONCEPT "a"')).toEqual([
      'DESCRIBE PRIMER',
      'DESCRIBE DOMAINS',
      'SEARCH CONCEPT "a"',
    ]);
  });

  it('are not cut at words in strings, comments, keys, variables, placeholders and paths', () => {
    const whole = `FIND(?FIND.attributes.UPDATE) WHERE {\n  // FIND(?x)\n  ?FIND {type: "\\" FIND(", name: :DELETE}\n}`;
    expect(texts(whole)).toEqual([whole]);
    const keys = 'UPSERT { CONCEPT ?a { {id: "C:2"} SET ATTRIBUTES { FIND: 1,\nUPDATE: "x" } } }';
    expect(texts(keys)).toEqual([keys]);
  });

  it('survive a bracket that is never closed before them', () => {
    expect(texts(`FIND(?x) WHERE { ?x {type: \n\n${FIND}\nUPDATE ?x SET`)).toEqual([
      'FIND(?x) WHERE { ?x {type:',
      FIND,
      'UPDATE ?x SET',
    ]);
  });

  it('survive a quote that is never closed before them', () => {
    expect(texts(`FIND(?x) WHERE { ?x {type: "Per\n${FIND}`)).toEqual(['FIND(?x) WHERE { ?x {type: "Per', FIND]);
  });

  it('keep a query nested by mistake', () => {
    const nested = 'FIND(?x) WHERE {\n  FIND(?y) WHERE { ?y {type: "A"} }\n}';
    expect(texts(nested)).toEqual([nested]);
  });

  it('keep words that stand before the first one', () => {
    expect(texts(`Here you are:\n${FIND}`)).toEqual([`Here you are:\n${FIND}`]);
    expect(texts('MATCH (n) DELETE n')).toEqual(['MATCH (n) DELETE n']);
  });

  it('begin with lower-case words too, so that these are complained of', () => {
    expect(texts(`${FIND}\nfind(?x) where {}`)).toEqual([FIND, 'find(?x) where {}']);
  });

  it('are none in a document of comments and space', () => {
    expect(texts(' \n // FIND(?x)\n')).toEqual([]);
  });

  it('are found behind a capsule of a megabyte', () => {
    const block = '  CONCEPT ?c { {type: "Person", name: "A"} SET ATTRIBUTES { note: "some words" } }\n';
    const doc = EditorState.create({ doc: `UPSERT {\n${block.repeat(12_500)}}\n${FIND}` }).doc;
    expect(statementsOf(doc)).toHaveLength(2);
  });
});

describe('the statement at the caret', () => {
  it('is the one the caret stands in, at its edges and behind it on the line', () => {
    expect(at(`${FIND.replace('WHERE', 'WH|ERE')}\nDESCRIBE PRIMER`)).toBe(FIND);
    expect(at(`|${FIND}\nDESCRIBE PRIMER`)).toBe(FIND);
    expect(at(`${FIND} // note |\nDESCRIBE PRIMER`)).toBe(FIND);
  });

  it('is the next one in a comment right above it', () => {
    expect(at(`${FIND}\n\n// what |is known\n// more\nDESCRIBE PRIMER`)).toBe('DESCRIBE PRIMER');
  });

  it('is the one before in the space between two', () => {
    expect(at(`${FIND}\n|\nDESCRIBE PRIMER`)).toBe(FIND);
    expect(at(`${FIND}\n// detached |\n\nDESCRIBE PRIMER`)).toBe(FIND);
  });

  it('is the first one above all, the last one below all', () => {
    expect(at(`|\n\n${FIND}`)).toBe(FIND);
    expect(at(`${FIND}\n\n\n|`)).toBe(FIND);
  });

  it('is none in an empty document', () => {
    expect(at('|')).toBeUndefined();
  });
});
