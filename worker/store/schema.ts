// The tables of a KIP 1.0 nexus. Uniqueness lives here, not in code: (type, name) and (subject, predicate, object).
// Concepts and propositions share one integer id space, so an endpoint is a plain integer and links can link links;
// concept ids are even and proposition ids odd (element-id.ts), so the kind of an endpoint needs no look-up.
// `type` and `predicate` hold the id of the definition node itself: the schema is part of the graph (§2.9).
// Attributes and author metadata are JSONB (a path costs a third of what it costs on text); the engine's own metadata are
// columns, so that a change of confidence does not rewrite the version and a guard reads no JSON.

export const SCHEMA_VERSION = 2;

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

-- One row. The next concept is 2 * next, the next proposition 2 * next + 1; a number is never used twice.
CREATE TABLE sequence(next INTEGER NOT NULL) STRICT;
INSERT INTO sequence VALUES(1);
CREATE TABLE settings(key TEXT PRIMARY KEY, value ANY NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE merges(             -- which concept took a merged one in, for the hint when the MERGE is sent again (§4.4)
  source INTEGER PRIMARY KEY,    -- id of a concept that is gone
  target INTEGER NOT NULL
) STRICT;
`;

/** Tables beside the graph, new in format 2. */
export const SIDE_SCHEMA = `
CREATE TABLE workspace(          -- what a workbench keeps (src/protocol/workspace.ts)
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL            -- JSON
) STRICT, WITHOUT ROWID;
CREATE TABLE requests(           -- what writing commands of recent requests were answered (answered-requests.ts)
  request TEXT NOT NULL,         -- id given by the caller
  position INTEGER NOT NULL,     -- of the command in its batch
  command TEXT NOT NULL,         -- digest of the command and its parameters
  answer TEXT NOT NULL,          -- the response as JSON
  answered_at INTEGER NOT NULL,  -- milliseconds since the epoch, UTC
  PRIMARY KEY(request, position)
) STRICT, WITHOUT ROWID;
`;

/** "KIPN" in the header of the file: tells our databases from others. */
export const APPLICATION_ID = 0x4b49504e;

/**
 * What the planner is told about the data, once and for all: rows, then rows per value of each index prefix, as in a memory of
 * a million concepts. Without statistics walks run 14–28 times slower; gathering them would scan the file, and plans would
 * change under a growing memory. Reloaded by ANALYZE sqlite_schema, which reads no data.
 */
export const STATISTICS = `
ANALYZE sqlite_schema;
DELETE FROM sqlite_stat1;
INSERT INTO sqlite_stat1(tbl, idx, stat) VALUES
  ('concepts', 'concepts_type_name', '1000000 80000 1'),
  ('concepts', 'concepts_name', '1000000 1'),
  ('propositions', 'propositions_spo', '4000000 8 2 1'),
  ('propositions', 'propositions_ops', '4000000 8 3 1'),
  ('propositions', 'propositions_pos', '4000000 200000 8 1');
ANALYZE sqlite_schema;
`;

/** Working tables of one connection, in memory, emptied before each use. Made at every open, outside of transactions. */
export const TEMPORARY_SCHEMA = `
CREATE TEMP TABLE IF NOT EXISTS targets(id INTEGER PRIMARY KEY);               -- elements a WHERE has selected
CREATE TEMP TABLE IF NOT EXISTS doomed(id INTEGER PRIMARY KEY);                -- propositions about to be deleted
CREATE TEMP TABLE IF NOT EXISTS replaced(old INTEGER PRIMARY KEY, new INTEGER NOT NULL);  -- endpoints that became others
CREATE TEMP TABLE IF NOT EXISTS repointed(id INTEGER PRIMARY KEY);             -- links that were given another endpoint
CREATE TEMP TABLE IF NOT EXISTS moved(                                         -- links with replaced endpoints, as they will be
  id INTEGER PRIMARY KEY, subject INTEGER NOT NULL, predicate INTEGER NOT NULL, object INTEGER NOT NULL
);
`;
