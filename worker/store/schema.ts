// The tables of a KIP 1.0 nexus. Uniqueness lives here, not in code: (type, name) and (subject, predicate, object).
// Concepts and propositions share one integer id space, so an endpoint is a plain integer and links can link links;
// concept ids are even and proposition ids odd (element-id.ts), so the kind of an endpoint needs no look-up.
// `type` and `predicate` hold the id of the definition node itself: the schema is part of the graph (§2.9).
// Attributes and author metadata are JSONB (a path costs a third of what it costs on text); the engine's own metadata are
// columns, so that a change of confidence does not rewrite the version and a guard reads no JSON.

export const SCHEMA_VERSION = 1;

export const SCHEMA = `
CREATE TABLE concepts(
  id INTEGER PRIMARY KEY,
  type INTEGER NOT NULL,        -- id of the $ConceptType node
  name TEXT NOT NULL,
  attributes BLOB NOT NULL,     -- JSONB object
  metadata BLOB NOT NULL,       -- JSONB object: the author's keys, and _merged_from
  version INTEGER NOT NULL,
  updated_at INTEGER NOT NULL   -- milliseconds since the epoch, UTC
) STRICT;
CREATE UNIQUE INDEX concepts_type_name ON concepts(type, name);
CREATE INDEX concepts_name ON concepts(name);

CREATE TABLE propositions(
  id INTEGER PRIMARY KEY,
  subject INTEGER NOT NULL,     -- id of a concept or a proposition
  predicate INTEGER NOT NULL,   -- id of the $PropositionType node
  object INTEGER NOT NULL,
  attributes BLOB NOT NULL,
  metadata BLOB NOT NULL,
  version INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX propositions_spo ON propositions(subject, predicate, object);
CREATE INDEX propositions_ops ON propositions(object, predicate, subject);
CREATE INDEX propositions_pos ON propositions(predicate, object, subject);

CREATE TABLE sequence(next INTEGER NOT NULL) STRICT;  -- one row; the next concept is 2 * next, the next proposition 2 * next + 1; never used twice
CREATE TABLE settings(key TEXT PRIMARY KEY, value ANY NOT NULL) STRICT, WITHOUT ROWID;
`;
