// The order in which elements leave the memory, so that every page of an EXPORT imports after the pages before it (§5.3):
// definitions, other concepts, links between concepts, then links about links, inner before outer. Within a rank by id.
// Pages follow on the pair (rank, id), and each rank is selected only when its turn comes.
import type { Nexus } from '../nexus.ts';
import type { SqlValue } from './driver.ts';
import { readSetting } from './settings.ts';

/** SELECTs of distinct ids, one for the concepts to export and one for the links. Both may give either kind; the other is left out. */
export interface ExportSource {
  readonly concepts: string;
  readonly propositions: string;
  /** Bound to ?1, ?2, … of both. */
  readonly values: readonly SqlValue[];
}

export type RankedId = readonly [rank: number, id: number];

const DEFINITIONS = 0;
const CONCEPTS = 1;
const LINKS = 2; // and upwards: 2 + how many links deep the deepest endpoint is

/** Everything but what a new memory holds by itself and nobody has changed since. */
export function allElements({ driver }: Nexus): ExportSource {
  const isOwn = 'NOT (id < ?1 AND version = 1)';
  return {
    concepts: `SELECT id FROM concepts WHERE ${isOwn}`,
    propositions: `SELECT id FROM propositions WHERE ${isOwn}`,
    values: [readSetting(driver, 'genesis_end') ?? 0],
  };
}

/** The next `count` elements behind `after`, in order; fewer only at the end. */
export function nextInOrder(nexus: Nexus, source: ExportSource, after: RankedId, count: number): RankedId[] {
  const found: RankedId[] = [];
  for (const select of SELECTS) {
    if (found.length === count) break;
    if (after[0] > select.lastRank) continue;
    const previous: RankedId = after[0] >= select.rank ? after : [select.rank, 0];
    found.push(...select.read(nexus, source, previous, count - found.length));
  }
  return found;
}

interface RankSelect {
  readonly rank: number;
  readonly lastRank: number;
  readonly read: (nexus: Nexus, source: ExportSource, after: RankedId, count: number) => RankedId[];
}

const concepts = (rank: number, condition: string): RankSelect => ({
  rank,
  lastRank: rank,
  read: ({ driver, types }, source, [, id], count) => {
    const at = source.values.length;
    const sql = `WITH chosen(id) AS (${source.concepts})
      SELECT c.id FROM chosen CROSS JOIN concepts AS c ON c.id = chosen.id
      WHERE chosen.id > ?${at + 1} AND c.type ${condition} (?${at + 3}, ?${at + 4}) ORDER BY chosen.id LIMIT ?${at + 2}`;
    const metaTypes = [types.conceptTypeType, types.propositionTypeType];
    return driver.all(sql, [...source.values, id, count, ...metaTypes]).map(([found]) => [rank, found as number]);
  },
});

const plainLinks: RankSelect = {
  rank: LINKS,
  lastRank: LINKS,
  read: ({ driver }, source, [, id], count) => {
    const at = source.values.length;
    const sql = `WITH chosen(id) AS (${source.propositions})
      SELECT p.id FROM chosen CROSS JOIN propositions AS p ON p.id = chosen.id
      WHERE chosen.id > ?${at + 1} AND (p.subject | p.object) & 1 = 0 ORDER BY chosen.id LIMIT ?${at + 2}`;
    return driver.all(sql, [...source.values, id, count]).map(([found]) => [LINKS, found as number]);
  },
};

// Ids do not tell inner from outer: a MERGE may point a link at a younger one.
const nestedLinks: RankSelect = {
  rank: LINKS + 1,
  lastRank: Infinity,
  read: ({ driver }, source, [rank, id], count) => {
    const at = source.values.length;
    const sql = `WITH RECURSIVE chosen(id) AS (${source.propositions}),
      within(outermost, link, depth) AS (
        SELECT p.id, p.id, 0 FROM chosen CROSS JOIN propositions AS p ON p.id = chosen.id WHERE (p.subject | p.object) & 1
        UNION
        SELECT w.outermost, inner.id, w.depth + 1 FROM within AS w CROSS JOIN propositions AS p ON p.id = w.link
          CROSS JOIN propositions AS inner ON inner.id IN (p.subject, p.object)),
      ranked(rank, id) AS (SELECT ${LINKS} + max(depth), outermost FROM within GROUP BY outermost)
      SELECT rank, id FROM ranked WHERE (rank, id) > (?${at + 1}, ?${at + 2}) ORDER BY rank, id LIMIT ?${at + 3}`;
    return driver.all(sql, [...source.values, rank, id, count]) as unknown as RankedId[];
  },
};

const SELECTS: readonly RankSelect[] = [
  concepts(DEFINITIONS, 'IN'),
  concepts(CONCEPTS, 'NOT IN'),
  plainLinks,
  nestedLinks,
];
