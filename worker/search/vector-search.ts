// The nearest elements to a vector, exactly: the index in memory names those that may be among them, the vectors in the file settle it.
// The index is filled on first use, a slice at a time, and follows every change of the file that is committed or rolled back.
import type { Driver, SqlRow } from '../store/driver.ts';
import { countUnread, fromBlob, hasTasks, type ElementKind } from './meaning-store.ts';
import { VECTOR_CHANGES } from './meaning-schema.ts';
import { VectorIndex, type NearestOptions } from './vector-index.ts';

/** Vectors read at once while the index fills. */
const SLICE = 1000;

const kindOf = (element: number): ElementKind => (element % 2 === 0 ? 'concept' : 'proposition');

/** How near an element is. */
export interface Nearness {
  /** Of its nearest vector. */
  readonly cosine: number;
  /** The best of its cosines, corrected; the same where nothing corrects. */
  readonly corrected: number;
}

/** An element and how near it is. */
export interface Near extends Nearness {
  readonly id: number;
}

/** Makes of a cosine, and the vector it is of, what is to be scored (hubness.ts). */
export type Correct = (cosine: number, vector: Float32Array) => number;

const asItIs: Correct = (cosine) => cosine;

type CodesRow = readonly [id: number, element: number, group: number, scale: number, error: number, blob: Uint8Array];
const CODES =
  'SELECT id, element, narrowed_by, scale, error, codes FROM vectors WHERE codes IS NOT NULL AND model = ?2';

export class VectorSearch {
  readonly #driver: Driver;
  readonly #model: number;
  readonly #indexes: Readonly<Record<ElementKind, VectorIndex>>;
  /** The last vector row read while filling; undefined once all are. */
  #filledTo: number | undefined = 0;
  #seen = 0;

  /** Outside of transactions and of reading. */
  constructor(driver: Driver, model: number, dim: number) {
    this.#driver = driver;
    this.#model = model;
    this.#indexes = { concept: new VectorIndex(dim), proposition: new VectorIndex(dim) };
    const noted = driver.get("SELECT 1 FROM sqlite_temp_schema WHERE name = 'vector_added'");
    if (!noted) driver.script(VECTOR_CHANGES);
    this.#seen = this.#latestChange();
  }

  /** Reads another slice of the vectors in the file; true once all are there. */
  fill(): boolean {
    if (this.#filledTo === undefined) return true;
    const rows = this.#driver.all(`${CODES} AND id > ?1 ORDER BY id LIMIT ?3`, [this.#filledTo, this.#model, SLICE]);
    this.#add(rows);
    this.#filledTo = rows.length < SLICE ? undefined : (rows.at(-1)![0] as number);
    return this.#filledTo === undefined;
  }

  /** How many elements have vectors. */
  get size(): number {
    return this.#indexes.concept.size + this.#indexes.proposition.size;
  }

  /** The nearest elements of a kind, nearest first. Complete as far as vectors have been made. */
  nearest(query: Float32Array, kind: ElementKind, options: NearestOptions, correct: Correct = asItIs): Near[] {
    this.#follow();
    const candidates = this.#indexes[kind].candidates(query, options);
    return [...this.nearness(query, candidates, correct)]
      .map(([id, near]) => ({ id, ...near }))
      .sort((a, b) => b.cosine - a.cosine || a.id - b.id)
      .slice(0, options.limit);
  }

  /** How near each of these elements is, exactly; elements without vectors are left out. */
  nearness(query: Float32Array, elements: readonly number[], correct: Correct = asItIs): Map<number, Nearness> {
    const rows = this.#driver.all(
      `SELECT v.element, x.vector FROM json_each(?1) AS e CROSS JOIN vectors AS v ON v.element = e.value AND v.model = ?2
       CROSS JOIN exact_vectors AS x ON x.id = v.id`,
      [JSON.stringify(elements), this.#model],
    );
    const best = new Map<number, Nearness>();
    for (const [element, blob] of rows) {
      const vector = fromBlob(blob as Uint8Array);
      const cosine = dot(query, vector);
      const corrected = correct(cosine, vector);
      const before = best.get(element as number) ?? { cosine, corrected };
      best.set(element as number, {
        cosine: Math.max(before.cosine, cosine),
        corrected: Math.max(before.corrected, corrected),
      });
    }
    return best;
  }

  /** Whether any element of this kind ought to have vectors and has none. */
  lacksAny(kind: ElementKind): boolean {
    return countUnread(this.#driver, this.#model) > 0 || hasTasks(this.#driver, this.#model, kind);
  }

  /** Those of these elements that ought to have vectors and have none: not embedded yet, or of text the model cannot represent. */
  unembedded(elements: readonly number[]): Set<number> {
    const rows = this.#driver.all(
      `SELECT e.value FROM json_each(?1) AS e CROSS JOIN embedding_models AS m ON m.id = ?2
       WHERE NOT EXISTS (SELECT 1 FROM vectors WHERE element = e.value AND model = m.id AND codes IS NOT NULL)
         AND (e.value < iif(e.value & 1, m.propositions_below, m.concepts_below)
           OR EXISTS (SELECT 1 FROM vectors WHERE element = e.value AND model = m.id)
           OR EXISTS (SELECT 1 FROM embedding_queue WHERE element = e.value AND model = m.id))`,
      [JSON.stringify(elements), this.#model],
    );
    return new Set(rows.map(([element]) => element as number));
  }

  /** Takes in what has changed since the last time. */
  #follow(): void {
    const changed = this.#driver.get('SELECT count(*) FROM vector_changes WHERE place > ?1', [this.#seen])![0];
    if (changed === 0) return;
    const elements = this.#driver
      .all('SELECT DISTINCT element FROM vector_changes WHERE place > ?1', [this.#seen])
      .map(([element]) => element as number);
    for (const element of elements) this.#indexes[kindOf(element)].delete(element);
    this.#add(
      this.#driver.all(`${CODES} AND element IN (SELECT value FROM json_each(?1))`, [
        JSON.stringify(elements),
        this.#model,
      ]),
    );
    this.#seen = this.#latestChange();
  }

  /** Forgets the notes taken in already; inside a transaction. */
  trimNotes(): void {
    this.#driver.run('DELETE FROM vector_changes WHERE place <= ?1', [this.#seen]);
  }

  #add(rows: readonly SqlRow[]): void {
    for (const [, element, group, scale, error, blob] of rows as readonly CodesRow[]) {
      const codes = new Int8Array(blob.buffer, blob.byteOffset, blob.byteLength);
      this.#indexes[kindOf(element)].add(element, group, { codes, scale, error });
    }
  }

  #latestChange(): number {
    return this.#driver.get('SELECT ifnull(max(place), ?1) FROM vector_changes', [this.#seen])![0] as number;
  }
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!;
  return sum;
}
