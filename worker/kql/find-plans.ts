// Compiled queries by shape: an agent asks the same few questions with other names in them, and then parsing and compiling
// would cost more than answering. The key is the text's shape (literals left out) and the JSON kinds of its parameters.
import type { Program } from '../../src/language/ast.ts';
import type { Shape } from '../../src/language/core.ts';
import { jsonKind, type JsonKind, type Parameters } from '../../src/protocol/values.ts';
import { compileFind } from '../compile/find.ts';
import { queryForm } from './query-identity.ts';
import type { ReadyPlan } from './find.ts';

const PLANS_MAX = 256;

export class FindPlans {
  readonly #plans = new Map<string, ReadyPlan>();

  find(key: string): ReadyPlan | undefined {
    const plan = this.#plans.get(key);
    if (plan) {
      this.#plans.delete(key); // the most recently used is last
      this.#plans.set(key, plan);
    }
    return plan;
  }

  add(key: string, plan: ReadyPlan): void {
    if (this.#plans.size >= PLANS_MAX) this.#plans.delete(this.#plans.keys().next().value!);
    this.#plans.set(key, plan);
  }
}

export function planKey(shape: Shape, parameters: Parameters): string {
  let key = shape.shape;
  for (const name in parameters) key += `\n${name} ${jsonKind(parameters[name]!)}`;
  return key;
}

/** Compiles a program that is one FIND. */
export function preparePlan(program: Program, parameters: Parameters): ReadyPlan | undefined {
  const [statement] = program.statements;
  if (statement?.kind !== 'find') return undefined;
  return { ...compileFind(statement, placeholderKinds(parameters)), form: queryForm(statement) };
}

export function placeholderKinds(parameters: Parameters): ReadonlyMap<string, JsonKind> {
  return new Map(Object.entries(parameters).map(([name, value]) => [name, jsonKind(value)]));
}
