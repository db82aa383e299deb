// Values as the specification defines them (§2.7, §3.2, §3.4.3), for the naive evaluator: reading a path, equality, order,
// and the truth of a FILTER condition. Written for obviousness, not speed.
import type { Condition, Operand, Path, Value } from '../src/language/ast.ts';
import type { Concept, Link } from '../src/protocol/elements.ts';
import { isJsonObject, type Json, type JsonObject, type Parameters } from '../src/protocol/values.ts';

export interface Graph {
  readonly concepts: readonly Concept[];
  readonly links: readonly Link[];
}

/** Variable → id of an element, name of a predicate, or null where the solution leaves the variable unbound. */
export type Solution = ReadonlyMap<string, string | null>;

/** Element id → the element as a bare variable projects it. */
export type Elements = ReadonlyMap<string, JsonObject>;

export function indexElements(graph: Graph): Elements {
  return new Map([...graph.concepts, ...graph.links].map((element) => [element.id, element as unknown as JsonObject]));
}

export function literalValue(value: Value, parameters: Parameters): Json {
  switch (value.kind) {
    case 'literal':
      return value.value;
    case 'placeholder':
      return parameters[value.name]!;
    case 'array':
      return value.items.map((item) => literalValue(item, parameters));
    case 'object':
      return Object.fromEntries(value.members.map((member) => [member.key, literalValue(member.value, parameters)]));
  }
}

/** A step into nothing, into a scalar, or to a field the element kind does not have reads as null (§3.2). */
export function readPath(path: Path, solution: Solution, elements: Elements): Json {
  const binding = solution.get(path.variable.name) ?? null;
  let value: Json = binding === null ? null : (elements.get(binding) ?? binding);
  for (const field of path.fields) {
    value = isJsonObject(value) && Object.hasOwn(value, field) ? value[field]! : null;
  }
  return value;
}

/** JSON text with sorted keys, so that equal values have equal texts. */
export function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key]!)}`).join(',')}}`;
}

/** Numbers by value, strings by code point; undefined between anything else. */
export function compareValues(a: Json, b: Json): number | undefined {
  if (typeof a === 'number' && typeof b === 'number') return Math.sign(a - b);
  if (typeof a === 'string' && typeof b === 'string') return compareStrings(a, b);
  return undefined;
}

function compareStrings(a: string, b: string): number {
  const left = [...a].map((character) => character.codePointAt(0)!);
  const right = [...b].map((character) => character.codePointAt(0)!);
  const at = left.findIndex((point, index) => point !== right[index]);
  if (at < 0) return left.length === right.length ? 0 : -1;
  return right[at] === undefined || left[at]! > right[at] ? 1 : -1;
}

/** Two-valued (§3.4.3): whatever cannot be compared is false, and `!` negates that. */
export function holds(condition: Condition, read: (operand: Operand) => Json): boolean {
  switch (condition.kind) {
    case 'and':
      return condition.conditions.every((each) => holds(each, read));
    case 'or':
      return condition.conditions.some((each) => holds(each, read));
    case 'negation':
      return !holds(condition.condition, read);
    case 'is-null':
      return read(condition.operand) === null;
    case 'is-not-null':
      return read(condition.operand) !== null;
    case 'in': {
      const subject = canonical(read(condition.subject));
      return (read(condition.list) as readonly Json[]).some((item) => canonical(item) === subject);
    }
    case 'string-test':
      return stringTest(condition.function, read(condition.subject), read(condition.argument));
    case 'comparison': {
      const left = read(condition.left);
      const right = read(condition.right);
      if (condition.operator === '==') return canonical(left) === canonical(right);
      if (condition.operator === '!=') return canonical(left) !== canonical(right);
      const order = compareValues(left, right);
      if (order === undefined) return false;
      return { '<': order < 0, '>': order > 0, '<=': order <= 0, '>=': order >= 0 }[condition.operator];
    }
  }
}

function stringTest(name: 'CONTAINS' | 'STARTS_WITH' | 'ENDS_WITH' | 'REGEX', subject: Json, argument: Json): boolean {
  if (typeof subject !== 'string' || typeof argument !== 'string') return false;
  switch (name) {
    case 'CONTAINS':
      return subject.includes(argument);
    case 'STARTS_WITH':
      return subject.startsWith(argument);
    case 'ENDS_WITH':
      return subject.endsWith(argument);
    case 'REGEX':
      return new RegExp(argument, 'u').test(subject);
  }
}
