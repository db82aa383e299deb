import { describe, expect, it } from 'vitest';
import { CAPSULES } from '../capsules/index.ts';
import { StatementSplitter, type CapsuleStatement } from './capsule-statements.ts';

function split(text: string, chunkLength = text.length): CapsuleStatement[] {
  const splitter = new StatementSplitter();
  const statements: CapsuleStatement[] = [];
  for (let at = 0; at < text.length; at += chunkLength)
    statements.push(...splitter.push(text.slice(at, at + chunkLength)));
  const last = splitter.end();
  return last ? [...statements, last] : statements;
}

describe('StatementSplitter', () => {
  const first =
    'UPSERT { CONCEPT ?a { {type: "T", name: "UPSERT } // \\" {"} } } // UPSERT {\nWITH METADATA { a: 1 }\n\n';
  const second = 'UPSERT{}';

  it('cuts before each UPSERT that stands outside brackets, strings and comments', () => {
    expect(split(first + second)).toEqual([
      { text: first, line: 1 },
      { text: second, line: 4 },
    ]);
  });

  it('cuts alike wherever the chunks end', () => {
    for (let length = 1; length < 20; length++) expect(split(first + second, length)).toEqual(split(first + second));
  });

  it('yields nothing for space and comments, and keeps comments with what follows them', () => {
    expect(split(' \n// UPSERT {}\n')).toEqual([]);
    expect(split('// one\nUPSERT {}')).toEqual([{ text: '// one\nUPSERT {}', line: 1 }]);
  });

  it('hands over what is no UPSERT as it is, for the parser to refuse', () => {
    expect(split('FIND(?x) WHERE {} UPSERT {}').map(({ text }) => text)).toEqual(['FIND(?x) WHERE {} ', 'UPSERT {}']);
    expect(split('} / UPSERT {').map(({ text }) => text)).toEqual(['} / ', 'UPSERT {']);
    expect(split('x')).toEqual([{ text: 'x', line: 1 }]);
  });

  it('loses nothing of any standard capsule', () => {
    for (const capsule of CAPSULES)
      expect(
        split(capsule, 7)
          .map(({ text }) => text)
          .join(''),
      ).toBe(capsule);
  });
});
