// DESCRIBE PRIMER (§5.1.1): who the agent is and what its memory is about, in about 2,000 tokens and in bounded time, however much
// there is. What does not fit is counted, and the primer says which command reads the rest.
import type { Json, JsonObject } from '../../src/protocol/values.ts';
import type { Nexus } from '../nexus.ts';
import { searchCapability } from '../search/modes.ts';
import { conceptId, readConcept } from '../store/concepts.ts';
import {
  countDomains,
  countElements,
  keyConcepts,
  keyPredicates,
  readDomains,
  type Domain,
  type DomainSample,
} from '../store/domains.ts';
import { shorten, tokensOf } from './token-budget.ts';

const IDENTITY_TOKENS = 600;
const DOMAIN_MAP_TOKENS = 1200;
const DESCRIPTION_TOKENS = 30;

/** Domains looked at; the map has no room for more than a fraction of them. */
const DOMAINS_MAX = 100;
const MEMBERS_MAX = 1000;
const SAMPLE: DomainSample = { members: 16, links: 50, results: 5 };

/** Domains every memory has; their use is known, so the user's own come first. */
const BUILT_IN = ['Unsorted', 'Archived', 'System', 'CoreSchema'];

/** `{identity, domain_map, total_domains}`, and `more_domains` where the map leaves some out. */
export function primer(nexus: Nexus): JsonObject {
  const total = countDomains(nexus);
  const map = domainMap(nexus);
  return {
    identity: identity(nexus),
    domain_map: map,
    total_domains: total,
    ...(map.length < total && { more_domains: { count: total - map.length, read_with: 'DESCRIBE DOMAINS' } }),
  };
}

function identity(nexus: Nexus): JsonObject {
  const { driver, types } = nexus;
  const id = conceptId(driver, { type: types.conceptType('Person')!, name: '$self' });
  const attributes = id === undefined ? {} : readConcept(driver, id)!.attributes;
  const summary = shorten(attributes, IDENTITY_TOKENS) as JsonObject;
  const shortened = tokensOf(attributes) > IDENTITY_TOKENS;
  return {
    type: 'Person',
    name: '$self',
    ...summary,
    ...(shortened && { read_with: 'FIND(?self) WHERE { ?self {type: "Person", name: "$self"} }' }),
    capabilities: { protocol: 'KIP 1.0-RC10', ...searchCapability(nexus) },
    memory: {
      ...countElements(nexus),
      concept_types: types.conceptTypes().length,
      proposition_types: types.predicates().length,
      read_with: 'DESCRIBE CONCEPT TYPES, DESCRIBE PROPOSITION TYPES',
    },
  };
}

/** As many domains as fit: the user's own before the built-in ones, large before small; the last ones by name alone. */
function domainMap(nexus: Nexus): Json[] {
  const domains = readDomains(nexus, DOMAINS_MAX, MEMBERS_MAX + 1).sort(
    (a, b) => builtInRank(a) - builtInRank(b) || b.members - a.members || (a.name < b.name ? -1 : 1),
  );
  const names = domains.map(({ name }): Json => ({ name: shorten(name, DESCRIPTION_TOKENS) }));
  const forNames = Math.min(DOMAIN_MAP_TOKENS / 4, tokensOf(names));
  const map = fitting(domains, (domain) => summary(nexus, domain), DOMAIN_MAP_TOKENS - forNames);
  const left = DOMAIN_MAP_TOKENS - tokensOf(map);
  return [...map, ...fitting(names.slice(map.length), (name) => name, left)];
}

/** The entries of the first items, as long as they fit. */
function fitting<T>(items: readonly T[], entryOf: (item: T) => Json, tokens: number): Json[] {
  const entries: Json[] = [];
  let left = tokens;
  for (const item of items) {
    const entry = entryOf(item);
    left -= tokensOf(entry) + 1;
    if (left < 0) break;
    entries.push(entry);
  }
  return entries;
}

const builtInRank = ({ name }: Domain): number => BUILT_IN.indexOf(name) + 1;

function summary(nexus: Nexus, { id, name, attributes, members }: Domain): JsonObject {
  const concepts: Record<string, string[]> = {};
  for (const [type, concept] of keyConcepts(nexus, id, SAMPLE)) {
    (concepts[type] ??= []).push(shorten(concept, DESCRIPTION_TOKENS) as string);
  }
  const predicates = keyPredicates(nexus, id, SAMPLE);
  return {
    name: shorten(name, DESCRIPTION_TOKENS),
    ...(attributes['description'] !== undefined && {
      description: shorten(attributes['description'], DESCRIPTION_TOKENS),
    }),
    members: members > MEMBERS_MAX ? `over ${MEMBERS_MAX}` : members,
    ...(members > 0 && { key_concepts: concepts, key_predicates: predicates }),
  };
}
