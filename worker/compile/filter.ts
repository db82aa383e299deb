// FILTER (§3.4.3): conditions as SQL that is true exactly where KIP's condition is. KIP's logic is two-valued: an ordering
// comparison is true only between two numbers or two strings, `==` never crosses types, null equals null, and `!` turns
// everything that is not true into true. In SQL a false condition may come out NULL; negation is therefore IS NOT TRUE.
import type {
  ComparisonOperator,
  Condition,
  Membership,
  Operand,
  Path,
  Placeholder,
  Scalar,
  StringTest,
} from '../../src/language/ast.ts';
import { errors } from '../../src/protocol/errors.ts';
import type { JsonKind } from '../../src/protocol/values.ts';
import type { Bind } from './bind.ts';
import {
  both,
  fieldOf,
  isAbsent,
  isBoolean,
  isBooleanWord,
  isNumber,
  isText,
  valueOf,
  type Field,
} from './field-path.ts';
import type { Compilation, Group } from './scope.ts';
import { all, any, binary, call, FALSE, integer, notTrue, TRUE, column, type Query, type Sql } from './sql-node.ts';

/** An operand that is a value: its kind is part of the plan, the value itself is bound. */
interface Constant {
  readonly kind: 'constant';
  readonly type: JsonKind;
  readonly source: Scalar;
}

export function compileCondition(group: Group, condition: Condition): Sql {
  switch (condition.kind) {
    case 'and':
      return all(condition.conditions.map((c) => compileCondition(group, c)));
    case 'or':
      return any(condition.conditions.map((c) => compileCondition(group, c)));
    case 'negation':
      return notTrue(compileCondition(group, condition.condition));
    case 'comparison':
      return comparison(group, condition.operator, condition.left, condition.right);
    case 'string-test':
      return stringTest(group, condition);
    case 'in':
      return membership(group, condition);
    case 'is-null':
      return isAbsent(fieldOf(group, condition.operand));
    case 'is-not-null':
      return notTrue(isAbsent(fieldOf(group, condition.operand)));
  }
}

/** The variables a condition reads. */
export function conditionPaths(condition: Condition): Path[] {
  const paths = (...operands: Operand[]): Path[] => operands.filter((o) => o.kind === 'path');
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.conditions.flatMap(conditionPaths);
    case 'negation':
      return conditionPaths(condition.condition);
    case 'comparison':
      return paths(condition.left, condition.right);
    case 'string-test':
      return paths(condition.subject, condition.argument);
    case 'in':
      return paths(condition.subject);
    case 'is-null':
    case 'is-not-null':
      return [condition.operand];
  }
}

// ---------------------------------------------------------------- comparison

const MIRRORED = { '==': '==', '!=': '!=', '<': '>', '>': '<', '<=': '>=', '>=': '<=' } as const;

function comparison(group: Group, operator: ComparisonOperator, left: Operand, right: Operand): Sql {
  const a = operand(group, left);
  const b = operand(group, right);
  if (a.kind === 'constant' && b.kind !== 'constant') return compare(group, MIRRORED[operator], b, a);
  return compare(group, operator, a, b);
}

function operand(group: Group, operand: Operand): Field | Constant {
  if (operand.kind === 'path') return comparable(fieldOf(group, operand), operand);
  if (operand.kind === 'literal') return constant(group.compilation, operand);
  if (operand.kind === 'placeholder') return single(constant(group.compilation, operand), operand);
  throw errors.invalidValueType(
    `An ${operand.kind} cannot be compared.`,
    'Compare single values; test membership in a list with IN(?x.attributes.key, [ … ]).',
    operand.range,
  );
}

/** A list or object may be given for a placeholder only where IN takes a list (§2.7). */
function single(constant: Constant, { name, range }: Placeholder): Constant {
  if (constant.type !== 'array' && constant.type !== 'object') return constant;
  throw errors.invalidSyntax(
    `FILTER compares single values, but :${name} is an ${constant.type}.`,
    `Give :${name} a string, number, true, false or null. For a list of choices write IN(?x.name, :${name}).`,
    range,
  );
}

function comparable(field: Field, path: Path): Field {
  if (field.kind !== 'object') return field;
  const shown = `?${path.variable.name}.${path.fields.join('.')}`;
  throw errors.invalidValueType(
    `${shown} is a whole object and cannot be compared.`,
    `Name the key to compare: ${shown}.<key>.`,
    path.range,
  );
}

function constant(compilation: Compilation, source: Scalar): Constant {
  const type =
    source.kind === 'placeholder'
      ? (compilation.placeholderKinds.get(source.name) ?? 'null')
      : literalType(source.value);
  return { kind: 'constant', type, source };
}

const literalType = (value: string | number | boolean | null): JsonKind =>
  value === null ? 'null' : (typeof value as 'string' | 'number' | 'boolean');

function compare(group: Group, operator: ComparisonOperator, a: Field | Constant, b: Field | Constant): Sql {
  if (operator === '==') return equality(group, a, b);
  if (operator === '!=') return notTrue(equality(group, a, b));
  const branches = [ordered(group, operator, a, b, 'number'), ordered(group, operator, a, b, 'string')];
  return any(branches.filter((branch) => branch !== FALSE));
}

function ordered(
  group: Group,
  operator: '<' | '>' | '<=' | '>=',
  a: Field | Constant,
  b: Field | Constant,
  type: 'number' | 'string',
): Sql {
  const typed = both(isOfType(a, type), isOfType(b, type));
  if (a.kind === 'json' && b.kind === 'constant') group.compilation.noteUse(a.document, a.path);
  // The comparison first: an index can serve it, and it spares the second look at the value where it fails.
  return typed === FALSE ? FALSE : both(binary(operator, sqlOf(group, a), sqlOf(group, b)), typed);
}

function isOfType(operand: Field | Constant, type: 'number' | 'string'): Sql {
  if (operand.kind === 'constant') return operand.type === type ? TRUE : FALSE;
  return type === 'number' ? isNumber(operand) : isText(operand);
}

const sqlOf = (group: Group, operand: Field | Constant): Sql =>
  operand.kind === 'constant' ? group.compilation.bind({ kind: 'scalar', source: operand.source }) : valueOf(operand);

function equality(group: Group, a: Field | Constant, b: Field | Constant): Sql {
  if (b.kind === 'constant') return a.kind === 'constant' ? equalConstants(group, a, b) : equalsConstant(group, a, b);
  if (a.kind === 'constant') return equalsConstant(group, b, a);
  if (a.kind === 'element' || b.kind === 'element') return a.kind === b.kind ? sameElement(a, b) : FALSE;
  const branches = [
    both(isAbsent(a), isAbsent(b)),
    ...(['number', 'string'] as const).map((type) => {
      const typed = both(isOfType(a, type), isOfType(b, type));
      return typed === FALSE ? FALSE : both(binary('=', valueOf(a), valueOf(b)), typed);
    }),
    both(isBoolean(a, true), isBoolean(b, true)),
    both(isBoolean(a, false), isBoolean(b, false)),
  ];
  return any(branches.filter((branch) => branch !== FALSE));
}

const sameElement = (a: Field, b: Field): Sql => binary('IS', valueOf(a), valueOf(b));

function equalsConstant(group: Group, field: Field, { type, source }: Constant): Sql {
  const { compilation } = group;
  switch (type) {
    case 'null':
      return isAbsent(field);
    case 'boolean':
      return isBooleanWord(field, compilation.bind({ kind: 'word', source }));
    case 'number':
    case 'string': {
      const typed = isOfType(field, type);
      if (typed === FALSE) return FALSE;
      if (field.kind === 'json') compilation.noteUse(field.document, field.path);
      if (field.kind === 'definition')
        return binary('=', field.id, compilation.bind({ kind: 'definition', source, of: field.of }));
      return both(binary('=', valueOf(field), compilation.bind({ kind: 'scalar', source })), typed);
    }
    default:
      return FALSE;
  }
}

function equalConstants(group: Group, a: Constant, b: Constant): Sql {
  if (a.type !== b.type) return FALSE;
  return a.type === 'null' ? TRUE : binary('=', sqlOf(group, a), sqlOf(group, b));
}

// ---------------------------------------------------------------- string functions

function stringTest(group: Group, test: StringTest): Sql {
  const subject = operand(group, test.subject);
  const argument = operand(group, test.argument);
  const typed = both(isOfType(subject, 'string'), argument.kind === 'constant' ? TRUE : isText(argument));
  if (typed === FALSE) return FALSE;
  const sought = argument.kind === 'constant' ? soughtText(group, test.function, argument.source) : valueOf(argument);
  return both(typed, matches(test.function, sqlOf(group, subject), sought));
}

function soughtText({ compilation }: Group, name: StringTest['function'], source: Scalar): Sql {
  if (name === 'REGEX') return compilation.bind({ kind: 'pattern', source });
  return compilation.bind({ kind: 'string', source, role: 'text to look for' });
}

function matches(name: StringTest['function'], subject: Sql, sought: Sql): Sql {
  switch (name) {
    case 'CONTAINS':
      return binary('>', call('instr', subject, sought), integer(0));
    case 'STARTS_WITH':
      return binary('=', call('substr', subject, integer(1), call('length', sought)), sought);
    case 'ENDS_WITH': {
      const start = binary('-', call('length', subject), call('length', sought));
      return all([
        binary('>=', start, integer(0)),
        binary('=', call('substr', subject, binary('+', start, integer(1))), sought),
      ]);
    }
    case 'REGEX':
      return call('regexp', sought, subject);
  }
}

// ---------------------------------------------------------------- IN

function membership(group: Group, { subject, list }: Membership): Sql {
  const item = operand(group, subject);
  if (list.kind === 'placeholder') return memberOfParameter(group, item, list);
  const constants = list.items.map((value) => operand(group, value) as Constant);
  const batches = (['number', 'string'] as const).flatMap((type) => {
    const sources = constants.filter((c) => c.type === type).map((c) => c.source);
    return sources.length === 0 || item.kind === 'definition' ? [] : [memberOfList(group, item, sources, type)];
  });
  const singles = constants.filter((c) => item.kind === 'definition' || !['number', 'string'].includes(c.type));
  return any([...batches, ...singles.map((c) => equality(group, item, c))].filter((branch) => branch !== FALSE));
}

function memberOfList(group: Group, item: Field | Constant, sources: Scalar[], type: 'number' | 'string'): Sql {
  const typed = isOfType(item, type);
  if (typed === FALSE) return FALSE;
  return both(inList(group, sqlOf(group, item), sources, type), typed);
}

/** A long list goes as one JSON array: SQLite takes a limited number of parameters. */
const LISTED_MAX = 64;

function inList({ compilation }: Group, item: Sql, sources: Scalar[], of: 'number' | 'string'): Sql {
  if (sources.length > LISTED_MAX) {
    const array = compilation.bind({ kind: 'list', source: sources, of });
    return { kind: 'in-query', item, query: elementsOf(array, compilation.alias('j')) };
  }
  const list = sources.map((source) => compilation.bind({ kind: 'scalar', source }));
  return { kind: 'in-list', item, list };
}

/** A list that is known only when the plan runs: each kind of member is looked for in its own part of it. */
function memberOfParameter(group: Group, item: Field | Constant, list: Placeholder): Sql {
  const bindOf = (bind: Bind): Sql => group.compilation.bind(bind);
  const branches = (['number', 'string'] as const).map((type) => {
    const typed = isOfType(item, type);
    if (typed === FALSE) return FALSE;
    const query = elementsOf(bindOf({ kind: 'list', source: list, of: type }), group.compilation.alias('j'));
    return both({ kind: 'in-query', item: sqlOf(group, item), query }, typed);
  });
  if (item.kind !== 'constant') {
    for (const value of [null, true, false]) {
      const has = bindOf({ kind: 'list-has', source: list, value });
      const test = value === null ? isAbsent(item) : isBoolean(item, value);
      branches.push(both(test, has));
    }
  }
  return any(branches.filter((branch) => branch !== FALSE));
}

const elementsOf = (array: Sql, alias: string): Query => ({
  kind: 'select',
  columns: [{ sql: column(alias, 'value') }],
  from: [{ table: { each: array }, alias, join: 'inner', on: [] }],
  where: [],
});
