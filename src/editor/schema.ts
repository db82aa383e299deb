// What the editor may know about a memory. The host implements SchemaProvider over whatever it has, or takes
// `schemaFromNexus`. Every method may be called at each key press: answer from a cache, and reject only when there is no
// memory at all. The editor treats a rejection as "nothing is known" and goes on without.

/** A concept type: what its definition says, and what is there. */
export interface TypeSummary {
  readonly name: string;
  readonly description?: string;
  /** An emoji or icon name. */
  readonly hint?: string;
  /** How many concepts of the type there are; absent while that is unknown. */
  readonly count?: number;
}

/** A predicate. */
export interface PredicateSummary {
  readonly name: string;
  readonly description?: string;
  /** Concept types its subject may have; "*" is any, empty means that the definition does not say. */
  readonly subjectTypes: readonly string[];
  readonly objectTypes: readonly string[];
  readonly count?: number;
}

/** A key of attributes or metadata. */
export interface KeySummary {
  readonly key: string;
  /** JSON type or types, "string" or "string | null". */
  readonly valueType?: string;
  readonly description?: string;
  readonly required?: boolean;
  /** In how many of the elements looked at the key was seen; absent where it is known from a definition alone. */
  readonly seen?: number;
}

/** A concept that `{type, name}` could name. */
export interface NameSummary {
  readonly name: string;
  /** Its type, where the question named none. */
  readonly type?: string;
}

/** Whose keys are asked for: concepts of a type, or links of a predicate. */
export type KeyOwner = { readonly type: string } | { readonly predicate: string };

export const ownerName = (owner: KeyOwner): string => ('type' in owner ? owner.type : owner.predicate);

/** What the editor asks of a memory: types, predicates, keys and names. Every answer may be empty. */
export interface SchemaProvider {
  /** The types of concepts. */
  types(): Promise<readonly TypeSummary[]>;
  /** The predicates of propositions. */
  predicates(): Promise<readonly PredicateSummary[]>;
  /** Names of concepts of `type` (of any type if undefined) that begin with or contain `prefix`, best first. */
  names(type: string | undefined, prefix: string): Promise<readonly NameSummary[]>;
  /** The attributes that elements of an owner have, or may have. */
  attributeKeys(owner: KeyOwner): Promise<readonly KeySummary[]>;
  /** Keys of metadata; of everything if no owner is given. */
  metadataKeys(owner?: KeyOwner): Promise<readonly KeySummary[]>;
  /** Calls back whenever the answers may have changed; returns the way to stop that. */
  subscribe?(listener: () => void): () => void;
}

/** Knows nothing: the editor without a memory. */
export const emptySchema: SchemaProvider = {
  types: () => Promise.resolve([]),
  predicates: () => Promise.resolve([]),
  names: () => Promise.resolve([]),
  attributeKeys: () => Promise.resolve([]),
  metadataKeys: () => Promise.resolve(STANDARD_METADATA),
};

/** The metadata keys of the specification (appendix 1), in its order; those with "_" are written by the engine alone. */
export const STANDARD_METADATA: readonly KeySummary[] = /*@__PURE__*/ summaries([
  ['source', 'string', 'Where the statement comes from: a document, a conversation, a person.'],
  ['author', 'string', 'Who made the statement.'],
  ['confidence', 'number', 'How likely it is to be true, from 0 to 1.'],
  ['evidence', 'array', 'What supports the statement.'],
  ['created_at', 'string', 'When it was first stated, ISO 8601.'],
  ['observed_at', 'string', 'When it was last observed, ISO 8601.'],
  ['expires_at', 'string', 'From when on it may be forgotten, ISO 8601. Queries find it until it is removed.'],
  ['valid_from', 'string', 'From when on it holds, ISO 8601.'],
  ['valid_until', 'string', 'Until when it holds, ISO 8601.'],
  ['status', 'string', '"active", "deprecated", "retracted", …'],
  ['memory_tier', 'string', '"short-term" or "long-term".'],
  ['superseded', 'boolean', 'True once a newer statement has taken its place.'],
  ['superseded_by', 'string', 'What has taken its place.'],
  ['supersedes', 'string', 'What it has taken the place of.'],
  ['superseded_at', 'string', 'When it was replaced, ISO 8601.'],
  ['relevance_tags', 'array', 'Topics it belongs to.'],
  ['access_level', 'string', '"public", "private", …'],
  ['review_info', 'object', 'What reviews of it have found.'],
  [
    '_version',
    'number',
    'Counts the changes of the element, from 1. Written by the engine alone; EXPECT VERSION checks it.',
  ],
  ['_updated_at', 'string', 'When the element last changed, ISO 8601. Written by the engine alone.'],
  ['_merged_from', 'array', 'What MERGE has brought into the concept, "Type:name". Written by the engine alone.'],
]);

function summaries(rows: readonly (readonly [string, string, string])[]): readonly KeySummary[] {
  return rows.map(([key, valueType, description]) => ({ key, valueType, description }));
}
