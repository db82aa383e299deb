// The WHERE of UPDATE, DELETE, MERGE and EXPORT: the elements its variables are bound to.
import type { Clause, Scalar, Variable } from '../../src/language/ast.ts';
import type { JsonKind } from '../../src/protocol/values.ts';
import { errors } from '../../src/protocol/errors.ts';
import { Compilation, Group, type Identity } from './scope.ts';
import { printQuery, type PrintedSql } from './sql-printer.ts';
import { bound, isNotNull, type Select } from './sql-node.ts';
import { compileBlock } from './where.ts';

export interface TargetPlan extends PrintedSql {
  readonly checked: PrintedSql['binds'];
  readonly identities: readonly Identity[];
  readonly checkIdentities: boolean;
}

/** Distinct bindings of `variables`, one column of element ids each; solutions that leave one unbound do not count. */
export function compileTargets(
  where: readonly Clause[],
  variables: readonly Variable[],
  placeholderKinds: ReadonlyMap<string, JsonKind>,
  limit?: Scalar,
): TargetPlan {
  const compilation = new Compilation(placeholderKinds);
  const names = variables.map((variable) => variable.name);
  const group = compileBlock(where, new Group(compilation, undefined, true), new Set(names));
  const bindings = variables.map((variable) => {
    const binding = group.require(variable);
    if (binding.kind !== 'predicate') return binding;
    throw errors.reference(
      `?${variable.name} is a predicate variable: it holds a name, not an element.`,
      `Bind the link itself: ?link (?s, ?${variable.name}, ?o).`,
      variable.range,
    );
  });
  const select: Select = {
    kind: 'select',
    distinct: !group.isKey(names),
    columns: bindings.map(({ id }) => ({ sql: id })),
    from: group.from(),
    where: [...group.where, ...bindings.filter((b) => b.nullable).map((b) => isNotNull(b.id))],
    ...(limit && { limit: bound({ kind: 'limit', source: limit, offset: 0 }) }),
  };
  const printed = printQuery(select);
  return {
    ...printed,
    checked: compilation.binds.filter((bind) => !printed.binds.includes(bind)),
    identities: compilation.identities,
    checkIdentities: compilation.hasUnion,
  };
}
