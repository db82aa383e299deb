import { describe, expect, it } from 'vitest';
import { chunksOf } from './chunks.ts';

/** A token a word, or four characters of a longer one. */
const countTokens = (text: string): number =>
  (text.match(/\S+/g) ?? []).reduce((sum, word) => sum + Math.ceil(word.length / 4), 0);

describe('chunks of a long text', () => {
  it('are the text itself where it fits', () => {
    expect(chunksOf('one two three', 4, countTokens)).toEqual(['one two three']);
  });

  it('end with sentences where they can', () => {
    expect(chunksOf('The cat sat. The dog ran off. It rained.', 6, countTokens)).toEqual([
      'The cat sat.',
      'The dog ran off.',
      'It rained.',
    ]);
    expect(chunksOf('A b. C d. E f. G h.', 4, countTokens)).toEqual(['A b. C d.', 'E f. G h.']);
  });

  it('end between words in a sentence that is too long', () => {
    expect(chunksOf('one two red six ten', 2, countTokens)).toEqual(['one two', 'red six', 'ten']);
  });

  it('cut a word that is too long by itself', () => {
    const word = 'x'.repeat(100);
    const chunks = chunksOf(word, 10, countTokens);
    expect(chunks.join('')).toBe(word);
  });

  it.each(['a. b! c? d… e', '...', 'no end', '你好。再见！', '  spaced   out  text  ', 'x\n\ny\n'])(
    'lose no word and exceed no window: %j',
    (text) => {
      const chunks = chunksOf(text.repeat(20), 5, countTokens);
      expect(chunks.join('').replace(/\s/g, '')).toBe(text.repeat(20).replace(/\s/g, ''));
      for (const chunk of chunks) expect(countTokens(chunk)).toBeLessThanOrEqual(5);
    },
  );
});
