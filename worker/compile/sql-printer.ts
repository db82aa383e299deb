// The only place where compiled SQL becomes text. Values never do: they are numbered parameters.
import { conceptJson, metadataJson, propositionJson, updatedAt } from '../store/codec.ts';
import type { Bind } from './bind.ts';
import { all, type OrderTerm, type Query, type Select, type Source, type Sql } from './sql-node.ts';

export interface PrintedSql {
  readonly sql: string;
  /** What to bind to ?1, ?2, …, in order. */
  readonly binds: readonly Bind[];
}

export function printQuery(query: Query): PrintedSql {
  const printer = new Printer();
  const sql = printer.query(query);
  return { sql, binds: printer.binds };
}

class Printer {
  readonly binds: Bind[] = [];

  query(query: Query): string {
    switch (query.kind) {
      case 'select':
        return this.select(query);
      case 'compound':
        return query.parts.map((part) => this.select(part)).join(query.all ? ' UNION ALL ' : ' UNION ');
      case 'recursive':
        return (
          `WITH RECURSIVE ${query.name}(${query.columns.join(', ')}) AS ` +
          `(${this.select(query.seed)} UNION ${this.select(query.step)}) ${this.select(query.result)}`
        );
    }
  }

  private select(select: Select): string {
    const parts = [
      select.with ? `WITH ${select.with.name} AS MATERIALIZED (${this.select(select.with.query)}) ` : '',
      select.distinct ? 'SELECT DISTINCT ' : 'SELECT ',
      select.columns.map((c) => this.expression(c.sql) + (c.as ? ` AS ${c.as}` : '')).join(', '),
    ];
    if (select.from.length > 0) parts.push(' FROM ', this.sources(select.from));
    if (select.where.length > 0) parts.push(' WHERE ', select.where.map((c) => this.expression(c)).join(' AND '));
    if (select.groupBy?.length) parts.push(' GROUP BY ', select.groupBy.map((k) => this.expression(k)).join(', '));
    if (select.orderBy?.length) parts.push(' ORDER BY ', select.orderBy.map((t) => this.orderTerm(t)).join(', '));
    if (select.limit) parts.push(' LIMIT ', this.expression(select.limit));
    if (select.offset) parts.push(' OFFSET ', this.expression(select.offset));
    return parts.join('');
  }

  private sources(sources: readonly Source[]): string {
    return sources
      .map((source, i) => {
        const table = this.table(source);
        if (i === 0) return table;
        if (source.join !== 'left') return `${source.join === 'cross' ? ' CROSS JOIN ' : ' JOIN '}${table}`;
        return ` LEFT JOIN ${table} ON ${this.expression(all(source.on))}`;
      })
      .join('');
  }

  private table(source: Source): string {
    const { table, alias } = source;
    if (typeof table === 'string') return table === alias ? table : `${table} AS ${alias}`;
    if ('each' in table) return `json_each(${this.expression(table.each)}) AS ${alias}`;
    return `(${this.query(table)}) AS ${alias}`;
  }

  private orderTerm(term: OrderTerm): string {
    const key = this.expression(term.sql);
    if (term.descending) return `${key} DESC`; // SQLite sorts nulls first ascending, hence last descending
    return term.nullable ? `${key} ASC NULLS LAST` : key;
  }

  private parameter(bind: Bind): string {
    let index = this.binds.indexOf(bind);
    if (index < 0) index = this.binds.push(bind) - 1;
    return `?${index + 1}`;
  }

  private expression(sql: Sql): string {
    switch (sql.kind) {
      case 'column':
        return sql.table === '' ? sql.column : `${sql.table}.${sql.column}`;
      case 'bind':
        return this.parameter(sql.bind);
      case 'text':
        return `'${sql.value.replaceAll("'", "''")}'`;
      case 'integer':
        return String(sql.value);
      case 'null':
        return 'NULL';
      case 'call':
        return `${sql.name}(${sql.distinct ? 'DISTINCT ' : ''}${sql.args.map((a) => this.expression(a)).join(', ')})`;
      case 'binary':
        return `(${this.expression(sql.left)} ${sql.operator} ${this.expression(sql.right)})`;
      case 'all':
        return `(${sql.items.map((i) => this.expression(i)).join(' AND ')})`;
      case 'any':
        return `(${sql.items.map((i) => this.expression(i)).join(' OR ')})`;
      case 'row':
        return `(${sql.items.map((i) => this.expression(i)).join(', ')})`;
      case 'not-true':
        return `(${this.expression(sql.item)} IS NOT TRUE)`;
      case 'is-null':
        return `(${this.expression(sql.item)} IS NULL)`;
      case 'is-not-null':
        return `(${this.expression(sql.item)} IS NOT NULL)`;
      case 'case': {
        const branches = sql.branches.map(([w, t]) => ` WHEN ${this.expression(w)} THEN ${this.expression(t)}`);
        return `CASE${branches.join('')} ELSE ${this.expression(sql.otherwise)} END`;
      }
      case 'exists':
        return `EXISTS (${this.query(sql.query)})`;
      case 'not-exists':
        return `NOT EXISTS (${this.query(sql.query)})`;
      case 'scalar':
        return `(${this.query(sql.query)})`;
      case 'in-query':
        return `(${this.expression(sql.item)} IN (${this.query(sql.query)}))`;
      case 'in-list':
        return `(${this.expression(sql.item)} IN (${sql.list.map((i) => this.expression(i)).join(', ')}))`;
      case 'element-json':
        return sql.element === 'concept' ? conceptJson(sql.table) : propositionJson(sql.table);
      case 'metadata-json':
        return metadataJson(sql.table);
      case 'updated-at':
        return updatedAt(sql.table);
    }
  }
}
