// What the domains hold (§2.9.3). Every query is bounded by its arguments, so that a primer costs the same in a large memory.
import type { JsonObject } from '../../src/protocol/values.ts';
import type { Nexus } from '../nexus.ts';

export interface Domain {
  readonly id: number;
  readonly name: string;
  readonly attributes: JsonObject;
  /** How many elements belong to it, counted up to the limit asked for. */
  readonly members: number;
}

/** Ids of the Domain type and of belongs_to_domain; both are protected, so they exist. */
function domainSchema({ types }: Nexus): readonly [type: number, membership: number] {
  return [types.conceptType('Domain')!, types.predicate('belongs_to_domain')!];
}

export function countDomains(nexus: Nexus): number {
  return Number(nexus.driver.get('SELECT count(*) FROM concepts WHERE type = ?1', [domainSchema(nexus)[0]])?.[0]);
}

const DOMAINS = `
  SELECT d.id, d.name, json(d.attributes),
    (SELECT count(*) FROM (SELECT 1 FROM propositions AS p WHERE p.predicate = ?2 AND p.object = d.id LIMIT ?4))
  FROM concepts AS d WHERE d.type = ?1 ORDER BY d.name LIMIT ?3`;

/** The first domains by name. Their members are counted to the end, or up to `membersMax` each. */
export function readDomains(nexus: Nexus, domainsMax?: number, membersMax?: number): Domain[] {
  return nexus.driver
    .all(DOMAINS, [...domainSchema(nexus), domainsMax ?? -1, membersMax ?? -1])
    .map(([id, name, attributes, members]) => ({
      id: id as number,
      name: name as string,
      attributes: JSON.parse(attributes as string) as JsonObject,
      members: members as number,
    }));
}

/** Sizes that bound the look into one domain. */
export interface DomainSample {
  /** How many of the newest and of the oldest members are looked at. */
  readonly members: number;
  /** Up to how many links a member are counted, each way. */
  readonly links: number;
  readonly results: number;
}

const MEMBERS = `
  WITH RECURSIVE member(id) AS MATERIALIZED (
    SELECT * FROM (SELECT subject FROM propositions WHERE predicate = ?1 AND object = ?2 ORDER BY subject DESC LIMIT ?3)
    UNION
    SELECT * FROM (SELECT subject FROM propositions WHERE predicate = ?1 AND object = ?2 ORDER BY subject LIMIT ?3))`;

const KEY_CONCEPTS = `${MEMBERS},
  weighed(id, type, name, degree) AS (
    SELECT c.id, c.type, c.name,
      (SELECT count(*) FROM (SELECT 1 FROM propositions WHERE subject = c.id LIMIT ?4)) +
      (SELECT count(*) FROM (SELECT 1 FROM propositions WHERE object = c.id LIMIT ?4))
    FROM member CROSS JOIN concepts AS c ON c.id = member.id),
  placed AS (SELECT *, row_number() OVER (PARTITION BY type ORDER BY degree DESC, id) AS place FROM weighed)
  SELECT type, name FROM placed WHERE place <= 2 ORDER BY degree DESC, id LIMIT ?5`;

/** The best linked of the sampled members, no more than two of a type. */
export function keyConcepts(
  nexus: Nexus,
  domain: number,
  { members, links, results }: DomainSample,
): [type: string, name: string][] {
  return nexus.driver
    .all(KEY_CONCEPTS, [domainSchema(nexus)[1], domain, members, links, results])
    .map(([type, name]) => [nexus.types.nameOf(type as number), name as string]);
}

// Steps from each predicate a member uses to its next one, so that a member's cost is its predicates, not its links.
const KEY_PREDICATES = `${MEMBERS},
  outgoing(id, predicate) AS (
    SELECT m.id, (SELECT min(p.predicate) FROM propositions AS p WHERE p.subject = m.id) FROM member AS m
    UNION ALL
    SELECT o.id, (SELECT min(p.predicate) FROM propositions AS p WHERE p.subject = o.id AND p.predicate > o.predicate)
    FROM outgoing AS o WHERE o.predicate IS NOT NULL),
  incoming(id, predicate) AS (
    SELECT m.id, (SELECT min(p.predicate) FROM propositions AS p WHERE p.object = m.id) FROM member AS m
    UNION ALL
    SELECT i.id, (SELECT min(p.predicate) FROM propositions AS p WHERE p.object = i.id AND p.predicate > i.predicate)
    FROM incoming AS i WHERE i.predicate IS NOT NULL)
  SELECT predicate FROM (SELECT * FROM outgoing UNION ALL SELECT * FROM incoming)
  WHERE predicate <> ?1 GROUP BY predicate ORDER BY count(*) DESC, predicate LIMIT ?4`;

/** The predicates that most of the sampled members are linked by, belongs_to_domain aside. */
export function keyPredicates(nexus: Nexus, domain: number, { members, results }: DomainSample): string[] {
  return nexus.driver
    .all(KEY_PREDICATES, [domainSchema(nexus)[1], domain, members, results])
    .map(([predicate]) => nexus.types.nameOf(predicate as number));
}

/** How many concepts and links the memory holds. */
export function countElements({ driver }: Nexus): { readonly concepts: number; readonly propositions: number } {
  const [concepts, propositions] = driver.get(
    'SELECT (SELECT count(*) FROM concepts), (SELECT count(*) FROM propositions)',
  ) as [number, number];
  return { concepts, propositions };
}
