// FIND by brute force, written from the specification alone (§3): the yardstick the compiled SQL is measured against.
// A block turns a list of solutions into another, clause by clause; every clause tries every element of the graph.
// It knows nothing of SQL, indexes or plans, and refuses (TooLarge) rather than run for minutes.
import type { Concept, Link } from '../src/protocol/elements.ts';
import type {
  Clause,
  ConceptPattern,
  Condition,
  Endpoint,
  FindStatement,
  GroupClause,
  Operand,
  PropositionClause,
  PropositionPattern,
  Scalar,
  TriplePattern,
} from '../src/language/ast.ts';
import type { Json, Parameters } from '../src/protocol/values.ts';
import { projectSolutions, type Answer } from './naive-projection.ts';
import { holds, indexElements, literalValue, readPath, type Graph, type Solution } from './naive-values.ts';

const SOLUTIONS_MAX = 20_000;

/** The query has more intermediate solutions than a brute-force evaluation is worth. */
export class TooLarge extends Error {}

/** Answers a FIND whose scopes are sound (every variable it reads is bound by a visible clause). */
export function evaluateFind(statement: FindStatement, graph: Graph, parameters: Parameters = {}): Answer {
  const outcome = solve(statement.where, graph, parameters);
  if ('codes' in outcome) return { kind: 'error', codes: outcome.codes };
  const limit = statement.limit && (literalValue(statement.limit, parameters) as number);
  return projectSolutions(statement, outcome.solutions, indexElements(graph), limit);
}

/** All solutions of a WHERE, or the codes one of which it is refused with. */
export function solve(
  where: readonly Clause[],
  graph: Graph,
  parameters: Parameters,
): { readonly solutions: readonly Solution[] } | { readonly codes: readonly string[] } {
  const codes = refusals(where, graph, parameters);
  if (codes.length > 0) return { codes };
  return { solutions: new Evaluator(graph, parameters).block(where, new Map()) };
}

class Evaluator {
  readonly #graph: Graph;
  readonly #parameters: Parameters;
  readonly #elements;
  readonly #links: ReadonlyMap<string, Link>;
  readonly #concepts: ReadonlyMap<string, Concept>;

  constructor(graph: Graph, parameters: Parameters) {
    this.#graph = graph;
    this.#parameters = parameters;
    this.#elements = indexElements(graph);
    this.#links = new Map(graph.links.map((link) => [link.id, link]));
    this.#concepts = new Map(graph.concepts.map((concept) => [concept.id, concept]));
  }

  /** All solutions of a block that extend `start`; a block whose first pattern is a UNION has no rows of its own (§3.4.7.3). */
  block(clauses: readonly Clause[], start: Solution): readonly Solution[] {
    const scope = new Set(start.keys());
    const first = clauses.find((clause) => clause.kind !== 'filter' && clause.kind !== 'not');
    let rows: readonly Solution[] = first?.kind === 'union' ? [] : [start];
    let waiting: readonly Condition[] = [];
    for (const [index, clause] of clauses.entries()) {
      if (clause.kind === 'filter') waiting = [...waiting, clause.condition];
      else rows = this.#step(rows, clause, start, scope);
      // Branches that follow each other are alternatives of one choice, merged before a waiting FILTER sees them.
      if (clause.kind === 'union' && clauses[index + 1]?.kind === 'union') continue;
      const ready = waiting.filter((condition) => conditionVariables(condition).every((name) => scope.has(name)));
      waiting = waiting.filter((condition) => !ready.includes(condition));
      rows = rows.filter((row) => ready.every((condition) => holds(condition, (operand) => this.#read(operand, row))));
    }
    return rows;
  }

  #step(
    rows: readonly Solution[],
    clause: Exclude<Clause, { kind: 'filter' }>,
    start: Solution,
    scope: Set<string>,
  ): readonly Solution[] {
    if (clause.kind === 'not') return rows.filter((row) => this.block(clause.clauses, row).length === 0);
    for (const name of boundVariables(clause)) scope.add(name);
    switch (clause.kind) {
      case 'concept-clause': {
        const found = this.#graph.concepts.filter((concept) => this.#matches(concept, clause.pattern));
        return distinct(rows.flatMap((row) => found.flatMap(({ id }) => bind(row, clause.variable.name, id))));
      }
      case 'proposition-clause':
        return distinct(rows.flatMap((row) => this.#proposition(row, clause)));
      case 'optional':
        return distinct(rows.flatMap((row) => this.#optional(row, clause, scope)));
      case 'union': {
        const branch = this.block(clause.clauses, new Map()).flatMap((row) => join(start, row));
        return distinct([...rows, ...branch].map((row) => complete(row, scope)));
      }
    }
  }

  #optional(row: Solution, clause: GroupClause, scope: ReadonlySet<string>): readonly Solution[] {
    const found = this.block(clause.clauses, row);
    return (found.length > 0 ? found : [row]).map((solution) => complete(solution, scope));
  }

  #proposition(row: Solution, { variable, pattern }: PropositionClause): readonly Solution[] {
    if (pattern.kind === 'triple-pattern' && pattern.predicate.kind === 'predicate-names' && pattern.predicate.hops) {
      return this.#walks(row, pattern, pattern.predicate.hops);
    }
    return this.#graph.links.flatMap((link) =>
      this.#link(row, pattern, link).flatMap((found) => (variable ? bind(found, variable.name, link.id) : [found])),
    );
  }

  /** A pair of elements matches where any walk of an allowed length leads from one to the other; nodes may repeat. */
  #walks(row: Solution, pattern: TriplePattern, hops: { min: number; max: number | null }): readonly Solution[] {
    const predicate = this.#scalar((pattern.predicate as { names: readonly Scalar[] }).names[0]!);
    return [...this.#elements.keys()].flatMap((start) =>
      this.#endpoint(row, pattern.subject, start).flatMap((begun) =>
        [...this.#reached(start, predicate, hops.min, hops.max)].flatMap((end) =>
          this.#endpoint(begun, pattern.object, end),
        ),
      ),
    );
  }

  #reached(start: string, predicate: Json, min: number, max: number | null): ReadonlySet<string> {
    // Every element reachable by at least `min` hops is reached within `min` plus the number of elements.
    const last = Math.min(max ?? Infinity, min + this.#elements.size);
    const reached = new Set<string>();
    let frontier = new Set([start]);
    for (let length = 0; length <= last; length++) {
      if (length >= min) for (const end of frontier) reached.add(end);
      const links = this.#graph.links.filter((link) => link.predicate === predicate && frontier.has(link.subject));
      frontier = new Set(links.map((link) => link.object));
    }
    return reached;
  }

  #link(row: Solution, pattern: PropositionPattern, link: Link): readonly Solution[] {
    if (pattern.kind === 'link-id-pattern') return this.#scalar(pattern.id) === link.id ? [row] : [];
    return this.#predicate(row, pattern, link)
      .flatMap((found) => this.#endpoint(found, pattern.subject, link.subject))
      .flatMap((found) => this.#endpoint(found, pattern.object, link.object));
  }

  #predicate(row: Solution, { predicate }: TriplePattern, link: Link): readonly Solution[] {
    if (predicate.kind === 'variable') return bind(row, predicate.name, link.predicate);
    return predicate.names.some((name) => this.#scalar(name) === link.predicate) ? [row] : [];
  }

  #endpoint(row: Solution, endpoint: Endpoint, id: string): readonly Solution[] {
    if (endpoint.kind === 'variable') return bind(row, endpoint.name, id);
    if (endpoint.kind === 'concept-pattern') {
      const concept = this.#concepts.get(id);
      return concept && this.#matches(concept, endpoint) ? [row] : [];
    }
    const link = this.#links.get(id);
    return link ? this.#link(row, endpoint, link) : [];
  }

  #matches(concept: Concept, pattern: ConceptPattern): boolean {
    return (['id', 'type', 'name'] as const).every((key) => {
      const wanted = pattern[key];
      return wanted === undefined || this.#scalar(wanted) === concept[key];
    });
  }

  #read(operand: Operand, row: Solution): Json {
    return operand.kind === 'path' ? readPath(operand, row, this.#elements) : literalValue(operand, this.#parameters);
  }

  #scalar(scalar: Scalar): Json {
    return literalValue(scalar, this.#parameters);
  }
}

/** A variable that is already bound keeps its binding or fails; one that is present but null matches nothing. */
function bind(row: Solution, name: string, value: string): readonly Solution[] {
  if (row.has(name)) return row.get(name) === value ? [row] : [];
  return [new Map([...row, [name, value]])];
}

/** The union of two solutions that agree on every variable both of them bind; a null is no binding here. */
function join(left: Solution, right: Solution): readonly Solution[] {
  const bound = [...right].filter(([, value]) => value !== null);
  const compatible = bound.every(([name, value]) => (left.get(name) ?? value) === value);
  return compatible ? [new Map([...right, ...left, ...bound])] : [];
}

function complete(row: Solution, scope: ReadonlySet<string>): Solution {
  return new Map([...scope].map((name) => [name, row.get(name) ?? null]));
}

function distinct(rows: readonly Solution[]): readonly Solution[] {
  const unique = new Map(rows.map((row) => [JSON.stringify([...row].sort()), row]));
  if (unique.size > SOLUTIONS_MAX) throw new TooLarge(`${unique.size} solutions`);
  return [...unique.values()];
}

/** The variables a clause makes visible to the clauses after it: NOT and FILTER none. */
function boundVariables(clause: Clause): readonly string[] {
  switch (clause.kind) {
    case 'filter':
    case 'not':
      return [];
    case 'concept-clause':
      return [clause.variable.name];
    case 'proposition-clause':
      return [...(clause.variable ? [clause.variable.name] : []), ...endpointVariables(clause.pattern)];
    case 'optional':
    case 'union':
      return clause.clauses.flatMap(boundVariables);
  }
}

function endpointVariables(endpoint: Endpoint): readonly string[] {
  if (endpoint.kind === 'variable') return [endpoint.name];
  if (endpoint.kind !== 'triple-pattern') return [];
  const predicate = endpoint.predicate.kind === 'variable' ? [endpoint.predicate.name] : [];
  return [...endpointVariables(endpoint.subject), ...predicate, ...endpointVariables(endpoint.object)];
}

function conditionVariables(condition: Condition): readonly string[] {
  const operands = (...found: readonly Operand[]) =>
    found.flatMap((operand) => (operand.kind === 'path' ? [operand.variable.name] : []));
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.conditions.flatMap(conditionVariables);
    case 'negation':
      return conditionVariables(condition.condition);
    case 'is-null':
    case 'is-not-null':
      return operands(condition.operand);
    case 'in':
      return operands(condition.subject);
    case 'string-test':
      return operands(condition.subject, condition.argument);
    case 'comparison':
      return operands(condition.left, condition.right);
  }
}

/** Codes of the errors that depend on the graph: unregistered names anywhere, missing identities in mandatory places. */
function refusals(where: readonly Clause[], graph: Graph, parameters: Parameters): readonly string[] {
  const patterns = (clauses: readonly Clause[], nested: boolean): readonly Endpoint[] =>
    clauses.flatMap((clause): readonly Endpoint[] => {
      if (clause.kind === 'concept-clause' || clause.kind === 'proposition-clause') return withNested(clause.pattern);
      return clause.kind !== 'filter' && nested ? patterns(clause.clauses, true) : [];
    });
  const read = (scalar: Scalar) => literalValue(scalar, parameters);
  const registered = (type: string, name: Scalar) =>
    graph.concepts.some((concept) => concept.type === type && concept.name === read(name));
  const unknownName = patterns(where, true).some((pattern) => {
    if (pattern.kind === 'concept-pattern') return pattern.type && !registered('$ConceptType', pattern.type);
    if (pattern.kind !== 'triple-pattern' || pattern.predicate.kind === 'variable') return false;
    return pattern.predicate.names.some((name) => !registered('$PropositionType', name));
  });
  const missingElement = patterns(where, false).some((pattern) => {
    if (pattern.kind === 'link-id-pattern') return !graph.links.some((link) => link.id === read(pattern.id));
    if (pattern.kind !== 'concept-pattern') return false;
    const { id, type, name } = pattern;
    if (id) return !graph.concepts.some((concept) => concept.id === read(id));
    return type && name && !graph.concepts.some((each) => each.type === read(type) && each.name === read(name));
  });
  return [...(unknownName ? ['KIP_2001'] : []), ...(missingElement ? ['KIP_3002'] : [])];
}

function withNested(endpoint: Endpoint): readonly Endpoint[] {
  if (endpoint.kind !== 'triple-pattern') return [endpoint];
  return [endpoint, ...withNested(endpoint.subject), ...withNested(endpoint.object)];
}
