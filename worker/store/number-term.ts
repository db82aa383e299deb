// Update expressions (§4.3) as SQL: a value, and the condition under which it is a number at all. Stored values are read once
// a row, in a row source that the two share. Only where a value is 0 or 1 is its type asked for, since json_extract turns
// false and true into these.
import type { SqlValue } from './driver.ts';

export type Document = 'attributes' | 'metadata';

/** A number computed from the element itself. Anything that is no number makes the whole term null. */
export type NumberTerm =
  | { readonly kind: 'constant'; readonly value: number }
  | { readonly kind: 'stored'; readonly document: Document; readonly path: string }
  | { readonly kind: 'version' }
  /** A field that never holds a number, such as a name. */
  | { readonly kind: 'null' }
  | { readonly kind: 'add' | 'multiply' | 'clamp' | 'coalesce'; readonly operands: readonly NumberTerm[] };

/** Numbered parameters; a value given twice is bound once. */
export class ParameterList {
  readonly values: SqlValue[] = [];

  add(value: SqlValue): string {
    let index = this.values.indexOf(value);
    if (index < 0) index = this.values.push(value) - 1;
    return `?${index + 1}`;
  }
}

interface TermSql {
  readonly value: string;
  /** True exactly where the value is a number; otherwise the value means nothing. */
  readonly isNumber: string;
}

const ALWAYS = '1';
const NUMBER_TYPES = "('integer', 'real')";
/** JSON has no infinity: a result beyond the range of numbers counts as none. */
const IN_RANGE = 'BETWEEN -1.7976931348623157e308 AND 1.7976931348623157e308';

/** Turns the terms of one statement on one table into SQL. */
export class TermCompiler {
  readonly #table: string;
  readonly #parameters: ParameterList;
  readonly #sources: string[] = [];

  constructor(table: string, parameters: ParameterList) {
    this.#table = table;
    this.#parameters = parameters;
  }

  compile(term: NumberTerm): TermSql {
    const sql = this.#term(term);
    return isBounded(term) ? sql : { ...sql, isNumber: both(sql.isNumber, `(${sql.value}) ${IN_RANGE}`) };
  }

  /** The row source of the stored values that the compiled terms read; undefined where they read none. */
  source(): string | undefined {
    if (this.#sources.length === 0) return undefined;
    return `(SELECT ${this.#sources.map((read, index) => `${read} AS x${index}`).join(', ')})`;
  }

  #term(term: NumberTerm): TermSql {
    switch (term.kind) {
      case 'constant':
        return { value: this.#parameters.add(term.value), isNumber: ALWAYS };
      case 'version':
        return { value: `${this.#table}.version`, isNumber: ALWAYS };
      case 'null':
        return { value: 'NULL', isNumber: '0' };
      case 'stored':
        return this.#stored(term.document, term.path);
      case 'coalesce':
        return this.#coalesce(term.operands as [NumberTerm, NumberTerm]);
    }
    const operands = term.operands.map((operand) => this.#term(operand));
    const [a, b, c] = operands.map(({ value }) => value);
    const isNumber = operands.map((operand) => operand.isNumber).reduce(both, ALWAYS);
    if (term.kind === 'clamp') return { value: `max(${b}, min(${c}, ${a}))`, isNumber };
    return { value: term.kind === 'add' ? `(${a} + ${b})` : `(${a} * ${b})`, isNumber };
  }

  #stored(document: Document, path: string): TermSql {
    const at = `${this.#table}.${document}, ${this.#parameters.add(path)}`;
    const read = `json_extract(${at})`;
    let index = this.#sources.indexOf(read);
    if (index < 0) index = this.#sources.push(read) - 1;
    const value = `x${index}`;
    return {
      value,
      isNumber: `(typeof(${value}) IN ${NUMBER_TYPES} AND (${value} NOT IN (0, 1) OR json_type(${at}) IN ${NUMBER_TYPES}))`,
    };
  }

  /** COALESCE stands in for a missing value, not for a stored one of another type (§4.3). */
  #coalesce([first, second]: [NumberTerm, NumberTerm]): TermSql {
    const [given, fallback] = [this.#term(first), this.#term(second)];
    const isMissing = first.kind === 'stored' ? `${given.value} IS NULL` : `NOT ${given.isNumber}`;
    return {
      value: `iif(${given.isNumber}, ${given.value}, ${fallback.value})`,
      isNumber: `(${given.isNumber} OR (${both(isMissing, fallback.isNumber)}))`,
    };
  }
}

function both(left: string, right: string): string {
  if (left === ALWAYS) return right;
  return right === ALWAYS ? left : `${left} AND ${right}`;
}

/** Whether a term that is a number is one that JSON can hold: sums and products may leave the range of numbers. */
function isBounded(term: NumberTerm): boolean {
  if (term.kind === 'clamp') return term.operands.slice(1).every(isBounded);
  if (term.kind === 'coalesce') return term.operands.every(isBounded);
  return term.kind !== 'add' && term.kind !== 'multiply';
}
