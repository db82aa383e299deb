// From solutions to the answer of a FIND (§3.3, §3.5): set semantics, implicit groups, aggregates, and the order the rows
// must respect. Where the specification leaves a cell open, the cell is an `Open` that several values satisfy.
import type { Aggregate, FindStatement, OrderKey, Projection } from '../src/language/ast.ts';
import type { Json } from '../src/protocol/values.ts';
import { canonical, compareValues, readPath, type Elements, type Solution } from './naive-values.ts';

/** A cell the specification does not settle; `values` are the allowed ones, or undefined where anything goes. */
export class Open {
  readonly values: readonly Json[] | undefined;
  constructor(values?: readonly Json[]) {
    this.values = values;
  }
}

export type Cell = Json | Open;

export interface Row {
  readonly cells: readonly Cell[];
  /** The values of the ORDER BY keys, in their order. */
  readonly keys: readonly Cell[];
}

export type Answer =
  /** The command is refused with one of these codes. */
  | { readonly kind: 'error'; readonly codes: readonly string[] }
  /** Aggregates without a group: one row of scalars. */
  | { readonly kind: 'scalars'; readonly cells: readonly Cell[] }
  /** All rows there are, in no particular order; `limit` as the query gives it. */
  | { readonly kind: 'rows'; readonly rows: readonly Row[]; readonly limit: number | undefined };

export function projectSolutions(
  statement: FindStatement,
  solutions: readonly Solution[],
  elements: Elements,
  limit: number | undefined,
): Answer {
  const { projections, orderBy } = statement;
  const variables = [...new Set(projections.map(variableOf))];
  const distinct = new Map(solutions.map((row) => [canonical(variables.map((name) => row.get(name) ?? null)), row]));
  const collapsed = [...distinct.values()];
  const plain = projections.filter((projection) => projection.kind === 'path');
  const groups = plain.length === projections.length ? collapsed.map((row) => [row]) : group();
  const evaluate = (expression: Projection, rows: readonly Solution[]): Cell =>
    expression.kind === 'path' ? readPath(expression, rows[0]!, elements) : aggregate(expression, rows, elements);

  function group(): readonly (readonly Solution[])[] {
    if (plain.length === 0) return [collapsed];
    const found = new Map<string, Solution[]>();
    for (const row of collapsed) {
      const key = canonical(plain.map((path) => readPath(path, row, elements)));
      found.set(key, [...(found.get(key) ?? []), row]);
    }
    return [...found.values()];
  }

  if (plain.length === 0) {
    return { kind: 'scalars', cells: projections.map((projection) => evaluate(projection, groups[0]!)) };
  }
  const rows = groups.map((rows) => ({
    cells: projections.map((projection) => evaluate(projection, rows)),
    keys: orderBy.map((key) => evaluate(key.expression, rows)),
  }));
  return { kind: 'rows', rows, limit };
}

function variableOf(projection: Projection): string {
  return (projection.kind === 'path' ? projection : projection.path).variable.name;
}

function aggregate({ function: name, distinct, path }: Aggregate, rows: readonly Solution[], elements: Elements): Cell {
  const present = rows.map((row) => readPath(path, row, elements)).filter((value) => value !== null);
  const values = distinct ? [...new Map(present.map((value) => [canonical(value), value])).values()] : present;
  if (name === 'COUNT') return values.length;
  if (name === 'MIN' || name === 'MAX') return extreme(values, name === 'MIN' ? -1 : 1);
  const numbers = values.filter((value) => typeof value === 'number');
  const sum = numbers.reduce((total, value) => total + value, 0);
  if (name === 'SUM') return numbers.length > 0 ? sum : new Open([0, null]);
  return numbers.length > 0 ? sum / numbers.length : null;
}

/** The value that stands at the `sign` end of the others; open between values that have no order. */
function extreme(values: readonly Json[], sign: number): Cell {
  if (values.length === 0) return null;
  const first = values[0]!;
  if (values.some((value) => compareValues(first, value) === undefined)) return new Open();
  return values.reduce((best, value) => (compareValues(value, best) === sign ? value : best));
}

/**
 * Whether ORDER BY puts one row before another: negative, zero (either order) or positive, undefined where the
 * specification gives two keys no order. Nulls come last in both directions.
 */
export function compareRows(a: Row, b: Row, orderBy: readonly OrderKey[]): number | undefined {
  for (const [index, { descending }] of orderBy.entries()) {
    const left = a.keys[index]!;
    const right = b.keys[index]!;
    if (left instanceof Open || right instanceof Open) return undefined;
    if (canonical(left) === canonical(right)) continue;
    if (left === null) return 1;
    if (right === null) return -1;
    const order = compareValues(left, right);
    if (order === undefined) return undefined;
    if (order !== 0) return descending ? -order : order;
  }
  return 0;
}
