import { describe, expect, it } from 'vitest';
import { chunksOf, type Piece } from './chunks.ts';

/** A token a word, or four characters of a longer one. */
const countTokens = (text: string): number =>
  (text.match(/\S+/g) ?? []).reduce((sum, word) => sum + Math.ceil(word.length / 4), 0);

/** Reads Latin letters, and takes whatever else there is for one token. */
function read(content: string): Piece {
  const readable = /[a-z.…]/i.test(content);
  return { content, tokens: readable ? countTokens(content) : 1, unknownShare: readable ? 0 : 1, readable };
}

const contents = (text: string, maxTokens: number): string[] =>
  [...chunksOf(text, maxTokens, read)].map(({ content }) => content);

describe('chunks of a long text', () => {
  it('are the text itself where it fits', () => {
    expect(contents('one two three', 4)).toEqual(['one two three']);
  });

  it('end with sentences where they can', () => {
    expect(contents('The cat sat. The dog ran off. It rained.', 6)).toEqual([
      'The cat sat.',
      'The dog ran off.',
      'It rained.',
    ]);
    expect(contents('A b. C d. E f. G h.', 4)).toEqual(['A b. C d.', 'E f. G h.']);
  });

  it('end between words in a sentence that is too long', () => {
    expect(contents('one two red six ten', 2)).toEqual(['one two', 'red six', 'ten']);
  });

  it('cut a word that is too long by itself', () => {
    const word = 'x'.repeat(100);
    expect(contents(word, 10).join('')).toBe(word);
  });

  it.each(['a. b! c? d… e', '...', 'no end', 'a你好。再见！', '  spaced   out  text  ', 'x\n\ny\n'])(
    'lose no word and exceed no window: %j',
    (text) => {
      const chunks = [...chunksOf(text.repeat(20), 5, read)];
      const letters = (of: string) => [...of.replace(/\s/g, '')].sort().join('');
      expect(letters(chunks.map(({ content }) => content).join(''))).toBe(letters(text.repeat(20)));
      for (const { tokens, content } of chunks) {
        expect(tokens).toBeLessThanOrEqual(5);
        expect(read(content).tokens).toBeLessThanOrEqual(tokens);
      }
    },
  );

  it('hold what can be read, and apart from it what cannot', () => {
    expect(contents('The cat sat. 猫。The dog ran. 犬。It rained. ', 6)).toEqual([
      '猫。',
      '犬。',
      'The cat sat. The dog ran.',
      'It rained.',
    ]);
  });

  it.each([
    ['sentences', 'It rained all day. '.repeat(50_000)],
    ['one sentence', 'on and on '.repeat(100_000)],
    ['one word', 'x'.repeat(1_000_000)],
    ['unknown sentences', '我喜欢深色模式。'.repeat(100_000)],
    ['one unknown word', '我喜欢深色模式'.repeat(100_000)],
    ['emoji', '🙂'.repeat(500_000)],
  ])('never read more than some thousand characters of a book at once: %s', (_, book) => {
    let longest = 0;
    let cut = 0;
    for (const { content } of chunksOf(book, 100, (text) => ((longest = Math.max(longest, text.length)), read(text)))) {
      longest = Math.max(longest, content.length);
      cut += content.replace(/\s/g, '').length;
    }
    expect(longest).toBeLessThan(5000);
    expect(cut).toBe(book.replace(/\s/g, '').length);
  });

  it('are cut as they are asked for', () => {
    let units = 0;
    const [first] = chunksOf('It rained all day. '.repeat(50_000), 10, (text) => ((units += text.length), read(text)));
    expect(first?.content).toBe('It rained all day. It rained all day.');
    expect(units).toBeLessThan(200);
  });
});
