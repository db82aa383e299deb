// The schema of an open memory, asked of it in KIP. Everything is asked for once and kept until refresh(): the definitions
// in one query each, counts behind them, keys from the definition and from a sample of what is stored.
import type { KipRequest } from '../protocol/request.ts';
import type { CommandResponse, KipResponse } from '../protocol/response.ts';
import { isJsonObject, type Json, jsonKind, type JsonObject, type Parameters } from '../protocol/values.ts';
import {
  type KeyOwner,
  type KeySummary,
  type NameSummary,
  type PredicateSummary,
  type SchemaProvider,
  STANDARD_METADATA,
  type TypeSummary,
} from './schema.ts';

/** As much of a Nexus as the schema needs. */
export interface ReadableNexus {
  /** Answers a request that changes nothing. */
  executeReadonly(request: KipRequest): Promise<KipResponse>;
}

/** The schema of an open memory, kept until it is refreshed. */
export interface NexusSchema extends SchemaProvider {
  /** Forgets what was asked, to be called when the memory may have changed. Listeners hear of it a moment later. */
  refresh(): void;
}

/** The schema of an open memory, asked of it when it is needed. */
export function schemaFromNexus(nexus: ReadableNexus): NexusSchema {
  return new CachedSchema(nexus);
}

/** How many definitions a page of the first query brings; all pages are read. */
const PAGE = 500;
/** How many names are offered at once. */
const NAMES_MAX = 40;
/** How many elements are looked at for the keys in use: the first that are stored, since sorting all of them takes long. */
const SAMPLE = 200;
/** How many counts one request asks for, so that a person's command never waits behind all of them. */
const COUNTS_AT_ONCE = 20;
/** Changes often come in rows; listeners are told once for those within this many milliseconds. */
const NOTIFY_AFTER_MS = 250;

const TYPES = `FIND(?t.name, ?t.attributes) WHERE { ?t {type: "$ConceptType"} }`;
const PREDICATES = `FIND(?t.name, ?t.attributes) WHERE { ?t {type: "$PropositionType"} }`;
const COUNT_OF_TYPE = 'FIND(COUNT(?x)) WHERE { ?x {type: :name} }';
const COUNT_OF_PREDICATE = 'FIND(COUNT(?l)) WHERE { ?l (?s, :name, ?o) }';
const NAMES = `FIND(?x.name) WHERE { ?x {type: :type} FILTER(STARTS_WITH(?x.name, :prefix)) } LIMIT ${NAMES_MAX}`;
const SEARCH = `SEARCH CONCEPT :prefix WITH TYPE :type MODE "keyword" LIMIT ${NAMES_MAX}`;
const SEARCH_ANY = `SEARCH CONCEPT :prefix MODE "keyword" LIMIT ${NAMES_MAX}`;
const SAMPLE_OF_TYPE = `FIND(?x.attributes, ?x.metadata) WHERE { ?x {type: :name} } LIMIT ${SAMPLE}`;
const SAMPLE_OF_PREDICATE = `FIND(?l.attributes, ?l.metadata) WHERE { ?l (?s, :name, ?o) } LIMIT ${SAMPLE}`;

interface Definition {
  readonly name: string;
  readonly attributes: JsonObject;
}

interface Sample {
  readonly attributes: readonly KeySummary[];
  readonly metadata: readonly KeySummary[];
}

class CachedSchema implements NexusSchema {
  readonly #nexus: ReadableNexus;
  readonly #listeners = new Set<() => void>();
  #answers = new Map<string, Promise<unknown>>();
  #counts = new Map<string, number>();
  #notifying = false;

  constructor(nexus: ReadableNexus) {
    this.#nexus = nexus;
  }

  refresh(): void {
    this.#answers = new Map();
    if (this.#notifying) return;
    this.#notifying = true;
    setTimeout(() => {
      this.#notifying = false;
      for (const listener of this.#listeners) listener();
    }, NOTIFY_AFTER_MS);
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async types(): Promise<readonly TypeSummary[]> {
    const definitions = await this.#definitions(TYPES, COUNT_OF_TYPE);
    return definitions.map(({ name, attributes }) => ({
      name,
      ...textMember('description', attributes['description']),
      ...textMember('hint', attributes['display_hint']),
      ...this.#count(COUNT_OF_TYPE, name),
    }));
  }

  async predicates(): Promise<readonly PredicateSummary[]> {
    const definitions = await this.#definitions(PREDICATES, COUNT_OF_PREDICATE);
    return definitions.map(({ name, attributes }) => ({
      name,
      ...textMember('description', attributes['description']),
      subjectTypes: strings(attributes['subject_types']),
      objectTypes: strings(attributes['object_types']),
      ...this.#count(COUNT_OF_PREDICATE, name),
    }));
  }

  names(type: string | undefined, prefix: string): Promise<readonly NameSummary[]> {
    return this.#once(`names ${JSON.stringify([type, prefix])}`, () => this.#askNames(type, prefix));
  }

  async attributeKeys(owner: KeyOwner): Promise<readonly KeySummary[]> {
    const [declared, { attributes }] = await Promise.all([this.#declaredKeys(owner), this.#sample(owner)]);
    return unite(declared, attributes);
  }

  async metadataKeys(owner?: KeyOwner): Promise<readonly KeySummary[]> {
    if (!owner) return STANDARD_METADATA;
    return unite(STANDARD_METADATA, (await this.#sample(owner)).metadata);
  }

  // -------------------------------------------------------------- asking

  /** The answer kept under `key`, asked for the first time; a failure is not kept. */
  #once<T>(key: string, ask: () => Promise<T>): Promise<T> {
    const answers = this.#answers;
    const kept = answers.get(key) as Promise<T> | undefined;
    if (kept) return kept;
    const answer = ask();
    answers.set(key, answer);
    answer.catch(() => answers.delete(key));
    return answer;
  }

  async #ask(command: string, parameters: Parameters = {}): Promise<CommandResponse> {
    const response = await this.#nexus.executeReadonly({ command, parameters });
    if (response.error) throw new Error(response.error.message);
    return response;
  }

  /** The results of several commands; undefined for one that failed. */
  async #askEach(
    commands: readonly { readonly command: string; readonly parameters: Parameters }[],
  ): Promise<readonly (Json | undefined)[]> {
    const response = await this.#nexus.executeReadonly({ commands });
    if (response.error) throw new Error(response.error.message);
    return (response.result as unknown as readonly CommandResponse[]).map(({ result }) => result);
  }

  // -------------------------------------------------------------- definitions

  #definitions(query: string, counting: string): Promise<readonly Definition[]> {
    return this.#once(query, async () => {
      const definitions = await this.#readDefinitions(query);
      // The names are of use at once; counts follow when they are known.
      void this.#countAll(
        counting,
        definitions.map(({ name }) => name),
      ).catch(() => undefined);
      return definitions;
    });
  }

  async #readDefinitions(query: string): Promise<readonly Definition[]> {
    const definitions: Definition[] = [];
    let cursor: string | undefined;
    do {
      const paged = `${query} LIMIT ${PAGE}${cursor === undefined ? '' : ' CURSOR :cursor'}`;
      const response: CommandResponse = await this.#ask(paged, cursor === undefined ? {} : { cursor });
      const [names = [], attributes = []] = response.result as unknown as readonly Json[][];
      for (const [index, name] of names.entries()) {
        const data = attributes[index];
        definitions.push({ name: String(name), attributes: isJsonObject(data) ? data : {} });
      }
      cursor = response.next_cursor;
    } while (cursor !== undefined);
    return definitions;
  }

  #count(counting: string, name: string): { count?: number } {
    const count = this.#counts.get(`${counting} ${name}`);
    return count === undefined ? {} : { count };
  }

  async #countAll(command: string, names: readonly string[]): Promise<void> {
    for (let at = 0; at < names.length; at += COUNTS_AT_ONCE) {
      const some = names.slice(at, at + COUNTS_AT_ONCE);
      const results = await this.#askEach(some.map((name) => ({ command, parameters: { name } })));
      for (const [index, result] of results.entries()) {
        const count = Array.isArray(result) ? result[0] : result;
        if (typeof count === 'number') this.#counts.set(`${command} ${some[index]}`, count);
      }
    }
  }

  async #declaredKeys(owner: KeyOwner): Promise<readonly KeySummary[]> {
    if (!('type' in owner)) return [];
    const definitions = await this.#definitions(TYPES, COUNT_OF_TYPE);
    const schema = definitions.find(({ name }) => name === owner.type)?.attributes['instance_schema'];
    return isJsonObject(schema) ? Object.entries(schema).map(([key, rule]) => declaredKey(key, rule)) : [];
  }

  // -------------------------------------------------------------- what is stored

  /** Names that begin with the prefix; if those are few, what SEARCH makes of it too: other cases, aliases, words inside. */
  async #askNames(type: string | undefined, prefix: string): Promise<readonly NameSummary[]> {
    const starting = type === undefined ? [] : await this.#namesFrom(NAMES, { type, prefix });
    if (starting.length >= NAMES_MAX || prefix.trim() === '') return starting;
    const found = await (type === undefined
      ? this.#namesFrom(SEARCH_ANY, { prefix })
      : this.#namesFrom(SEARCH, { type, prefix }));
    return distinctNames([...starting, ...(type === undefined ? found : found.map(({ name }) => ({ name })))]);
  }

  async #namesFrom(command: string, parameters: Parameters): Promise<readonly NameSummary[]> {
    const { result } = await this.#ask(command, parameters);
    return Array.isArray(result) ? (result as readonly Json[]).flatMap(nameOf) : [];
  }

  #sample(owner: KeyOwner): Promise<Sample> {
    const [command, name] = 'type' in owner ? [SAMPLE_OF_TYPE, owner.type] : [SAMPLE_OF_PREDICATE, owner.predicate];
    return this.#once(`${command} ${name}`, async () => {
      const { result } = await this.#ask(command, { name });
      const [attributes = [], metadata = []] = result as unknown as readonly Json[][];
      return { attributes: keysIn(attributes), metadata: keysIn(metadata) };
    });
  }
}

// ---------------------------------------------------------------- reading answers

function textMember<K extends string>(key: K, value: Json | undefined): { [P in K]?: string } {
  return (typeof value === 'string' && value !== '' ? { [key]: value } : {}) as { [P in K]?: string };
}

function strings(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

/** A name as FIND returns it, or the name and type of an element SEARCH found. */
function nameOf(found: Json): NameSummary[] {
  if (typeof found === 'string') return [{ name: found }];
  if (!isJsonObject(found) || typeof found['name'] !== 'string') return [];
  return [{ name: found['name'], ...textMember('type', found['type']) }];
}

function distinctNames(names: readonly NameSummary[]): readonly NameSummary[] {
  const seen = new Set<string>();
  return names.filter(({ name, type = '' }) => {
    const key = `${type}\n${name}`;
    return !seen.has(key) && seen.add(key);
  });
}

function declaredKey(key: string, rule: Json): KeySummary {
  if (!isJsonObject(rule)) return { key };
  return {
    key,
    ...textMember('valueType', rule['type']),
    ...textMember('description', rule['description']),
    ...(rule['is_required'] === true && { required: true }),
  };
}

/** The keys of a list of objects, most frequent first, with the kinds of their values. */
function keysIn(objects: readonly Json[]): readonly KeySummary[] {
  const found = new Map<string, { kinds: Set<string>; seen: number }>();
  for (const object of objects) {
    if (!isJsonObject(object)) continue;
    for (const [key, value] of Object.entries(object)) {
      const entry = found.get(key) ?? { kinds: new Set<string>(), seen: 0 };
      entry.kinds.add(jsonKind(value));
      entry.seen++;
      found.set(key, entry);
    }
  }
  return [...found]
    .map(([key, { kinds, seen }]) => ({ key, valueType: [...kinds].sort().join(' | '), seen }))
    .sort((a, b) => b.seen - a.seen);
}

/** What is declared, with how often it was seen, and behind it what was only seen. */
function unite(declared: readonly KeySummary[], seen: readonly KeySummary[]): readonly KeySummary[] {
  const stored = new Map(seen.map((summary) => [summary.key, summary]));
  const first = declared.map((summary) => {
    const found = stored.get(summary.key);
    stored.delete(summary.key);
    return found ? { ...found, ...summary, seen: found.seen! } : summary;
  });
  return [...first, ...stored.values()];
}
