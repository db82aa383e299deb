// The tables of meaning-based search. They are made when a memory gets its first model; a memory without one has none of them and
// pays nothing. Triggers see to it that no writer can forget them: whatever deletes an element deletes its vectors, and whatever adds
// or moves a link has it embedded, in the same transaction.
import { LINK_DEPTH } from './meaning-text.ts';

const AT_ENDPOINTS = (ids: string): string =>
  `SELECT id FROM propositions WHERE subject IN (${ids}) UNION SELECT id FROM propositions WHERE object IN (${ids})`;

/** Links that spell this one out in their own text, as far up as texts do: they are embedded anew where it changes. */
function linksAbout(id: string): string {
  let above = `SELECT ${id}`;
  return Array.from({ length: LINK_DEPTH }, () => (above = AT_ENDPOINTS(above))).join(' UNION ');
}

const FORGET = (id: string): string => `
  DELETE FROM vectors WHERE element = ${id};
  DELETE FROM embedding_queue WHERE element = ${id};`;

const QUEUE = (ids: string): string => `
  INSERT OR REPLACE INTO embedding_queue(model, element)
    SELECT m.id, e.id FROM (${ids}) AS e CROSS JOIN embedding_models AS m;`;

export const MEANING_SCHEMA = `
CREATE TABLE embedding_models(
  -- Never used twice: vectors of a model that is gone stay for a while, and must not be taken for those of another.
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  profile TEXT NOT NULL,                -- a ModelProfile as JSON
  serving INTEGER NOT NULL,             -- 1: searches are answered from its vectors; 0: it is to take over once they are complete
  -- What was there before the model came and has not been embedded yet: concepts and links with lower ids, newest first.
  concepts_below INTEGER NOT NULL,
  propositions_below INTEGER NOT NULL
) STRICT;
CREATE TABLE vectors(
  id INTEGER PRIMARY KEY,
  element INTEGER NOT NULL,             -- a concept or a link
  model INTEGER NOT NULL,
  narrowed_by INTEGER NOT NULL,         -- the concept's type, the link's predicate
  scale REAL NOT NULL,                  -- see vector-codes.ts
  error REAL NOT NULL,
  codes BLOB                            -- int8; NULL: text this model cannot represent
) STRICT;
CREATE INDEX vectors_element ON vectors(element, model);
CREATE INDEX vectors_unread ON vectors(model) WHERE codes IS NULL;
CREATE TABLE exact_vectors(             -- apart, so that filling the memory with codes reads a fifth of the file
  id INTEGER PRIMARY KEY,               -- of the vector
  vector BLOB NOT NULL                  -- 32-bit floats, little-endian, of length 1
) STRICT;
CREATE TABLE embedding_queue(           -- what was written since; the highest place is next
  place INTEGER PRIMARY KEY,
  model INTEGER NOT NULL,
  element INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX embedding_queue_element ON embedding_queue(element, model);
CREATE INDEX embedding_queue_order ON embedding_queue(model, element & 1);
CREATE TABLE embedding_rules(           -- the rules of type definitions (meaning-text.ts) by which texts were made
  definition INTEGER PRIMARY KEY,
  rule TEXT NOT NULL
) STRICT;

CREATE TRIGGER vector_forgotten AFTER DELETE ON vectors BEGIN DELETE FROM exact_vectors WHERE id = old.id; END;
CREATE TRIGGER concept_forgotten AFTER DELETE ON concepts BEGIN ${FORGET('old.id')} DELETE FROM embedding_rules WHERE definition = old.id; END;
CREATE TRIGGER proposition_forgotten AFTER DELETE ON propositions BEGIN ${FORGET('old.id')} END;
CREATE TRIGGER concept_written AFTER INSERT ON concepts BEGIN ${QUEUE('SELECT new.id')} END;
CREATE TRIGGER proposition_written AFTER INSERT ON propositions BEGIN ${QUEUE('SELECT new.id')} END;
CREATE TRIGGER proposition_moved AFTER UPDATE OF subject, predicate, object ON propositions BEGIN
  DELETE FROM vectors WHERE element = new.id OR element IN (${linksAbout('new.id')});
  ${QUEUE(`SELECT new.id UNION ${linksAbout('new.id')}`)}
END;
`;

/** What removes all of it again. */
export const MEANING_SCHEMA_REMOVED = `
DROP TRIGGER proposition_moved;
DROP TRIGGER proposition_written;
DROP TRIGGER concept_written;
DROP TRIGGER proposition_forgotten;
DROP TRIGGER concept_forgotten;
DROP TABLE embedding_rules;
DROP TABLE embedding_queue;
DROP TABLE exact_vectors;
DROP TABLE vectors;
DROP TABLE embedding_models;
`;

/**
 * A note of every element whose vectors change, kept by this connection while it holds vectors in memory. A change that is rolled
 * back takes its note along.
 */
export const VECTOR_CHANGES = `
CREATE TEMP TABLE IF NOT EXISTS vector_changes(place INTEGER PRIMARY KEY AUTOINCREMENT, element INTEGER NOT NULL);
CREATE TEMP TRIGGER vector_added AFTER INSERT ON main.vectors BEGIN
  INSERT INTO vector_changes(element) VALUES (new.element);
END;
CREATE TEMP TRIGGER vector_removed AFTER DELETE ON main.vectors BEGIN
  INSERT INTO vector_changes(element) VALUES (old.element);
END;
`;
