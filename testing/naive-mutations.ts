// What DELETE and MERGE leave of a graph, worked out by brute force from the specification (§4.2, §4.4).
import type { Concept, Link } from '../src/protocol/elements.ts';
import type { Json, JsonObject } from '../src/protocol/values.ts';
import type { Graph } from './naive-values.ts';

/** The graph without these elements and without every link that stands on a missing one, however indirectly (§4.2.4). */
export function withoutElements(graph: Graph, ids: ReadonlySet<string>): Graph {
  const gone = new Set(ids);
  for (let before = -1; before !== gone.size;) {
    before = gone.size;
    for (const link of graph.links) if (gone.has(link.subject) || gone.has(link.object)) gone.add(link.id);
  }
  return {
    concepts: graph.concepts.filter((concept) => !gone.has(concept.id)),
    links: graph.links.filter((link) => !gone.has(link.id)),
  };
}

export interface MergeOutcome {
  /** The target as it is afterwards, save its metadata. */
  readonly target: Concept;
  /** The links that become one, for each that stays one by itself included; which of them stays is for `survivorOf`. */
  readonly classes: readonly (readonly Link[])[];
}

/** MERGE of two different concepts of one type (§4.4): links collapse until no two connect the same. */
export function mergeConcepts(graph: Graph, source: Concept, target: Concept): MergeOutcome {
  let representative = new Map<string, string>();
  for (;;) {
    const moved = (id: string) => representative.get(id) ?? id;
    const classes = groupBy(graph.links, (link) =>
      JSON.stringify([moved(link.subject), link.predicate, moved(link.object)]),
    );
    const next = new Map([[source.id, target.id]]);
    for (const members of classes) for (const each of members) next.set(each.id, members[0]!.id);
    const settled = [...next].every(([id, to]) => representative.get(id) === to);
    if (settled) return { target: mergedConcept(source, target), classes };
    representative = next;
  }
}

/**
 * The member that must survive: the one whose endpoints are still there, since the others were moved onto it. Where all
 * were moved, the specification leaves the choice open.
 */
export function survivorOf(members: readonly Link[], alive: ReadonlySet<string>): Link | undefined {
  if (members.length === 1) return members[0];
  return members.find((link) => alive.has(link.subject) && alive.has(link.object));
}

function mergedConcept(source: Concept, target: Concept): Concept {
  const list = (value: Json | undefined) => (Array.isArray(value) ? (value as readonly Json[]) : []);
  const aliases = [...list(target.attributes['aliases']), ...list(source.attributes['aliases']), source.name];
  return {
    ...target,
    attributes: { ...source.attributes, ...target.attributes, aliases: [...new Set(aliases)] },
  };
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): readonly (readonly T[])[] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return [...groups.values()];
}

/** Whether the keys are those of the members together, the survivor's own with its own values (§4.4, point 1). */
export function isFilled(found: JsonObject, own: JsonObject, others: readonly JsonObject[]): boolean {
  const keys = new Set([own, ...others].flatMap((object) => Object.keys(object)));
  const equal = (a: Json | undefined, b: Json | undefined) => JSON.stringify(a) === JSON.stringify(b);
  const sound = (key: string) =>
    Object.hasOwn(own, key) ? equal(found[key], own[key]) : others.some((other) => equal(found[key], other[key]));
  return Object.keys(found).length === keys.size && [...keys].every((key) => Object.hasOwn(found, key) && sound(key));
}
