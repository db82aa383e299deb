// The yardstick for file size: the plainest sound schema for the same graph, in SQL that anyone might write.
// JSON as text with the engine's keys inside it, a table of names, the same index set, one contentless full-text index.
import type { Dataset, DatasetConcept } from '../dataset.ts';
import { inBatches, withoutIndexes } from '../bulk-rows.ts';
import type { Connection } from '../connection.ts';

const SCHEMA = `
CREATE TABLE sym(id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, name TEXT NOT NULL, UNIQUE(kind, name));
CREATE TABLE concept(id INTEGER PRIMARY KEY, type INTEGER NOT NULL, name TEXT NOT NULL, attrs TEXT NOT NULL, meta TEXT NOT NULL);
CREATE TABLE link(id INTEGER PRIMARY KEY, s INTEGER NOT NULL, p INTEGER NOT NULL, o INTEGER NOT NULL, attrs TEXT NOT NULL, meta TEXT NOT NULL);
CREATE TABLE seq(n INTEGER NOT NULL);
CREATE VIRTUAL TABLE fts USING fts5(name, body, content='', contentless_delete=1, tokenize='unicode61');
CREATE UNIQUE INDEX concept_tn ON concept(type, name);
CREATE INDEX concept_name ON concept(name);
CREATE UNIQUE INDEX link_spo ON link(s, p, o);
CREATE INDEX link_ops ON link(o, p, s);
CREATE INDEX link_p ON link(p, o, s);
`;

function searchText({ attributes }: DatasetConcept): string {
  const { description, content_summary: content, summary, aliases } = attributes;
  return [description, content, summary, ...((aliases as string[] | undefined) ?? [])].filter(Boolean).join(' ');
}

/** Loads the dataset in one transaction, indexes last, as the nexus under test is loaded. */
export function loadReference(db: Connection, { types, predicates, concepts, links }: Dataset): void {
  const names = new Map([...types, ...predicates].map((name, i) => [name, i + 1]));
  const nameId = (name: string): number => names.get(name) as number;
  db.script(SCHEMA);
  db.script('BEGIN');
  for (const name of types) db.run('INSERT INTO sym VALUES(?, 0, ?)', [nameId(name), name]);
  for (const name of predicates) db.run('INSERT INTO sym VALUES(?, 1, ?)', [nameId(name), name]);
  withoutIndexes(db, ['concept', 'link'], () => {
    inBatches(
      concepts,
      (c) => [c.id, nameId(c.type), c.name, JSON.stringify(c.attributes), JSON.stringify(c.metadata)],
      (rows) => db.run(`INSERT INTO concept SELECT ${cells(5)} FROM json_each(?)`, [rows]),
    );
    inBatches(
      links,
      (l) => [l.id, l.subject, nameId(l.predicate), l.object, JSON.stringify(l.attributes), JSON.stringify(l.metadata)],
      (rows) => db.run(`INSERT INTO link SELECT ${cells(6)} FROM json_each(?)`, [rows]),
    );
    inBatches(
      concepts,
      (c) => [c.id, c.name, searchText(c)],
      (rows) => db.run(`INSERT INTO fts(rowid, name, body) SELECT ${cells(3)} FROM json_each(?)`, [rows]),
    );
  });
  db.run('INSERT INTO seq VALUES(?)', [concepts.length + links.length + 10]);
  db.script('COMMIT; ANALYZE;');
}

const cells = (count: number): string => Array.from({ length: count }, (_, i) => `value ->> ${i}`).join(', ');
