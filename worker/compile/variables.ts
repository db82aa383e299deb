// Which variables a piece of WHERE mentions.
import type { Clause, Endpoint } from '../../src/language/ast.ts';
import { conditionPaths } from './filter.ts';

/** Adds the names of all variables that `clauses` mention, at any depth, to `names`, and returns it. */
export function variablesIn(clauses: readonly Clause[], names: Set<string>): Set<string> {
  for (const clause of clauses) {
    switch (clause.kind) {
      case 'concept-clause':
        names.add(clause.variable.name);
        break;
      case 'proposition-clause':
        if (clause.variable) names.add(clause.variable.name);
        addEndpoint(clause.pattern, names);
        break;
      case 'filter':
        for (const path of conditionPaths(clause.condition)) names.add(path.variable.name);
        break;
      default:
        variablesIn(clause.clauses, names);
    }
  }
  return names;
}

function addEndpoint(endpoint: Endpoint, names: Set<string>): void {
  if (endpoint.kind === 'variable') names.add(endpoint.name);
  if (endpoint.kind !== 'triple-pattern') return;
  addEndpoint(endpoint.subject, names);
  addEndpoint(endpoint.object, names);
  if (endpoint.predicate.kind === 'variable') names.add(endpoint.predicate.name);
}
