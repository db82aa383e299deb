// `:name` → values, on the AST and never on the text (§6.1): a value cannot become syntax.
import { errors } from '../protocol/errors.ts';
import type { Json, Parameters } from '../protocol/values.ts';
import type { Placeholder, Program, Value } from './ast.ts';
import { didYouMean, nearest } from './suggest.ts';

/** The value with every placeholder replaced; invalidSyntax for a placeholder without a parameter. */
export function resolve(value: Value, parameters: Parameters): Json {
  switch (value.kind) {
    case 'literal':
      return value.value;
    case 'placeholder':
      return parameterOf(value, parameters);
    case 'array':
      return value.items.map((item) => resolve(item, parameters));
    case 'object':
      return resolveObject(value.members, parameters);
  }
}

/** The object of an entry list whose values are plain. */
export function resolveObject(
  members: readonly { readonly key: string; readonly value: Value }[],
  parameters: Parameters,
): { [key: string]: Json } {
  const object: { [key: string]: Json } = {};
  for (const { key, value } of members) {
    const resolved = resolve(value, parameters);
    // Plain assignment would set the prototype.
    if (key === '__proto__')
      Object.defineProperty(object, key, { value: resolved, enumerable: true, writable: true, configurable: true });
    else object[key] = resolved;
  }
  return object;
}

/** Throws invalidSyntax for the first placeholder of the program that has no parameter. */
export function requireParameters(program: Program, parameters: Parameters): void {
  for (const placeholder of program.placeholders) parameterOf(placeholder, parameters);
}

function parameterOf({ name, range }: Placeholder, parameters: Parameters): Json {
  if (Object.hasOwn(parameters, name)) return parameters[name] as Json;
  throw errors.invalidSyntax(`The parameter :${name} has no value.`, missingHint(name, Object.keys(parameters)), range);
}

function missingHint(name: string, given: readonly string[]): string {
  // `{":name": …}`, `{"$name": …}`.
  const dressed = given.find((other) => other.slice(1) === name && /^\W/.test(other));
  if (dressed) return `Give "${name}" in "parameters", not "${dressed}": without the colon.`;
  const near = didYouMean(nearest(name, given, 1));
  const list = given.length === 0 ? 'No parameters were given' : `Parameters given: ${given.join(', ')}`;
  return `${near ? `${near} ` : ''}${list}. Add "${name}" to "parameters", without the colon.`;
}
