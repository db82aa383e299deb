// What comparisons and tests work on: paths and primitive values (§2.7, §3.4.3).
import type { Literal, Operand } from '../ast.ts';
import * as T from '../kip-terms.generated.ts';
import { FOREIGN_TESTS } from './foreign.ts';
import { type Lowering, nothing } from './lowering.ts';
import { lowerPath } from './path.ts';
import { abbreviate, lowerValue } from './value.ts';

/** A path or a primitive value; whole objects and arrays are not compared. */
export function lowerOperand(l: Lowering): Operand {
  const range = l.range;
  switch (l.term) {
    case T.Parenthesized:
      return l.lastChild(() => lowerOperand(l));
    case T.Path:
      return lowerComparedPath(l);
    case T.Call:
    case T.Negation:
    case T.Comparison:
    case T.And:
    case T.Or:
      return notAnOperand(l);
  }
  const value = lowerValue(l);
  if (value.kind === 'object' || value.kind === 'array') {
    const hint =
      'FILTER compares strings, numbers, true, false and null. For a list of choices write IN(?x.name, ["a", "b"]).';
    l.report('invalidSyntax', range, `FILTER cannot compare with ${abbreviate(l.source)}`, hint);
  }
  return value;
}

function lowerComparedPath(l: Lowering): Operand {
  const path = lowerPath(l);
  if (path.fields.length === 1 && (path.fields[0] === 'attributes' || path.fields[0] === 'metadata')) {
    const hint = `Compare one of its keys: ${l.source}.<key>.`;
    l.report('invalidSyntax', l.range, `${l.source} is a whole object, which FILTER cannot compare`, hint);
  }
  return path;
}

function notAnOperand(l: Lowering): Literal {
  const range = l.range;
  const source = abbreviate(l.source);
  l.report('invalidSyntax', range, `${source} is not a value to compare`, adviceFor(l, source));
  return nothing(range);
}

function adviceFor(l: Lowering, source: string): string {
  if (l.term === T.Negation) return `Negate the whole comparison: !(${source.slice(1)} == …).`;
  if (l.term !== T.Call) return 'Join conditions with && and ||, without comparing their outcomes.';
  const name = source.slice(0, source.indexOf('(')).trim().toUpperCase();
  return (
    FOREIGN_TESTS[name] ??
    'A function is a condition itself and yields no value to compare; it stands alone: FILTER(CONTAINS(?x.name, "a")).'
  );
}
