// SEARCH PROPOSITION by keyword. A link is found through its predicate, whose definition is searched instead of every link, through
// the names of its endpoints and through the text of its own attributes. Each word of the term counts by its weight and by the
// best place it occurs in; a term that is a whole predicate name stands above that scale.
// Ties, of which one predicate has many, come in the order of the predicate's index: by object, then by subject.
import type { Nexus } from '../nexus.ts';
import { Findings, type Hit, type Search } from './hits.ts';
import { wordsOf } from './query.ts';
import { wholeMatches } from './rank-concepts.ts';
import { weighWords, type WeighedWord } from './weights.ts';

/** What a word is worth in each place. */
const IN_PREDICATE_NAME = 0.9;
const IN_ENDPOINT_NAME = 0.7;
const IN_ATTRIBUTES = 0.6;
const IN_PREDICATE_TEXT = 0.5;

/** The links that answer a term best, by score descending; complete in the sense of rankConcepts. */
export function rankPropositions(nexus: Pick<Nexus, 'driver' | 'types'>, search: Search): Hit[] {
  const { driver } = nexus;
  const findings = new Findings(search);
  findings.add(linksOf(nexus, search, wholePredicates(nexus, search)));
  if (!findings.settled(IN_PREDICATE_NAME)) findByWords(nexus, search, findings);
  return driver
    .all(
      `SELECT p.id, hit.value ->> 1 AS score FROM json_each(?1) AS hit CROSS JOIN propositions AS p ON p.id = hit.value ->> 0
       ORDER BY score DESC, p.object, p.subject, p.id LIMIT ?2`,
      [JSON.stringify(findings), search.limit],
    )
    .map(([id, score]) => ({ id: id as number, score: score as number }));
}

/** Predicates whose whole name or alias is the term. */
function wholePredicates({ driver, types }: Pick<Nexus, 'driver' | 'types'>, { term }: Search): Hit[] {
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

function findByWords(nexus: Pick<Nexus, 'driver' | 'types'>, search: Search, findings: Findings): void {
  const asked = wordsOf(search.term).words;
  if (asked.length === 0) return;
  const words = weighWords(nexus.driver, asked, ['concept_index', 'proposition_index']).words.filter(
    ({ holding }) => holding > 0,
  );
  if (words.length === 0) return;
  const occurrences = predicateOccurrences(nexus, words);
  const predicates = scoresOf(occurrences, words);
  findings.add(linksOf(nexus, search, predicates));
  if (!findings.settled(IN_PREDICATE_NAME)) findings.add(linkMatches(nexus, search, words, occurrences));
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

function predicateOccurrences(
  { driver, types }: Pick<Nexus, 'driver' | 'types'>,
  words: readonly WeighedWord[],
): Occurrence[] {
  const phrases = JSON.stringify(words.map(({ phrase }) => phrase));
  return driver.all(PREDICATE_OCCURRENCES, [phrases, types.propositionTypeType]) as unknown as Occurrence[];
}

function scoresOf(occurrences: readonly Occurrence[], words: readonly WeighedWord[]): Hit[] {
  const scores = new Map<number, number>();
  for (const [id, word, worth] of occurrences)
    scores.set(id, (scores.get(id) ?? 0) + (words[word]?.share ?? 0) * worth);
  return [...scores].map(([id, score]) => ({ id, score: Math.round(score * 1e4) / 1e4 }));
}

const ofPredicate = (typed: boolean): string => (typed ? ' AND p.predicate = ?5' : '');

/** Links that hold a word themselves or by an endpoint's name, scored by all places, their predicate's included. */
const linkMatchesSql = (typed: boolean): string => `
  WITH
    word(number, phrase, share) AS MATERIALIZED (SELECT key, value ->> 0, value ->> 1 FROM json_each(?1)),
    predicate_word(predicate, number, worth) AS MATERIALIZED
      (SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?2)),
    named(id, number) AS MATERIALIZED (SELECT concept_index.rowid, number
      FROM word CROSS JOIN concept_index ON concept_index MATCH '{name aliases}: ' || phrase),
    occurrence(link, number, worth) AS MATERIALIZED (
      SELECT p.id, number, ${IN_ATTRIBUTES} FROM word CROSS JOIN proposition_index ON proposition_index MATCH phrase
        CROSS JOIN propositions AS p ON p.id = proposition_index.rowid${ofPredicate(typed)}
      UNION ALL
      SELECT p.id, number, ${IN_ENDPOINT_NAME} FROM named CROSS JOIN propositions AS p ON p.subject = named.id${ofPredicate(typed)}
      UNION ALL
      SELECT p.id, number, ${IN_ENDPOINT_NAME} FROM named CROSS JOIN propositions AS p ON p.object = named.id${ofPredicate(typed)}),
    anywhere(link, number, worth) AS (
      SELECT * FROM occurrence
      UNION ALL
      SELECT p.id, w.number, w.worth FROM (SELECT DISTINCT link FROM occurrence) AS found
        CROSS JOIN propositions AS p ON p.id = found.link CROSS JOIN predicate_word AS w ON w.predicate = p.predicate),
    best(link, number, worth) AS (SELECT link, number, max(worth) FROM anywhere GROUP BY link, number),
    scored(link, score) AS (SELECT link, round(sum(worth * share), 4) FROM best CROSS JOIN word USING (number) GROUP BY link)
  SELECT p.id, score FROM scored CROSS JOIN propositions AS p ON p.id = scored.link
  WHERE score >= ?4 ORDER BY score DESC, p.object, p.subject, p.id LIMIT ?3`;
const LINK_MATCHES = linkMatchesSql(false);
const LINK_MATCHES_OF_PREDICATE = linkMatchesSql(true);

function linkMatches(
  { driver }: Pick<Nexus, 'driver'>,
  { type, threshold, limit }: Search,
  words: readonly WeighedWord[],
  occurrences: readonly Occurrence[],
): Hit[] {
  const parameters = [
    JSON.stringify(words.map(({ phrase, share }) => [phrase, share])),
    JSON.stringify(occurrences),
    limit,
    threshold,
  ];
  const rows =
    type === undefined
      ? driver.all(LINK_MATCHES, parameters)
      : driver.all(LINK_MATCHES_OF_PREDICATE, [...parameters, type]);
  return rows.map(([id, score]) => ({ id: id as number, score: score as number }));
}
