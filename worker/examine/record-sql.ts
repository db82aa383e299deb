// A memory whose driver notes what it is asked: the same database, the same answers.
import type { Nexus } from '../nexus.ts';
import type { Driver, SqlRow, SqlValue } from '../store/driver.ts';

export interface RecordedSql {
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
  readonly rows: number;
  readonly runMs: number;
}

/** `recorded` grows while the returned memory is used. */
export function recordSql(nexus: Nexus): { readonly nexus: Nexus; readonly recorded: RecordedSql[] } {
  const recorded: RecordedSql[] = [];
  const { driver } = nexus;
  const note = <T>(
    sql: string,
    parameters: readonly SqlValue[] = [],
    ask: () => T,
    rowsOf: (answer: T) => number,
  ): T => {
    const start = performance.now();
    const answer = ask();
    recorded.push({ sql, parameters, rows: rowsOf(answer), runMs: performance.now() - start });
    return answer;
  };
  const recording: Driver = {
    get commits() {
      return driver.commits;
    },
    all: (sql, parameters) =>
      note<SqlRow[]>(
        sql,
        parameters,
        () => driver.all(sql, parameters),
        (rows) => rows.length,
      ),
    get: (sql, parameters) =>
      note(
        sql,
        parameters,
        () => driver.get(sql, parameters),
        (row) => (row ? 1 : 0),
      ),
    run: (sql, parameters) =>
      note(
        sql,
        parameters,
        () => driver.run(sql, parameters),
        (rows) => rows,
      ),
    script: (sql) => driver.script(sql),
    transaction: (body, options) => driver.transaction(body, options),
    reading: (body) => driver.reading(body),
    interruptWhen: (check) => driver.interruptWhen(check),
    loggingRows: (columns, withValues, body, take) => driver.loggingRows(columns, withValues, body, take),
    defineFunction: (name, parameterCount, body) => driver.defineFunction(name, parameterCount, body),
    image: () => driver.image(),
    close: () => driver.close(),
  };
  return { nexus: { ...nexus, driver: recording }, recorded };
}
