// Which elements a command creates, updates and deletes: SQLite tells of every row it writes, so that no statement can be forgotten
// and none has to report. Rows of other tables are passed over. The rows are only made into changes once somebody asks what they are.
import { DELETED, INSERTED, type Driver, type WrittenRows } from './driver.ts';

/** The columns that hold the id of an element's type or predicate. */
const DEFINITION_COLUMNS = { concepts: 1, propositions: 2 };

export type RowOperation = 'insert' | 'update' | 'delete';

export interface RowChange {
  /** Element id. */
  readonly id: number;
  readonly operation: RowOperation;
  /** Id of the definition of its type or predicate. */
  readonly definition: number;
}

type Noted = { -readonly [K in keyof RowChange]: RowChange[K] };

/** The net effect of one command or several, in the order of writing. */
export class RowChanges {
  #written: WrittenRows[] = [];
  readonly #rows = new Map<number, Noted>();

  /** Whether no row was written at all; cheaper than asking for what the net effect is. */
  get isEmpty(): boolean {
    return this.#written.length === 0 && this.#rows.size === 0;
  }

  get size(): number {
    return this.#net().size;
  }

  /**
   * Runs `body`, keeping what it writes; inside of a transaction, so that one for which memory runs out is undone.
   *
   * @param named whether it will be asked what the changes are, and not only whether there are any
   */
  during<T>(driver: Driver, named: boolean, body: () => T): T {
    return driver.loggingRows(DEFINITION_COLUMNS, named, body, (rows) => {
      if (rows.length > 0) this.#written.push(rows);
    });
  }

  [Symbol.iterator](): IterableIterator<RowChange> {
    return this.#net().values();
  }

  #net(): ReadonlyMap<number, RowChange> {
    for (const rows of this.#written) {
      for (let at = 0; at < rows.length; at += 3) this.#note(rows[at]!, rows[at + 1]!, rows[at + 2]!);
    }
    this.#written = [];
    return this.#rows;
  }

  #note(code: number, id: number, definition: number): void {
    const before = this.#rows.get(id);
    const operation = code === INSERTED ? 'insert' : code === DELETED ? 'delete' : 'update';
    if (!before) this.#rows.set(id, { id, operation, definition });
    else if (before.operation !== 'insert') before.operation = operation;
    else if (operation === 'delete') this.#rows.delete(id);
  }
}
