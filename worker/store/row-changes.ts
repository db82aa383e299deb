// Which elements a transaction creates, updates and deletes: SQLite tells of every row it writes (its preupdate hook), so that no
// statement can be forgotten and none has to report. Rows of other tables are passed over.
import type { Driver, RowOperation } from './driver.ts';

const OPERATIONS: readonly RowOperation[] = ['insert', 'update', 'delete'];

/** The columns that hold the id of an element's type or predicate. */
const DEFINITION_COLUMNS = { concepts: 1, propositions: 2 };

export interface RowChange {
  /** Element id. */
  readonly id: number;
  readonly operation: RowOperation;
  /** Id of the definition of its type or predicate. */
  readonly definition: number;
}

/** The net effect of a transaction, in the order of writing. */
export class RowChanges {
  /** By element: four times its definition, plus the index of the operation. One number each, since there may be many. */
  readonly #rows = new Map<number, number>();

  get size(): number {
    return this.#rows.size;
  }

  /** Runs `body`, noting what it writes. */
  during<T>(driver: Driver, body: () => T): T {
    driver.watchRows(DEFINITION_COLUMNS, (operation, id, definition) => this.#note(operation, id, definition));
    try {
      return body();
    } finally {
      driver.watchRows(undefined);
    }
  }

  /** Takes over what was noted after these. */
  add(later: RowChanges): void {
    for (const { operation, id, definition } of later) this.#note(operation, id, definition);
  }

  *[Symbol.iterator](): Generator<RowChange, void> {
    for (const [id, code] of this.#rows) {
      yield { id, operation: OPERATIONS[code % 4]!, definition: Math.floor(code / 4) };
    }
  }

  #note(operation: RowOperation, id: number, definition: number): void {
    const before = this.#rows.get(id);
    const wasCreated = before !== undefined && OPERATIONS[before % 4] === 'insert';
    if (wasCreated && operation === 'delete') this.#rows.delete(id);
    else if (!wasCreated) this.#rows.set(id, 4 * definition + OPERATIONS.indexOf(operation));
  }
}
