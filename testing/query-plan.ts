// A query as a tree of clause texts: it prints as KIP text, it can be made smaller, and it can be said again with other values.
import type { Json, JsonObject } from '../src/protocol/values.ts';
import { NAMES, PREDICATES, randomScalar, TYPES } from './random-graph.ts';
import type { Random } from './random.ts';

export type ClausePlan =
  string | { readonly group: 'NOT' | 'OPTIONAL' | 'UNION'; readonly clauses: readonly ClausePlan[] };

export interface QueryPlan {
  readonly find: readonly string[];
  readonly where: readonly ClausePlan[];
  readonly orderBy: readonly string[];
  readonly limit: string | undefined;
  readonly parameters: JsonObject;
}

export function queryText({ find, where, orderBy, limit }: QueryPlan): string {
  const order = orderBy.length > 0 ? ` ORDER BY ${orderBy.join(', ')}` : '';
  return `FIND(${find.join(', ')}) WHERE ${blockText(where)}${order}${limit === undefined ? '' : ` LIMIT ${limit}`}`;
}

export function blockText(clauses: readonly ClausePlan[]): string {
  return `{ ${clauses.map((clause) => (typeof clause === 'string' ? clause : `${clause.group} ${blockText(clause.clauses)}`)).join(' ')} }`;
}

/** Ids of elements in the graph, for `{id: …}` and `(id: …)`. */
export interface Ids {
  readonly concepts: readonly string[];
  readonly links: readonly string[];
}

/**
 * The same query with other literals and parameter values, each of the kind it had: the same shape, so that an engine which
 * keeps the plan of a shape must fill the new values in.
 */
export function rephrase(plan: QueryPlan, random: Random, ids: Ids): QueryPlan {
  const text = (part: string) => part.replace(LITERAL, (token) => otherLiteral(token, random, ids));
  const clause = (each: ClausePlan): ClausePlan =>
    typeof each === 'string' ? text(each) : { ...each, clauses: each.clauses.map(clause) };
  const parameter = ([name, value]: [string, Json]): [string, Json] => [
    name,
    name.startsWith('any')
      ? randomScalar(random)
      : (JSON.parse(otherLiteral(JSON.stringify(value), random, ids)) as Json),
  ];
  return {
    ...plan,
    where: plan.where.map(clause),
    limit: plan.limit?.replace(/^\d+$/, () => String(1 + random.below(6))),
    parameters: Object.fromEntries(Object.entries(plan.parameters).map(parameter)),
  };
}

/** Strings and numbers; keys, hops, words, variables and placeholders are matched to be passed over. */
const LITERAL = /"(?:[^"\\]|\\.)*"(?:\s*:)?|\{\d*,?\d*\}|[?:.]?[A-Za-z_]\w*|-?\d[\d.eE+-]*/gu;

function otherLiteral(token: string, random: Random, ids: Ids): string {
  if (/^-?\d/.test(token)) return String(1 + random.below(4));
  if (!token.startsWith('"') || token.endsWith(':') || random.chance(0.3)) return token;
  const value = JSON.parse(token) as string;
  const alike = [TYPES, PREDICATES, NAMES, ids.concepts, ids.links].find((set) => set.includes(value));
  return JSON.stringify(random.pick(alike ?? ['', 'a', 'x', 'A', '1', '深色', '🚀']));
}

/** Every plan that lacks one part, deepest last: the steps of making a failure small. */
export function* smallerQueries(plan: QueryPlan): Generator<QueryPlan> {
  if (plan.limit !== undefined) yield { ...plan, limit: undefined };
  if (plan.orderBy.length > 0) yield { ...plan, orderBy: [] };
  for (const where of smallerBlocks(plan.where)) yield { ...plan, where };
  if (plan.find.length > 1) {
    for (const index of plan.find.keys()) yield { ...plan, find: plan.find.toSpliced(index, 1), orderBy: [] };
  }
}

function* smallerBlocks(clauses: readonly ClausePlan[]): Generator<readonly ClausePlan[]> {
  for (const index of clauses.keys()) if (clauses.length > 1) yield clauses.toSpliced(index, 1);
  for (const [index, clause] of clauses.entries()) {
    if (typeof clause === 'string') continue;
    for (const inner of smallerBlocks(clause.clauses)) {
      yield clauses.with(index, { ...clause, clauses: inner });
    }
  }
}
