// What the results do to the text of a command: they read the titles of its columns, ask for its other pages, and ask for the whole
// elements behind its answer. Every change is an edit of the text at a place the parser named, never a search in it.
import {
  type Clause,
  type ExportStatement,
  type FindStatement,
  parseOnce,
  type Projection,
  quote,
  type Scalar,
  type Statement,
} from '../../language/core.ts';

/** The statement of a command that was answered; the first of several UPSERTs. */
export function statementOf(command: string): Statement | undefined {
  return parseOnce(command)?.program?.statements[0];
}

/** The expressions of FIND as they are written, on one line each; none for other statements. */
export function columnTitles(command: string, statement: Statement | undefined): string[] {
  if (statement?.kind !== 'find') return [];
  return statement.projections.map((projection) => projectionText(command, projection));
}

function projectionText(command: string, { range }: Projection): string {
  return command.slice(range.from, range.to).replace(/\s+/g, ' ');
}

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

function edited(text: string, edits: readonly Edit[]): string {
  return [...edits]
    .sort((a, b) => b.from - a.from)
    .reduce((rest, edit) => {
      return rest.slice(0, edit.from) + edit.text + rest.slice(edit.to);
    }, text);
}

type Paged = FindStatement | ExportStatement | Extract<Statement, { kind: 'describe' }>;

/** Whether a statement may be followed page by page. */
export function isPaged(statement: Statement | undefined): statement is Paged {
  return statement?.kind === 'find' || statement?.kind === 'export' || statement?.kind === 'describe';
}

/** The same command from a cursor on; with `limit` rows a page, or as many as it asks for itself. */
export function pageCommand(command: string, statement: Paged, cursor: string, limit?: number): string {
  const edits: Edit[] = [];
  const end = (statement.cursor ?? statement.limit)?.range.to ?? statement.range.to;
  let tail = '';
  if (limit !== undefined) {
    if (statement.limit) edits.push(replacing(statement.limit, String(limit)));
    else if (!statement.cursor) tail += `\nLIMIT ${limit}`;
  }
  if (statement.cursor) edits.push(replacing(statement.cursor, quote(cursor)));
  else tail += `\nCURSOR ${quote(cursor)}`;
  if (tail !== '') edits.push({ from: end, to: end, text: tail });
  return edited(command, edits);
}

function replacing({ range }: Scalar, text: string): Edit {
  return { from: range.from, to: range.to, text };
}

/**
 * A command for the whole elements behind the answer of a FIND or an EXPORT, links without a variable included; undefined where there
 * is nothing to ask for. Its WHERE is the one of the command, so its parameters serve too.
 */
export function elementsCommand(command: string, statement: Statement | undefined, limit: number): string | undefined {
  if (statement?.kind !== 'find' && statement?.kind !== 'export') return undefined;
  const variables = new Set<string>();
  const edits: Edit[] = [];
  collect(statement.where, variables, edits);
  if (statement.kind === 'export') variables.add(statement.target.name);
  const first = statement.where[0];
  const last = statement.where.at(-1);
  if (variables.size === 0 || !first || !last) return undefined;
  const where = edited(
    command.slice(first.range.from, last.range.to),
    edits.map((edit) => ({ ...edit, from: edit.from - first.range.from, to: edit.to - first.range.from })),
  );
  const find = [...variables].map((name) => `?${name}`).join(', ');
  return `FIND(${find})\nWHERE {\n  ${where}\n}\nLIMIT ${limit}`;
}

function collect(clauses: readonly Clause[], variables: Set<string>, edits: Edit[]): void {
  for (const clause of clauses) {
    if (clause.kind === 'concept-clause') variables.add(clause.variable.name);
    else if (clause.kind === 'optional' || clause.kind === 'union') collect(clause.clauses, variables, edits);
    else if (clause.kind === 'proposition-clause') collectLink(clause, variables, edits);
  }
}

function collectLink(
  { variable, pattern }: Extract<Clause, { kind: 'proposition-clause' }>,
  variables: Set<string>,
  edits: Edit[],
): void {
  if (pattern.kind === 'triple-pattern') {
    for (const end of [pattern.subject, pattern.object]) if (end.kind === 'variable') variables.add(end.name);
    // Links of a path over several hops have no variable (§3.4.2).
    if (pattern.predicate.kind === 'predicate-names' && pattern.predicate.hops) return;
  }
  const name = variable?.name ?? `link_${edits.length + 1}`;
  if (!variable) edits.push({ from: pattern.range.from, to: pattern.range.from, text: `?${name} ` });
  variables.add(name);
}
