// What makes two requests pages of one query: everything of the statement but LIMIT and CURSOR, with the values its literals
// and placeholders have in this run.
import type { Scalar, Statement } from '../../src/language/ast.ts';
import { scalarValue, type BindEnvironment } from '../compile/bind.ts';
import { digest } from './cursor.ts';

export interface QueryForm {
  /** A digest of the statement without positions and values. */
  readonly form: string;
  readonly scalars: readonly Scalar[];
}

const LEFT_OUT = new Set(['range', 'keyRange', 'limit', 'cursor']);

export function queryForm(statement: Statement): QueryForm {
  const scalars: Scalar[] = [];
  const form = JSON.stringify(statement, (key, value: unknown) => {
    if (LEFT_OUT.has(key)) return undefined;
    if (!isScalar(value)) return value;
    scalars.push(value);
    return 0;
  });
  return { form: digest(form), scalars };
}

export function queryIdentity({ form, scalars }: QueryForm, environment: BindEnvironment): string {
  return JSON.stringify([form, ...scalars.map((scalar) => scalarValue(scalar, environment))]);
}

const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  (value.kind === 'literal' || value.kind === 'placeholder');
