// FIND and the modifiers it shares with other statements (§3.1, §3.3, §3.5).
import type { Aggregate, AggregateFunction, FindStatement, OrderKey, Path, Projection, Scalar } from '../ast.ts';
import * as T from '../kip-terms.generated.ts';
import { nearest } from '../suggest.ts';
import { type Lowering, unnamedVariable } from './lowering.ts';
import { lowerPath } from './path.ts';
import { lowerClauses } from './pattern.ts';
import { abbreviate, isString, lowerScalar, type ScalarRule } from './value.ts';

export function lowerFind(l: Lowering): FindStatement {
  const range = l.range;
  const projections: Projection[] = [];
  let where: FindStatement['where'] = [];
  let orderBy: OrderKey[] = [];
  const modifiers: { limit?: Scalar; cursor?: Scalar } = {};
  l.eachChild((term) => {
    if (term === T.FIND) return;
    if (term === T.Where) where = lowerClauses(l);
    else if (term === T.OrderBy) orderBy = lowerOrderBy(l);
    else if (term === T.Limit) modifiers.limit = lowerLimit(l);
    else if (term === T.Cursor) modifiers.cursor = lowerCursor(l);
    else projections.push(lowerProjection(l));
  });
  if (projections.length === 0) {
    l.report('invalidSyntax', range, 'FIND names nothing to return', 'Write FIND(?x) or FIND(?x.name, COUNT(?y)).');
  }
  return { kind: 'find', projections, where, orderBy, ...modifiers, range };
}

// ---------------------------------------------------------------- modifiers

const LIMIT_RULE: ScalarRule = {
  wanted: 'a whole number from 1',
  hint: 'Write LIMIT 20 or LIMIT :limit; without it, FIND answers everything and SEARCH its best 10.',
  accepts: (value) => Number.isSafeInteger(value) && (value as number) >= 1,
};
const CURSOR_RULE: ScalarRule = {
  wanted: 'the next_cursor of the page before, in double quotes',
  hint: 'Write CURSOR "token" or CURSOR :cursor.',
  accepts: isString,
};

export function lowerLimit(l: Lowering): Scalar {
  return l.lastChild(() => lowerScalar(l, LIMIT_RULE));
}

export function lowerCursor(l: Lowering): Scalar {
  return l.lastChild(() => lowerScalar(l, CURSOR_RULE));
}

function lowerOrderBy(l: Lowering): OrderKey[] {
  const keys: OrderKey[] = [];
  l.eachChild((term) => {
    if (term !== T.OrderKey) return;
    const range = l.range;
    l.enter();
    const expression = lowerProjection(l);
    const descending = l.next() && l.term === T.DESC;
    l.leave();
    keys.push({ expression, descending, range });
  });
  return keys;
}

// ---------------------------------------------------------------- projections

const AGGREGATES = ['COUNT', 'SUM', 'AVG', 'MIN', 'MAX'];

function lowerProjection(l: Lowering): Projection {
  if (l.term === T.Path) return lowerPath(l);
  if (l.term === T.Call) return lowerAggregate(l);
  const range = l.range;
  const hint = 'FIND and ORDER BY take variables, dot paths and aggregates: ?x, ?x.name, ?x.attributes.key, COUNT(?x).';
  l.report('invalidSyntax', range, `${abbreviate(l.source)} cannot be projected`, hint);
  return nowhere(l);
}

function lowerAggregate(l: Lowering): Aggregate {
  const range = l.range;
  l.enter();
  const name = l.source;
  const nameRange = l.range;
  if (!AGGREGATES.includes(name)) unknownAggregate(l, name);
  let distinct = false;
  const paths: Path[] = [];
  while (l.next()) {
    if (l.term === T.DISTINCT) distinct = acceptDistinct(l, name);
    else paths.push(lowerAggregated(l, name));
  }
  l.leave();
  const path = paths[0] ?? nowhere(l);
  if (paths.length !== 1) {
    l.report(
      'invalidSyntax',
      nameRange,
      `${name} takes one variable or path, found ${paths.length}`,
      `Write ${name}(?x).`,
    );
  }
  return { kind: 'aggregate', function: name as AggregateFunction, distinct, path, range };
}

function acceptDistinct(l: Lowering, name: string): boolean {
  if (name !== 'COUNT') {
    const hint = `Write COUNT(DISTINCT ?x), or ${name}(?x) without DISTINCT.`;
    l.report('invalidSyntax', l.range, `${name} takes no DISTINCT`, hint, [
      { title: 'Remove DISTINCT', edits: [{ from: l.range.from, to: l.range.to + 1, insert: '' }] },
    ]);
  }
  return true;
}

function lowerAggregated(l: Lowering, name: string): Path {
  if (l.term === T.Path) return lowerPath(l);
  const hint = `Write ${name}(?x) or ${name}(?x.attributes.key).`;
  l.report('invalidSyntax', l.range, `${name} takes a variable or path, found ${abbreviate(l.source)}`, hint);
  return nowhere(l);
}

function unknownAggregate(l: Lowering, name: string): void {
  if (name === 'DESC' || name === 'ASC') {
    const path = /\(\s*(\S+?)\s*\)/.exec(l.text.slice(l.cursor.to, l.cursor.to + 200))?.[1] ?? '?x.name';
    const hint = `The direction follows the path: ORDER BY ${path} ${name}.`;
    l.report('invalidSyntax', l.range, `${name} is not a function`, hint);
    return;
  }
  const near = /^(?:AVERAGE|MEAN)$/i.test(name) ? 'AVG' : nearest(name, AGGREGATES, 1)[0];
  const hint = `${near ? `Did you mean ${near}(?x)? ` : ''}The aggregates are ${AGGREGATES.join(', ')}; other functions belong in FILTER.`;
  const fixes = near ? [{ title: `Write ${near}`, edits: [{ ...l.range, insert: near }] }] : [];
  l.report('invalidSyntax', l.range, `FIND has no function ${name}`, hint, fixes);
}

function nowhere(l: Lowering): Path {
  return { kind: 'path', variable: unnamedVariable(l.range), fields: [], range: l.range };
}
