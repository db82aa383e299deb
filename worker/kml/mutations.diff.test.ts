import type { Concept, Link } from '../../src/protocol/elements.ts';
import { describe, expect, it } from 'vitest';
import type { Statement } from '../../src/language/ast.ts';
import { parseStrict } from '../../src/language/index.ts';
import type { JsonObject } from '../../src/protocol/values.ts';
import { openGraph, readGraph, type OpenedGraph } from '../../testing/graph-engine.ts';
import { solve, TooLarge } from '../../testing/naive-evaluator.ts';
import { isFilled, mergeConcepts, survivorOf, withoutElements } from '../../testing/naive-mutations.ts';
import type { Graph } from '../../testing/naive-values.ts';
import { blockText, type QueryPlan } from '../../testing/query-plan.ts';
import { randomQuery } from '../../testing/random-query.ts';
import { graphText, randomGraph } from '../../testing/random-graph.ts';
import { firstSeed, randomScale, seededRandom, type Random } from '../../testing/random.ts';

const seeds = (count: number) => Array.from({ length: count * randomScale }, (_, index) => firstSeed * 100_003 + index);

const byId = <T extends { readonly id: string }>(elements: readonly T[]) =>
  [...elements].sort((a, b) => (a.id < b.id ? -1 : 1));
const sorted = ({ concepts, links }: Graph) => ({ concepts: byId(concepts), links: byId(links) });
const withoutEngineKeys = (metadata: JsonObject) =>
  Object.fromEntries(Object.entries(metadata).filter(([key]) => !key.startsWith('_')));

async function answer(opened: OpenedGraph, command: string, parameters: JsonObject = {}, dryRun = false) {
  return opened.engine.execute({ command, parameters, dry_run: dryRun });
}

describe('the elements a WHERE selects for KML and EXPORT (§4.2, §4.3, §5.3)', () => {
  it.each(seeds(20))('are the distinct elements its variable is bound to, seed %i', async (graphSeed) => {
    const random = seededRandom(graphSeed);
    const plan = randomGraph(random);
    const opened = await openGraph(plan);
    for (let count = 0; count < 15; count++) {
      const { where, parameters, variable, targets } = drawTargets(random, plan, opened);
      const context = `${variable} in WHERE ${where} ${JSON.stringify(parameters)}\n${graphText(plan)}`;
      if (targets === undefined) {
        const { error } = await answer(opened, `EXPORT ${variable} WHERE ${where}`, parameters);
        expect(error?.code, context).toMatch(/^KIP_(2001|3002)$/);
        continue;
      }
      const concepts = targets.filter((id) => id.startsWith('C')).length;
      const exported = await answer(opened, `EXPORT ${variable} WHERE ${where}`, parameters);
      expect(exported.result, context).toMatchObject({ concepts, propositions: targets.length - concepts });
      const update = `UPDATE ${variable} SET ATTRIBUTES { zz: 1 } WHERE ${where}`;
      const updated = await answer(opened, update, parameters, true);
      if (updated.error?.code === 'KIP_3004') {
        expect(targets.every((id) => [...opened.ids.concepts, ...opened.ids.links].includes(id))).toBe(false);
        continue;
      }
      expect(updated.result, context).toEqual({ updated: targets.length, matched: targets.length });
      const cut = Math.min(targets.length, 2);
      expect((await answer(opened, `${update} LIMIT 2`, parameters, true)).result, context).toEqual({
        updated: cut,
        matched: cut,
      });
    }
    opened.engine.close();
  });
});

/** A WHERE, one of its variables, and the ids it is bound to; undefined where the WHERE must be refused. */
function drawTargets(random: Random, plan: Parameters<typeof randomQuery>[1], { graph, ids }: OpenedGraph) {
  for (;;) {
    const query: QueryPlan = randomQuery(random, plan, ids);
    const name = /\?([a-f])/.exec(query.find[0]!)?.[1];
    if (name === undefined) continue;
    const where = blockText(query.where);
    const statement: Statement = parseStrict(`EXPORT ?${name} WHERE ${where}`).statements[0]!;
    if (statement.kind !== 'export') throw new Error('EXPORT was parsed as something else');
    try {
      const outcome = solve(statement.where, graph, query.parameters);
      const bound = 'codes' in outcome ? undefined : outcome.solutions.map((solution) => solution.get(name) ?? null);
      const targets = bound && [...new Set(bound)].filter((id) => id !== null);
      if (targets?.length === 0 && random.chance(0.8)) continue;
      return { where, parameters: query.parameters, variable: `?${name}`, targets };
    } catch (failure) {
      if (!(failure instanceof TooLarge)) throw failure;
    }
  }
}

describe('DELETE and its cascade (§4.2)', () => {
  it.each(seeds(30))('removes exactly what stands on what was deleted, seed %i', async (graphSeed) => {
    const random = seededRandom(graphSeed);
    const plan = randomGraph(random, 0.4);
    const opened = await openGraph(plan);
    const isConcept = opened.ids.links.length === 0 || random.chance(0.5);
    const pool = isConcept ? opened.ids.concepts : opened.ids.links;
    const ids = [...new Set([random.pick(pool), random.pick(pool)])];
    const command = isConcept
      ? 'DELETE CONCEPT ?x DETACH WHERE { UNION { ?x {id: :a} } UNION { ?x {id: :b} } }'
      : 'DELETE PROPOSITIONS ?x WHERE { ?x (?s, ?p, ?o) FILTER(IN(?x.id, [:a, :b])) }';
    const expected = withoutElements(opened.graph, new Set(ids));
    const { result, error } = await answer(opened, command, { a: ids[0]!, b: ids[1] ?? ids[0]! });
    expect(error, graphText(plan)).toBe(undefined);
    const gone = opened.graph.links.length - expected.links.length;
    expect(result).toEqual({ ...(isConcept && { deleted_concepts: ids.length }), deleted_propositions: gone });
    expect(sorted(await readGraph(opened.engine)), graphText(plan)).toEqual(sorted(expected));
    opened.engine.close();
  });
});

describe('MERGE (§4.4)', () => {
  it.each(seeds(60))('repoints, collapses and fills as the rules say, seed %i', async (graphSeed) => {
    const random = seededRandom(graphSeed);
    const { plan, opened, source, target } = await drawMerge(random);
    const { engine, graph } = opened;
    const expected = mergeConcepts(graph, source, target);
    const { result, error } = await answer(opened, MERGE, { source: source.id, target: target.id });
    const context = `${source.id} into ${target.id}\n${graphText(plan)}`;
    expect(error, context).toBe(undefined);
    const after = await readGraph(engine);
    const removed = graph.links.length - expected.classes.length;
    expect(result, context).toMatchObject({ merged: true, links_deduplicated: removed });
    checkConcepts(after, graph, source, expected.target);
    checkLinks(after, source, target, expected.classes, context);
    engine.close();
  });
});

const MERGE = 'MERGE CONCEPT ?s INTO ?t WHERE { ?s {id: :source} ?t {id: :target} }';

/** A graph of links about links, and two of its concepts that may be merged; mostly such that links collapse. */
async function drawMerge(random: Random) {
  for (;;) {
    const plan = randomGraph(random, 0.45);
    const opened = await openGraph(plan);
    const planned = opened.graph.concepts.filter(({ id }) => opened.ids.concepts.includes(id));
    const pairs = planned.flatMap((source) =>
      planned
        .filter((target) => target !== source && target.type === source.type)
        .map((target) => ({ source, target })),
    );
    const collapsed = ({ source, target }: (typeof pairs)[number]) =>
      opened.graph.links.length - mergeConcepts(opened.graph, source, target).classes.length;
    const [best] = pairs.sort((a, b) => collapsed(b) - collapsed(a));
    if (best && (collapsed(best) > 0 || random.chance(0.1))) return { plan, opened, ...best };
    opened.engine.close();
  }
}

function checkConcepts(after: Graph, before: Graph, source: Concept, target: Concept): void {
  const others = (graph: Graph) => byId(graph.concepts.filter(({ id }) => id !== target.id && id !== source.id));
  expect(others(after)).toEqual(others(before));
  expect(after.concepts.some(({ id }) => id === source.id)).toBe(false);
  const found = after.concepts.find(({ id }) => id === target.id)!;
  expect(found.attributes).toEqual(target.attributes);
  expect(withoutEngineKeys(found.metadata)).toEqual(withoutEngineKeys(target.metadata));
  expect(found.metadata['_merged_from']).toEqual([`${source.type}:${source.name}`]);
  expect(found.metadata['_version']).toBeGreaterThan(1);
}

function checkLinks(
  after: Graph,
  source: Concept,
  target: Concept,
  classes: readonly (readonly Link[])[],
  context: string,
): void {
  const alive = new Set([...after.concepts, ...after.links].map(({ id }) => id));
  const left = new Map(after.links.map((link) => [link.id, link]));
  const place = new Map<string, string>([[source.id, target.id]]);
  for (const members of classes) {
    const present = members.filter(({ id }) => left.has(id));
    expect(present, context).toHaveLength(1);
    for (const each of members) place.set(each.id, present[0]!.id);
    const mandatory = survivorOf(members, alive);
    if (mandatory) expect(present[0]!.id, context).toBe(mandatory.id);
  }
  expect(after.links, context).toHaveLength(classes.length);
  const at = (id: string) => place.get(id) ?? id;
  for (const members of classes) {
    const own = members.find(({ id }) => left.has(id))!;
    const found = left.get(own.id)!;
    expect([found.subject, found.predicate, found.object], context).toEqual([
      at(own.subject),
      own.predicate,
      at(own.object),
    ]);
    const others = members.filter((each) => each !== own);
    const metadata = (link: Link) => withoutEngineKeys(link.metadata);
    expect(
      isFilled(
        found.attributes,
        own.attributes,
        others.map((each) => each.attributes),
      ),
      context,
    ).toBe(true);
    expect(isFilled(metadata(found), metadata(own), others.map(metadata)), context).toBe(true);
    const changed = found.subject !== own.subject || found.object !== own.object;
    if (changed) expect(found.metadata['_version'], context).toBeGreaterThan(1);
    if (!changed && others.length === 0) expect(found.metadata['_version'], context).toBe(1);
  }
}
