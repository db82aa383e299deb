// How much each word of a term counts, and with it the scale of every keyword score.
// A word weighs its inverse document frequency, by the formula of FTS5's bm25(), so that bm25 divided by its largest possible value
// for the term lies between 0 and 1 and means the same in every query and in a memory of any size (docs/search.md).
import type { Driver } from '../store/driver.ts';
import type { TermWord } from './query.ts';

export interface WeighedWord {
  /** The word as asked for, or lengthened to "any word that starts so" where only that is known. */
  readonly phrase: string;
  /** How many elements hold it; 0 for an unknown word. */
  readonly holding: number;
  /** The part of a full match that this word can give. The words of a term sum to 1, or less where some are only beginnings. */
  readonly share: number;
  /** True where the word itself is unknown and stands for longer ones. */
  readonly begun: boolean;
}

export interface WeighedTerm {
  readonly words: readonly WeighedWord[];
  /** What bm25 would be if every word matched as well as a word can; positive. */
  readonly bm25Max: number;
}

/** A word taken as the beginning of longer ones counts for this part of its weight. */
const BEGINNING = 0.7;

const K1 = 1.2; // fixed in FTS5

function inverseFrequency(elements: number, holding: number): number {
  return Math.max(1e-6, Math.log((elements - holding + 0.5) / (holding + 0.5)));
}

export type IndexTable = 'concept_index' | 'proposition_index';

/**
 * Weighs the words of a term by how many elements of these indexes hold them; at least one word. Unknown words weigh most, since a
 * term half unknown is half unmatched.
 */
export function weighWords(driver: Driver, words: readonly TermWord[], tables: readonly IndexTable[]): WeighedTerm {
  const count = (condition: (table: IndexTable) => string, phrase?: string): number => {
    const total = (sum: number, table: IndexTable): number =>
      sum + Number(driver.get(`SELECT count(*) FROM ${condition(table)}`, phrase === undefined ? [] : [phrase])?.[0]);
    return tables.reduce(total, 0);
  };
  // A statement per word: one over all of them takes twice as long.
  const holding = (phrase: string): number => count((table) => `${table} WHERE ${table} MATCH ?1`, phrase);
  const elements = count((table) => `${table}_docsize`);
  const found = words.map((word) => {
    const known = findWord(word, holding);
    const weight = inverseFrequency(elements, known.holding);
    return { ...known, weight, demand: known.begun ? weight / BEGINNING : weight };
  });
  const total = found.reduce((sum, { demand }) => sum + demand, 0);
  return {
    words: found.map(({ phrase, holding: count, begun, weight }) => ({
      phrase,
      holding: count,
      begun,
      share: weight / total,
    })),
    bm25Max: (K1 + 1) * total,
  };
}

function findWord({ phrase, extensible }: TermWord, count: (phrase: string) => number): Omit<WeighedWord, 'share'> {
  const holding = count(phrase);
  if (holding > 0 || !extensible) return { phrase, holding, begun: false };
  const longer = count(`${phrase}*`);
  return longer > 0 ? { phrase: `${phrase}*`, holding: longer, begun: true } : { phrase, holding, begun: false };
}
