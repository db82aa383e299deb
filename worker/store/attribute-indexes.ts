// Indexes that the memory makes for itself: where a type is filtered or sorted by an attribute again and again, an index on
// (type, that attribute) turns the scan of the type into a look-up, some hundred times faster in a large memory. Uses are
// counted in memory; the indexes themselves are in the file, and with them the record of which there are. Their number is
// bounded, since each is kept up at every write of a concept.
import type { Driver } from './driver.ts';

/** The one spelling of an attribute's value in SQL: an index serves a query only where both print the same expression. */
export function attributeExpression(alias: string, path: string): string {
  return extract(`${alias}.attributes`, path);
}

const extract = (document: string, path: string): string => `json_extract(${document}, '${path}')`;

const INDEXES_MAX = 8;
const USES_BEFORE_INDEX = 8;
/** A scan of fewer concepts is as fast as the index. */
const CONCEPTS_MIN = 64;
/** An attribute with fewer values (a status, a class) leaves so much of its type that the index would mislead more than help. */
const DISTINCT_MIN = 32;
/** How often an attribute must be used before it takes the place of an index that nothing used since the memory was opened. */
const USES_BEFORE_REPLACING = 64;

const NAME_PREFIX = 'concepts_attribute ';
const INDEXABLE = /^\$(?:\.[A-Za-z_][A-Za-z0-9_]*)+$/;

interface Usage {
  count: number;
  /** A type that was filtered or sorted by the attribute; the index serves all types. */
  readonly type: number;
  isRefused: boolean;
}

export class AttributeIndexes {
  readonly #driver: Driver;
  readonly #uses = new Map<string, Usage>();
  #existing: Set<string> | undefined;
  #isDue = false;

  constructor(driver: Driver) {
    this.#driver = driver;
  }

  /**
   * Counts one query that filters or sorts the concepts of a type by an attribute.
   *
   * @param type id of the type's definition
   * @param path path into `attributes`, as in attributeExpression: `$.start_time`
   */
  noteUse(type: number, path: string): void {
    const usage = this.#uses.get(path);
    if (!usage) this.#uses.set(path, { count: 1, type, isRefused: !INDEXABLE.test(path) });
    else if (++usage.count % USES_BEFORE_INDEX === 0 && !usage.isRefused && !this.#known().has(path))
      this.#isDue = true;
  }

  /** Whether `maintain` has something to do. */
  get isDue(): boolean {
    return this.#isDue;
  }

  /** Paths that have an index. */
  paths(): readonly string[] {
    return [...this.#known()];
  }

  /** Makes at most one index that has become due; call between requests, outside of any transaction. Never throws. */
  maintain(): void {
    if (!this.#isDue) return;
    this.#isDue = false;
    for (const [path, usage] of this.#uses) {
      if (usage.isRefused || usage.count < USES_BEFORE_INDEX || this.#known().has(path)) continue;
      if (this.#make(path, usage)) return;
    }
  }

  #make(path: string, usage: Usage): boolean {
    const replaced = this.#known().size < INDEXES_MAX ? undefined : this.#unused(usage);
    const isWorthIt = this.#isLarge(usage.type) && (this.#known().size < INDEXES_MAX || replaced !== undefined);
    if (!isWorthIt) return false; // asked again after as many uses
    const distinct = this.#distinctValues(usage.type, path);
    if (distinct < DISTINCT_MIN) return false;
    try {
      this.#driver.transaction(() => {
        if (replaced !== undefined) this.#driver.script(`DROP INDEX ${indexName(replaced)};`);
        this.#driver.script(createIndex(path, distinct));
      });
    } catch {
      usage.isRefused = true; // an index is never worth a failed request: the query was answered without it
    }
    this.#existing = undefined;
    return true;
  }

  #isLarge(type: number): boolean {
    return (
      this.#driver.get('SELECT 1 FROM concepts WHERE type = ? LIMIT 1 OFFSET ?', [type, CONCEPTS_MIN - 1]) !== undefined
    );
  }

  /** Among the concepts of the type; reads as much as making the index does. */
  #distinctValues(type: number, path: string): number {
    const row = this.#driver.get(`SELECT count(DISTINCT ${extract('attributes', path)}) FROM concepts WHERE type = ?`, [
      type,
    ]);
    return row![0] as number;
  }

  #unused({ count }: Usage): string | undefined {
    return count < USES_BEFORE_REPLACING ? undefined : this.paths().find((path) => !this.#uses.has(path));
  }

  #known(): Set<string> {
    if (this.#existing) return this.#existing;
    const rows = this.#driver.all("SELECT substr(name, ?1) FROM sqlite_schema WHERE type = 'index' AND name GLOB ?2", [
      NAME_PREFIX.length + 1,
      `${NAME_PREFIX}*`,
    ]);
    return (this.#existing = new Set(rows.map((row) => row[0] as string)));
  }
}

const indexName = (path: string): string => `"${NAME_PREFIX}${path}"`;

/** The statistics say how many concepts of a type share a value, of the 80,000 that the others suppose. */
function createIndex(path: string, distinct: number): string {
  const perValue = Math.max(1, Math.round(80_000 / distinct));
  return `
    CREATE INDEX ${indexName(path)} ON concepts(type, ${extract('attributes', path)});
    INSERT INTO sqlite_stat1(tbl, idx, stat) VALUES('concepts', '${NAME_PREFIX}${path}', '1000000 80000 ${perValue}');
    ANALYZE sqlite_schema;`;
}
