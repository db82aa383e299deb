// SEARCH by meaning, and by meaning and words together.
// "semantic": the elements whose vectors are nearest to the term's.
// "hybrid": the best of either channel, by words and by meaning, are looked at together; each is scored by its vector and by the words
// and letters of its text. A term that is the whole name of an element comes first, as it does by words alone.
import type { ModelProfile } from '../../src/protocol/models.ts';
import type { Nexus } from '../nexus.ts';
import type { Hit, Search } from './hits.ts';
import { likeness, type LikeWord } from './likeness.ts';
import { wholeTexts } from './meaning-text.ts';
import type { ElementKind } from './meaning-store.ts';
import { wordsOf } from './query.ts';
import { rankConcepts } from './rank-concepts.ts';
import { rankPropositions } from './rank-propositions.ts';
import { fusedScore, meaningScore, rounded } from './score.ts';
import type { VectorSearch } from './vector-search.ts';
import { weighWords } from './weights.ts';

/** Elements of each channel that are looked at, beyond the limit: so deep down one channel's find may be raised by the other. */
const DEPTH_MIN = 64;
const DEPTH_FACTOR = 4;

/** Of a longer term the heaviest words are compared letter by letter. */
const LIKE_WORDS_MAX = 64;

/** From here on a keyword score says that the term is the whole name, or another name, of the element (rank-concepts.ts). */
const WHOLE_NAME = 0.95;
/** What any other element can reach. */
const FUSED_MAX = 0.94;

/** A term as a vector, and what it is compared with. */
export interface TermMeaning {
  readonly query: Float32Array;
  readonly vectors: VectorSearch;
  readonly profile: ModelProfile;
}

/**
 * Hits by meaning alone. Elements that have no vector, though they should, are
 * found by words meanwhile.
 */
export function rankByMeaning(nexus: Nexus, kind: ElementKind, search: Search, term: TermMeaning): Hit[] {
  const { query, vectors, profile } = term;
  const near = vectors.nearest(query, kind, { limit: search.limit, group: search.type });
  const byWords = keywordHits(nexus, kind, { ...search, threshold: 0 });
  const others = [...vectors.unembedded([...byWords.keys()])];
  const texts = wholeTexts(nexus, others);
  const words = others.length > 0 ? weighedWords(nexus, search.term) : [];
  return best(search, texts, [
    ...near.map(({ id, cosine }) => ({ id, score: rounded(meaningScore(cosine, profile)) })),
    ...others.map((id) => ({ id, score: rounded(fusedScore(undefined, likeness(words, texts.get(id) ?? ''))) })),
  ]);
}

/** Hits by meaning and words. */
export function rankHybrid(nexus: Nexus, kind: ElementKind, search: Search, term: TermMeaning): Hit[] {
  const { query, vectors, profile } = term;
  const depth = Math.max(DEPTH_MIN, search.limit * DEPTH_FACTOR);
  const byWords = keywordHits(nexus, kind, { ...search, threshold: 0, limit: depth });
  const near = vectors.nearest(query, kind, { limit: depth, group: search.type });
  const ids = [...new Set([...byWords.keys(), ...near.map(({ id }) => id)])];
  const cosines = new Map(near.map(({ id, cosine }) => [id, cosine]));
  const unknown = ids.filter((id) => !cosines.has(id));
  for (const [id, cosine] of vectors.cosines(query, unknown)) cosines.set(id, cosine);

  const words = weighedWords(nexus, search.term);
  const texts = wholeTexts(nexus, ids);
  const score = (id: number): number => {
    const whole = byWords.get(id) ?? 0;
    if (whole >= WHOLE_NAME) return whole;
    const cosine = cosines.get(id);
    const meaning = cosine === undefined ? undefined : meaningScore(cosine, profile);
    return Math.min(FUSED_MAX, fusedScore(meaning, likeness(words, texts.get(id) ?? '')));
  };
  return best(
    search,
    texts,
    ids.map((id) => ({ id, score: rounded(score(id)) })),
  );
}

/** In the order of the answer: by score, then by text, then by id. */
function best({ threshold, limit }: Search, texts: ReadonlyMap<number, string>, hits: readonly Hit[]): Hit[] {
  return hits
    .filter(({ score }) => score >= threshold && score > 0)
    .sort((a, b) => b.score - a.score || compare(texts.get(a.id), texts.get(b.id)) || a.id - b.id)
    .slice(0, limit);
}

function keywordHits(nexus: Nexus, kind: ElementKind, search: Search): Map<number, number> {
  const hits = kind === 'concept' ? rankConcepts(nexus, search) : rankPropositions(nexus, search);
  return new Map(hits.map(({ id, score }) => [id, score]));
}

function weighedWords({ driver }: Nexus, term: string): LikeWord[] {
  const { words } = wordsOf(term);
  if (words.length === 0) return [];
  const weighed = weighWords(driver, words, ['concept_index']).words;
  const heaviest = words
    .map(({ phrase }, at) => ({ word: phrase.replace(/["*]/g, ''), share: weighed[at]!.share }))
    .sort((a, b) => b.share - a.share)
    .slice(0, LIKE_WORDS_MAX);
  const total = heaviest.reduce((sum, { share }) => sum + share, 0);
  return heaviest.map(({ word, share }) => ({ word, share: share / total }));
}

const compare = (a = '', b = ''): number => (a < b ? -1 : a > b ? 1 : 0);
