// How much of a term's words a text holds, letter by letter (the character-gram channel): a word counts by the part of its trigrams that
// occur in the text, so that other forms and misspellings of a word count too. Pairs of characters of unspaced scripts count whole.
import { indexText, isUnspaced } from './segment.ts';

/** A word of the term, and its part of the term's weight (weights.ts). */
export interface LikeWord {
  readonly word: string;
  readonly share: number;
}

/** A word of which less than this occurs is not there at all: any two long words share some letters. */
const PART_MIN = 0.6;

/** Words of fewer characters, the blanks around them counted, occur whole or not at all. */
const SHORT = 6;

/** How much of a text is compared; the rest of a longer one is too much to tell words apart by their letters. */
const TEXT_MAX = 6000;

const BETWEEN_WORDS = /[^\p{L}\p{N}\p{M}]+/gu;

/** From 0, nothing of the term, to 1, all of it. */
export function likeness(words: readonly LikeWord[], text: string): number {
  const folded = ` ${indexText(text.slice(0, TEXT_MAX)).toLowerCase().replace(BETWEEN_WORDS, ' ')} `;
  return words.reduce((sum, { word, share }) => {
    const part = occurring(word, folded);
    return part < PART_MIN ? sum : sum + share * part;
  }, 0);
}

function occurring(word: string, folded: string): number {
  if (folded.includes(` ${word} `)) return 1;
  // One or two characters of a script without spaces: the text holds them as part of a pair or in a row.
  if (isUnspaced(word)) return folded.includes(word) ? 1 : 0;
  const characters = [...` ${word} `];
  // A short word shares its few trigrams with too many others ("car", "carries").
  if (characters.length < SHORT) return 0;
  let found = 0;
  for (let at = 0; at + 3 <= characters.length; at++) {
    if (folded.includes(characters.slice(at, at + 3).join(''))) found++;
  }
  return found / (characters.length - 2);
}
