// How a command is answered (src/protocol/explain.ts): it runs once more with its SQL noted, and SQLite is asked for the plan of each
// statement. Of a command that writes, only the WHERE runs. Everything runs in query-only mode.
import type { Clause, FindStatement, Program, Statement, Variable } from '../../src/language/core.ts';
import type { ExplainedSql, Explanation } from '../../src/protocol/explain.ts';
import { errors } from '../../src/protocol/errors.ts';
import { compileFind } from '../compile/find.ts';
import { runPlan } from '../kql/find.ts';
import { placeholderKinds } from '../kql/find-plans.ts';
import { queryForm } from '../kql/query-identity.ts';
import { selectBindings } from '../kql/targets.ts';
import type { OpenedNexus, StatementContext } from '../nexus.ts';
import { readProgram } from '../read-command.ts';
import { checkRequest } from '../request-check.ts';
import { executeStatements } from '../statements.ts';
import { loadRegex } from '../store/regexp.ts';
import { explainSql } from '../store/query-plan.ts';
import { recordSql, type RecordedSql } from './record-sql.ts';

/**
 * @throws KipError where the command cannot be read or executed, and invalidSyntax for a batch and for UPSERT, which has no WHERE
 */
export async function explain(nexus: OpenedNexus, request: unknown): Promise<Explanation> {
  const begun = performance.now();
  const { commands } = checkRequest(request);
  const [command] = commands;
  if (!command || commands.length > 1) {
    throw errors.invalidSyntax('Only one command at a time can be explained.', 'Send it alone, as "command".');
  }
  if (command.command.includes('REGEX')) await loadRegex();
  const parse = performance.now();
  const program = await readProgram(command);
  const parseMs = performance.now() - parse;
  const terms = nexus.meaning.ready ? await nexus.meaning.prepare(commands) : undefined;
  const context = { nexus, parameters: command.parameters, dryRun: true, privileged: false, ...(terms && { terms }) };
  const run = nexus.driver.reading(() => runRecorded(program, context));
  const sql = nexus.driver.reading(() => run.recorded.map((each) => explainOne(nexus, each)));
  const runMs = sum(sql.map((each) => each.runMs));
  return {
    statement: program.statements[0]!.kind.replace('-', ' ').toUpperCase(),
    ran: run.ran,
    sql,
    rows: run.rows,
    timings: {
      parseMs,
      compileMs: run.compileMs,
      prepareMs: sum(sql.map((each) => each.prepareMs)),
      runMs,
      answerMs: Math.max(0, run.totalMs - run.compileMs - runMs),
      totalMs: performance.now() - begun,
    },
  };
}

interface Run {
  readonly ran: Explanation['ran'];
  readonly recorded: readonly (RecordedSql & { readonly purpose: string })[];
  readonly rows: number;
  readonly compileMs: number;
  /** Compiling, SQLite and the making of the answer. */
  readonly totalMs: number;
}

function runRecorded(program: Program, context: StatementContext): Run {
  const [statement] = program.statements as [Statement];
  const start = performance.now();
  if (statement.kind === 'find') return runFind(statement, context, start);
  const { nexus, recorded } = recordSql(context.nexus);
  const recording = { ...context, nexus };
  const targets = targetsOf(statement);
  if (targets) {
    const rows = targets.variables.map((variables) => selectBindings(targets.where, variables, recording).length);
    return {
      ran: 'where',
      recorded: recorded.map((each) => ({ ...each, purpose: 'the elements that WHERE selects' })),
      rows: sum(rows),
      compileMs: 0,
      totalMs: performance.now() - start,
    };
  }
  if (statement.kind === 'upsert') throw nothingToExplain(statement);
  const { resultText } = executeStatements(program.statements, recording);
  const totalMs = performance.now() - start;
  return { ran: 'whole', recorded: recorded.map(withPurpose), rows: rowsOf(resultText), compileMs: 0, totalMs };
}

function runFind(statement: FindStatement, context: StatementContext, start: number): Run {
  const plan = { ...compileFind(statement, placeholderKinds(context.parameters)), form: queryForm(statement) };
  const compileMs = performance.now() - start;
  const { nexus, recorded } = recordSql(context.nexus);
  const { resultText } = runPlan(plan, { ...context, nexus });
  const totalMs = performance.now() - start;
  // What else was asked serves cursors and messages.
  const own = recorded.filter(({ sql }) => sql === plan.sql).map(withPurpose);
  const result = JSON.parse(resultText) as unknown[];
  const rows = plan.shape === 'single' ? 1 : (plan.columnCount > 1 ? (result[0] as unknown[]) : result).length;
  return { ran: 'whole', recorded: own, rows, compileMs, totalMs };
}

function rowsOf(resultText: string): number {
  const result: unknown = JSON.parse(resultText);
  return Array.isArray(result) ? result.length : 1;
}

const withPurpose = (each: RecordedSql, at: number, all: readonly RecordedSql[]) => ({
  ...each,
  purpose: all.length === 1 ? 'the whole answer' : `step ${at + 1} of ${all.length}`,
});

interface Targets {
  readonly where: readonly Clause[];
  readonly variables: readonly (readonly Variable[])[];
}

function targetsOf(statement: Statement): Targets | undefined {
  switch (statement.kind) {
    case 'update':
    case 'delete-attributes':
    case 'delete-metadata':
    case 'delete-propositions':
    case 'delete-concept':
      return { where: statement.where, variables: [[statement.target]] };
    case 'merge':
      return { where: statement.where, variables: [[statement.source], [statement.target]] };
    default:
      return undefined;
  }
}

function nothingToExplain({ range }: Statement) {
  return errors.invalidSyntax(
    'UPSERT has no WHERE: it looks each element up by its identity, so there is no plan to explain.',
    'Preview it to see what it would change.',
    range,
  );
}

function explainOne(
  { driver }: OpenedNexus,
  { purpose, sql, parameters, rows, runMs }: Run['recorded'][number],
): ExplainedSql {
  const { plan, prepareMs } = explainSql(driver, sql, parameters);
  const shown = parameters.map((value) => (value instanceof Uint8Array ? `${value.length} bytes` : value));
  return { purpose, sql, parameters: shown, plan, rows, prepareMs, runMs };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
