// `?l (subject, predicate, object)` and `?l (id: …)` as clauses (§3.4.2).
import type { PropositionClause } from '../../src/language/ast.ts';
import { addLinkById, addTriple, hopsOf } from './endpoint.ts';
import { addPath } from './path.ts';
import type { Group } from './scope.ts';

export function addPropositionClause(group: Group, clause: PropositionClause): void {
  const { variable, pattern } = clause;
  if (pattern.kind === 'triple-pattern' && hopsOf(pattern)) return addPath(group, pattern, variable);
  const atom = variable?.name ?? group.compilation.alias('#');
  if (pattern.kind === 'link-id-pattern') addLinkById(group, pattern, atom);
  else addTriple(group, pattern, atom);
}
