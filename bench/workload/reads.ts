// The sixteen reads of the workload: each as KIP text and as the SQL that a person who knows the schema would write.
// Both sides answer the same question with the same literals on the same database; the answers are compared before any timing.
import type { Connection, Row } from '../connection.ts';
import type { DatasetConcept } from '../dataset.ts';
import { conceptId, predicateId, typeId } from '../memory.ts';
import type { LoadedMemory } from '../memory.ts';
import { conceptColumns, propositionColumns, rowReader } from './hand-rows.ts';
import type { RowReader } from './hand-rows.ts';
import { literalsOf } from './literals.ts';
import type { Literals } from './literals.ts';

export interface ReadOperation {
  readonly name: string;
  /** One command text an input: the same shape, other literals. */
  readonly texts: readonly string[];
  /** How many expressions FIND has. */
  readonly width: number;
  /** The same question in SQL; one array of `width` values a solution. */
  readonly hand: (input: number) => readonly (readonly unknown[])[];
  /** A flat operation costs the same at any size of the memory; the others grow with their answer. */
  readonly flat: boolean;
  /**
   * Where ranking is the engine's own, the two answers need not be equal: as many solutions, all of them among these wire ids.
   */
  readonly candidates?: (input: number) => ReadonlySet<string>;
  /** The command is asked again with the cursor of its answer until there is none. */
  readonly paged?: boolean;
}

/** What an operation's hand-written side works with. */
interface Side {
  readonly db: Connection;
  readonly rows: RowReader;
  readonly type: (name: string) => number;
  readonly predicate: (name: string) => number;
  readonly id: (concept: DatasetConcept) => number;
  readonly literals: Literals;
}

const CONCEPT_ID = '(SELECT id FROM concepts WHERE type = ? AND name = ?)';
const quoted = (text: string): string => JSON.stringify(text);
const pick = <T>(list: readonly T[], input: number): T => list[input] as T;

function points({ db, rows, type, literals, id }: Side): ReadOperation[] {
  const { people, anyConcepts } = literals;
  return [
    {
      name: 'point_type_name',
      width: 1,
      flat: true,
      texts: people.map(({ name }) => `FIND(?n) WHERE { ?n {type: "Person", name: ${quoted(name)}} }`),
      hand: (i) =>
        db
          .all(`SELECT ${conceptColumns('c')} FROM concepts c WHERE type = ? AND name = ?`, [
            type('Person'),
            pick(people, i).name,
          ])
          .map((row) => [rows.concept(row)]),
    },
    {
      name: 'point_id',
      width: 1,
      flat: true,
      texts: anyConcepts.map((concept) => `FIND(?n) WHERE { ?n {id: "C:${id(concept)}"} }`),
      hand: (i) =>
        db
          .all(`SELECT ${conceptColumns('c')} FROM concepts c WHERE id = ?`, [id(pick(anyConcepts, i))])
          .map((row) => [rows.concept(row)]),
    },
  ];
}

function filteredTop({ db, type, literals }: Side): ReadOperation {
  const filters = literals.eventFilters;
  // Spelled as the memory's own index on (type, start_time) is: an index serves only the very expression it was made with.
  const start = `json_extract(attributes, '$.start_time')`;
  const sql = `SELECT name, ${start} FROM concepts WHERE type = ? AND attributes ->> '$.event_class' = ? AND ${start} > ?
    AND attributes ->> '$.participants' IS NOT NULL ORDER BY ${start} DESC, id DESC LIMIT 20`;
  return {
    name: 'scan_filter_top20',
    width: 2,
    flat: true,
    texts: filters.map(
      ({ eventClass, since }) =>
        `FIND(?e.name, ?e.attributes.start_time) WHERE { ?e {type: "Event"} ` +
        `FILTER(?e.attributes.event_class == "${eventClass}") FILTER(?e.attributes.start_time > "${since}") ` +
        `FILTER(IS_NOT_NULL(?e.attributes.participants)) } ORDER BY ?e.attributes.start_time DESC LIMIT 20`,
    ),
    hand: (i) => db.all(sql, [type('Event'), pick(filters, i).eventClass, pick(filters, i).since]),
  };
}

function hops({ db, type, predicate, literals }: Side): ReadOperation[] {
  const { hubs, symptoms } = literals;
  const hop1 = `SELECT e.name FROM propositions l JOIN concepts e ON e.id = l.subject
    WHERE l.predicate = ? AND l.object = ${CONCEPT_ID}`;
  const hop2 = `SELECT d.name, se.name FROM propositions a JOIN concepts d ON d.id = a.subject
    JOIN propositions b ON b.subject = d.id AND b.predicate = ? JOIN concepts se ON se.id = b.object
    WHERE a.predicate = ? AND a.object = ${CONCEPT_ID} AND d.attributes ->> '$.risk_level' < ?`;
  const risk = (input: number): number => 3 + (input % 2);
  return [
    {
      name: 'hop1',
      width: 1,
      flat: false,
      texts: hubs.map(
        ({ name }) => `FIND(?e.name) WHERE { (?e, "involves", {type: "Person", name: ${quoted(name)}}) }`,
      ),
      hand: (i) => db.all(hop1, [predicate('involves'), type('Person'), pick(hubs, i).name]),
    },
    {
      name: 'hop2_filter',
      width: 2,
      flat: false,
      texts: symptoms.map(
        ({ name }, i) =>
          `FIND(?d.name, ?se.name) WHERE { (?d, "treats", {type: "Symptom", name: ${quoted(name)}}) ` +
          `FILTER(?d.attributes.risk_level < ${risk(i)}) (?d, "has_side_effect", ?se) }`,
      ),
      hand: (i) =>
        db.all(hop2, [
          predicate('has_side_effect'),
          predicate('treats'),
          type('Symptom'),
          pick(symptoms, i).name,
          risk(i),
        ]),
    },
  ];
}

/** Everything a person is linked to, best supported first: ids are ranked before the fifty whole elements are fetched. */
function recall({ db, rows, type, predicate, literals }: Side): ReadOperation[] {
  const sql = `SELECT l.predicate, l.c, ${conceptColumns('n')}, ${propositionColumns('x')} FROM (
      SELECT id, predicate, object, metadata ->> '$.confidence' AS c, metadata ->> '$.created_at' AS t FROM propositions
      WHERE subject = ${CONCEPT_ID} AND predicate <> ? ORDER BY c DESC, t DESC, id LIMIT 50) l
    LEFT JOIN concepts n ON n.id = l.object LEFT JOIN propositions x ON x.id = l.object
    ORDER BY l.c DESC, l.t DESC, l.id`;
  const answer = (row: Row): unknown[] => [
    rows.nameOf(row[0]),
    row[2] === null ? rows.proposition(row, 9) : rows.concept(row, 2),
    row[1],
  ];
  const around = (name: string, who: Literals['people'], flat: boolean): ReadOperation => ({
    name,
    width: 3,
    flat,
    texts: who.map(
      (person) =>
        `FIND(?pred, ?nb, ?l.metadata.confidence) WHERE { ?p {type: "Person", name: ${quoted(person.name)}} ` +
        `?l (?p, ?pred, ?nb) FILTER(?pred != "belongs_to_domain") } ` +
        `ORDER BY ?l.metadata.confidence DESC, ?l.metadata.created_at DESC LIMIT 50`,
    ),
    hand: (i) => db.all(sql, [type('Person'), pick(who, i).name, predicate('belongs_to_domain')]).map(answer),
  });
  return [around('assoc_hub_top50', literals.hubs, false), around('assoc_mid_top50', literals.ordinaryPeople, true)];
}

function setClauses({ db, type, predicate, literals }: Side): ReadOperation[] {
  const { symptoms } = literals;
  const effects = ['has_side_effect', 'treats'];
  const next = (i: number): string => pick(symptoms, (i + 1) % symptoms.length).name;
  const optional = `SELECT d.name, se.name, l.metadata ->> '$.source' FROM concepts d
    LEFT JOIN propositions l ON l.subject = d.id AND l.predicate = ? LEFT JOIN concepts se ON se.id = l.object
    WHERE d.type = ?`;
  const negated = `SELECT d.name FROM concepts d WHERE d.type = ? AND NOT EXISTS (
    SELECT 1 FROM propositions WHERE subject = d.id AND predicate = ? AND object = ${CONCEPT_ID})`;
  const treating = (name: string): string =>
    `SELECT subject FROM propositions WHERE predicate = ?1 AND object = (SELECT id FROM concepts WHERE type = ?2 AND name = ${name})`;
  const union = `SELECT d.name FROM (${treating('?3')} UNION ${treating('?4')}) u
    CROSS JOIN concepts d ON d.id = u.subject WHERE d.type = ?5`;
  return [
    {
      name: 'optional_left',
      width: 3,
      flat: false,
      texts: effects.map(
        (effect) =>
          `FIND(?d.name, ?se.name, ?l.metadata.source) WHERE { ?d {type: "Drug"} OPTIONAL { ?l (?d, "${effect}", ?se) } }`,
      ),
      hand: (i) => db.all(optional, [predicate(pick(effects, i)), type('Drug')]),
    },
    {
      name: 'not_anti',
      width: 1,
      flat: false,
      texts: symptoms.map(
        ({ name }) =>
          `FIND(?d.name) WHERE { ?d {type: "Drug"} NOT { (?d, "treats", {type: "Symptom", name: ${quoted(name)}}) } }`,
      ),
      hand: (i) => db.all(negated, [type('Drug'), predicate('treats'), type('Symptom'), pick(symptoms, i).name]),
    },
    {
      name: 'union',
      width: 1,
      flat: false,
      texts: symptoms.map(
        ({ name }, i) =>
          `FIND(?d.name) WHERE { ?d {type: "Drug"} (?d, "treats", {type: "Symptom", name: ${quoted(name)}}) ` +
          `UNION { ?d {type: "Drug"} (?d, "treats", {type: "Symptom", name: ${quoted(next(i))}}) } }`,
      ),
      hand: (i) => db.all(union, [predicate('treats'), type('Symptom'), pick(symptoms, i).name, next(i), type('Drug')]),
    },
  ];
}

/** Walks by UNION on (id, depth); CROSS JOIN keeps the planner from scanning all concepts. */
function paths({ db, type, predicate, literals }: Side): ReadOperation[] {
  const walk = (near: string, far: string): string => `WITH RECURSIVE r(id, d) AS (
      SELECT ${far}, 1 FROM propositions WHERE ${near} = ${CONCEPT_ID} AND predicate = ?
      UNION SELECT l.${far}, r.d + 1 FROM r JOIN propositions l ON l.${near} = r.id AND l.predicate = ? WHERE r.d < 5)
    SELECT c.name FROM (SELECT DISTINCT id FROM r) x CROSS JOIN concepts c ON c.id = x.id`;
  const up = walk('subject', 'object');
  const down = walk('object', 'subject');
  const taxonomy = predicate('is_subclass_of');
  const { leafTopics, middleTopics } = literals;
  const topic = (name: string): string => `{type: "Topic", name: ${quoted(name)}}`;
  return [
    {
      name: 'path_up',
      width: 1,
      flat: true,
      texts: leafTopics.map(({ name }) => `FIND(?t.name) WHERE { (${topic(name)}, "is_subclass_of"{1,5}, ?t) }`),
      hand: (i) => db.all(up, [type('Topic'), pick(leafTopics, i).name, taxonomy, taxonomy]),
    },
    {
      name: 'path_down',
      width: 1,
      flat: false,
      texts: middleTopics.map(({ name }) => `FIND(?t.name) WHERE { (?t, "is_subclass_of"{1,5}, ${topic(name)}) }`),
      hand: (i) => db.all(down, [type('Topic'), pick(middleTopics, i).name, taxonomy, taxonomy]),
    },
  ];
}

function groupsAndClaims({ db, type, predicate, literals }: Side): ReadOperation[] {
  const group = `SELECT d.name, g.k FROM (SELECT object, count(*) AS k FROM propositions WHERE predicate = ? GROUP BY object) g
    CROSS JOIN concepts d ON d.id = g.object WHERE d.type = ? ORDER BY g.k DESC, d.name`;
  const claims = `SELECT s.name, o.name, st.metadata ->> '$.confidence' FROM propositions st
    JOIN propositions f ON f.id = st.object AND f.predicate = ? JOIN concepts s ON s.id = f.subject
    JOIN concepts o ON o.id = f.object WHERE st.subject = ${CONCEPT_ID} AND st.predicate = ?`;
  const { talkers } = literals;
  return [
    {
      name: 'group_count',
      width: 2,
      flat: false,
      texts: [
        `FIND(?d.name, COUNT(?n)) WHERE { ?d {type: "Domain"} (?n, "belongs_to_domain", ?d) } ORDER BY COUNT(?n) DESC`,
      ],
      hand: () => db.all(group, [predicate('belongs_to_domain'), type('Domain')]),
    },
    {
      name: 'higher_order',
      width: 3,
      flat: false,
      texts: talkers.map(
        ({ name }) =>
          `FIND(?s.name, ?o.name, ?st.metadata.confidence) WHERE { ` +
          `?st ({type: "Person", name: ${quoted(name)}}, "stated", ?f) ?f (?s, "mentions", ?o) }`,
      ),
      hand: (i) => db.all(claims, [predicate('mentions'), type('Person'), pick(talkers, i).name, predicate('stated')]),
    },
  ];
}

const PAGE_SIZE = 100;

function allPages({ db, type }: Side): ReadOperation {
  const sql = `SELECT name FROM concepts WHERE type = ? AND name > ? ORDER BY name LIMIT ${PAGE_SIZE}`;
  const hand = (): Row[] => {
    const rows: Row[] = [];
    for (let last = ''; ;) {
      const page = db.all(sql, [type('Person'), last]);
      rows.push(...page);
      if (page.length < PAGE_SIZE) return rows;
      last = page[PAGE_SIZE - 1]?.[0] as string;
    }
  };
  const text = `FIND(?p.name) WHERE { ?p {type: "Person"} } ORDER BY ?p.name ASC LIMIT ${PAGE_SIZE}`;
  return { name: 'page_all_keyset', width: 1, flat: false, paged: true, texts: [text], hand };
}

/** By hand: whole nodes that hold either word, best bm25 first. The engine ranks on a scale of its own. */
function keyword({ db, rows, literals }: Side): ReadOperation {
  const matching = `FROM concept_index f JOIN concepts c ON c.id = f.rowid WHERE concept_index MATCH ?`;
  const terms = literals.searchTerms;
  const phrase = (i: number): string => pick(terms, i).map(quoted).join(' OR ');
  return {
    name: 'keyword',
    width: 1,
    flat: false,
    texts: terms.map((words) => `SEARCH CONCEPT "${words.join(' ')}" MODE "keyword" LIMIT 10`),
    hand: (i) =>
      db
        .all(`SELECT ${conceptColumns('c')} ${matching} ORDER BY f.rank LIMIT 10`, [phrase(i)])
        .map((row) => [rows.concept(row)]),
    candidates: (i) => new Set(db.all(`SELECT 'C:' || c.id ${matching}`, [phrase(i)]).map(([id]) => String(id))),
  };
}

export function readOperations(memory: LoadedMemory, db: Connection): ReadOperation[] {
  const side: Side = {
    db,
    rows: rowReader(memory),
    type: (name) => typeId(memory, name),
    predicate: (name) => predicateId(memory, name),
    id: (concept) => conceptId(memory, concept.id),
    literals: literalsOf(memory.dataset),
  };
  return [
    ...points(side),
    filteredTop(side),
    ...hops(side),
    ...recall(side),
    ...setClauses(side),
    ...paths(side),
    ...groupsAndClaims(side),
    allPages(side),
    keyword(side),
  ];
}
