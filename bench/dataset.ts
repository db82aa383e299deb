// A graph shaped like an agent's long-term memory, from (n, seed) alone: the same numbers give the same bytes on every machine.
// About 580 bytes of JSON a concept and 111 a link, 4.04 links a concept, targets drawn by a power law (few hubs, a long tail),
// a taxonomy of eight levels with a tenth of second parents, claims about links, and one hub with a duplicate to merge.
// Concepts and links share one run of integer ids, so that an endpoint is a plain integer.
import type { JsonObject } from '../src/protocol/values.ts';

export interface DatasetConcept {
  readonly id: number;
  readonly type: string;
  readonly name: string;
  readonly attributes: Record<string, unknown>;
  readonly metadata: Record<string, unknown>;
}

export interface DatasetLink {
  readonly id: number;
  readonly subject: number;
  readonly predicate: string;
  /** A concept's id, or a link's where the link is a claim about a link. */
  readonly object: number;
  readonly attributes: Record<string, unknown>;
  readonly metadata: Record<string, unknown>;
}

export interface Dataset {
  readonly n: number;
  readonly seed: number;
  readonly types: readonly string[];
  readonly predicates: readonly string[];
  readonly concepts: readonly DatasetConcept[];
  readonly links: readonly DatasetLink[];
  /** Topics by level of the taxonomy, root first. */
  readonly topicLevels: readonly (readonly DatasetConcept[])[];
  /** Links that touch an element, by its id. */
  readonly degree: ReadonlyMap<number, number>;
  readonly duplicate: DatasetConcept;
  readonly canonical: DatasetConcept;
}

/** mulberry32: numbers in [0, 1). */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const TYPE_SHARES: Readonly<Record<string, number>> = {
  Person: 0.08,
  Event: 0.25,
  Preference: 0.1,
  Insight: 0.12,
  Commitment: 0.06,
  Topic: 0.1,
  Drug: 0.03,
  Symptom: 0.03,
  Project: 0.04,
  Document: 0.12,
  Place: 0.03,
  Skill: 0.04,
};
const TYPES = ['Domain', ...Object.keys(TYPE_SHARES)];
const PREDICATES = [
  'belongs_to_domain',
  'is_subclass_of',
  'mentions',
  'involves',
  'stated',
  'knows',
  'prefers',
  'treats',
  'has_side_effect',
  'works_on',
  'located_in',
  'authored',
  'derived_from',
  'supports',
  'contradicts',
  'has_skill',
  'requires_skill',
  'committed_to',
  'follows_up',
  'related_to',
];
export const EVENT_CLASSES = ['Conversation', 'SelfReflection', 'ToolUse', 'Observation', 'WebpageView'];
const TAXONOMY_LEVELS = 8;
const SOURCES = ['chat', 'email', 'import', 'reflection', 'web', 'calendar'];
const STATUSES = ['draft', 'reviewed', 'active', 'stale'];
const START = Date.UTC(2024, 0, 1);
const SPAN_MS = 700 * 86_400_000;

const at = <T>(list: readonly T[], index: number): T => list[index] as T;
const iso = (ms: number): string => new Date(ms).toISOString().slice(0, 19) + 'Z';
const hundredths = (x: number): number => Math.round(x * 100) / 100;
const capitalized = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

/** Four thousand made-up words, commonest first; the same for every n. */
export function vocabulary(): string[] {
  const next = random(7);
  const onsets = 'b br c d dr f g gl h k l m n p pr r s st t tr v w z'.split(' ');
  const vowels = 'a e i o u ai ea io'.split(' ');
  const codas = ['', 'n', 'r', 's', 'l', 'm', 't', 'x'];
  const pick = (list: readonly string[]): string => at(list, (next() * list.length) | 0);
  const words = new Set<string>();
  while (words.size < 4000) {
    let word = '';
    const syllables = 2 + ((next() * 2) | 0);
    for (let i = 0; i < syllables; i++) word += pick(onsets) + pick(vowels) + pick(codas);
    words.add(word);
  }
  return [...words];
}

/** The draws that the generator makes, in their one order: the order is what makes the bytes. */
class Draw {
  readonly next: () => number;
  readonly words: readonly string[];

  constructor(seed: number) {
    this.next = random(seed);
    this.words = vocabulary();
  }

  int(below: number): number {
    return (this.next() * below) | 0;
  }

  pick<T>(list: readonly T[]): T {
    return at(list, this.int(list.length));
  }

  /** Power law: few hubs, a long tail. */
  skewed<T>(list: readonly T[]): T {
    return at(list, (list.length * this.next() ** 3) | 0);
  }

  word(): string {
    return at(this.words, (this.words.length * this.next() ** 2.5) | 0);
  }

  text(length: number): string {
    let text = this.word();
    for (let i = 1; i < length; i++) text += ' ' + this.word();
    return text;
  }

  time(): string {
    return iso(START + this.next() * SPAN_MS);
  }

  laterTime(): string {
    return iso(START + SPAN_MS + this.next() * SPAN_MS);
  }
}

class GraphBuilder {
  readonly concepts: DatasetConcept[] = [];
  readonly links: DatasetLink[] = [];
  readonly byType = new Map<string, DatasetConcept[]>();
  readonly #draw: Draw;
  readonly #seen = new Set<number>();
  #nextId = 1;

  constructor(draw: Draw) {
    this.#draw = draw;
  }

  of(type: string): readonly DatasetConcept[] {
    return this.byType.get(type) ?? [];
  }

  concept(type: string, name: string, attributes: Record<string, unknown>): DatasetConcept {
    const concept = { id: this.#nextId++, type, name, attributes, metadata: this.#conceptMetadata() };
    this.concepts.push(concept);
    const sameType = this.byType.get(type);
    if (sameType) sameType.push(concept);
    else this.byType.set(type, [concept]);
    return concept;
  }

  /** Links two elements, or does nothing where the link exists or would be a loop. */
  link(subject: number, predicate: string, object: number): DatasetLink | undefined {
    const key = (subject * 32 + PREDICATES.indexOf(predicate)) * 8_388_608 + object;
    if (subject === object || this.#seen.has(key)) return undefined;
    this.#seen.add(key);
    const draw = this.#draw;
    const metadata: Record<string, unknown> = {
      confidence: hundredths(0.2 + 0.8 * draw.next()),
      source: draw.pick(SOURCES),
      created_at: draw.time(),
      _version: 1,
    };
    if (draw.next() < 0.1) metadata['superseded'] = draw.next() < 0.5;
    if (draw.next() < 0.2) metadata['expires_at'] = draw.laterTime();
    const id = this.#nextId++;
    const attributes = draw.next() < 0.2 ? { note: draw.text(5), weight: hundredths(draw.next()) } : {};
    const link = { id, subject, predicate, object, attributes, metadata };
    this.links.push(link);
    return link;
  }

  #conceptMetadata(): Record<string, unknown> {
    const draw = this.#draw;
    const metadata: Record<string, unknown> = {
      confidence: hundredths(0.2 + 0.8 * draw.next()),
      source: draw.pick(SOURCES),
      author: '$self',
      created_at: draw.time(),
      status: draw.pick(STATUSES),
    };
    if (draw.next() < 0.3) metadata['expires_at'] = draw.laterTime();
    metadata['_version'] = 1;
    metadata['_updated_at'] = metadata['created_at'];
    return metadata;
  }
}

function typeAttributes(draw: Draw, type: string, i: number, a: Record<string, unknown>): void {
  switch (type) {
    case 'Event':
      a['event_class'] = draw.pick(EVENT_CLASSES);
      a['start_time'] = draw.time();
      a['content_summary'] = draw.text(12);
      if (draw.next() < 0.8) a['participants'] = [capitalized(draw.word()), capitalized(draw.word())];
      a['outcome'] = draw.text(5);
      break;
    case 'Person':
      a['person_class'] = draw.pick(['Human', 'AI', 'Organization']);
      a['handle'] = '@' + draw.word() + i;
      a['timezone'] = draw.pick(['UTC', 'CET', 'PST']);
      a['interaction_summary'] = { count: draw.int(100), key_topics: [draw.word(), draw.word()] };
      break;
    case 'Drug':
      a['risk_level'] = 1 + draw.int(5);
      a['molecular_formula'] = `C${draw.int(30)}H${draw.int(40)}`;
      a['dosage_form'] = { type: draw.pick(['tablet', 'syrup', 'patch']), strength: `${draw.int(10) * 50}mg` };
      break;
    case 'Symptom':
      a['severity'] = draw.int(10);
      a['body_part'] = draw.word();
      break;
    case 'Commitment':
      a['due'] = draw.time();
      a['priority'] = draw.int(5);
      a['status'] = draw.pick(['open', 'done', 'late']);
      break;
    case 'Document':
      a['url'] = `https://example.test/${draw.word()}/${i}`;
      a['length'] = draw.int(1e5);
      a['summary'] = draw.text(15);
      break;
    case 'Topic':
      a['level'] = 0;
      a['popularity'] = draw.int(1000);
      break;
    default:
      a['score'] = hundredths(draw.next() * 10);
      a['kind'] = draw.word();
  }
}

function addConcepts(graph: GraphBuilder, draw: Draw, n: number): void {
  const domains = Math.max(8, Math.min(64, Math.round(Math.sqrt(n) / 5)));
  for (let i = 0; i < domains; i++) {
    const name = `Domain ${capitalized(at(draw.words, i * 7))} ${i}`;
    graph.concept('Domain', name, { description: draw.text(10), scope_note: draw.text(6) });
  }
  for (const [type, share] of Object.entries(TYPE_SHARES)) {
    const count = Math.round(n * share);
    for (let i = 0; i < count; i++) {
      const name = `${capitalized(draw.word())} ${capitalized(draw.word())} ${i}`;
      const attributes: Record<string, unknown> = {
        description: draw.text(8 + draw.int(14)),
        salience_score: hundredths(draw.next() * 100),
        evidence_count: draw.int(40),
        last_observed: draw.time(),
      };
      if (draw.next() < 0.4) attributes['aliases'] = [draw.text(2), draw.text(1)];
      if (draw.next() < 0.5) attributes['tags'] = [draw.word(), draw.word(), draw.word()];
      typeAttributes(draw, type, i, attributes);
      graph.concept(type, name, attributes);
    }
  }
}

/** Topics in eight levels that grow geometrically; a tenth get a second parent. A DAG without cycles. */
function addTaxonomy(graph: GraphBuilder, draw: Draw): DatasetConcept[][] {
  const topics = graph.of('Topic');
  const growth = Math.max(1.4, topics.length ** (1 / TAXONOMY_LEVELS));
  const levels: DatasetConcept[][] = [];
  let used = 0;
  let size = 1;
  for (let level = 0; level < TAXONOMY_LEVELS; level++) {
    const left = topics.length - used;
    const last = level === TAXONOMY_LEVELS - 1;
    const count = last ? left : Math.max(1, Math.min(Math.round(size), left - (TAXONOMY_LEVELS - level - 1)));
    levels.push(topics.slice(used, used + count));
    used += count;
    size *= growth;
  }
  levels.forEach((members, level) => {
    for (const topic of members) {
      topic.attributes['level'] = level;
      if (level === 0) continue;
      graph.link(topic.id, 'is_subclass_of', draw.pick(at(levels, level - 1)).id);
      if (draw.next() < 0.1) graph.link(topic.id, 'is_subclass_of', draw.pick(at(levels, draw.int(level))).id);
    }
  });
  return levels;
}

/** predicate: [links per concept, subject type, is the subject skewed, object type, is the object skewed] */
const RELATIONS: readonly (readonly [string, number, string, boolean, string, boolean])[] = [
  ['involves', 0.4, 'Event', false, 'Person', true],
  ['knows', 0.15, 'Person', true, 'Person', true],
  ['prefers', 0.12, 'Person', true, 'Preference', false],
  ['treats', 0.1, 'Drug', false, 'Symptom', true],
  ['has_side_effect', 0.08, 'Drug', false, 'Symptom', true],
  ['works_on', 0.08, 'Person', true, 'Project', true],
  ['located_in', 0.06, 'Event', false, 'Place', true],
  ['authored', 0.1, 'Person', true, 'Document', false],
  ['derived_from', 0.18, 'Insight', false, 'Event', false],
  ['supports', 0.08, 'Insight', false, 'Insight', false],
  ['contradicts', 0.02, 'Insight', false, 'Insight', false],
  ['has_skill', 0.06, 'Person', true, 'Skill', true],
  ['requires_skill', 0.04, 'Project', true, 'Skill', true],
  ['committed_to', 0.05, 'Person', true, 'Commitment', false],
  ['follows_up', 0.1, 'Event', false, 'Event', false],
  ['related_to', 0.15, 'Document', false, 'Topic', true],
];

function addRelations(graph: GraphBuilder, draw: Draw, n: number): void {
  const draws = (share: number): number => Math.round(n * share);
  const mentioned = ['Topic', 'Person', 'Drug', 'Symptom', 'Project', 'Place', 'Skill'].map((type) => graph.of(type));
  for (let i = draws(1.05); i > 0; i--) {
    const subject = draw.pick(graph.of(draw.next() < 0.65 ? 'Event' : 'Document')).id;
    graph.link(subject, 'mentions', draw.skewed(draw.pick(mentioned)).id);
  }
  const element = (type: string, skewed: boolean): number =>
    (skewed ? draw.skewed(graph.of(type)) : draw.pick(graph.of(type))).id;
  for (const [predicate, share, subjectType, subjectSkewed, objectType, objectSkewed] of RELATIONS) {
    for (let i = draws(share); i > 0; i--) {
      graph.link(element(subjectType, subjectSkewed), predicate, element(objectType, objectSkewed));
    }
  }
}

/** A hub and its duplicate for MERGE: some 2,000 links from 10k concepts on, a fifth of them shared. */
function addMergePair(graph: GraphBuilder, n: number): { duplicate: DatasetConcept; canonical: DatasetConcept } {
  const duplicateAttributes = { description: 'duplicate of the hub', aliases: ['HD'], extra_key: 1 };
  const duplicate = graph.concept('Person', 'Hub Duplicate', duplicateAttributes);
  const canonical = graph.concept('Person', 'Hub Canonical', { description: 'canonical hub', aliases: ['HC'] });
  const documents = graph.of('Document');
  const events = graph.of('Event');
  const links = Math.min(2000, Math.round(n / 5));
  for (let i = 0; i < links; i++) {
    const outgoing = i % 2 === 0;
    const other = outgoing ? at(documents, i % documents.length).id : at(events, i % events.length).id;
    const join = (hub: DatasetConcept): DatasetLink | undefined =>
      outgoing ? graph.link(hub.id, 'authored', other) : graph.link(other, 'involves', hub.id);
    if (join(duplicate) && i % 5 === 0) join(canonical);
  }
  return { duplicate, canonical };
}

function degrees(links: readonly DatasetLink[]): Map<number, number> {
  const degree = new Map<number, number>();
  for (const { subject, object } of links) {
    degree.set(subject, (degree.get(subject) ?? 0) + 1);
    degree.set(object, (degree.get(object) ?? 0) + 1);
  }
  return degree;
}

export function generate(n: number, seed = 42): Dataset {
  const draw = new Draw(seed ^ n);
  const graph = new GraphBuilder(draw);
  addConcepts(graph, draw, n);
  for (const concept of graph.concepts) {
    if (concept.type !== 'Domain') graph.link(concept.id, 'belongs_to_domain', draw.skewed(graph.of('Domain')).id);
  }
  const topicLevels = addTaxonomy(graph, draw);
  addRelations(graph, draw, n);
  const pair = addMergePair(graph, n);
  const groundLinks = graph.links.length;
  for (let i = Math.round(n * 0.1); i > 0; i--) {
    graph.link(draw.skewed(graph.of('Person')).id, 'stated', at(graph.links, draw.int(groundLinks)).id);
  }
  const { concepts, links } = graph;
  return {
    n,
    seed,
    types: TYPES,
    predicates: PREDICATES,
    concepts,
    links,
    topicLevels,
    degree: degrees(links),
    ...pair,
  };
}

/** Author's metadata only: what an agent would have written; the engine's own `_` keys are taken off. */
export function authoredMetadata(metadata: Record<string, unknown>): JsonObject {
  const authored: Record<string, unknown> = {};
  for (const key in metadata) if (!key.startsWith('_')) authored[key] = metadata[key];
  return authored as JsonObject;
}
