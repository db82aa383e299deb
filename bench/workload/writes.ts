// The five writes of the workload: each as KIP text and as the statements that a person who knows the schema would write.
// Both sides do the same work: shallow merge, version and time stamp, keyword index, uniqueness, cascades. They are timed in
// transactions that end in a rollback, so that every call meets the same memory.
import type { Connection, Row } from '../connection.ts';
import type { DatasetConcept } from '../dataset.ts';
import { predicateId, typeId } from '../memory.ts';
import type { LoadedMemory } from '../memory.ts';
import { NOW } from '../nexus-under-test.ts';
import { KeywordRows } from './keyword-rows.ts';
import { literalsOf } from './literals.ts';

export interface WriteOperation {
  readonly name: string;
  readonly texts: readonly string[];
  /** The same work by hand, inside a transaction that the caller has begun; returns the numbers that the engine reports. */
  readonly hand: (input: number) => Readonly<Record<string, number>>;
}

type JsonRecord = Record<string, unknown>;

const WRITTEN_AT = '2026-01-01T00:00:00Z';
const CAPSULE_CONCEPTS = 1000;
const DECAY_LIMIT = 5000;

/** Rows by hand. Ids come from a counter in memory that is written back once a transaction. */
class HandWriter {
  readonly db: Connection;
  readonly #memory: LoadedMemory;
  readonly keywords: KeywordRows;
  #next = 0;

  constructor(memory: LoadedMemory, db: Connection) {
    this.#memory = memory;
    this.db = db;
    this.keywords = new KeywordRows(db);
  }

  /** Runs `body` with the id counter of this transaction. */
  counting<T>(body: () => T): T {
    this.#next = this.db.all('SELECT next FROM sequence')[0]?.[0] as number;
    const before = this.#next;
    const result = body();
    if (this.#next !== before) this.db.run('UPDATE sequence SET next = ?', [this.#next]);
    return result;
  }

  find(type: string, name: string): Row | undefined {
    return this.db.all('SELECT id, json(attributes), json(metadata) FROM concepts WHERE type = ? AND name = ?', [
      typeId(this.#memory, type),
      name,
    ])[0];
  }

  idOf({ type, name }: { readonly type: string; readonly name: string }): number {
    return this.find(type, name)?.[0] as number;
  }

  upsertConcept(type: string, name: string, attributes: JsonRecord, metadata: JsonRecord): number {
    const current = this.find(type, name);
    if (!current) {
      const id = 2 * this.#next++;
      this.db.run('INSERT INTO concepts VALUES(?, ?, ?, jsonb(?), jsonb(?), 1, ?)', [
        id,
        typeId(this.#memory, type),
        name,
        JSON.stringify(attributes),
        JSON.stringify(metadata),
        NOW,
      ]);
      this.keywords.add(id, name, attributes);
      return id;
    }
    const id = current[0] as number;
    const merged = { ...(JSON.parse(current[1] as string) as JsonRecord), ...attributes };
    this.setConcept(id, merged, { ...(JSON.parse(current[2] as string) as JsonRecord), ...metadata });
    this.keywords.replace(id, name, merged);
    return id;
  }

  setConcept(id: number, attributes: JsonRecord, metadata: JsonRecord): void {
    this.db.run(
      'UPDATE concepts SET attributes = jsonb(?), metadata = jsonb(?), version = version + 1, updated_at = ? WHERE id = ?',
      [JSON.stringify(attributes), JSON.stringify(metadata), NOW, id],
    );
  }

  upsertLink(subject: number, predicate: string, object: number, metadata: JsonRecord): void {
    const key = [subject, predicateId(this.#memory, predicate), object];
    const current = this.db.all(
      'SELECT id, json(metadata) FROM propositions WHERE subject = ? AND predicate = ? AND object = ?',
      key,
    )[0];
    if (!current) {
      const row = [2 * this.#next++ + 1, ...key, JSON.stringify(metadata), NOW];
      this.db.run(`INSERT INTO propositions VALUES(?, ?, ?, ?, jsonb('{}'), jsonb(?), 1, ?)`, row);
      return;
    }
    const merged = { ...(JSON.parse(current[1] as string) as JsonRecord), ...metadata };
    if (JSON.stringify(merged) === current[1]) return; // nothing changes, the version stays
    this.db.run('UPDATE propositions SET metadata = jsonb(?), version = version + 1, updated_at = ? WHERE id = ?', [
      JSON.stringify(merged),
      NOW,
      current[0] as number,
    ]);
  }

  deleteConcept(id: number): void {
    this.db.run('DELETE FROM concepts WHERE id = ?', [id]);
    this.keywords.remove(id);
  }
}

const missing = (from: JsonRecord, present: JsonRecord): JsonRecord =>
  Object.fromEntries(Object.entries(from).filter(([key]) => !(key in present)));
const jsonText = (value: unknown): string => JSON.stringify(value);
const identity = ({ type, name }: { type: string; name: string }): string =>
  `{type: ${jsonText(type)}, name: ${jsonText(name)}}`;

/** Names that `upsert_single` writes to: the first half is in the memory before the bench begins, the second is not. */
export const PREFERENCES_KEPT = 4;
export const preferenceName = (input: number): string => `pref bench ${input}`;

function upsertSingle(writer: HandWriter, memory: LoadedMemory): WriteOperation {
  const domain = memory.dataset.concepts[0] as DatasetConcept;
  const people = literalsOf(memory.dataset).people;
  const inputs = Array.from({ length: 2 * PREFERENCES_KEPT }, (_, i) => ({
    name: preferenceName(i),
    person: people[i] as DatasetConcept,
    attributes: { description: `likes concise answers with ${i} sources`, strength: i, last_observed: WRITTEN_AT },
  }));
  const metadata = { source: 'chat', confidence: 0.9, created_at: WRITTEN_AT };
  return {
    name: 'upsert_single',
    texts: inputs.map(
      ({ name, person, attributes }) => `UPSERT {
  CONCEPT ?preference {
    {type: "Preference", name: ${jsonText(name)}}
    SET ATTRIBUTES ${jsonText(attributes)}
    SET PROPOSITIONS { ("belongs_to_domain", ${identity(domain)}) WITH METADATA { confidence: 0.8 } }
  }
  PROPOSITION ?held { (${identity(person)}, "prefers", ?preference) }
}
WITH METADATA ${jsonText(metadata)}`,
    ),
    hand: (input) => {
      const { name, person, attributes } = inputs[input] as (typeof inputs)[number];
      const id = writer.upsertConcept('Preference', name, attributes, metadata);
      writer.upsertLink(id, 'belongs_to_domain', writer.idOf(domain), { ...metadata, confidence: 0.8 });
      writer.upsertLink(writer.idOf(person), 'prefers', id, metadata);
      return { blocks: 1 };
    },
  };
}

function upsertCapsule(writer: HandWriter, memory: LoadedMemory, concepts: number): WriteOperation {
  const domain = memory.dataset.concepts[0] as DatasetConcept;
  const person = literalsOf(memory.dataset).people[0] as DatasetConcept;
  const metadata = { source: 'chat', confidence: 0.9, created_at: WRITTEN_AT };
  const attributes = (i: number, input: number): JsonRecord => ({
    description: `bench event number ${i} about planning, take ${input}`,
    event_class: 'Conversation',
    start_time: WRITTEN_AT,
    outcome: 'done',
    salience_score: i % 100,
  });
  const block = (i: number, input: number): string => `  CONCEPT ?e${i} {
    {type: "Event", name: "capsule event ${i}"}
    SET ATTRIBUTES ${jsonText(attributes(i, input))}
    SET PROPOSITIONS {
      ("belongs_to_domain", ${identity(domain)})
      ("involves", ${identity(person)}) WITH METADATA { confidence: 0.8 }
    }
  }`;
  const events = Array.from({ length: concepts }, (_, i) => i);
  return {
    name: 'upsert_capsule_1000',
    texts: [0, 1].map(
      (input) => `UPSERT {\n${events.map((i) => block(i, input)).join('\n')}\n}\nWITH METADATA ${jsonText(metadata)}`,
    ),
    hand: (input) => {
      const domainId = writer.idOf(domain);
      const personId = writer.idOf(person);
      for (const i of events) {
        const id = writer.upsertConcept('Event', `capsule event ${i}`, attributes(i, input), metadata);
        writer.upsertLink(id, 'belongs_to_domain', domainId, metadata);
        writer.upsertLink(id, 'involves', personId, { ...metadata, confidence: 0.8 });
      }
      return { blocks: 1 };
    },
  };
}

function decay({ db }: HandWriter): WriteOperation {
  const factors = [0.9, 0.8];
  const before = '2025-06-01T00:00:00Z';
  const sql = `UPDATE propositions SET version = version + 1, updated_at = ?, metadata = jsonb_set(metadata,
      '$.confidence', max(0.0, min(1.0, metadata ->> '$.confidence' * ?)), '$.decay_applied_at', ?)
    WHERE id IN (SELECT id FROM propositions WHERE coalesce(metadata ->> '$.superseded', 0) <> 1
      AND metadata ->> '$.created_at' < ? AND metadata ->> '$.confidence' > 0.3 LIMIT ${DECAY_LIMIT})`;
  return {
    name: 'update_decay_5000',
    texts: factors.map(
      (factor) => `UPDATE ?link
SET METADATA {
  confidence: CLAMP(MUL(?link.metadata.confidence, ${factor}), 0.0, 1.0),
  decay_applied_at: "${WRITTEN_AT}"
}
WHERE {
  ?link (?s, ?p, ?o)
  FILTER(IS_NULL(?link.metadata.superseded) || ?link.metadata.superseded != true)
  FILTER(?link.metadata.created_at < "${before}" && ?link.metadata.confidence > 0.3)
}
LIMIT ${DECAY_LIMIT}`,
    ),
    hand: (input) => {
      db.run(sql, [NOW, factors[input] as number, WRITTEN_AT, before]);
      return { updated: db.changes() };
    },
  };
}

const MERGED_LINKS = `
  SELECT a.id, b.id FROM propositions a JOIN propositions b
    ON b.subject = ?2 AND b.predicate = a.predicate AND b.object = a.object WHERE a.subject = ?1
  UNION ALL
  SELECT a.id, b.id FROM propositions a JOIN propositions b
    ON b.subject = a.subject AND b.predicate = a.predicate AND b.object = ?2 WHERE a.object = ?1`;
const LINK_JSON = 'SELECT json(attributes), json(metadata) FROM propositions WHERE id = ?';

function mergeHub(writer: HandWriter, memory: LoadedMemory): WriteOperation {
  const { db } = writer;
  const { duplicate, canonical } = memory.dataset;
  const json = (id: number): [JsonRecord, JsonRecord] => {
    const [attributes, metadata] = db.all(LINK_JSON, [id])[0] as [string, string];
    return [JSON.parse(attributes) as JsonRecord, JSON.parse(metadata) as JsonRecord];
  };
  /** Fills what the surviving link lacks, moves claims about the other one to it, and drops the other. */
  const collapse = (gone: number, kept: number): void => {
    const [goneAttributes, goneMetadata] = json(gone);
    const [attributes, metadata] = json(kept);
    const filled = [jsonText({ ...attributes, ...missing(goneAttributes, attributes) })];
    filled.push(jsonText({ ...metadata, ...missing(goneMetadata, metadata) }));
    if (filled[0] !== jsonText(attributes) || filled[1] !== jsonText(metadata)) {
      db.run(
        'UPDATE propositions SET attributes = jsonb(?), metadata = jsonb(?), version = version + 1, updated_at = ? WHERE id = ?',
        [...filled, NOW, kept],
      );
    }
    for (const [claim, twin] of db.all(MERGED_LINKS, [gone, kept])) collapse(claim as number, twin as number);
    repoint(gone, kept);
    db.run('DELETE FROM propositions WHERE id = ?', [gone]);
    writer.keywords.removeLinks(jsonText([gone]));
    if (Object.keys(goneAttributes).length) writer.keywords.replaceLink(kept, { ...goneAttributes, ...attributes });
  };
  const repoint = (from: number, to: number): void => {
    for (const end of ['subject', 'object']) {
      const sql = `UPDATE propositions SET ${end} = ?, version = version + 1, updated_at = ? WHERE ${end} = ?`;
      db.run(sql, [to, NOW, from]);
    }
  };
  return {
    name: 'merge_hub_2000',
    texts: [`MERGE CONCEPT ?d INTO ?c WHERE { ?d ${identity(duplicate)} ?c ${identity(canonical)} }`],
    hand: () => {
      const [source, sourceAttributes] = writer.find('Person', duplicate.name) as [number, string];
      const [target, targetAttributes, metadata] = writer.find('Person', canonical.name) as [number, string, string];
      const pairs = db.all(MERGED_LINKS, [source, target]);
      for (const [gone, kept] of pairs) collapse(gone as number, kept as number);
      repoint(source, target);
      const own = JSON.parse(targetAttributes) as JsonRecord & { aliases?: string[] };
      const other = JSON.parse(sourceAttributes) as JsonRecord & { aliases?: string[] };
      const aliases = [...new Set([...(own.aliases ?? []), ...(other.aliases ?? []), duplicate.name])];
      const attributes = { ...other, ...own, aliases };
      const mergedFrom = { _merged_from: [`Person:${duplicate.name}`] };
      writer.setConcept(target, attributes, { ...(JSON.parse(metadata) as JsonRecord), ...mergedFrom });
      writer.keywords.replace(target, canonical.name, attributes);
      writer.deleteConcept(source);
      return { links_deduplicated: pairs.length };
    },
  };
}

function deleteCascade(writer: HandWriter, memory: LoadedMemory): WriteOperation {
  const { db } = writer;
  const people = literalsOf(memory.dataset).people.slice(8, 14);
  const sql = `WITH RECURSIVE d(id) AS (
      SELECT id FROM propositions WHERE subject = ?1 UNION SELECT id FROM propositions WHERE object = ?1
      UNION SELECT l.id FROM d JOIN propositions l ON l.object = d.id
      UNION SELECT l.id FROM d JOIN propositions l ON l.subject = d.id)
    SELECT json_group_array(id) FROM d`;
  return {
    name: 'delete_cascade',
    texts: people.map((person) => `DELETE CONCEPT ?p DETACH WHERE { ?p ${identity(person)} }`),
    hand: (input) => {
      const id = writer.idOf(people[input] as DatasetConcept);
      const ids = db.all(sql, [id])[0]?.[0] as string;
      db.run('DELETE FROM propositions WHERE id IN (SELECT value FROM json_each(?))', [ids]);
      const links = db.changes();
      writer.keywords.removeLinks(ids);
      writer.deleteConcept(id);
      return { deleted_concepts: 1, deleted_propositions: links };
    },
  };
}

/** @param capsuleConcepts fewer than the workload's thousand where only the answers matter */
export function writeOperations(
  memory: LoadedMemory,
  db: Connection,
  capsuleConcepts = CAPSULE_CONCEPTS,
): WriteOperation[] {
  const writer = new HandWriter(memory, db);
  const operations = [
    upsertSingle(writer, memory),
    upsertCapsule(writer, memory, capsuleConcepts),
    decay(writer),
    mergeHub(writer, memory),
    deleteCascade(writer, memory),
  ];
  return operations.map((operation) => ({
    ...operation,
    hand: (input) => writer.counting(() => operation.hand(input)),
  }));
}
