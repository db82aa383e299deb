// SEARCH by meaning, and by meaning and words together.
// "semantic": the elements whose vectors are nearest to the term's, those put back that are near to every term (hubness.ts).
// "hybrid": the best of either channel, by words and by meaning, are looked at together; each is scored by its vector and by the words
// and letters of its text. A term that is the whole name of an element comes first, as it does by words alone.
import type { ModelProfile } from '../../src/protocol/models.ts';
import type { Nexus } from '../nexus.ts';
import type { Hit, Search } from './hits.ts';
import type { Hubness } from './hubness.ts';
import { likeness, type LikeWord } from './likeness.ts';
import { wholeTexts, type WholeText } from './meaning-text.ts';
import type { ElementKind } from './meaning-store.ts';
import { wordsOf } from './query.ts';
import { likelyConcepts, wholeMatches } from './rank-concepts.ts';
import { rankPropositions } from './rank-propositions.ts';
import { fusedScore, meaningScore, rounded, wordsScore } from './score.ts';
import type { Correct, VectorSearch } from './vector-search.ts';
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
  readonly hubness: Hubness;
  readonly profile: ModelProfile;
}

/**
 * Hits by meaning alone. Elements that have no vector, though they should, are
 * found by words meanwhile.
 */
export function rankByMeaning(nexus: Nexus, kind: ElementKind, search: Search, term: TermMeaning): Hit[] {
  const { query, vectors, profile } = term;
  const near = vectors.nearest(query, kind, { limit: depthOf(search), group: search.type }, correctionOf(term));
  const { words, found } = vectors.lacksAny(kind)
    ? wordChannel(nexus, kind, { ...search, limit: depthOf(search) })
    : NOTHING;
  const others = [...vectors.unembedded([...found.keys()])];
  const texts = wholeTexts(nexus, others);
  return best(search, texts, [
    ...near.map(({ id, corrected }) => ({ id, score: rounded(meaningScore(corrected, profile)) })),
    ...others.map((id) => ({ id, score: rounded(byWordsAlone(words, texts.get(id))) })),
  ]);
}

/** Hits by meaning and words. */
export function rankHybrid(nexus: Nexus, kind: ElementKind, search: Search, term: TermMeaning): Hit[] {
  const { query, vectors, profile } = term;
  const depth = depthOf(search);
  const correct = correctionOf(term);
  const { words, found: byWords } = wordChannel(nexus, kind, { ...search, limit: depth });
  const near = vectors.nearest(query, kind, { limit: depth, group: search.type }, correct);
  const ids = [...new Set([...byWords.keys(), ...near.map(({ id }) => id)])];
  const cosines = new Map(near.map(({ id, corrected }) => [id, corrected]));
  const unknown = ids.filter((id) => !cosines.has(id));
  for (const [id, { corrected }] of vectors.nearness(query, unknown, correct)) cosines.set(id, corrected);

  const texts = wholeTexts(nexus, ids);
  const score = (id: number): number => {
    const whole = byWords.get(id) ?? 0;
    if (whole >= WHOLE_NAME) return whole;
    const cosine = cosines.get(id);
    const text = texts.get(id);
    if (cosine === undefined) return byWordsAlone(words, text);
    return Math.min(
      FUSED_MAX,
      fusedScore(meaningScore(cosine, profile), { anywhere: likeness(words, text?.whole ?? '') }),
    );
  };
  return best(
    search,
    texts,
    ids.map((id) => ({ id, score: rounded(score(id)) })),
  );
}

/** The score of an element that has no vector. */
function byWordsAlone(words: readonly LikeWord[], text: WholeText = NO_TEXT): number {
  return wordsScore({ inNames: likeness(words, text.names), anywhere: likeness(words, text.whole) });
}

const NO_TEXT: WholeText = { names: '', whole: '' };

const depthOf = ({ limit }: Search): number => Math.max(DEPTH_MIN, limit * DEPTH_FACTOR);

const correctionOf = ({ hubness }: TermMeaning): Correct => hubness.corrected.bind(hubness);

/** In the order of the answer: by score, then by text, then by id. */
function best({ threshold, limit }: Search, texts: ReadonlyMap<number, WholeText>, hits: readonly Hit[]): Hit[] {
  return hits
    .filter(({ score }) => score >= threshold && score > 0)
    .sort((a, b) => b.score - a.score || compare(texts.get(a.id)?.whole, texts.get(b.id)?.whole) || a.id - b.id)
    .slice(0, limit);
}

/** What the words of a term find. */
interface WordChannel {
  /** The words that are compared letter by letter. */
  readonly words: readonly LikeWord[];
  /** Elements that hold some of them, the likeliest first; a score only where it says that the term is a whole name. */
  readonly found: ReadonlyMap<number, number>;
}

const NOTHING: WordChannel = { words: [], found: new Map() };

function wordChannel(nexus: Nexus, kind: ElementKind, search: Search): WordChannel {
  const { driver } = nexus;
  const { words, wholes } = wordsOf(search.term);
  const weighed = words.length > 0 ? weighWords(driver, words, ['concept_index']).words : [];
  const likeWords = heaviest(words.map(({ phrase }, at) => ({ phrase, share: weighed[at]!.share })));
  if (kind === 'proposition') {
    const hits = rankPropositions(nexus, { ...search, threshold: 0 });
    return { words: likeWords, found: new Map(hits.map(({ id, score }) => [id, score])) };
  }
  const known = weighed.filter(({ holding }) => holding > 0).map(({ phrase }) => phrase);
  const likely = likelyConcepts(driver, [...known, ...wholes], search).map((id) => [id, 0] as const);
  const whole = wholeMatches(driver, search).map(({ id, score }) => [id, score] as const);
  return { words: likeWords, found: new Map([...likely, ...whole]) };
}

function heaviest(weighed: readonly { readonly phrase: string; readonly share: number }[]): LikeWord[] {
  const kept = [...weighed].sort((a, b) => b.share - a.share).slice(0, LIKE_WORDS_MAX);
  const total = kept.reduce((sum, { share }) => sum + share, 0);
  return kept.map(({ phrase, share }) => ({ word: phrase.replace(/["*]/g, ''), share: share / total }));
}

const compare = (a = '', b = ''): number => (a < b ? -1 : a > b ? 1 : 0);
