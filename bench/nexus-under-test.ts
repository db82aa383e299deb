// A real nexus with the dataset in it: opened and bootstrapped by the engine, its types and predicates defined through UPSERT,
// the elements then written in bulk as the very rows the engine would write, keyword index included.
import { createEngine } from '../worker/engine.ts';
import type { Engine } from '../worker/engine.ts';
import type { Nexus } from '../worker/nexus.ts';
import { indexConcepts, indexPropositions } from '../worker/search/grounding-index.ts';
import type { Connection as EngineConnection } from '../worker/store/connection.ts';
import type { Driver } from '../worker/store/driver.ts';
import type { loadSqlite } from '../worker/store/sqlite.ts';
import { ask } from './ask.ts';
import { inBatches, withoutIndexes } from './bulk-rows.ts';
import { Connection } from './connection.ts';
import type { SqliteModule } from './connection.ts';
import { authoredMetadata } from './dataset.ts';
import type { Dataset } from './dataset.ts';
import { conceptId, predicateId, propositionId, typeId } from './memory.ts';
import type { LoadedMemory } from './memory.ts';

export type Sqlite3 = Awaited<ReturnType<typeof loadSqlite>>;

export interface NexusUnderTest {
  readonly engine: Engine;
  readonly driver: Driver;
  /** The yardstick's connection: the same database as the engine's. */
  readonly db: Connection;
  readonly memory: LoadedMemory;
  close(): void;
}

/** The moment that the engine's clock shows throughout: it makes `_updated_at` the same on both sides. */
export const NOW = Date.UTC(2026, 0, 1);

export async function loadNexus(sqlite3: Sqlite3, driver: Driver, dataset: Dataset): Promise<NexusUnderTest> {
  const engine = await createEngine(driver, { now: () => NOW });
  await defineSchema(engine, dataset);
  const memory = placeDataset(engine.nexus, dataset);
  driver.transaction(() => writeElements(engine.nexus, memory));
  return nexusUnderTest(sqlite3, engine, memory);
}

/** Puts the yardstick's connection beside an engine. */
export function nexusUnderTest(sqlite3: Sqlite3, engine: Engine, memory: LoadedMemory): NexusUnderTest {
  const { driver } = engine.nexus;
  const db = new Connection(sqlite3 as unknown as SqliteModule, (driver as EngineConnection).handle);
  const close = (): void => {
    db.release();
    engine.close();
  };
  return { engine, driver, db, memory, close };
}

/** What the dataset uses and Genesis does not bring. Defining what exists would change nothing. */
async function defineSchema(engine: Engine, { types, predicates }: Dataset): Promise<void> {
  const block = (meta: string, name: string, i: number): string =>
    `CONCEPT ?d${i} { {type: "${meta}", name: "${name}"} SET ATTRIBUTES { description: "A ${name} of the workload." } }`;
  const known = new Set(
    (
      await ask(
        engine,
        'FIND(?t.name, ?p.name) WHERE { ?t {type: "$ConceptType"} UNION { ?p {type: "$PropositionType"} } }',
      )
    )
      .flat()
      .map(String),
  );
  const missing = [
    ...types.filter((name) => !known.has(name)).map((name, i) => block('$ConceptType', name, i)),
    ...predicates.filter((name) => !known.has(name)).map((name, i) => block('$PropositionType', name, 1000 + i)),
  ];
  if (missing.length) await ask(engine, `UPSERT { ${missing.join('\n')} }`);
}

function placeDataset({ driver, types }: Nexus, dataset: Dataset): LoadedMemory {
  const ids = (names: readonly string[], idOf: (name: string) => number | undefined): Map<string, number> =>
    new Map(names.map((name) => [name, idOf(name) as number]));
  return {
    dataset,
    offset: Number(driver.get('SELECT next FROM sequence')?.[0]) - 1,
    typeIds: ids(dataset.types, (name) => types.conceptType(name)),
    predicateIds: ids(dataset.predicates, (name) => types.predicate(name)),
  };
}

function writeElements(nexus: Nexus, memory: LoadedMemory): void {
  const { driver } = nexus;
  const { concepts, links } = memory.dataset;
  const millis = (iso: unknown): number => Date.parse(iso as string);
  const object = (predicate: string, id: number): number =>
    predicate === 'stated' ? propositionId(memory, id) : conceptId(memory, id);
  withoutIndexes(driver, ['concepts', 'propositions'], () => {
    inBatches(
      concepts,
      ({ id, type, name, attributes, metadata }) => {
        const updatedAt = millis(metadata['_updated_at']);
        return [conceptId(memory, id), typeId(memory, type), name, attributes, authoredMetadata(metadata), updatedAt];
      },
      (rows) => driver.run(INSERT_CONCEPTS, [rows]),
    );
    inBatches(
      links,
      ({ id, subject, predicate, object: o, attributes, metadata }) => [
        propositionId(memory, id),
        conceptId(memory, subject),
        predicateId(memory, predicate),
        object(predicate, o),
        attributes,
        authoredMetadata(metadata),
        millis(metadata['created_at']),
      ],
      (rows) => driver.run(INSERT_PROPOSITIONS, [rows]),
    );
  });
  driver.run('UPDATE sequence SET next = ?', [memory.offset + concepts.length + links.length + 1]);
  const spoken = links.filter(({ attributes }) => 'note' in attributes);
  inChunks(concepts, (chunk) =>
    indexConcepts(
      nexus,
      chunk.map(({ id }) => conceptId(memory, id)),
    ),
  );
  inChunks(spoken, (chunk) =>
    indexPropositions(
      nexus,
      chunk.map(({ id }) => propositionId(memory, id)),
    ),
  );
}

function inChunks<T>(items: readonly T[], work: (chunk: readonly T[]) => void): void {
  for (let from = 0; from < items.length; from += 5000) work(items.slice(from, from + 5000));
}

const INSERT_CONCEPTS = `INSERT INTO concepts(id, type, name, attributes, metadata, version, updated_at)
  SELECT value ->> 0, value ->> 1, value ->> 2, jsonb(value -> 3), jsonb(value -> 4), 1, value ->> 5 FROM json_each(?)`;
const INSERT_PROPOSITIONS = `INSERT INTO propositions(id, subject, predicate, object, attributes, metadata, version, updated_at)
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, jsonb(value -> 4), jsonb(value -> 5), 1, value ->> 6 FROM json_each(?)`;
