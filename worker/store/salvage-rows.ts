// Reads what can be read of a damaged database: rows by id, passing over what cannot be read; then, from the indexes, the identity of
// elements whose rows are gone. And puts what was read into an empty memory, which can say it again as capsules.
import type { Driver, SqlRow } from './driver.ts';

export interface Salvaged {
  /** Rows as INSERT takes them: identity, attributes and metadata as JSON text, version and time. */
  readonly concepts: readonly SqlRow[];
  readonly propositions: readonly SqlRow[];
  /** How many of those are known by identity alone. */
  readonly bareConcepts: number;
  readonly barePropositions: number;
  /** Whether every row of both tables was read. */
  readonly isWhole: boolean;
}

const ROWS_AT_ONCE = 256;
const ID_MAX = 2 ** 46;

interface Table {
  readonly name: 'concepts' | 'propositions';
  readonly identity: readonly string[];
  /** Holds the identity and the id. */
  readonly index: string;
}

const CONCEPTS: Table = { name: 'concepts', identity: ['type', 'name'], index: 'concepts_type_name' };
const PROPOSITIONS: Table = {
  name: 'propositions',
  identity: ['subject', 'predicate', 'object'],
  index: 'propositions_spo',
};

export function salvageRows(driver: Driver): Salvaged {
  const [concepts, propositions] = [CONCEPTS, PROPOSITIONS].map((table) => salvageTable(driver, table)) as [
    SalvagedTable,
    SalvagedTable,
  ];
  return {
    concepts: concepts.rows,
    propositions: propositions.rows,
    bareConcepts: concepts.bare,
    barePropositions: propositions.bare,
    isWhole: concepts.isWhole && propositions.isWhole,
  };
}

interface SalvagedTable {
  readonly rows: SqlRow[];
  readonly bare: number;
  readonly isWhole: boolean;
}

function salvageTable(driver: Driver, table: Table): SalvagedTable {
  const { rows, isWhole } = readRows(driver, table);
  if (isWhole) return { rows, bare: 0, isWhole };
  const known = new Set(rows.map(([id]) => id));
  let bare = 0;
  for (const direction of ['ASC', 'DESC'] as const) {
    for (const [id, ...identity] of readIdentities(driver, table, direction)) {
      if (known.has(id!)) continue;
      known.add(id!);
      bare++;
      rows.push([id!, ...identity, '{}', '{}', 1, 0]);
    }
  }
  return { rows, bare, isWhole };
}

/** All rows in the order of ids that can be read. */
function readRows(driver: Driver, { name, identity }: Table): { rows: SqlRow[]; isWhole: boolean } {
  const content = `SELECT id, ${identity.join(', ')}, json(attributes), json(metadata), version, updated_at
    FROM ${name} NOT INDEXED WHERE id > ? ORDER BY id LIMIT ?`;
  const ids = `SELECT id FROM ${name} NOT INDEXED WHERE id > ? ORDER BY id LIMIT 1`;
  const idAfter = (id: number) => attempt(() => driver.get(ids, [id])?.[0] as number | undefined);
  const rows: SqlRow[] = [];
  let isWhole = true;
  let after = 0;
  let step = ROWS_AT_ONCE;
  for (;;) {
    const batch = attempt(() => driver.all(content, [after, step]));
    if (batch !== FAILED) {
      rows.push(...batch);
      if (batch.length < step) return { rows, isWhole };
      after = batch.at(-1)![0] as number;
      step = Math.min(2 * step, ROWS_AT_ONCE);
    } else if (step > 1) {
      step = 1;
    } else {
      isWhole = false;
      const next = idAfter(after);
      // A row whose content alone cannot be read is passed over; where not even its id can, all that stands on its page.
      const resumed = next === FAILED ? skipUnreadable(after, idAfter) : next;
      if (resumed === undefined) return { rows, isWhole };
      after = resumed;
    }
  }
}

/** The smallest distance, about, after which ids can be read again; undefined where none can. */
function skipUnreadable(
  after: number,
  idAfter: (id: number) => number | undefined | typeof FAILED,
): number | undefined {
  let distance = 1;
  while (idAfter(after + distance) === FAILED) {
    distance *= 2;
    if (after + distance > ID_MAX) return undefined;
  }
  let [unreadable, readable] = [distance / 2, distance];
  while (readable - unreadable > 1) {
    const middle = Math.floor((unreadable + readable) / 2);
    if (idAfter(after + middle) === FAILED) unreadable = middle;
    else readable = middle;
  }
  return after + readable;
}

/** Id and identity of every element in the order of the index, from one of its ends as far as it can be read. */
function* readIdentities(driver: Driver, table: Table, direction: 'ASC' | 'DESC'): Generator<SqlRow, void> {
  const { name, identity, index } = table;
  const columns = identity.join(', ');
  const order = identity.map((column) => `${column} ${direction}`).join(', ');
  const select = (where: string) =>
    `SELECT id, ${columns} FROM ${name} INDEXED BY ${index} ${where} ORDER BY ${order} LIMIT ?`;
  const marks = identity.map(() => '?').join(', ');
  const further = select(`WHERE (${columns}) ${direction === 'ASC' ? '>' : '<'} (${marks})`);
  let last: SqlRow | undefined;
  let step = ROWS_AT_ONCE;
  for (;;) {
    const batch = attempt(() =>
      last ? driver.all(further, [...last.slice(1), step]) : driver.all(select(''), [step]),
    );
    if (batch === FAILED) {
      if (step === 1) return;
      step = 1;
      continue;
    }
    yield* batch;
    if (batch.length < step) return;
    last = batch.at(-1)!;
  }
}

const FAILED = Symbol('could not be read');

function attempt<T>(read: () => T): T | typeof FAILED {
  try {
    return read();
  } catch {
    return FAILED;
  }
}

/** What putting salvaged rows into a memory had to leave out. */
export interface LeftOut {
  readonly concepts: number;
  readonly propositions: number;
}

/**
 * Replaces the graph of a new memory by salvaged rows. What every memory begins with stays where the rows lack it, since they may refer to
 * it; elements are left out whose type, predicate or end is not there.
 */
export function putSalvaged(driver: Driver, { concepts, propositions }: Salvaged): LeftOut {
  const own = [CONCEPTS, PROPOSITIONS].map((table) => readRows(driver, table).rows) as [SqlRow[], SqlRow[]];
  return driver.transaction<LeftOut>(() => {
    driver.run('DELETE FROM propositions');
    driver.run('DELETE FROM concepts');
    for (const rows of [concepts, own[0]]) insert(driver, CONCEPTS, rows);
    for (const rows of [propositions, own[1]]) insert(driver, PROPOSITIONS, rows);
    const kept = driver.run('DELETE FROM concepts WHERE type NOT IN (SELECT id FROM concepts)');
    let links = 0;
    for (let more = -1; more !== 0; links += more) more = driver.run(LOOSE_LINKS_DELETED);
    return { concepts: kept, propositions: links };
  });
}

const isElement = (column: string): string =>
  `EXISTS (SELECT 1 FROM concepts AS c WHERE c.id = propositions.${column})
   OR EXISTS (SELECT 1 FROM propositions AS l WHERE l.id = propositions.${column})`;
const LOOSE_LINKS_DELETED = `DELETE FROM propositions WHERE predicate NOT IN (SELECT id FROM concepts)
  OR NOT (${isElement('subject')}) OR NOT (${isElement('object')})`;

function insert(driver: Driver, { name, identity }: Table, rows: readonly SqlRow[]): void {
  const columns = ['id', ...identity, 'attributes', 'metadata', 'version', 'updated_at'];
  const values = columns.map((column, at) =>
    column === 'attributes' || column === 'metadata' ? `jsonb(value ->> ${at})` : `value ->> ${at}`,
  );
  const sql = `INSERT OR IGNORE INTO ${name}(${columns.join(', ')}) SELECT ${values.join(', ')} FROM json_each(?)`;
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    driver.run(sql, [JSON.stringify(rows.slice(from, from + ROWS_AT_ONCE))]);
  }
}
