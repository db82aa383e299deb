// A search term as the index sees it: its words, each a quoted FTS5 phrase. Quoting is what makes every input safe, since a phrase
// consists of letters and digits only and FTS5 reads AND, NEAR, * or : inside quotes as text.
import { chunksOf } from './segment.ts';

export interface TermWord {
  /** An FTS5 phrase: `"word"`, or `"色"*` for a word that may continue. */
  readonly phrase: string;
  /** Whether an unknown word may be tried as the beginning of a known one. Not for pairs of characters, which are no words. */
  readonly extensible: boolean;
}

export interface TermWords {
  /** What the term asks for, without repetition: words, parts of identifiers, pairs of characters. */
  readonly words: readonly TermWord[];
  /** Joined identifiers, as phrases: a match beside those of their parts. */
  readonly wholes: readonly string[];
}

/** English words that carry grammar rather than meaning; they count only where a term consists of nothing else. */
const GRAMMAR = new Set(
  (
    'a an and are as at be been by can could did do does for from had has have he her him his how i if in into is it its may me my ' +
    'of on or our shall she should so such than that the their them then there these they this those to us was we were what when ' +
    'where which who whom whose why will with would you your about'
  ).split(' '),
);

const CLITIC = /(?<=\p{L})['’](?:s|t|d|m|re|ve|ll)(?!\p{L})/giu;

/** Words at least this long may stand for the longer words they begin, counted in UTF-16 units. */
const EXTENSIBLE_MIN = 3;

/** The words of a search term; none where it holds no letter or digit. */
export function wordsOf(term: string): TermWords {
  const words = new Map<string, TermWord>();
  const wholes = new Set<string>();
  for (const chunk of chunksOf(term.replace(CLITIC, ' '))) {
    for (const part of chunk.parts) words.set(part, termWord(part, chunk.unspaced));
    for (const whole of chunk.wholes) wholes.add(`"${whole}"`);
  }
  const meaning = [...words].filter(([word]) => !GRAMMAR.has(word));
  return { words: (meaning.length > 0 ? meaning : [...words]).map(([, word]) => word), wholes: [...wholes] };
}

function termWord(word: string, unspaced: boolean): TermWord {
  // Every character of an unspaced run starts some word of the index, so a lone one is found as a beginning.
  if (unspaced && [...word].length === 1) return { phrase: `"${word}"*`, extensible: false };
  return { phrase: `"${word}"`, extensible: !unspaced && word.length >= EXTENSIBLE_MIN };
}
