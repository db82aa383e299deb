// Prepared statements by SQL text, bounded. A hit costs one map look-up; when the cache is full, the oldest statement that
// was not used since the last sweep makes room (second chance), so the statements of the hot path stay.

export interface Statement {
  /** Address of the sqlite3_stmt. */
  readonly pointer: number;
  readonly columnCount: number;
  readonly parameterCount: number;
  /** Set at each use, cleared by a sweep. */
  used: boolean;
}

export class StatementCache {
  readonly #statements = new Map<string, Statement>();
  readonly #capacity: number;
  readonly #prepare: (sql: string) => Statement;
  readonly #finalize: (statement: Statement) => void;

  constructor(capacity: number, prepare: (sql: string) => Statement, finalize: (statement: Statement) => void) {
    this.#capacity = capacity;
    this.#prepare = prepare;
    this.#finalize = finalize;
  }

  get size(): number {
    return this.#statements.size;
  }

  /** The statement for a text, prepared now if it is not kept. */
  take(sql: string): Statement {
    const kept = this.#statements.get(sql);
    if (kept) {
      kept.used = true;
      return kept;
    }
    const statement = this.#prepare(sql);
    if (this.#statements.size >= this.#capacity) this.#evict();
    this.#statements.set(sql, statement);
    return statement;
  }

  clear(): void {
    for (const statement of this.#statements.values()) this.#finalize(statement);
    this.#statements.clear();
  }

  #evict(): void {
    for (const [sql, statement] of this.#statements) {
      this.#statements.delete(sql);
      if (!statement.used) {
        this.#finalize(statement);
        return;
      }
      // Used since the last sweep: back to the end of the queue. The loop reaches it again only if all others were used too.
      statement.used = false;
      this.#statements.set(sql, statement);
    }
  }
}
