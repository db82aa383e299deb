// One scale for every score (docs/search.md): around 0.3 two texts are related, from 0.45 surely, from 0.6 they say the same thing.
import type { ModelProfile } from '../../src/protocol/models.ts';

const RELATED = 0.3;
const CONFIDENT = 0.45;
const SAME = 0.6;

/** A model's cosine on the common scale: straight lines between the points its profile names. */
export function meaningScore(cosine: number, { thresholds }: Pick<ModelProfile, 'thresholds'>): number {
  const points: readonly (readonly [cosine: number, score: number])[] = [
    [thresholds.unrelated, 0],
    [thresholds.related, RELATED],
    [thresholds.confident, CONFIDENT],
    [thresholds.same, SAME],
    [1, 1],
  ];
  if (cosine <= thresholds.unrelated) return 0;
  const above = points.findIndex(([point]) => cosine <= point);
  if (above < 0) return 1;
  const [fromCosine, fromScore] = points[above - 1]!;
  const [toCosine, toScore] = points[above]!;
  return fromScore + ((cosine - fromCosine) / (toCosine - fromCosine)) * (toScore - fromScore);
}

/** How much of the doubt that meaning leaves is taken away where all words of the term occur; `npm run eval` tells if it is right. */
const LEXICAL_WEIGHT = 0.4;

/** So much of a term, by weight, may occur in a text by accident: it says nothing beside the meaning. */
const ACCIDENTAL = 0.2;

/**
 * What elements without a vector reach by all words of a term, in their names and anywhere: about as much as by words alone, and as
 * others reach by the same words and their meaning.
 */
const WORDS_IN_NAMES = 0.75;
const WORDS_ANYWHERE = 0.6;

/** How much of a term's words occurs in a text, from 0 to 1. */
export interface Likeness {
  readonly inNames: number;
  readonly anywhere: number;
}

/** The score of an element that has no vector, though others have. */
export function wordsScore({ inNames, anywhere }: Likeness): number {
  return Math.max(WORDS_IN_NAMES * inNames, WORDS_ANYWHERE * anywhere);
}

/**
 * Meaning and words together: each takes away a part of the doubt the other leaves. Adding ranks instead, as is usual, would put a
 * text that shares one accidental word with the term before one that says the same in other words.
 */
export function fusedScore(meaning: number, { anywhere }: Pick<Likeness, 'anywhere'>): number {
  const telling = Math.max(0, anywhere - ACCIDENTAL) / (1 - ACCIDENTAL);
  return 1 - (1 - meaning) * (1 - LEXICAL_WEIGHT * telling);
}

export const rounded = (score: number): number => Math.round(score * 1e4) / 1e4;
