// Which elements a transaction creates, updates and deletes: SQLite tells of every row it writes, so that no statement can be forgotten
// and none has to report. Rows of other tables are passed over. Of what stays, the type or predicate is looked up at the end, all at
// once; of what goes it is read when it goes.
import type { Driver, RowOperation } from './driver.ts';

/** The columns that hold the id of an element's type or predicate. */
const DEFINITION_COLUMNS = { concepts: 1, propositions: 2 };

export interface RowChange {
  /** Element id. */
  readonly id: number;
  readonly operation: RowOperation;
  /** Id of the definition of its type or predicate. */
  readonly definition: number;
}

type Noted = { -readonly [K in keyof RowChange]: RowChange[K] };

/** The net effect of a transaction, in the order of writing. */
export class RowChanges {
  readonly #rows = new Map<number, Noted>();

  get size(): number {
    return this.#rows.size;
  }

  /**
   * Runs `body`, noting what it writes.
   *
   * @param deletes whether it may delete elements
   */
  during<T>(driver: Driver, deletes: boolean, body: () => T): T {
    driver.watchRows(DEFINITION_COLUMNS, deletes, (operation, id, definition) => this.#note(operation, id, definition));
    let result: T;
    try {
      result = body();
    } finally {
      driver.watchRows(undefined);
    }
    if (!deletes && this.#rows.size > 0) this.#lookUpDefinitions(driver);
    return result;
  }

  /** Takes over what was noted after these. */
  add(later: RowChanges): void {
    for (const { operation, id, definition } of later) this.#note(operation, id, definition);
  }

  [Symbol.iterator](): IterableIterator<RowChange> {
    return this.#rows.values();
  }

  #note(operation: RowOperation, id: number, definition: number): void {
    const before = this.#rows.get(id);
    if (!before) this.#rows.set(id, { id, operation, definition });
    else if (before.operation !== 'insert') before.operation = operation;
    else if (operation === 'delete') this.#rows.delete(id);
  }

  #lookUpDefinitions(driver: Driver): void {
    const ids = [...this.#rows.keys()];
    for (const [table, column, wanted] of [
      ['concepts', 'type', ids.filter((id) => id % 2 === 0)],
      ['propositions', 'predicate', ids.filter((id) => id % 2 === 1)],
    ] as const) {
      if (wanted.length === 0) continue;
      if (wanted.length === 1) {
        const row = driver.get(`SELECT ${column} FROM ${table} WHERE id = ?`, wanted)!;
        this.#rows.get(wanted[0]!)!.definition = row[0] as number;
        continue;
      }
      const rows = driver.all(
        `SELECT e.${column}, json_group_array(e.id) FROM json_each(?) AS w CROSS JOIN ${table} AS e ON e.id = w.value GROUP BY 1`,
        [JSON.stringify(wanted)],
      );
      for (const [definition, members] of rows) {
        for (const id of JSON.parse(members as string) as number[])
          this.#rows.get(id)!.definition = definition as number;
      }
    }
  }
}
