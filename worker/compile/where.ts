// A block of WHERE: its clauses in order, as one Group, or as several stacked ones where a UNION closes the rows so far
// (§3.4, §3.4.7). Patterns and filters between two of NOT, OPTIONAL and UNION are one conjunction without order; those
// three see the bindings made before them.
import type { Clause, FilterClause, PropositionClause, ConceptClause } from '../../src/language/ast.ts';
import { errors } from '../../src/protocol/errors.ts';
import { addConceptClause } from './concept-pattern.ts';
import { compileCondition, conditionPaths } from './filter.ts';
import { addOptional } from './optional.ts';
import { addPropositionClause } from './proposition-pattern.ts';
import { hopsOf } from './endpoint.ts';
import { Group } from './scope.ts';
import { closeRows, mergeRows } from './union.ts';
import { integer, type Select } from './sql-node.ts';
import { variablesIn } from './variables.ts';

type PatternClause = ConceptClause | PropositionClause;

/**
 * Compiles `clauses` into `start` and returns the group that then holds the solutions, which is another one after a UNION.
 * `needed`: the variables read after this block; others may be dropped where rows are closed.
 */
export function compileBlock(clauses: readonly Clause[], start: Group, needed: ReadonlySet<string>): Group {
  const block = new Block(start);
  for (let at = 0; at < clauses.length;) {
    const clause = clauses[at]!;
    if (clause.kind === 'union') {
      const end = endOfUnions(clauses, at);
      block.union(
        clauses.slice(at, end),
        !clauses.slice(0, at).some(isPattern),
        block.keep(later(clauses, end, needed)),
      );
      at = end;
    } else if (clause.kind === 'not' || clause.kind === 'optional') {
      if (clause.kind === 'not') addNot(block.group, clause.clauses);
      else addOptional(block.group, clause.clauses, block.keep(later(clauses, at + 1, needed)));
      at += 1;
    } else {
      const end = endOfRun(clauses, at);
      block.conjunction(clauses.slice(at, end) as (PatternClause | FilterClause)[]);
      at = end;
    }
    block.applyFilters();
  }
  block.refuseUnboundFilters();
  return block.group;
}

function endOfUnions(clauses: readonly Clause[], from: number): number {
  let at = from;
  while (clauses[at]?.kind === 'union') at += 1;
  return at;
}

function endOfRun(clauses: readonly Clause[], from: number): number {
  let at = from;
  while (at < clauses.length && !['union', 'not', 'optional'].includes(clauses[at]!.kind)) at += 1;
  return at;
}

/** What is read by the clauses from `at` on, and after the block. */
function later(clauses: readonly Clause[], at: number, needed: ReadonlySet<string>): Set<string> {
  return variablesIn(clauses.slice(at), new Set(needed));
}

class Block {
  group: Group;
  /** Filters that wait for a variable which a later clause binds. */
  private waiting: FilterClause[] = [];

  constructor(group: Group) {
    this.group = group;
  }

  conjunction(run: readonly (PatternClause | FilterClause)[]): void {
    for (const clause of run) if (clause.kind === 'concept-clause') addConceptClause(this.group, clause);
    const propositions = run.filter((clause) => clause.kind === 'proposition-clause');
    // Paths last: a walk is started from an end that is known, and the other patterns may bind it.
    for (const clause of propositions.filter((c) => !isPath(c))) addPropositionClause(this.group, clause);
    this.paths(propositions.filter(isPath));
    this.waiting.push(...run.filter((clause) => clause.kind === 'filter'));
  }

  /** Paths with a known end before those whose end another path gives. */
  private paths(paths: PropositionClause[]): void {
    const rest = [...paths];
    while (rest.length > 0) {
      const ready = rest.findIndex((clause) => hasKnownEnd(this.group, clause));
      const [next] = rest.splice(Math.max(ready, 0), 1);
      addPropositionClause(this.group, next!);
    }
  }

  /** What is read later, by clauses still to come and by filters that wait. */
  keep(later: Set<string>): Set<string> {
    return variablesIn(this.waiting, later);
  }

  union(unions: readonly Clause[], mainIsEmpty: boolean, keep: ReadonlySet<string>): void {
    const { outer } = this.group;
    const read = new Set([...keep, ...(outer?.visibleNames() ?? [])]); // the branch must agree with outer variables
    const branches = unions.map((clause) => {
      const branch = new Group(this.group.compilation, undefined, false);
      return compileBlock(clause.kind === 'union' ? clause.clauses : [], branch, read);
    });
    const parts = [...(mainIsEmpty ? [] : [this.group]), ...branches];
    this.group = mergeRows(
      this.group,
      parts.map((part) => closeRows(part, outer, keep)),
    );
  }

  applyFilters(): void {
    const isReady = (filter: FilterClause): boolean =>
      conditionPaths(filter.condition).every((path) => this.group.lookup(path.variable.name));
    const ready = this.waiting.filter(isReady);
    this.waiting = this.waiting.filter((filter) => !ready.includes(filter));
    for (const filter of ready) this.group.where.push(compileCondition(this.group, filter.condition));
  }

  refuseUnboundFilters(): void {
    for (const filter of this.waiting) {
      for (const path of conditionPaths(filter.condition)) this.group.require(path.variable);
    }
    if (this.waiting.length > 0) throw errors.internal('A FILTER was left over.');
  }
}

/** Whether the clause gives rows: a main part with none before a UNION is empty, not one row of nothing. */
const isPattern = ({ kind }: Clause): boolean => kind !== 'filter' && kind !== 'not';

const isPath = (clause: PropositionClause): boolean =>
  clause.pattern.kind === 'triple-pattern' && hopsOf(clause.pattern) !== undefined;

function hasKnownEnd(group: Group, { pattern }: PropositionClause): boolean {
  if (pattern.kind !== 'triple-pattern') return true;
  return [pattern.subject, pattern.object].some((end) =>
    end.kind === 'variable'
      ? group.lookup(end.name) !== undefined
      : end.kind !== 'concept-pattern' || Boolean(end.name),
  );
}

/** Keeps the solutions for which the block has none; its own variables stay inside. */
function addNot(group: Group, clauses: readonly Clause[]): void {
  const inner = compileBlock(clauses, new Group(group.compilation, group, false), new Set());
  group.where.push({ kind: 'not-exists', query: selectOne(inner) });
}

function selectOne(group: Group): Select {
  return { kind: 'select', columns: [{ sql: integer(1) }], from: group.from(), where: group.where };
}
