// Rows for the store in one parameter: a batch travels as a JSON array of arrays and is taken apart by json_each in SQL,
// which costs half of what one bound INSERT a row costs.

const BATCH = 2000;

/** Calls `insert` with JSON texts of up to two thousand rows each. */
export function inBatches<T>(
  items: readonly T[],
  row: (item: T) => readonly unknown[],
  insert: (json: string) => void,
): void {
  for (let from = 0; from < items.length; from += BATCH) {
    insert(JSON.stringify(items.slice(from, from + BATCH).map(row)));
  }
}

/** What a bulk load needs of a connection. */
export interface BulkTarget {
  all(sql: string): readonly (readonly unknown[])[];
  run(sql: string, parameters: readonly (string | number)[]): unknown;
  script(sql: string): void;
}

/**
 * Drops the indexes of the given tables for the time of a bulk load and makes them again after it. Dropping an index takes
 * its row of statistics with it, so those are kept and put back.
 */
export function withoutIndexes(target: BulkTarget, tables: readonly string[], load: () => void): void {
  const list = tables.map((table) => `'${table}'`).join(', ');
  const indexes = target.all(
    `SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql NOT NULL AND tbl_name IN (${list})`,
  );
  const statistics = target.all("SELECT name FROM sqlite_schema WHERE name = 'sqlite_stat1'").length
    ? target.all(`SELECT tbl, idx, stat FROM sqlite_stat1 WHERE tbl IN (${list})`)
    : [];
  for (const [name] of indexes) target.script(`DROP INDEX ${String(name)}`);
  load();
  for (const [, sql] of indexes) target.script(String(sql));
  if (statistics.length === 0) return;
  target.script(`DELETE FROM sqlite_stat1 WHERE tbl IN (${list})`);
  for (const row of statistics) target.run('INSERT INTO sqlite_stat1(tbl, idx, stat) VALUES(?, ?, ?)', row.map(String));
  target.script('ANALYZE sqlite_schema'); // loads the rows; analyzes nothing
}
