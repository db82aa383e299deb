// MERGE CONCEPT ?source INTO ?target (§4.4): two nodes for one thing become one, with every link and everything said about it.
import type { MergeStatement, Variable } from '../../src/language/core.ts';
import { errors } from '../../src/protocol/errors.ts';
import type { Json, JsonObject } from '../../src/protocol/values.ts';
import type { Nexus, StatementAnswer, StatementContext } from '../nexus.ts';
import { indexConcepts, indexPropositions, unindex } from '../search/grounding-index.ts';
import { clearDoomed } from '../store/cascade.ts';
import { conceptIdentity, deleteConcept, readConcept, type ConceptIdentity } from '../store/concepts.ts';
import { recordMerge } from '../store/merges.ts';
import { repointLinks } from '../store/repoint.ts';
import { writeContent, type StoredElement } from '../store/stored-content.ts';
import { setTargets } from '../store/targets.ts';
import { describeConcept } from './description.ts';
import { definitionTargets, refuseDefinitionsInUse } from './definition-guard.ts';
import { selectMergePair } from './merge-pair.ts';
import { refuseProtectedRemoval } from './protection.ts';

/** Result: `{"merged", "links_repointed", "links_deduplicated", "attributes_filled"}`; aliases do not count as filled. */
export function executeMerge(statement: MergeStatement, context: StatementContext): StatementAnswer {
  const { source, target } = selectMergePair(statement, context);
  const counts = source === target ? NOTHING_DONE : mergeConcepts(statement, source, target, context);
  return { resultText: JSON.stringify({ merged: true, ...counts }) };
}

interface MergeCounts {
  readonly links_repointed: number;
  readonly links_deduplicated: number;
  readonly attributes_filled: number;
}

const NOTHING_DONE: MergeCounts = { links_repointed: 0, links_deduplicated: 0, attributes_filled: 0 };

function mergeConcepts(
  statement: MergeStatement,
  source: number,
  target: number,
  context: StatementContext,
): MergeCounts {
  const { nexus } = context;
  const { driver } = nexus;
  refuseProtectedRemoval(context, [source, target], statement.range);
  const identity = requireSameType(statement, source, target, context);
  const definitions = markRemoval(nexus, source);
  refuseDefinitionsInUse(nexus, definitions, 'merged', statement.source.range);
  const now = nexus.now();
  const links = repointLinks(driver, { source, target }, fillMissing, now);
  const [from, into] = [source, target].map((id) => readConcept(driver, id)) as [StoredElement, StoredElement];
  const attributes = fillMissing(into.attributes, from.attributes) ?? into.attributes;
  writeContent(
    driver,
    target,
    {
      attributes: { ...attributes, aliases: unite(into.attributes.aliases, from.attributes.aliases, identity.name) },
      metadata: {
        ...into.metadata,
        _merged_from: mergeTrail(nexus.types.nameOf(identity.type), identity.name, from, into),
      },
    },
    now,
  );
  unindex(nexus, [source, ...links.droppedWithAttributes]);
  deleteConcept(driver, source);
  if (definitions.length > 0) nexus.types.invalidate();
  recordMerge(driver, source, target);
  indexConcepts(nexus, [target]);
  if (links.filled.length > 0) indexPropositions(nexus, links.filled);
  const filled = Object.keys(from.attributes).filter(
    (key) => key !== 'aliases' && !Object.hasOwn(into.attributes, key),
  );
  return { links_repointed: links.moved, links_deduplicated: links.dropped, attributes_filled: filled.length };
}

/** Marks the concept that will go as the only target, with no link going with it; returns it if it is a definition. */
function markRemoval(nexus: Nexus, source: number): number[] {
  setTargets(nexus.driver, [source]);
  clearDoomed(nexus.driver);
  return definitionTargets(nexus);
}

/** The source's identity. */
function requireSameType(
  { source, target, range }: MergeStatement,
  sourceId: number,
  targetId: number,
  { nexus }: StatementContext,
): ConceptIdentity {
  const [from, into] = [sourceId, targetId].map((id) => conceptIdentity(nexus.driver, id)) as [
    ConceptIdentity,
    ConceptIdentity,
  ];
  if (from.type === into.type) return from;
  const describe = (variable: Variable, { type, name }: ConceptIdentity) =>
    `?${variable.name} is ${describeConcept(nexus.types.nameOf(type), name)}`;
  throw errors.constraintViolation(
    `Only concepts of one type can be merged, but ${describe(source, from)} and ${describe(target, into)}. Nothing was written.`,
    'Give both variables the same type. If the types themselves are the mistake, create the concept under the right type and link to it.',
    range,
  );
}

/** Keys the survivor lacks, taken over; a key it has wins, whatever it holds (§4.4). Undefined where it lacks none. */
function fillMissing(survivor: JsonObject, other: JsonObject): JsonObject | undefined {
  const missing = Object.keys(other).filter((key) => !Object.hasOwn(survivor, key));
  return missing.length === 0 ? undefined : { ...other, ...survivor };
}

/** Old names keep leading to the merged concept: both lists and the source's name, each once. */
function unite(own: Json | undefined, other: Json | undefined, name: string): Json[] {
  return [...new Set([...listOf(own), ...listOf(other), name])];
}

function mergeTrail(type: string, name: string, from: StoredElement, into: StoredElement): Json[] {
  const own = listOf(into.metadata._merged_from);
  return [...new Set([...own, ...listOf(from.metadata._merged_from), `${type}:${name}`])];
}

/** `aliases` is a list by convention only; a single value counts as a list of one. */
function listOf(value: Json | undefined): readonly Json[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}
