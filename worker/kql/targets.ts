// Selects what UPDATE, DELETE, MERGE and EXPORT act on.
import type { Clause, Scalar, Variable } from '../../src/language/ast.ts';
import { evaluateBind } from '../compile/bind.ts';
import { compileTargets } from '../compile/targets.ts';
import type { StatementContext } from '../nexus.ts';
import type { SqlRow, SqlValue } from '../store/driver.ts';
import { fillTargets } from '../store/targets.ts';
import { placeholderKinds } from './find-plans.ts';
import { requireIdentities } from './identities.ts';

/** A SELECT of distinct element ids, one column a variable, to run or to embed; its parameters are ?1 to ?n. */
export interface TargetQuery {
  readonly sql: string;
  readonly values: readonly SqlValue[];
  /**
   * Throws notFound for a mandatory identity that names nothing. To be called when there are no rows; where a UNION can give
   * rows all the same, `targetQuery` has made the check itself.
   */
  readonly requireIdentities: () => void;
}

export function targetQuery(
  where: readonly Clause[],
  variables: readonly Variable[],
  { nexus, parameters }: StatementContext,
  limit?: Scalar,
): TargetQuery {
  const plan = compileTargets(where, variables, placeholderKinds(parameters), limit);
  const environment = { parameters, types: nexus.types };
  for (const bind of plan.checked) evaluateBind(bind, environment);
  const query: TargetQuery = {
    sql: plan.sql,
    values: plan.binds.map((bind) => evaluateBind(bind, environment)),
    requireIdentities: () => requireIdentities(nexus, plan.identities, environment),
  };
  if (plan.checkIdentities) query.requireIdentities();
  return query;
}

/** Fills the temporary table `targets` with the ids bound to `variable`, at most LIMIT of them. */
export function collectTargets(
  where: readonly Clause[],
  variable: Variable,
  context: StatementContext,
  limit?: Scalar,
): { readonly count: number } {
  const query = targetQuery(where, [variable], context, limit);
  const count = fillTargets(context.nexus.driver, query.sql, query.values);
  if (count === 0) query.requireIdentities();
  return { count };
}

/** Distinct combinations of ids bound to `variables`, one cell a variable. */
export function selectBindings(
  where: readonly Clause[],
  variables: readonly Variable[],
  context: StatementContext,
  limit?: Scalar,
): SqlRow[] {
  const query = targetQuery(where, variables, context, limit);
  const rows = context.nexus.driver.all(query.sql, query.values);
  if (rows.length === 0) query.requireIdentities();
  return rows;
}
