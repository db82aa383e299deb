// The schema of the open nexus, read with KIP: definitions, how many there are of each, and which predicate really links which types.
import { resultOf, type Json, type JsonObject, type KipResponse, type Nexus } from '../../index.ts';
import { isJsonObject } from '../../protocol/values.ts';

export interface AttributeRule {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
}

export interface TypeEntry {
  readonly name: string;
  readonly description: string;
  readonly hint: string;
  readonly count: number;
  readonly attributes: readonly AttributeRule[];
}

export interface PredicateEntry {
  readonly name: string;
  readonly description: string;
  /** As defined; "*" stands for any. */
  readonly subjectTypes: readonly string[];
  readonly objectTypes: readonly string[];
  readonly traits: readonly string[];
  readonly count: number;
}

/** Links of one predicate between two types. `null` stands for an end that is itself a link. */
export interface Connection {
  readonly subject: string | null;
  readonly predicate: string;
  readonly object: string | null;
  readonly count: number;
}

export interface Schema {
  readonly types: readonly TypeEntry[];
  readonly predicates: readonly PredicateEntry[];
  readonly connections: readonly Connection[];
}

const PAGE = 500;
/** Counting a request's worth at a time leaves room for a person's own commands in between. */
const COUNTS_AT_ONCE = 50;
const definitions = (type: string): string =>
  `FIND(?t.name, ?t.attributes) WHERE { ?t {type: "${type}"} } ORDER BY ?t.name LIMIT ${PAGE}`;
const COUNT_TYPE = 'FIND(COUNT(?x)) WHERE { ?x {type: :name} }';
const COUNT_PREDICATE = 'FIND(COUNT(?l)) WHERE { ?l (?s, :name, ?o) }';
const CONNECTIONS = 'FIND(?s.type, ?p, ?o.type, COUNT(?l)) WHERE { ?l (?s, ?p, ?o) }';

/** @throws KipError where the memory cannot be read; the signal's reason where it is aborted */
export async function readSchema(nexus: Nexus, signal: AbortSignal): Promise<Schema> {
  const ask = async (command: string, parameters: JsonObject = {}) =>
    nexus.executeReadonly({ command, parameters }, { signal });
  const counts = async (command: string, names: readonly string[]) => {
    const found: number[] = [];
    for (let at = 0; at < names.length; at += COUNTS_AT_ONCE) {
      const commands = names.slice(at, at + COUNTS_AT_ONCE).map((name) => ({ command, parameters: { name } }));
      const answers = resultOf(await nexus.executeReadonly<Json>({ commands }, { signal })) as unknown as KipResponse[];
      found.push(...answers.map(({ result }) => Number(Array.isArray(result) ? result[0] : result) || 0));
    }
    return found;
  };
  const types = await readDefinitions('$ConceptType', ask);
  const predicates = await readDefinitions('$PropositionType', ask);
  const typeCounts = await counts(
    COUNT_TYPE,
    types.map(({ name }) => name),
  );
  const predicateCounts = await counts(
    COUNT_PREDICATE,
    predicates.map(({ name }) => name),
  );
  return {
    types: types.map(({ name, attributes }, index) => typeEntry(name, attributes, typeCounts[index] ?? 0)),
    predicates: predicates.map(({ name, attributes }, index) =>
      predicateEntry(name, attributes, predicateCounts[index] ?? 0),
    ),
    connections: connectionsOf(resultOf(await ask(CONNECTIONS))),
  };
}

interface Definition {
  readonly name: string;
  readonly attributes: JsonObject;
}

async function readDefinitions(
  type: string,
  ask: (command: string, parameters?: JsonObject) => Promise<KipResponse>,
): Promise<Definition[]> {
  const found: Definition[] = [];
  let cursor: string | undefined;
  do {
    const response: KipResponse =
      cursor === undefined
        ? await ask(definitions(type))
        : await ask(`${definitions(type)} CURSOR :cursor`, { cursor });
    const [names = [], attributes = []] = resultOf(response) as unknown as Json[][];
    for (const [index, name] of names.entries()) {
      const own = attributes[index];
      found.push({ name: String(name), attributes: isJsonObject(own) ? own : {} });
    }
    cursor = response.next_cursor;
  } while (cursor !== undefined);
  return found;
}

function typeEntry(name: string, attributes: JsonObject, count: number): TypeEntry {
  const schema = attributes['instance_schema'];
  const rules = isJsonObject(schema) ? Object.entries(schema) : [];
  return {
    name,
    description: text(attributes['description']),
    hint: text(attributes['display_hint']),
    count,
    attributes: rules.map(([key, rule]) => attributeRule(key, isJsonObject(rule) ? rule : {})),
  };
}

function attributeRule(name: string, rule: JsonObject): AttributeRule {
  const type = text(rule['type']) || 'any';
  const item = text(rule['item_type']);
  const choices = strings(rule['enum']);
  return {
    name,
    type: choices.length > 0 ? choices.map((choice) => `"${choice}"`).join(' | ') : item ? `${type} of ${item}` : type,
    required: rule['is_required'] === true,
    description: text(rule['description']),
  };
}

function predicateEntry(name: string, attributes: JsonObject, count: number): PredicateEntry {
  return {
    name,
    description: text(attributes['description']),
    subjectTypes: strings(attributes['subject_types']),
    objectTypes: strings(attributes['object_types']),
    traits: [
      ...(attributes['is_symmetric'] === true ? ['symmetric'] : []),
      ...(attributes['is_transitive'] === true ? ['transitive'] : []),
    ],
    count,
  };
}

function connectionsOf(result: Json): Connection[] {
  const [subjects = [], predicates = [], objects = [], counts = []] = result as unknown as Json[][];
  const end = (value: Json | undefined) => (typeof value === 'string' ? value : null);
  return predicates.map((predicate, index) => ({
    subject: end(subjects[index]),
    predicate: String(predicate),
    object: end(objects[index]),
    count: Number(counts[index]),
  }));
}

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
const strings = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
