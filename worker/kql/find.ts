// Runs a FIND: one SQL statement, which answers with one row of finished JSON text (see compile/find.ts). What is left to do
// here is to cut the extra row of a page and to set brackets.
import type { FindStatement } from '../../src/language/ast.ts';
import { evaluateBind, limitValue, stringValue, type BindEnvironment } from '../compile/bind.ts';
import { compileFind, type FindPlan } from '../compile/find.ts';
import type { StatementAnswer, StatementContext } from '../nexus.ts';
import type { SqlRow } from '../store/driver.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import { placeholderKinds } from './find-plans.ts';
import { requireIdentities } from './identities.ts';
import { queryForm, queryIdentity, type QueryForm } from './query-identity.ts';

export interface ReadyPlan extends FindPlan {
  readonly form: QueryForm;
}

export function executeFind(statement: FindStatement, context: StatementContext): StatementAnswer {
  const plan = compileFind(statement, placeholderKinds(context.parameters));
  return runPlan({ ...plan, form: queryForm(statement) }, context);
}

/** `literals`: those of the text at hand, where the plan was compiled from another text of the same shape. */
export function runPlan(
  plan: ReadyPlan,
  context: StatementContext,
  literals?: readonly (string | number)[],
): StatementAnswer {
  const { nexus } = context;
  const base: BindEnvironment = { parameters: context.parameters, types: nexus.types, ...(literals && { literals }) };
  const environment = { ...base, ...cursorOf(plan, base, context) };
  for (const bind of plan.checked) evaluateBind(bind, environment);
  for (const { type, path } of plan.attributeUses) {
    nexus.attributeIndexes.noteUse(evaluateBind(type, environment) as number, path);
  }
  const limit = plan.statement.limit && limitValue(plan.statement.limit, environment);
  const values = plan.binds.map((bind) => evaluateBind(bind, environment));
  const row = nexus.driver.get(plan.sql, values)!;
  if (row[0] === 0 || plan.checkIdentities) requireIdentities(nexus, plan.identities, environment);
  if (plan.shape === 'single') return { resultText: bracket(row.slice(1) as string[]) };
  return page(plan, row, limit, environment, context);
}

function cursorOf(plan: ReadyPlan, environment: BindEnvironment, { nexus }: StatementContext): { cursorKeys?: string } {
  const { cursor } = plan.statement;
  if (!cursor || (cursor.kind === 'placeholder' && environment.parameters[cursor.name] === null)) return {};
  const text = stringValue(cursor, 'cursor', environment);
  return { cursorKeys: decodeCursor(nexus, queryIdentity(plan.form, environment), text, cursor.range) };
}

function page(
  plan: ReadyPlan,
  row: SqlRow,
  limit: number | undefined,
  environment: BindEnvironment,
  { nexus }: StatementContext,
): StatementAnswer {
  const resultText = bracket(row.slice(1, plan.columnCount + 1) as string[]);
  if (limit === undefined || (row[0] as number) <= limit) return { resultText };
  const lastKeys = row[plan.columnCount + 1] as string;
  return { resultText, nextCursor: encodeCursor(nexus, queryIdentity(plan.form, environment), lastKeys) };
}

/** One column stands for itself, several stand side by side (§6.2.2). */
const bracket = (columns: readonly (string | number)[]): string =>
  columns.length === 1 ? String(columns[0]) : `[${columns.join(',')}]`;
