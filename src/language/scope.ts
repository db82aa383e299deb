// What the clauses of WHERE bind, and where a binding is visible (§3.4.7).
// Patterns and filters of one block are a conjunction: a FILTER may stand before the clause that binds its variable. NOT and
// OPTIONAL see what was bound before them, UNION sees nothing. What NOT binds stays inside; OPTIONAL and UNION give it on.
import type { Clause, Condition, Endpoint, Operand, Path, PropositionPattern, Variable } from './ast.ts';
import type { Reporter } from './reporter.ts';
import { nearest } from './suggest.ts';

/** What a variable holds: an element, a predicate name, or either, where branches of UNION disagree. */
type Holds = 'element' | 'predicate' | 'either';

/** Reports what is wrong inside the clauses, and answers what they bind for the rest of the statement. */
export function bindWhere(reporter: Reporter, clauses: readonly Clause[]): Bindings {
  const bindings = new Bindings(reporter, new Map(), 'WHERE');
  bindings.bind(clauses);
  return bindings;
}

export class Bindings {
  readonly #reporter: Reporter;
  readonly #held: Map<string, Holds>;
  /** The word that opens this block. */
  readonly #block: string;
  /** Variables that a NOT of this block keeps to itself. */
  readonly #hidden = new Set<string>();

  constructor(reporter: Reporter, held: Map<string, Holds>, block: string) {
    this.#reporter = reporter;
    this.#held = held;
    this.#block = block;
  }

  isBound(name: string): boolean {
    return this.#held.has(name);
  }

  /** Binds what the clauses of this block bind, in order, then judges its filters. */
  bind(clauses: readonly Clause[]): void {
    for (const clause of clauses) this.#bindClause(clause);
    for (const clause of clauses) {
      if (clause.kind === 'filter') for (const path of pathsOf(clause.condition)) this.requirePath(path);
    }
  }

  #bindClause(clause: Clause): void {
    switch (clause.kind) {
      case 'concept-clause':
        return this.#hold(clause.variable, 'element');
      case 'proposition-clause':
        if (clause.variable) this.#hold(clause.variable, 'element');
        return this.#bindPattern(clause.pattern);
      case 'not':
      case 'optional':
      case 'union':
        return this.#bindGroup(clause.kind, clause.clauses);
      case 'filter':
        return;
    }
  }

  #bindGroup(kind: 'not' | 'optional' | 'union', clauses: readonly Clause[]): void {
    const outer = kind === 'union' ? new Map<string, Holds>() : new Map(this.#held);
    const inner = new Bindings(this.#reporter, outer, kind.toUpperCase());
    inner.bind(clauses);
    for (const [name, holds] of inner.#held) {
      if (kind === 'not') this.#hidden.add(name);
      else if (!this.#held.has(name)) this.#held.set(name, holds);
      else if (this.#held.get(name) !== holds) this.#held.set(name, 'either');
    }
  }

  #bindPattern(pattern: PropositionPattern): void {
    if (pattern.kind === 'link-id-pattern') return;
    this.#bindEndpoint(pattern.subject);
    if (pattern.predicate.kind === 'variable') this.#hold(pattern.predicate, 'predicate');
    this.#bindEndpoint(pattern.object);
  }

  #bindEndpoint(endpoint: Endpoint): void {
    if (endpoint.kind === 'variable') this.#hold(endpoint, 'element');
    else if (endpoint.kind !== 'concept-pattern') this.#bindPattern(endpoint);
  }

  #hold({ name, range }: Variable, holds: Holds): void {
    const before = this.#held.get(name);
    if (before === undefined) this.#held.set(name, holds);
    else if (before !== holds && before !== 'either') {
      const [now, then] = holds === 'element' ? ['an element', 'a predicate name'] : ['a predicate name', 'an element'];
      const hint = `Use another variable for one of them. A predicate variable holds the name of the relation, a string.`;
      this.#reporter.report('reference', range, `?${name} stands for ${now} here and for ${then} elsewhere`, hint);
    }
  }

  // -------------------------------------------------------------- uses

  /** A path that is read: its variable must be bound, and a predicate name has no fields. */
  requirePath(path: Path): void {
    const { name } = path.variable;
    if (!this.#require(path.variable)) return;
    if (path.fields.length > 0 && this.#held.get(name) === 'predicate') {
      const hint = `Write ?${name} itself. For data of the link bind the link: ?link (?s, ?${name}, ?o), then ?link.${path.fields.join('.')}.`;
      this.#reporter.report('reference', path.range, `?${name} is a predicate name, a string without fields`, hint, [
        { title: 'Drop the fields', edits: [{ ...path.range, insert: `?${name}` }] },
      ]);
    }
  }

  /** A variable that is written to, removed or exported. */
  requireElement(variable: Variable): void {
    if (!this.#require(variable) || this.#held.get(variable.name) !== 'predicate') return;
    const hint = `Bind the link itself: ?link (?s, ?${variable.name}, ?o), and name ?link here.`;
    this.#reporter.report('reference', variable.range, `?${variable.name} holds predicate names, not elements`, hint);
  }

  #require({ name, range }: Variable): boolean {
    if (this.#held.has(name)) return true;
    const elsewhere = this.#hidden.has(name) || this.#block === 'UNION';
    const near = elsewhere ? undefined : nearest(name, this.#held.keys(), 1)[0];
    const mend = { from: range.from, to: range.from + 1 + name.length, insert: `?${near}` };
    const fixes = near ? [{ title: `Write ?${near}`, edits: [mend] }] : [];
    this.#reporter.report(
      'reference',
      range,
      `?${name} is not bound by a clause that is visible here`,
      this.#advice(name, near),
      fixes,
    );
    return false;
  }

  #advice(name: string, near: string | undefined): string {
    const bound = [...this.#held.keys()]
      .slice(0, 12)
      .map((other) => `?${other}`)
      .join(', ');
    const example = `?${name} {type: "…"} or (?${name}, "predicate", ?y)`;
    const list = bound ? `Bound here: ${bound}. ` : '';
    if (this.#hidden.has(name)) return `What NOT binds stays inside it. ${list}Bind ?${name} outside NOT: ${example}.`;
    if (this.#block === 'UNION')
      return `A UNION branch sees nothing from outside it. ${list}Bind ?${name} inside the branch too.`;
    if (near) return `Did you mean ?${near}? ${list}`.trimEnd();
    return `${list}Bind ?${name} in ${this.#block}: ${example}.`;
  }
}

/** Every path a condition reads. */
export function pathsOf(condition: Condition): Path[] {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.conditions.flatMap(pathsOf);
    case 'negation':
      return pathsOf(condition.condition);
    case 'comparison':
      return onlyPaths(condition.left, condition.right);
    case 'string-test':
      return onlyPaths(condition.subject, condition.argument);
    case 'in':
      return onlyPaths(condition.subject);
    case 'is-null':
    case 'is-not-null':
      return [condition.operand];
  }
}

function onlyPaths(...operands: Operand[]): Path[] {
  return operands.filter((operand) => operand.kind === 'path');
}
