// The functions of FILTER (§3.4.3).
import { table } from '../table.ts';
import type { Condition, Operand, StringFunction } from '../ast.ts';
import type { Fix } from '../diagnostics.ts';
import * as T from '../kip-terms.generated.ts';
import { nearest } from '../suggest.ts';
import { FOREIGN_TESTS } from './foreign.ts';
import { type Lowering, nothing } from './lowering.ts';
import { lowerOperand } from './operand.ts';
import { lowerPath } from './path.ts';
import { abbreviate, lowerValue } from './value.ts';

const ARITY = table<number>({
  CONTAINS: 2,
  STARTS_WITH: 2,
  ENDS_WITH: 2,
  REGEX: 2,
  IN: 2,
  IS_NULL: 1,
  IS_NOT_NULL: 1,
});
const FORMS = table<string>({
  CONTAINS: 'CONTAINS(?x.name, "text")',
  STARTS_WITH: 'STARTS_WITH(?x.name, "prefix")',
  ENDS_WITH: 'ENDS_WITH(?x.name, "suffix")',
  REGEX: 'REGEX(?x.name, "pattern")',
  IN: 'IN(?x.name, ["a", "b"])',
  IS_NULL: 'IS_NULL(?x.attributes.key)',
  IS_NOT_NULL: 'IS_NOT_NULL(?x.attributes.key)',
});

/** `CONTAINS(…)`, `IN(…)`, `IS_NULL(…)` and their like, with the cursor on the Call. */
export function lowerTest(l: Lowering): Condition {
  const range = l.range;
  l.enter();
  const name = l.source;
  const nameRange = l.range;
  const operands: Operand[] = [];
  const arity = ARITY[name];
  if (arity === undefined) unknownTest(l, name);
  else while (l.next()) operands.push(lowerArgument(l, name, operands.length));
  l.leave();
  if (arity !== undefined && operands.length !== arity) {
    const count = arity === 1 ? 'one argument' : 'two arguments';
    const fixes = name === 'IN' && operands.length > 2 ? wrapList(operands) : [];
    const message = `${name} takes ${count}, found ${operands.length}`;
    l.report('invalidSyntax', nameRange, message, `Write ${FORMS[name]}.`, fixes);
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
  if (name === 'IN' && index === 1 && !l.text.slice(l.cursor.to).trimStart().startsWith(',')) return lowerList(l);
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

/** `IN(?x, "a", "b")` as `IN(?x, ["a", "b"])`. */
function wrapList(operands: readonly Operand[]): readonly Fix[] {
  const first = operands[1]?.range.from ?? 0;
  const last = operands.at(-1)?.range.to ?? 0;
  const edits = [
    { from: first, to: first, insert: '[' },
    { from: last, to: last, insert: ']' },
  ];
  return [{ title: 'Put the choices into a list', edits }];
}

const ALL_TESTS = Object.keys(ARITY);

function unknownTest(l: Lowering, name: string): void {
  const foreign = FOREIGN_TESTS[name.toUpperCase()];
  const near = foreign ? undefined : nearest(name, ALL_TESTS, 1)[0];
  const hint = foreign ?? `${near ? `Did you mean ${FORMS[near]}? ` : ''}FILTER knows ${ALL_TESTS.join(', ')}.`;
  const insert = name.toUpperCase() === 'NOT' ? '!' : near;
  const fixes = insert ? [{ title: `Write ${insert}`, edits: [{ ...l.range, insert }] }] : [];
  l.report('invalidSyntax', l.range, `FILTER has no function ${name}`, hint, fixes);
}
