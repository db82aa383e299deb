// Random FIND queries that are well-formed by construction: scopes are tracked while clauses are drawn, so that every query
// must be answered.
import type { Json } from '../src/protocol/values.ts';
import type { ClausePlan, Ids, QueryPlan } from './query-plan.ts';
import { NAMES, PREDICATES, randomScalar, TYPES, type GraphPlan } from './random-graph.ts';
import type { Random } from './random.ts';

/** Variables visible so far: those that stand for elements, of which some are known to be links, and for predicate names. */
interface Scope {
  readonly elements: Set<string>;
  readonly links: Set<string>;
  readonly predicates: Set<string>;
}

const emptyScope = (): Scope => ({ elements: new Set(), links: new Set(), predicates: new Set() });
const copyScope = (scope: Scope): Scope => ({
  elements: new Set(scope.elements),
  links: new Set(scope.links),
  predicates: new Set(scope.predicates),
});

const ELEMENT_VARIABLES = ['a', 'b', 'c', 'd', 'e', 'f'];

export function randomQuery(random: Random, graph: GraphPlan, ids: Ids): QueryPlan {
  for (;;) {
    const writer = new QueryWriter(random, graph, ids);
    const plan = writer.query();
    if (plan) return plan;
  }
}

class QueryWriter {
  readonly #random: Random;
  readonly #graph: GraphPlan;
  readonly #ids: Ids;
  readonly #parameters: Record<string, Json> = {};
  /** How many clauses may still be drawn, over all blocks: brute force must stay affordable. */
  #clausesLeft: number;
  /** How much groups are preferred to plain clauses; some queries are mostly groups in groups. */
  readonly #nesting: number;

  constructor(random: Random, graph: GraphPlan, ids: Ids) {
    this.#random = random;
    this.#graph = graph;
    this.#ids = ids;
    this.#clausesLeft = 3 + random.below(6);
    this.#nesting = random.chance(0.3) ? 3 : 1;
  }

  /** Undefined where the WHERE drawn shows no variable to project. */
  query(): QueryPlan | undefined {
    const scope = emptyScope();
    const where = this.#block(scope, 0);
    const visible = [...scope.elements, ...scope.predicates];
    if (visible.length === 0) return undefined;
    const shown = [...new Set([0, 1, 2].slice(0, 1 + this.#random.below(3)).map(() => this.#random.pick(visible)))];
    const isPredicate = (name: string) => scope.predicates.has(name);
    const find = this.#projections(shown, isPredicate);
    const limit = this.#random.chance(0.25) ? this.#operand(1 + this.#random.below(6)) : undefined;
    return { find, where, orderBy: this.#orderBy(find, shown, isPredicate), limit, parameters: this.#parameters };
  }

  // -------------------------------------------------------------- blocks and clauses

  #block(scope: Scope, depth: number): readonly ClausePlan[] {
    const random = this.#random;
    const clauses: ClausePlan[] = [];
    // NOT and OPTIONAL may consist of conditions on what is bound already.
    if (depth > 0 && scope.elements.size > 0 && random.chance(0.05)) return [`FILTER(${this.#condition(scope, 2)})`];
    const wanted = 1 + random.below(depth === 0 ? 5 : 3);
    do {
      this.#clausesLeft--;
      clauses.push(this.#clause(scope, depth, clauses.length === 0));
    } while (clauses.length < wanted && this.#clausesLeft > 0);
    for (let filters = random.weighted([[6, 0] as const, [3, 1] as const, [0.6, 2] as const]); filters > 0; filters--) {
      if (scope.elements.size + scope.predicates.size === 0) break;
      // A FILTER may stand before the clauses that bind its variables.
      const at = random.chance(0.6) ? clauses.length : random.below(clauses.length);
      clauses.splice(at, 0, `FILTER(${this.#condition(scope, 2)})`);
    }
    return clauses;
  }

  #clause(scope: Scope, depth: number, first: boolean): ClausePlan {
    const random = this.#random;
    const grouping = depth < 3 && this.#clausesLeft > 0;
    const kind = random.weighted([
      [first ? 6 : 4, 'concept'],
      [first ? 7 : 6, 'triple'],
      [0.4, 'link-id'],
      [grouping ? (first ? 0.2 : 2) * this.#nesting : 0, 'NOT'],
      [grouping ? (first ? 0.2 : 2) * this.#nesting : 0, 'OPTIONAL'],
      [grouping ? (first ? 0.8 : 2) * this.#nesting : 0, 'UNION'],
    ] as const);
    switch (kind) {
      case 'concept':
        return `?${this.#conceptVariable(scope)} ${this.#conceptPattern()}`;
      case 'triple': {
        const hops = random.chance(0.25);
        const text = this.#triple(scope, hops, 0);
        return hops || random.chance(0.6) ? text : `?${this.#linkVariable(scope)} ${text}`;
      }
      case 'link-id':
        return this.#ids.links.length > 0
          ? `?${this.#linkVariable(scope)} (id: ${this.#operand(random.pick(this.#ids.links))})`
          : this.#clause(scope, depth, first);
      default:
        return this.#group(kind, scope, depth);
    }
  }

  #group(group: 'NOT' | 'OPTIONAL' | 'UNION', scope: Scope, depth: number): ClausePlan {
    const inner = group === 'UNION' ? emptyScope() : copyScope(scope);
    const clauses = this.#block(inner, depth + 1);
    if (group !== 'NOT') {
      for (const name of inner.elements) scope.elements.add(name);
      for (const name of inner.links) scope.links.add(name);
      for (const name of inner.predicates) scope.predicates.add(name);
    }
    return { group, clauses };
  }

  #triple(scope: Scope, hops: boolean, depth: number): string {
    const subject = this.#endpoint(scope, depth);
    const predicate = hops ? `${this.#predicateName()}${this.#hops()}` : this.#predicate(scope);
    // Self-links are rare, so that a second use of the same variable is too.
    let object = this.#endpoint(scope, depth);
    if (object === subject && this.#random.chance(0.9)) object = this.#endpoint(scope, depth);
    return `(${subject}, ${predicate}, ${object})`;
  }

  #endpoint(scope: Scope, depth: number): string {
    const random = this.#random;
    const kind = random.weighted([
      [9, 'variable'],
      [2, 'concept'],
      [depth < 2 ? 0.5 : 0, 'nested'],
      [this.#ids.links.length > 0 ? 0.2 : 0, 'link-id'],
    ] as const);
    if (kind === 'variable') return `?${this.#elementVariable(scope, 0.6)}`;
    if (kind === 'concept') return this.#conceptPattern();
    if (kind === 'nested') return this.#triple(scope, false, depth + 1);
    return `(id: ${this.#operand(random.pick(this.#ids.links))})`;
  }

  #conceptPattern(): string {
    const random = this.#random;
    const { type, name } = random.chance(0.97)
      ? random.pick(this.#graph.concepts)
      : { type: random.pick([...TYPES, 'Missing']), name: random.pick(NAMES) };
    const key = (word: string) => (random.chance(0.1) ? `"${word}"` : word);
    const typed = `${key('type')}: ${this.#operand(type)}`;
    const named = `${key('name')}: ${this.#operand(name)}`;
    return random.weighted([
      [7, () => `{${typed}}`],
      [1.5, () => `{${named}}`],
      [2, () => `{${typed}, ${named}}`],
      [0.3, () => `{${named}, ${typed}}`],
      [0.7, () => `{${key('id')}: ${this.#operand(random.pick(this.#ids.concepts))}}`],
    ] as const)();
  }

  #predicate(scope: Scope): string {
    const random = this.#random;
    if (random.chance(0.3)) return `?${this.#variable(scope.predicates, ['p', 'q'], 0.6)}`;
    if (random.chance(0.75)) return this.#predicateName();
    return `${this.#predicateName()} | ${this.#predicateName()}`;
  }

  #predicateName(): string {
    const random = this.#random;
    if (random.chance(0.01)) return '"not_registered"';
    return this.#operand(random.chance(0.95) ? random.pick(PREDICATES.slice(0, 3)) : random.pick(PREDICATES));
  }

  #hops(): string {
    const random = this.#random;
    const low = random.below(4);
    return random.pick([
      `{${low}}`,
      `{${low},}`,
      `{${low},${low + random.below(3)}}`,
      `{${low},${low + 9}}`,
      '{0,1}',
      '{1,}',
    ]);
  }

  #elementVariable(scope: Scope, reuse: number): string {
    return this.#variable(scope.elements, ELEMENT_VARIABLES, reuse);
  }

  /** Rarely one that stands for a link, which no concept pattern matches. */
  #conceptVariable(scope: Scope): string {
    const name = this.#elementVariable(scope, 0.4);
    return scope.links.has(name) && this.#random.chance(0.9) ? this.#elementVariable(scope, 0.4) : name;
  }

  /** Mostly a fresh one, at times one already known to stand for a link. */
  #linkVariable(scope: Scope): string {
    const name =
      scope.links.size > 0 && this.#random.chance(0.2)
        ? this.#random.pick([...scope.links])
        : this.#elementVariable(scope, 0.08);
    scope.links.add(name);
    return name;
  }

  #variable(visible: Set<string>, names: readonly string[], reuse: number): string {
    const fresh = names.filter((name) => !visible.has(name));
    const again = visible.size > 0 && (fresh.length === 0 || this.#random.chance(reuse));
    const name = this.#random.pick(again ? [...visible] : fresh);
    visible.add(name);
    return name;
  }

  // -------------------------------------------------------------- expressions

  /** The literal, or a placeholder for it; `any` says that a value of every kind may stand here. */
  #operand(value: Json, any = false): string {
    if (!this.#random.chance(0.12)) return JSON.stringify(value);
    const name = `${any ? 'any' : 'v'}${Object.keys(this.#parameters).length}`;
    this.#parameters[name] = value;
    return `:${name}`;
  }

  #condition(scope: Scope, depth: number): string {
    const random = this.#random;
    const inner = () => this.#condition(scope, depth - 1);
    const scalar = () =>
      this.#operand(random.chance(0.5) ? random.pick([0, 1, 2, 'x', 'a']) : randomScalar(random), true);
    const path = () => this.#scalarPath(scope);
    const text = () => this.#operand(random.pick(['', 'a', 'A', 'x', '深', '0', '%', 'b', 'ä']));
    const pattern = () =>
      this.#operand(random.pick(['^a', '[a-z]$', '1|x', '^.$', '\\d+', '(a|b)+', '', '深.*', '^A']));
    const comparison = () => random.pick(['==', '!=', '<', '>', '<=', '>=']);
    return random.weighted([
      [4, () => `${path()} ${comparison()} ${scalar()}`],
      [2, () => `${path()} != ${scalar()}`],
      [1, () => `${scalar()} ${comparison()} ${path()}`],
      [1, () => `${path()} ${comparison()} ${path()}`],
      [0.6, () => this.#identityTest(scope)],
      [0.2, () => `${scalar()} ${comparison()} ${scalar()}`],
      [1, () => `IN(${path()}, [${[0, 1, 2].slice(0, random.below(4)).map(scalar).join(', ')}])`],
      [2, () => `${random.pick(['IS_NULL', 'IS_NOT_NULL'])}(${this.#anyPath(scope)})`],
      [1, () => `${random.pick(['CONTAINS', 'STARTS_WITH', 'ENDS_WITH'])}(${path()}, ${text()})`],
      [0.4, () => `${random.pick(['CONTAINS', 'STARTS_WITH', 'ENDS_WITH'])}(${path()}, ${path()})`],
      [0.7, () => `REGEX(${path()}, ${pattern()})`],
      [depth > 0 ? 1 : 0, () => `${inner()} && ${inner()}`],
      [depth > 0 ? 2 : 0, () => `${inner()} || ${inner()}`],
      [depth > 0 ? 1 : 0, () => `(${inner()} || ${inner()}) && ${inner()}`],
      [depth > 0 ? 1 : 0, () => `!(${inner()})`],
    ] as const)();
  }

  /** Whether two variables stand for the same element. */
  #identityTest(scope: Scope): string {
    const elements = [...scope.elements];
    if (elements.length === 0) return '1 == 1';
    return `?${this.#random.pick(elements)} ${this.#random.pick(['==', '!=', '!='])} ?${this.#random.pick(elements)}`;
  }

  /** A path that never reads a whole object or array, whose comparison the specification leaves open (§2.7). */
  #scalarPath(scope: Scope): string {
    const random = this.#random;
    const { elements, predicates } = scope;
    if (elements.size === 0 || (predicates.size > 0 && random.chance(0.3))) return `?${random.pick([...predicates])}`;
    return `?${random.pick([...elements])}.${this.#field()}`;
  }

  #field(): string {
    return this.#random.weighted([
      [5, 'attributes.rank'],
      [5, 'attributes.tag'],
      [1, 'attributes.box.in'],
      [0.3, 'attributes.box.deep.er'],
      [3, 'name'],
      [1, 'type'],
      [1, 'id'],
      [0.7, 'subject'],
      [1, 'predicate'],
      [0.7, 'object'],
      [2, 'metadata.confidence'],
      [1, 'metadata.source'],
      [0.3, 'metadata._version'],
      [0.3, 'attributes.rank.deeper'],
    ] as const);
  }

  #anyPath(scope: Scope): string {
    const variables = [...scope.elements, ...scope.predicates];
    return this.#random.chance(0.5) ? `?${this.#random.pick(variables)}` : this.#scalarPath(scope);
  }

  // -------------------------------------------------------------- projection and order

  #projections(shown: readonly string[], isPredicate: (name: string) => boolean): readonly string[] {
    const random = this.#random;
    const aggregating = random.chance(0.3);
    return shown.flatMap((name) => {
      const each = [this.#projection(name, isPredicate(name), aggregating && random.chance(0.6))];
      return random.chance(0.25) ? [...each, this.#projection(name, isPredicate(name), aggregating)] : each;
    });
  }

  #projection(name: string, isPredicate: boolean, aggregate: boolean): string {
    const random = this.#random;
    const path = isPredicate
      ? `?${name}`
      : `?${name}${random.weighted([[3, () => ''] as const, [5, () => `.${this.#field()}`] as const, [0.5, () => '.attributes'] as const, [0.4, () => '.attributes.box'] as const, [0.3, () => '.metadata'] as const])()}`;
    if (!aggregate) return path;
    const call =
      isPredicate || path === `?${name}`
        ? random.pick(['COUNT', 'COUNT'])
        : random.pick(['COUNT', 'SUM', 'AVG', 'MIN', 'MAX']);
    return `${call}(${call === 'COUNT' && random.chance(0.4) ? 'DISTINCT ' : ''}${path})`;
  }

  #orderBy(
    find: readonly string[],
    shown: readonly string[],
    isPredicate: (name: string) => boolean,
  ): readonly string[] {
    const random = this.#random;
    const isAggregate = (expression: string) => expression.includes('(');
    const sortable = (expression: string) =>
      isAggregate(expression) || expression.includes('.') || isPredicate(expression.slice(1));
    if (random.chance(0.4) || find.every(isAggregate)) return [];
    const keys = find.some(isAggregate)
      ? find.filter(sortable)
      : shown.map((name) => (isPredicate(name) ? `?${name}` : `?${name}.${this.#field()}`));
    const chosen = keys.filter(() => random.chance(0.7));
    return chosen.map((key) => `${key}${random.pick(['', ' ASC', ' DESC', ' DESC'])}`);
  }
}
