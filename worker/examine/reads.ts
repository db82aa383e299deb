// What the answer to a request depends on: types and predicates. Where the text does not say, it is all of them; naming too much costs
// another run of a query, naming too little would leave an old answer standing.
import type {
  Clause,
  ConceptPattern,
  FindStatement,
  Path,
  Program,
  PropositionPattern,
  Scalar,
  Statement,
} from '../../src/language/core.ts';
import { resolve } from '../../src/language/core.ts';
import type { Reads } from '../../src/protocol/changes.ts';
import { errors } from '../../src/protocol/errors.ts';
import type { Parameters } from '../../src/protocol/values.ts';
import { readProgram } from '../read-command.ts';
import { checkRequest } from '../request-check.ts';
import { familyOf } from '../statements.ts';

/**
 * @throws KipError where the request cannot be read, and invalidSyntax where a command of it writes
 */
export async function readsOf(request: unknown): Promise<Reads> {
  const collected = new Collected();
  for (const command of checkRequest(request).commands) {
    const program = await readProgram(command);
    refuseWrites(program);
    for (const statement of program.statements) collectStatement(statement, command.parameters, collected);
  }
  return collected.reads();
}

function refuseWrites({ statements }: Program): void {
  if (!statements.some((statement) => familyOf(statement) === 'manipulation')) return;
  throw errors.invalidSyntax(
    'The command writes, so it is not one whose answer can be kept up to date.',
    'Give a command that reads: FIND, SEARCH, DESCRIBE or EXPORT.',
    statements[0]!.range,
  );
}

class Collected {
  readonly #types = new Set<string>();
  readonly #predicates = new Set<string>();
  #isAnyType = false;
  #isAnyPredicate = false;

  type(name: string | undefined): void {
    if (name === undefined) this.#isAnyType = true;
    else this.#types.add(name);
  }

  predicate(name: string | undefined): void {
    if (name === undefined) this.#isAnyPredicate = true;
    else this.#predicates.add(name);
  }

  everything(): void {
    this.#isAnyType = true;
    this.#isAnyPredicate = true;
  }

  reads(): Reads {
    return {
      types: this.#isAnyType ? 'all' : [...this.#types],
      predicates: this.#isAnyPredicate ? 'all' : [...this.#predicates],
    };
  }
}

function collectStatement(statement: Statement, parameters: Parameters, into: Collected): void {
  if (statement.kind === 'find') return collectFind(statement, parameters, into);
  if (statement.kind === 'search' && statement.element === 'concept') return into.type(undefined); // scores weigh all texts
  const { target } = statement.kind === 'describe' ? statement : { target: undefined };
  if (target === 'concept-type' || target === 'concept-types') return into.type('$ConceptType');
  if (target === 'proposition-type' || target === 'proposition-types') return into.type('$PropositionType');
  into.everything();
}

function collectFind(statement: FindStatement, parameters: Parameters, into: Collected): void {
  const walk: Walk = { parameters, into, loose: new Set(), used: new Set() };
  collectGroup(statement.where, NOTHING, walk);
  for (const projection of [...statement.projections, ...statement.orderBy.map(({ expression }) => expression)]) {
    if (projection.kind === 'path') use(projection, walk);
    else if (projection.function !== 'COUNT' || projection.path.fields.length > 0) use(projection.path, walk);
  }
  // Something is shown or compared of what may be any element.
  if ([...walk.used].some((name) => walk.loose.has(name))) into.everything();
}

interface Walk {
  readonly parameters: Parameters;
  readonly into: Collected;
  /** Variables that are somewhere bound by being the end of a link alone, which tells nothing of their type. */
  readonly loose: Set<string>;
  /** Variables of which more is asked than their id: only that can change while the links that bind them stay. */
  readonly used: Set<string>;
}

const NOTHING: ReadonlySet<string> = new Set();

function use({ variable, fields }: Path, { used }: Walk): void {
  if (fields.length !== 1 || fields[0] !== 'id') used.add(variable.name);
}

/** `outer`: variables whose type is told around this group. */
function collectGroup(clauses: readonly Clause[], outer: ReadonlySet<string>, walk: Walk): void {
  const told = new Set([...outer, ...clauses.flatMap(toldBy)]);
  for (const clause of clauses) {
    if (clause.kind === 'concept-clause') collectConcept(clause.pattern, walk);
    else if (clause.kind === 'proposition-clause') collectProposition(clause.pattern, told, walk);
    else if (clause.kind === 'filter') for (const path of pathsIn(clause.condition)) use(path, walk);
    else collectGroup(clause.clauses, clause.kind === 'union' ? NOTHING : told, walk);
  }
}

/** Variables whose elements are among those that the clause itself names by type or predicate. */
function toldBy(clause: Clause): string[] {
  if (clause.kind === 'concept-clause') return [clause.variable.name];
  if (clause.kind !== 'proposition-clause') return [];
  const { variable, pattern } = clause;
  const names = variable ? [variable.name] : [];
  if (pattern.kind === 'triple-pattern' && pattern.predicate.kind === 'variable') names.push(pattern.predicate.name);
  return names;
}

function collectConcept({ type }: ConceptPattern, { parameters, into }: Walk): void {
  into.type(type && nameIn(type, parameters));
}

function collectProposition(pattern: PropositionPattern, told: ReadonlySet<string>, walk: Walk): void {
  const { into, parameters, loose } = walk;
  if (pattern.kind === 'link-id-pattern') return into.predicate(undefined);
  const { subject, predicate, object } = pattern;
  if (predicate.kind === 'variable') into.predicate(undefined);
  else for (const name of predicate.names) into.predicate(nameIn(name, parameters));
  for (const endpoint of [subject, object]) {
    if (endpoint.kind === 'concept-pattern') collectConcept(endpoint, walk);
    else if (endpoint.kind !== 'variable') collectProposition(endpoint, told, walk);
    else if (!told.has(endpoint.name)) loose.add(endpoint.name);
  }
}

function pathsIn(node: unknown): Path[] {
  if (typeof node !== 'object' || node === null) return [];
  if ('kind' in node && node.kind === 'path') return [node as Path];
  return Object.values(node).flatMap(pathsIn);
}

/** The name, or undefined for a value that is none: then the command fails, until it is another one. */
function nameIn(source: Scalar, parameters: Parameters): string | undefined {
  const value = resolve(source, parameters);
  return typeof value === 'string' ? value : undefined;
}
