// The rules that need no data: every variable is bound where it is used, handles are defined before they are used, and
// ORDER BY names what FIND can order by. What a block of WHERE binds is in scope.ts.
import type {
  Aggregate,
  Endpoint,
  ExportStatement,
  FindStatement,
  Path,
  Program,
  PropositionPattern,
  Statement,
  UpsertStatement,
  Variable,
} from './ast.ts';
import type { Diagnostic } from './diagnostics.ts';
import { bindWhere, type Bindings } from './scope.ts';
import { Reporter } from './reporter.ts';

/** The complaints about a program that is well formed. */
export function analyze(text: string, program: Program): readonly Diagnostic[] {
  const reporter = new Reporter(text);
  for (const statement of program.statements) analyzeStatement(reporter, statement);
  return reporter.diagnostics;
}

function analyzeStatement(reporter: Reporter, statement: Statement): void {
  switch (statement.kind) {
    case 'find':
      return analyzeFind(reporter, statement);
    case 'upsert':
      return analyzeHandles(reporter, statement);
    case 'merge':
      return analyzeTargets(reporter, statement, [statement.source, statement.target]);
    case 'update':
    case 'delete-attributes':
    case 'delete-metadata':
    case 'delete-propositions':
    case 'delete-concept':
    case 'export':
      return analyzeTargets(reporter, statement, [statement.target]);
    case 'describe':
    case 'search':
      return;
  }
}

function analyzeTargets(
  reporter: Reporter,
  statement: { readonly where: ExportStatement['where'] },
  targets: readonly Variable[],
): void {
  const bindings = bindWhere(reporter, statement.where);
  for (const target of targets) bindings.requireElement(target);
}

// ---------------------------------------------------------------- FIND

function analyzeFind(reporter: Reporter, find: FindStatement): void {
  const bindings = bindWhere(reporter, find.where);
  for (const projection of find.projections) bindings.requirePath(pathOf(projection));
  for (const { expression } of find.orderBy) bindings.requirePath(pathOf(expression));
  analyzeOrder(reporter, find, bindings);
}

function pathOf(projection: Path | Aggregate): Path {
  return projection.kind === 'path' ? projection : projection.path;
}

/** With aggregates, rows are groups: they are ordered by aggregates of FIND or by what makes the group (§3.3, §3.5). */
function analyzeOrder(reporter: Reporter, find: FindStatement, bindings: Bindings): void {
  const known = new Set(find.projections.map(canonical));
  const grouped = find.projections.some((projection) => projection.kind === 'aggregate');
  for (const { expression } of find.orderBy) {
    if (known.has(canonical(expression))) continue;
    if (!bindings.isBound(pathOf(expression).variable.name)) continue;
    if (expression.kind === 'aggregate') orderByForeignAggregate(reporter, find, expression);
    else if (grouped && !determinesGroup(known, expression)) orderByUngrouped(reporter, find, expression);
  }
}

function canonical(projection: Path | Aggregate): string {
  const path = pathOf(projection);
  const text = [`?${path.variable.name}`, ...path.fields].join('.');
  return projection.kind === 'path' ? text : `${projection.function}(${projection.distinct ? 'DISTINCT ' : ''}${text})`;
}

function determinesGroup(known: ReadonlySet<string>, path: Path): boolean {
  return known.has(`?${path.variable.name}`) || known.has(`?${path.variable.name}.id`);
}

function orderByForeignAggregate(reporter: Reporter, find: FindStatement, expression: Aggregate): void {
  const text = canonical(expression);
  const hint = `Return it as well: FIND(…, ${text}), or order by something that FIND returns.`;
  const fixes = [{ title: `Return ${text}`, edits: [appendProjection(find, text)] }];
  reporter.report('invalidSyntax', expression.range, `ORDER BY ${text} is not among the columns of FIND`, hint, fixes);
}

function orderByUngrouped(reporter: Reporter, find: FindStatement, expression: Path): void {
  const text = canonical(expression);
  const hint = `With an aggregate in FIND each row is a group. Order by a column of FIND, or return ${text} too, which makes it part of the group.`;
  const fixes = [{ title: `Return ${text}`, edits: [appendProjection(find, text)] }];
  reporter.report('invalidSyntax', expression.range, `${text} differs within a group`, hint, fixes);
}

function appendProjection(find: FindStatement, text: string): { from: number; to: number; insert: string } {
  const at = find.projections.at(-1)?.range.to ?? find.range.from;
  return { from: at, to: at, insert: `, ${text}` };
}

// ---------------------------------------------------------------- UPSERT

/**
 * Handles live in their statement and exist from the end of their block on (§4.1). One name may head two blocks as long as
 * nothing refers to it afterwards: such a reference could mean either.
 */
function analyzeHandles(reporter: Reporter, statement: UpsertStatement): void {
  const handles = new Handles(reporter, statement);
  for (const block of statement.blocks) {
    if (block.kind === 'proposition-block') handles.useIn(block.identity);
    else for (const { target } of block.propositions) handles.useIn(target);
    if (block.handle) handles.define(block.handle.name);
  }
}

class Handles {
  readonly reporter: Reporter;
  readonly statement: UpsertStatement;
  readonly #defined = new Map<string, number>();

  constructor(reporter: Reporter, statement: UpsertStatement) {
    this.reporter = reporter;
    this.statement = statement;
  }

  define(name: string): void {
    this.#defined.set(name, (this.#defined.get(name) ?? 0) + 1);
  }

  useIn(endpoint: Endpoint | PropositionPattern): void {
    if (endpoint.kind === 'variable') this.#use(endpoint);
    else if (endpoint.kind === 'triple-pattern') {
      this.useIn(endpoint.subject);
      this.useIn(endpoint.object);
    }
  }

  #use({ name, range }: Variable): void {
    const count = this.#defined.get(name) ?? 0;
    if (count === 1) return;
    if (count > 1) {
      const hint = `Give each block a handle of its own, or write the identity {type: "…", name: "…"} here.`;
      this.reporter.report('reference', range, `?${name} heads ${count} blocks, so this could mean either`, hint);
      return;
    }
    const later = this.statement.blocks.some((block) => block.handle?.name === name);
    const known = [...this.#defined.keys()].map((other) => `?${other}`).join(', ');
    const elsewhere = known ? `Handles defined so far in this UPSERT: ${known}. ` : '';
    const hint = later
      ? `Move the block of ?${name} before this one: blocks run in order.`
      : `${elsewhere}Define ?${name} in an earlier block of the same UPSERT, or name an element that exists: {type: "…", name: "…"}.`;
    const message = later ? `?${name} is used before its block` : `?${name} is not defined in this UPSERT`;
    this.reporter.report('reference', range, message, hint);
  }
}
