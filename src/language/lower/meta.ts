// DESCRIBE, SEARCH and EXPORT (§5).
import type { Clause, DescribeStatement, DescribeTarget, ExportStatement, Scalar, SearchStatement } from '../ast.ts';
import * as T from '../kip-terms.generated.ts';
import { type Lowering, lowerVariable, nothing, unnamedVariable } from './lowering.ts';
import { lowerClauses } from './pattern.ts';
import { lowerCursor, lowerLimit } from './query.ts';
import { isString, lowerScalar, type ScalarRule } from './value.ts';

export const SEARCH_MODES = ['keyword', 'semantic', 'hybrid'] as const;

const DEFINITION_RULE: ScalarRule = {
  wanted: 'the name of a type or predicate in double quotes',
  hint: 'Write DESCRIBE CONCEPT TYPE "Person" or DESCRIBE PROPOSITION TYPE "knows".',
  accepts: isString,
};
const TERM_RULE: ScalarRule = {
  wanted: 'what to look for in double quotes',
  hint: 'Write SEARCH CONCEPT "dark mode" or SEARCH CONCEPT :term.',
  accepts: isString,
};
const TYPE_RULE: ScalarRule = {
  wanted: 'the name of a type in double quotes',
  hint: 'Write WITH TYPE "Person"; for SEARCH PROPOSITION the name of a predicate.',
  accepts: isString,
};
const MODE_RULE: ScalarRule = {
  wanted: 'a search mode',
  hint: 'Write MODE "keyword", MODE "semantic" or MODE "hybrid", or leave MODE out.',
  accepts: (value) => (SEARCH_MODES as readonly unknown[]).includes(value),
};
const THRESHOLD_RULE: ScalarRule = {
  wanted: 'a number from 0 to 1',
  hint: 'Write THRESHOLD 0.5; scores lie between 0 and 1.',
  accepts: (value) => typeof value === 'number' && value >= 0 && value <= 1,
};

export function lowerDescribe(l: Lowering): DescribeStatement {
  const range = l.range;
  const words: string[] = [];
  const parts: { name?: Scalar; limit?: Scalar; cursor?: Scalar } = {};
  l.eachChild((term) => {
    if (term === T.Limit) parts.limit = lowerLimit(l);
    else if (term === T.Cursor) parts.cursor = lowerCursor(l);
    else if (term >= T.PRIMER && term <= T.TYPE) words.push(l.source);
    else if (term === T.CONCEPT || term === T.PROPOSITION) words.push(l.source);
    else if (term !== T.DESCRIBE) parts.name = lowerScalar(l, DEFINITION_RULE);
  });
  const target = words.join('-').toLowerCase() as DescribeTarget;
  return { kind: 'describe', target, ...parts, range };
}

export function lowerSearch(l: Lowering): SearchStatement {
  const range = l.range;
  let element: SearchStatement['element'] = 'concept';
  let term: Scalar = nothing(range);
  const parts: { type?: Scalar; mode?: Scalar; threshold?: Scalar; limit?: Scalar } = {};
  l.eachChild((child) => {
    if (child === T.PROPOSITION) element = 'proposition';
    else if (child === T.WithType) parts.type = l.lastChild(() => lowerScalar(l, TYPE_RULE));
    else if (child === T.Mode) parts.mode = l.lastChild(() => lowerScalar(l, MODE_RULE));
    else if (child === T.Threshold) parts.threshold = l.lastChild(() => lowerScalar(l, THRESHOLD_RULE));
    else if (child === T.Limit) parts.limit = lowerLimit(l);
    else if (child !== T.SEARCH && child !== T.CONCEPT) term = lowerScalar(l, TERM_RULE);
  });
  return { kind: 'search', element, term, ...parts, range };
}

export function lowerExport(l: Lowering): ExportStatement {
  const range = l.range;
  let target = unnamedVariable(range);
  let where: readonly Clause[] = [];
  const modifiers: { limit?: Scalar; cursor?: Scalar } = {};
  l.eachChild((term) => {
    if (term === T.Variable) target = lowerVariable(l);
    else if (term === T.Where) where = lowerClauses(l);
    else if (term === T.Limit) modifiers.limit = lowerLimit(l);
    else if (term === T.Cursor) modifiers.cursor = lowerCursor(l);
  });
  return { kind: 'export', target, where, ...modifiers, range };
}
