// Conditions and operands of FILTER (§3.4.3).
import type { Comparison, ComparisonOperator, Condition, Literal, Operand, StringFunction } from '../ast.ts';
import * as T from '../kip-terms.generated.ts';
import { nearest } from '../suggest.ts';
import { lowerPath } from './path.ts';
import { type Lowering, nothing } from './lowering.ts';
import { abbreviate, lowerValue } from './value.ts';

export function lowerCondition(l: Lowering): Condition {
  const range = l.range;
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

/** A path or a primitive value; whole objects and arrays are not compared (§2.7). */
export function lowerOperand(l: Lowering): Operand {
  if (l.term === T.Parenthesized) return l.lastChild(() => lowerOperand(l));
  const range = l.range;
  if (l.term === T.Path) {
    const path = lowerPath(l);
    const whole = path.fields.length === 1 && (path.fields[0] === 'attributes' || path.fields[0] === 'metadata');
    if (whole) {
      l.report(
        'invalidSyntax',
        range,
        `${l.source} is a whole object, which FILTER cannot compare`,
        `Compare one of its keys: ${l.source}.<key>.`,
      );
    }
    return path;
  }
  if (l.term === T.Call || l.term === T.Negation || l.term === T.Comparison || l.term === T.And || l.term === T.Or) {
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

// ---------------------------------------------------------------- functions

const ARITY: Readonly<Record<string, number>> = {
  CONTAINS: 2,
  STARTS_WITH: 2,
  ENDS_WITH: 2,
  REGEX: 2,
  IN: 2,
  IS_NULL: 1,
  IS_NOT_NULL: 1,
};
const FORMS: Readonly<Record<string, string>> = {
  CONTAINS: 'CONTAINS(?x.name, "text")',
  STARTS_WITH: 'STARTS_WITH(?x.name, "prefix")',
  ENDS_WITH: 'ENDS_WITH(?x.name, "suffix")',
  REGEX: 'REGEX(?x.name, "pattern")',
  IN: 'IN(?x.name, ["a", "b"])',
  IS_NULL: 'IS_NULL(?x.attributes.key)',
  IS_NOT_NULL: 'IS_NOT_NULL(?x.attributes.key)',
};

function lowerTest(l: Lowering): Condition {
  const range = l.range;
  l.cursor.firstChild();
  const name = l.source;
  const nameRange = l.range;
  const operands: Operand[] = [];
  const arity = ARITY[name];
  if (arity === undefined) unknownTest(l, name);
  else while (l.cursor.nextSibling()) operands.push(lowerArgument(l, name, operands.length));
  l.cursor.parent();
  if (arity !== undefined && operands.length !== arity) {
    const count = arity === 1 ? 'one argument' : 'two arguments';
    l.report('invalidSyntax', nameRange, `${name} takes ${count}, found ${operands.length}`, `Write ${FORMS[name]}.`);
  }
  const [subject = nothing(range), argument = nothing(range)] = operands;
  if (name === 'IS_NULL' || name === 'IS_NOT_NULL') {
    const kind = name === 'IS_NULL' ? 'is-null' : 'is-not-null';
    return { kind, operand: subject as Extract<Operand, { kind: 'path' }>, range };
  }
  if (name === 'IN') return { kind: 'in', subject, list: argument as Extract<Operand, { kind: 'array' }>, range };
  return { kind: 'string-test', function: name as StringFunction, subject, argument, range };
}

function lowerArgument(l: Lowering, name: string, index: number): Operand {
  const range = l.range;
  if (l.term === T.DISTINCT) {
    l.report('invalidSyntax', range, `${name} takes no DISTINCT`, `Write ${FORMS[name]}.`);
    return nothing(range);
  }
  if (name === 'IN' && index === 1) return lowerList(l);
  if (name === 'IS_NULL' || name === 'IS_NOT_NULL') {
    if (l.term === T.Path) return lowerPath(l);
    l.report(
      'invalidSyntax',
      range,
      `${name} tests a variable or a path, found ${abbreviate(l.source)}`,
      `Write ${FORMS[name]}.`,
    );
    return nothing(range);
  }
  return lowerOperand(l);
}

function lowerList(l: Lowering): Operand {
  if (l.term === T.Array || l.term === T.WholeArray || l.term === T.Placeholder) return lowerValue(l);
  const range = l.range;
  l.report(
    'invalidSyntax',
    range,
    `IN looks in a list, found ${abbreviate(l.source)}`,
    `Write ${FORMS.IN} or IN(?x.name, :names).`,
  );
  return nothing(range);
}

// ---------------------------------------------------------------- complaints

const ALL_TESTS = Object.keys(ARITY);
/** What functions of other languages are called here. */
const FOREIGN_TESTS: Readonly<Record<string, string>> = {
  LOWER: 'There is no case folding; use REGEX(?x.name, "(?i)^text$").',
  UPPER: 'There is no case folding; use REGEX(?x.name, "(?i)^text$").',
  LCASE: 'There is no case folding; use REGEX(?x.name, "(?i)^text$").',
  UCASE: 'There is no case folding; use REGEX(?x.name, "(?i)^text$").',
  EXISTS:
    'Write the pattern itself as a clause, or NOT { … } for its absence; IS_NOT_NULL(?x.attributes.key) tests a key.',
  BOUND: 'Write IS_NOT_NULL(?x).',
  ISNULL: 'Write IS_NULL(?x.attributes.key).',
  LIKE: 'Write CONTAINS(?x.name, "text"), STARTS_WITH, ENDS_WITH or REGEX.',
  MATCHES: 'Write REGEX(?x.name, "pattern").',
  STARTSWITH: 'Write STARTS_WITH(?x.name, "prefix").',
  ENDSWITH: 'Write ENDS_WITH(?x.name, "suffix").',
  STRSTARTS: 'Write STARTS_WITH(?x.name, "prefix").',
  STRENDS: 'Write ENDS_WITH(?x.name, "suffix").',
  NOT: 'Write !(condition) inside FILTER, or NOT { clauses } beside it.',
  AND: 'Write condition && condition.',
  OR: 'Write condition || condition.',
  COUNT: 'Aggregates belong in FIND; a group cannot be filtered. Return COUNT and pick from the rows.',
};

function unknownTest(l: Lowering, name: string): void {
  const near = nearest(name, ALL_TESTS, 1)[0];
  const foreign = FOREIGN_TESTS[name.toUpperCase()];
  const hint = foreign ?? `${near ? `Did you mean ${near}? ` : ''}FILTER knows ${ALL_TESTS.join(', ')}.`;
  const fixes = near && !foreign ? [{ title: `Write ${near}`, edits: [{ ...l.range, insert: near }] }] : [];
  l.report('invalidSyntax', l.range, `FILTER has no function ${name}`, hint, fixes);
}

function notACondition(l: Lowering): Condition {
  const range = l.range;
  const source = abbreviate(l.source);
  if (l.term === T.Path) {
    lowerPath(l);
    l.report(
      'invalidSyntax',
      range,
      `${source} alone is not a condition`,
      `Compare it: ${source} == true, or IS_NOT_NULL(${source}).`,
      [{ title: 'Compare with true', edits: [{ from: range.to, to: range.to, insert: ' == true' }] }],
    );
  } else {
    const hint =
      'A condition compares (?x.name == "a"), tests (CONTAINS(?x.name, "a"), IN(…), IS_NULL(…)) or joins conditions with &&, || and !.';
    l.report('invalidSyntax', range, `${source} is not a condition`, hint);
  }
  return { kind: 'and', conditions: [], range };
}

function notAnOperand(l: Lowering): Literal {
  const range = l.range;
  const source = abbreviate(l.source);
  const hint =
    l.term === T.Negation
      ? `Negate the whole comparison: !(${source.slice(1)} == …).`
      : l.term === T.Call
        ? 'Functions are conditions themselves and yield no value to compare; a call stands alone: FILTER(CONTAINS(?x.name, "a")).'
        : 'Join conditions with && and ||, without comparing their outcomes.';
  l.report('invalidSyntax', range, `${source} is not a value to compare`, hint);
  return nothing(range);
}
