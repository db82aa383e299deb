// SEARCH PROPOSITION by keyword. A link is found through its predicate, whose definition is searched instead of every link, through
// the names of its endpoints and through the text of its own attributes. Each word of the term counts by its weight and by the
// best place it occurs in; a term that is a whole predicate name stands above that scale.
// Of links that score the same, of which one predicate or one name has many, those are taken that an index gives first; they are
// put in order by object, then by subject.
import type { Nexus } from '../nexus.ts';
import type { SqlRow } from '../store/driver.ts';
import { Findings, type Hit, type Search } from './hits.ts';
import { wordsOf } from './query.ts';
import { wholeMatches } from './rank-concepts.ts';
import { weighWords, type WeighedWord } from './weights.ts';

type LinkSearch = Pick<Nexus, 'driver' | 'types'>;

/** Of a longer term the rarest words count. */
const WORDS_MAX = 16;

/** What a word is worth in each place. */
const IN_PREDICATE_NAME = 0.9;
const IN_ENDPOINT_NAME = 0.7;
const IN_ATTRIBUTES = 0.6;
const IN_PREDICATE_TEXT = 0.5;

/**
 * The links that answer a term best, by score descending. No link left out scores higher than one returned, and fewer than `limit`
 * come back only if no more reach `threshold`.
 */
export function rankPropositions(nexus: LinkSearch, search: Search): Hit[] {
  const { driver } = nexus;
  const findings = new Findings(search);
  findings.add(linksOf(nexus, search, wholePredicates(nexus, search)));
  if (!findings.settled(IN_PREDICATE_NAME)) findByWords(nexus, search, findings);
  return findings.first((hits) => driver.all(IN_ORDER, [hits, search.limit]).map(toHit));
}

const toHit = ([id, score]: SqlRow): Hit => ({ id: id as number, score: score as number });

const IN_ORDER = `
  SELECT p.id, hit.value AS score FROM json_each(?1) AS hit CROSS JOIN propositions AS p ON p.id = CAST(hit.key AS INTEGER)
  ORDER BY score DESC, p.object, p.subject, p.id LIMIT ?2`;

/** Predicates whose whole name or alias is the term. */
function wholePredicates({ driver, types }: LinkSearch, { term }: Search): Hit[] {
  return wholeMatches(driver, { term, type: types.propositionTypeType });
}

/** The first links of each predicate, at the least score they have: their predicate's. No more than `limit` of each can matter. */
function linksOf({ driver }: Pick<Nexus, 'driver'>, search: Search, predicates: readonly Hit[]): Hit[] {
  return predicates
    .filter(({ id }) => search.type === undefined || search.type === id)
    .flatMap(({ id, score }) =>
      driver
        .all('SELECT id FROM propositions WHERE predicate = ?1 ORDER BY object, subject LIMIT ?2', [id, search.limit])
        .map(([link]) => ({ id: link as number, score })),
    );
}

interface LinkTerm {
  /** Heaviest first. */
  readonly words: readonly WeighedWord[];
  readonly occurrences: readonly Occurrence[];
}

function findByWords(nexus: LinkSearch, search: Search, findings: Findings): void {
  const asked = wordsOf(search.term).words;
  if (asked.length === 0) return;
  const words = weighWords(nexus.driver, asked, ['concept_index', 'proposition_index'])
    .words.filter(({ holding }) => holding > 0)
    .sort((a, b) => b.share - a.share)
    .slice(0, WORDS_MAX);
  if (words.length === 0) return;
  const term: LinkTerm = { words, occurrences: predicateOccurrences(nexus, words) };
  findings.add(linksOf(nexus, search, predicateScores(term)));
  if (!findings.settled(IN_PREDICATE_NAME)) findLinks(nexus, search, term, findings);
}

/** Where a word occurs: [id of the predicate, number of the word, worth]. */
type Occurrence = readonly [predicate: number, word: number, worth: number];

const PREDICATE_OCCURRENCES = `
  WITH place(filter, worth) AS (VALUES ('{name aliases}: ', ${IN_PREDICATE_NAME}), ('{text}: ', ${IN_PREDICATE_TEXT}))
  SELECT d.id, word.key, max(place.worth)
  FROM json_each(?1) AS word CROSS JOIN place
  CROSS JOIN concept_index ON concept_index MATCH place.filter || word.value
  CROSS JOIN concepts AS d ON d.id = concept_index.rowid AND d.type = ?2
  GROUP BY d.id, word.key`;

function predicateOccurrences({ driver, types }: LinkSearch, words: readonly WeighedWord[]): Occurrence[] {
  const phrases = JSON.stringify(words.map(({ phrase }) => phrase));
  return driver.all(PREDICATE_OCCURRENCES, [phrases, types.propositionTypeType]) as unknown as Occurrence[];
}

function predicateScores({ words, occurrences }: LinkTerm): Hit[] {
  const scores = new Map<number, number>();
  for (const [id, word, worth] of occurrences)
    scores.set(id, (scores.get(id) ?? 0) + (words[word]?.share ?? 0) * worth);
  return [...scores].map(([id, score]) => ({ id, score: Math.round(score * 1e4) / 1e4 }));
}

/**
 * Links that hold words themselves or by an endpoint's name. First those of which one place holds them all; then those with the
 * heaviest word, and so on: mostly the first ones fill the answer, and what is left cannot reach them.
 */
function findLinks(nexus: LinkSearch, search: Search, term: LinkTerm, findings: Findings): void {
  const { words, occurrences } = term;
  const phrases = words.map(({ phrase }) => phrase);
  // Where no predicate adds to the score, equal scores are all a search can leave out, so the first rows will do: endpoints, which are
  // worth more, come before attributes.
  const flat = occurrences.length === 0;
  if (flat) {
    findings.add(linksMatching(nexus, search, term, `(${phrases.join(' AND ')})`, false));
    if (findings.settled(reachable(term, -1))) return;
  }
  for (const [current, phrase] of phrases.entries()) {
    findings.add(linksMatching(nexus, search, term, phrase, !flat || current < phrases.length - 1));
    if (findings.settled(reachable(term, current))) return;
  }
}

/** The most that a link can score without holding any of the first words, up to `last`, itself or by an endpoint. */
function reachable({ words, occurrences }: LinkTerm, last: number): number {
  const scores = words.map(({ share }, number) => {
    const worths = occurrences.filter(([, word]) => word === number).map(([, , worth]) => worth);
    return share * Math.max(0, number > last ? IN_ENDPOINT_NAME : 0, ...worths);
  });
  return scores.reduce((sum, score) => sum + score, 0);
}

/**
 * Links of which one place matches, scored by all words; if `ordered`, with all that score highest among them, up to the limit. A
 * link can come up once for each endpoint and once for its attributes, so three times the limit hold as many different ones.
 */
function linksMatching(
  { driver }: LinkSearch,
  { type, limit }: Search,
  { words, occurrences }: LinkTerm,
  match: string,
  ordered: boolean,
): Hit[] {
  const sql = linkMatches(words.length, type !== undefined, occurrences.length > 0, ordered);
  const parameters = [
    3 * limit,
    match,
    type ?? null,
    JSON.stringify(occurrences),
    ...words.map(({ phrase }) => phrase),
    ...words.map(({ share }) => share),
  ];
  return driver.all(sql, parameters).map(toHit);
}

const NAMED = (phrase: string): string => `concept_index MATCH '{name aliases}: ' || ${phrase}`;

/** ?1 rows, ?2 what to match, ?3 predicate or NULL, ?4 occurrences in predicates, then all words, then their shares. */
function linkMatches(words: number, typed: boolean, inPredicates: boolean, ordered: boolean): string {
  const ofPredicate = typed ? ' AND p.predicate = ?3' : '';
  const named = `FROM concept_index CROSS JOIN propositions AS p ON`;
  const worths = Array.from({ length: words }, (_, number) => {
    const phrase = `?${5 + number}`;
    const places = [
      `iif(p.subject IN (SELECT rowid FROM concept_index WHERE ${NAMED(phrase)})
        OR p.object IN (SELECT rowid FROM concept_index WHERE ${NAMED(phrase)}), ${IN_ENDPOINT_NAME}, 0)`,
      `iif(p.id IN (SELECT rowid FROM proposition_index WHERE proposition_index MATCH ${phrase}), ${IN_ATTRIBUTES}, 0)`,
      ...(inPredicates
        ? [
            `coalesce((SELECT w.value ->> 2 FROM json_each(?4) AS w WHERE w.value ->> 0 = p.predicate AND w.value ->> 1 = ${number}), 0)`,
          ]
        : []),
    ];
    return `?${5 + words + number} * max(${places.join(', ')})`;
  });
  return `
    SELECT p.id, round(${worths.join(' + ')}, 4) AS score
    FROM (
      SELECT p.* ${named} p.subject = concept_index.rowid${ofPredicate} WHERE ${NAMED('?2')}
      UNION ALL
      SELECT p.* ${named} p.object = concept_index.rowid${ofPredicate} WHERE ${NAMED('?2')}
      UNION ALL
      SELECT p.* FROM proposition_index CROSS JOIN propositions AS p ON p.id = proposition_index.rowid${ofPredicate}
        WHERE proposition_index MATCH ?2) AS p
    ${ordered ? 'ORDER BY score DESC' : ''} LIMIT ?1`;
}
