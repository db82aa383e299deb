// SEARCH CONCEPT by keyword. Concepts are ranked inside SQLite; JavaScript sees the hits that are returned, and the few concepts that
// bear exactly the term. Scores fall into bands, so that a better band, once it fills the limit, makes the wider search needless:
//   0.95–1   the term is the whole name or an alias
//   0.7–0.9  every word of the term is in the name or an alias: more, the more of the name the term covers
//   0–0.7    0.7 × the mean of how much of the term occurs (by weight) and how well it occurs (bm25)
// docs/search.md explains the scale; weights.ts makes it absolute.
import type { JsonObject } from '../../src/protocol/values.ts';
import type { Nexus } from '../nexus.ts';
import type { Driver, SqlRow } from '../store/driver.ts';
import { aliasesOf, exactEntry } from './grounding.ts';
import { Findings, type Hit, type Search } from './hits.ts';
import { wordsOf } from './query.ts';
import { fold } from './segment.ts';
import { weighWords } from './weights.ts';

const SAME_NAME = 1;
const FOLDED_NAME = 0.98;
const WHOLE_ALIAS = 0.95;
const NAMED_MAX = 0.9;
const NAMED = 0.7;
/** Whole identifiers add to a score, but not into the band above. */
const UNNAMED_MAX = 0.6999;

/** With no more matches than this, ranking them all at once costs less than looking for those with every word first. */
const FEW = 400;

/** Rows ranked beyond those needed, so that ties at the edge are mostly settled without a second query. */
const TIE_SLACK = 16;

/**
 * The concepts that answer a term best: by score descending, then name, then id. Complete: no concept left out would rank before
 * one returned, and fewer than `limit` come back only if no more reach `threshold`.
 */
export function rankConcepts({ driver }: Pick<Nexus, 'driver'>, search: Search): Hit[] {
  const findings = new Findings(search);
  findings.add(wholeMatches(driver, search));
  if (!findings.settled(NAMED_MAX)) findByWords(driver, search, findings);
  return findings.first((hits) => driver.all(IN_ORDER, [hits, search.limit]).map(toHit));
}

const IN_ORDER = `
  SELECT c.id, hit.value AS score FROM json_each(?1) AS hit CROSS JOIN concepts AS c ON c.id = CAST(hit.key AS INTEGER)
  ORDER BY score DESC, c.name, c.id LIMIT ?2`;

const toHit = ([id, score]: SqlRow): Hit => ({ id: id as number, score: score as number });

const LIKELY = `SELECT rowid FROM concept_index WHERE concept_index MATCH ?1 AND rank MATCH 'bm25(24, 18, 1)' ORDER BY rank LIMIT ?2`;
const LIKELY_OF_TYPE = `
  SELECT concept_index.rowid FROM concept_index CROSS JOIN concepts AS typed ON typed.id = concept_index.rowid AND typed.type = ?3
  WHERE concept_index MATCH ?1 ORDER BY bm25(concept_index, 24, 18, 1) LIMIT ?2`;

/**
 * Concepts that hold any of these words, those that hold them best first: for whoever scores them by other means. One pass over the
 * matches, where rankConcepts makes up to four.
 */
export function likelyConcepts(
  driver: Driver,
  phrases: readonly string[],
  { type, limit }: Omit<Search, 'term'>,
): number[] {
  if (phrases.length === 0) return [];
  const match = phrases.join(' OR ');
  const rows =
    type === undefined ? driver.all(LIKELY, [match, limit]) : driver.all(LIKELY_OF_TYPE, [match, limit, type]);
  return rows.map(([id]) => id as number);
}

/** Concepts whose whole name or alias is the term, compared as folded text. */
export function wholeMatches(driver: Driver, { term, type }: Pick<Search, 'term' | 'type'>): Hit[] {
  const folded = fold(term);
  const rows = driver.all(
    `SELECT c.id, c.name, json(c.attributes) FROM concept_index CROSS JOIN concepts AS c ON c.id = concept_index.rowid
     WHERE concept_index MATCH ?1 AND (?2 IS NULL OR c.type = ?2)`,
    [`{name aliases}: "${exactEntry(term)}"`, type ?? null],
  );
  const hits = rows.map(([id, name, attributes]) => ({
    id: id as number,
    score: wholeScore(term, folded, name as string, attributes as string),
  }));
  return hits.filter(({ score }) => score > 0);
}

/** 0 where the texts differ and only share a hash. */
function wholeScore(term: string, folded: string, name: string, attributes: string): number {
  if (name === term) return SAME_NAME;
  if (fold(name) === folded) return FOLDED_NAME;
  const aliases = aliasesOf(JSON.parse(attributes) as JsonObject);
  return aliases.some((alias) => fold(alias) === folded) ? WHOLE_ALIAS : 0;
}

function findByWords(driver: Driver, search: Search, findings: Findings): void {
  const { words, wholes } = wordsOf(search.term);
  if (words.length === 0) return;
  const asked = words.map(({ phrase }) => phrase);
  findings.add(namedMatches(driver, search, asked, 1));
  if (findings.settled(NAMED)) return;

  const weighed = weighWords(driver, words, ['concept_index']);
  const known = weighed.words.filter(({ holding }) => holding > 0);
  const phrases = known.map(({ phrase }) => phrase);
  const rank = (match: string): void => {
    findings.add(rankMatches(driver, search, match, weighed.bm25Max));
  };
  if (known.length === words.length) {
    const coverage = known.reduce((sum, { share }) => sum + share, 0);
    if (coverage < 1) findings.add(namedMatches(driver, search, phrases, coverage));
    // A whole identifier can make up for a missing word, so then there is no telling what the rest can reach.
    if (known.length > 1 && wholes.length === 0 && known.reduce((sum, { holding }) => sum + holding, 0) > FEW) {
      rank(phrases.join(' AND '));
      // Whatever else there is lacks at least the lightest word.
      if (findings.settled(NAMED * (coverage - Math.min(...known.map(({ share }) => share))))) return;
    }
  }
  if (known.length > 0 || wholes.length > 0) rank([...phrases, ...wholes].join(' OR '));
}

// bm25 with weights this heavy counts every word present in full: it tells which words occur, not how well.
const IN_NAME = 'bm25(concept_index, 1e9, 0, 0)';
const IN_NAMES = 'bm25(concept_index, 1e9, 1e9, 0)';
const OCCURRING = 'bm25(concept_index, 1e9, 1e9, 1e9)';
// How well: a word in the name or an alias nearly saturates at once, a word in the text about half.
const WELL = 'bm25(concept_index, 24, 18, 1)';

const NAMED_MATCHES = `
  SELECT c.id, round(?3 * iif(${IN_NAME} <= 0.999999 * ${IN_NAMES},
    ${NAMED} + ${NAMED_MAX - NAMED} * min(1.0, ?4 / length(c.name)), ${NAMED}), 4) AS score
  FROM concept_index CROSS JOIN concepts AS c ON c.id = concept_index.rowid
  WHERE concept_index MATCH ?1 AND (?5 IS NULL OR c.type = ?5)
  ORDER BY score DESC, c.name, c.id LIMIT ?2`;

/** Concepts that hold every word in their name and aliases; where the name alone holds them, its length matters too. */
function namedMatches(driver: Driver, search: Search, phrases: readonly string[], coverage: number): Hit[] {
  const length = [...search.term.trim()].length;
  const match = `{name aliases}: (${phrases.join(' AND ')})`;
  return driver.all(NAMED_MATCHES, [match, search.limit, coverage, length, search.type ?? null]).map(toHit);
}

const MATCHES = `
  SELECT concept_index.rowid AS id,
    round(min(${UNNAMED_MAX}, ${NAMED / 2} * (min(1.0, ${OCCURRING} / -?3) + min(1.0, ${WELL} / -?3))), 4) AS score
  FROM concept_index`;
const MATCHES_OF_TYPE = `${MATCHES} CROSS JOIN concepts AS typed ON typed.id = concept_index.rowid AND typed.type = ?4`;

/** The cheap order, exact but for which of several equal scores come last. */
const best = (matches: string): string => `${matches} WHERE concept_index MATCH ?1 ORDER BY score DESC LIMIT ?2`;

/** The whole order; needs the name of every match. */
const bestByName = (matches: string): string => `
  SELECT found.id, found.score FROM (${matches} WHERE concept_index MATCH ?1) AS found
  CROSS JOIN concepts AS c ON c.id = found.id ORDER BY found.score DESC, c.name, c.id LIMIT ?2`;

/** Concepts that match, by how much of the term occurs in them and how well. */
function rankMatches(driver: Driver, { type, limit }: Search, match: string, bm25Max: number): Hit[] {
  const matches = type === undefined ? MATCHES : MATCHES_OF_TYPE;
  const run = (sql: string, rows: number): Hit[] =>
    driver.all(sql, type === undefined ? [match, rows, bm25Max] : [match, rows, bm25Max, type]).map(toHit);
  const pool = run(best(matches), limit + TIE_SLACK);
  const edgeTied = pool.length === limit + TIE_SLACK && pool[limit - 1]?.score === pool[pool.length - 1]?.score;
  return edgeTied ? run(bestByName(matches), limit) : pool;
}
