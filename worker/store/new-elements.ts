// Elements that a transaction creates, held back and written in batches: one statement takes hundreds of rows in one JSON
// parameter, and a link with a new endpoint need not be looked for in the tables. Until they are written, only this object
// knows them. Ids are read once, counted in memory and written back once; none is ever used twice, since a rolled back
// transaction leaves neither the elements nor the count (§2.2, §2.3).
import type { ConceptIdentity } from './concepts.ts';
import type { Driver } from './driver.ts';
import type { Triple } from './propositions.ts';
import type { Content, StoredElement } from './stored-content.ts';

const BATCH = 500;

const INSERT_CONCEPTS = `
  INSERT INTO concepts(id, type, name, attributes, metadata, version, updated_at)
  SELECT value ->> 0, value ->> 1, value ->> 2, jsonb_extract(value, '$[3]'), jsonb_extract(value, '$[4]'), value ->> 5, ?2
  FROM jsonb_each(?1)`;

const INSERT_PROPOSITIONS = `
  INSERT INTO propositions(id, subject, predicate, object, attributes, metadata, version, updated_at)
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3,
    jsonb_extract(value, '$[4]'), jsonb_extract(value, '$[5]'), value ->> 6, ?2
  FROM jsonb_each(?1)`;

type NewElement = { -readonly [K in keyof StoredElement]: StoredElement[K] };
export type NewConcept = NewElement & ConceptIdentity;
export type NewLink = NewElement & Triple;

export class NewElements {
  readonly #driver: Driver;
  readonly #concepts = new Map<string, NewConcept>();
  readonly #links = new Map<string, NewLink>();
  readonly #byId = new Map<number, NewConcept | NewLink>();
  #next: number | undefined;

  constructor(driver: Driver) {
    this.#driver = driver;
  }

  concept({ type, name }: ConceptIdentity): NewConcept | undefined {
    return this.#concepts.get(`${type} ${name}`);
  }

  link({ subject, predicate, object }: Triple): NewLink | undefined {
    return this.#links.get(`${subject} ${predicate} ${object}`);
  }

  byId(id: number): NewConcept | NewLink | undefined {
    return this.#byId.get(id);
  }

  /** The concepts created so far, in order. */
  concepts(): Iterable<NewConcept> {
    return this.#concepts.values();
  }

  links(): Iterable<NewLink> {
    return this.#links.values();
  }

  /** A concept at version 1; `type` is left out for the root of the schema, which is its own type. */
  addConcept({ type, name, attributes, metadata }: Partial<ConceptIdentity> & { name: string } & Content): NewConcept {
    const id = 2 * this.#takeNumber();
    const concept = { id, type: type ?? id, name, attributes, metadata, version: 1 };
    this.#concepts.set(`${concept.type} ${name}`, concept);
    this.#byId.set(id, concept);
    return concept;
  }

  addLink({ subject, predicate, object }: Triple, { attributes, metadata }: Content): NewLink {
    const id = 2 * this.#takeNumber() + 1;
    const link = { id, subject, predicate, object, attributes, metadata, version: 1 };
    this.#links.set(`${subject} ${predicate} ${object}`, link);
    this.#byId.set(id, link);
    return link;
  }

  /** Writes everything into the tables; call once, before the transaction ends. */
  write(now: number): void {
    if (this.#next === undefined) return;
    this.#insert(INSERT_CONCEPTS, this.#concepts.values(), now, ({ id, type, name, attributes, metadata, version }) => [
      id,
      type,
      name,
      attributes,
      metadata,
      version,
    ]);
    this.#insert(
      INSERT_PROPOSITIONS,
      this.#links.values(),
      now,
      ({ id, subject, predicate, object, attributes, metadata, version }) => [
        id,
        subject,
        predicate,
        object,
        attributes,
        metadata,
        version,
      ],
    );
    this.#driver.run('UPDATE sequence SET next = ?', [this.#next]);
  }

  #insert<T>(sql: string, elements: Iterable<T>, now: number, row: (element: T) => unknown[]): void {
    let rows: unknown[][] = [];
    const flush = () => {
      if (rows.length > 0) this.#driver.run(sql, [JSON.stringify(rows), now]);
      rows = [];
    };
    for (const element of elements) {
      rows.push(row(element));
      if (rows.length === BATCH) flush();
    }
    flush();
  }

  #takeNumber(): number {
    this.#next ??= this.#driver.get('SELECT next FROM sequence')?.[0] as number;
    return this.#next++;
  }
}
