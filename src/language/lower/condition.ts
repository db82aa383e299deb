// Conditions of FILTER (§3.4.3).
import type { Comparison, ComparisonOperator, Condition, Operand } from '../ast.ts';
import * as T from '../kip-terms.generated.ts';
import { lowerTest } from './condition-call.ts';
import { type Lowering, nothing } from './lowering.ts';
import { lowerOperand } from './operand.ts';
import { lowerPath } from './path.ts';
import { abbreviate } from './value.ts';

export function lowerCondition(l: Lowering): Condition {
  switch (l.term) {
    case T.Or:
    case T.And:
      return lowerLogical(l);
    case T.Negation:
      return lowerNegation(l);
    case T.Parenthesized:
      return l.lastChild(() => lowerCondition(l));
    case T.Comparison:
      return lowerComparison(l);
    case T.Call:
      return lowerTest(l);
    default:
      return notACondition(l);
  }
}

/** Conditions are two-valued, so that pairs of `!` cancel out. */
function lowerNegation(l: Lowering): Condition {
  const range = l.range;
  const { condition, marks } = l.lastChild(() => {
    const before = l.text.slice(range.from, l.cursor.from).replace(/\/\/.*/g, '');
    return { condition: lowerCondition(l), marks: before.split('!').length - 1 };
  });
  return marks % 2 === 0 ? condition : { kind: 'negation', condition, range };
}

function lowerLogical(l: Lowering): Condition {
  const kind = l.term === T.And ? 'and' : 'or';
  const range = l.range;
  const conditions: Condition[] = [];
  l.eachChild(() => {
    const condition = lowerCondition(l);
    if (condition.kind === kind) conditions.push(...condition.conditions);
    else conditions.push(condition);
  });
  return { kind, conditions, range };
}

function lowerComparison(l: Lowering): Comparison {
  const range = l.range;
  const operands: Operand[] = [];
  let operator: ComparisonOperator | undefined;
  let second: { from: number; to: number } | undefined;
  l.eachChild((term) => {
    if (term !== T.CompareOperator) operands.push(lowerOperand(l));
    else if (operator) second ??= l.range;
    else operator = l.source as ComparisonOperator;
  });
  const [left = nothing(range), right = nothing(range)] = operands;
  if (second) {
    const middle = l.text.slice(right.range.from, right.range.to);
    l.report(
      'invalidSyntax',
      second,
      'Comparisons cannot be chained',
      `Compare twice: a < ${middle} && ${middle} < b.`,
      [{ title: 'Compare twice', edits: [{ from: second.from, to: second.from, insert: `&& ${middle} ` }] }],
    );
  }
  return { kind: 'comparison', operator: operator ?? '==', left, right, range };
}

function notACondition(l: Lowering): Condition {
  const range = l.range;
  const source = abbreviate(l.source);
  if (l.term === T.Path) {
    lowerPath(l);
    // Behind "!" the comparison needs parentheses of its own.
    const negated = l.text.charAt(range.from - 1) === '!';
    const edits = [
      ...(negated ? [{ from: range.from, to: range.from, insert: '(' }] : []),
      { from: range.to, to: range.to, insert: negated ? ' == true)' : ' == true' },
    ];
    const hint = `Compare it: ${source} == true, or IS_NOT_NULL(${source}).`;
    const fixes = [{ title: 'Compare with true', edits }];
    l.report('invalidSyntax', range, `${source} alone is not a condition`, hint, fixes);
  } else {
    const hint =
      'A condition compares (?x.name == "a"), tests (CONTAINS(?x.name, "a"), IN(…), IS_NULL(…)) or joins conditions with &&, || and !.';
    l.report('invalidSyntax', range, `${source} is not a condition`, hint);
  }
  return { kind: 'and', conditions: [], range };
}
