// Which two concepts a MERGE means: each variable exactly one (§4.4).
import type { Clause, ConceptPattern, Literal, MergeStatement, Variable } from '../../src/language/core.ts';
import { errors, KipError } from '../../src/protocol/errors.ts';
import { stringValue } from '../compile/bind.ts';
import { selectBindings } from '../kql/targets.ts';
import type { StatementContext } from '../nexus.ts';
import { conceptId } from '../store/concepts.ts';
import { kindOf, parseElementId } from '../store/element-id.ts';
import { mergedInto, survivorOf } from '../store/merges.ts';
import { describeElement } from './description.ts';

export interface MergePair {
  readonly source: number;
  readonly target: number;
}

export function selectMergePair(statement: MergeStatement, context: StatementContext): MergePair {
  return {
    source: selectOne(statement.source, statement, context),
    target: selectOne(statement.target, statement, context),
  };
}

/** Enough to tell one from many and to name some; the pairs of two wide patterns could be without number. */
const SHOWN: Literal = { kind: 'literal', value: 5, slot: -1, range: { from: 0, to: 0 } };

function selectOne(variable: Variable, statement: MergeStatement, context: StatementContext): number {
  const ids = selectIds(variable, statement, context);
  const [id] = ids;
  if (id === undefined) throw nothingMatched(statement, context);
  if (ids.length > 1) {
    const some = ids.map((each) => describeElement(context.nexus, each)).join(', ');
    throw errors.duplicateExists(
      `?${variable.name} matches more than one element (${some}${ids.length === SHOWN.value ? ', …' : ''}), and MERGE takes exactly one. Nothing was written.`,
      `Narrow WHERE until ?${variable.name} is exactly one concept, best by {type: "…", name: "…"}; merge several duplicates one after the other.`,
      variable.range,
    );
  }
  if (kindOf(id) === 'concept') return id;
  throw errors.constraintViolation(
    `?${variable.name} is bound to a proposition, and MERGE takes concepts. Nothing was written.`,
    `Bind ?${variable.name} by {type: "…", name: "…"}. Propositions that become equal are merged with their endpoints.`,
    variable.range,
  );
}

function selectIds(variable: Variable, statement: MergeStatement, context: StatementContext): number[] {
  try {
    return selectBindings(statement.where, [variable], context, SHOWN).map((row) => row[0] as number);
  } catch (error) {
    throw error instanceof KipError && error.kind === 'notFound' ? explained(error, statement, context) : error;
  }
}

function nothingMatched(statement: MergeStatement, context: StatementContext): KipError {
  const error = errors.notFound(
    `WHERE matches no pair of ?${statement.source.name} and ?${statement.target.name}, so there is nothing to merge.`,
    'Check each pattern with FIND, and look for the concepts with SEARCH.',
    statement.range,
  );
  return explained(error, statement, context);
}

/** The same error, saying that the merge has happened already where that is so; a plain miss stays as it is (§4.4). */
function explained(error: KipError, statement: MergeStatement, context: StatementContext): KipError {
  const survivor = survivorOfSource(statement, context);
  if (survivor === undefined) return error;
  const target = identifiedBy(statement.target, statement.where, context);
  if (target !== undefined && target !== survivor) return error;
  return errors.notFound(
    error.message,
    `?${statement.source.name} was already merged into ${describeElement(context.nexus, survivor)}. There is nothing left to do.`,
    error.range,
  );
}

/** The concept in which a missing source lives on, if it was merged. */
function survivorOfSource({ source, where }: MergeStatement, context: StatementContext): number | undefined {
  const { driver, types } = context.nexus;
  for (const pattern of patternsOf(source, where)) {
    if (pattern.id) return survivorOf(driver, idOf(pattern, context) ?? -1);
    if (!pattern.type || !pattern.name) continue;
    const environment = { parameters: context.parameters, types };
    const typeName = stringValue(pattern.type, 'type', environment);
    const name = stringValue(pattern.name, 'name', environment);
    const type = types.conceptType(typeName);
    if (type === undefined || conceptId(driver, { type, name }) !== undefined) continue;
    return mergedInto(driver, type, `${typeName}:${name}`);
  }
  return undefined;
}

/** The id of the concept that a variable's identity pattern names, if it has one and the concept exists. */
function identifiedBy(variable: Variable, where: readonly Clause[], context: StatementContext): number | undefined {
  const { driver, types } = context.nexus;
  for (const pattern of patternsOf(variable, where)) {
    if (pattern.id) return idOf(pattern, context);
    if (!pattern.type || !pattern.name) continue;
    const environment = { parameters: context.parameters, types };
    const type = types.conceptType(stringValue(pattern.type, 'type', environment));
    if (type !== undefined) return conceptId(driver, { type, name: stringValue(pattern.name, 'name', environment) });
  }
  return undefined;
}

function patternsOf(variable: Variable, where: readonly Clause[]): ConceptPattern[] {
  return where.flatMap((clause) =>
    clause.kind === 'concept-clause' && clause.variable.name === variable.name ? [clause.pattern] : [],
  );
}

/** The id a pattern spells; undefined where it is no id of a concept. */
function idOf(pattern: ConceptPattern, { parameters, nexus }: StatementContext): number | undefined {
  if (!pattern.id) return undefined;
  const parsed = parseElementId(stringValue(pattern.id, 'id', { parameters, types: nexus.types }));
  return parsed?.kind === 'concept' ? parsed.id : undefined;
}
