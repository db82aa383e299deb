// Engines that hold a planned graph, each with the graph as the naive evaluator sees it. The clock stands still, so that the
// engine's own metadata are known; the bootstrapped nexus is made once and copied as a file image.
import type { Concept, Link } from '../src/protocol/elements.ts';
import { isJsonObject, type JsonObject } from '../src/protocol/values.ts';
import { createEngine, type Engine } from '../worker/engine.ts';
import { loadSqlite, openMemoryDriver } from '../worker/store/sqlite.ts';
import type { Graph } from './naive-values.ts';
import { graphText, PREDICATES, TYPES, type EndpointPlan, type GraphPlan } from './random-graph.ts';

const NOW = Date.UTC(2026, 0, 2, 3, 4, 5, 6);
const ENGINE_METADATA = { _version: 1, _updated_at: new Date(NOW).toISOString() };

export interface OpenedGraph {
  readonly engine: Engine;
  readonly graph: Graph;
  /** Ids of the planned elements alone. */
  readonly ids: { readonly concepts: readonly string[]; readonly links: readonly string[] };
}

interface Base {
  readonly image: Uint8Array;
  readonly concepts: readonly Concept[];
}

let base: Promise<Base> | undefined;

export async function openGraph(plan: GraphPlan): Promise<OpenedGraph> {
  base ??= makeBase();
  const { image, concepts } = await base;
  const engine = await createEngine(openMemoryDriver(await loadSqlite(), { image }), { now: () => NOW });
  const written = plan.concepts.length > 0 ? await run(engine, graphText(plan)) : {};
  const ids = {
    concepts: (written['upsert_concept_nodes'] ?? []) as readonly string[],
    links: (written['upsert_proposition_links'] ?? []) as readonly string[],
  };
  return { engine, ids, graph: planned(plan, ids, concepts) };
}

function planned(plan: GraphPlan, ids: OpenedGraph['ids'], base: readonly Concept[]): Graph {
  const idOf = (end: EndpointPlan) => ('concept' in end ? ids.concepts[end.concept]! : ids.links[end.link]!);
  const metadata = (values: JsonObject) => ({ ...values, ...ENGINE_METADATA });
  return {
    concepts: [
      ...base,
      ...plan.concepts.map((each, index) => ({ ...each, id: ids.concepts[index]!, metadata: metadata(each.metadata) })),
    ],
    links: plan.links.map((each, index): Link => ({
      ...each,
      id: ids.links[index]!,
      subject: idOf(each.subject),
      object: idOf(each.object),
      metadata: metadata(each.metadata),
    })),
  };
}

/** A nexus with the test's types and predicates and no links, and what else it holds, read with the plainest queries. */
async function makeBase(): Promise<Base> {
  const driver = openMemoryDriver(await loadSqlite());
  const engine = await createEngine(driver, { now: () => NOW });
  const define = (type: string) => (name: string) => `CONCEPT ?${name} { {type: "${type}", name: "${name}"} }`;
  const definitions = [...TYPES.map(define('$ConceptType')), ...PREDICATES.map(define('$PropositionType'))];
  await run(engine, `UPSERT { ${definitions.join('\n')} }`);
  await run(engine, 'DELETE PROPOSITIONS ?l WHERE { ?l (?s, ?p, ?o) }');
  const concepts = await readConcepts(engine);
  return { image: driver.image(), concepts };
}

/** Everything the engine holds now, read with the plainest queries. */
export async function readGraph(engine: Engine): Promise<Graph> {
  const links = (await read(engine, 'FIND(?l) WHERE { ?l (?s, ?p, ?o) }')) as readonly Link[];
  return { concepts: await readConcepts(engine), links };
}

async function readConcepts(engine: Engine): Promise<readonly Concept[]> {
  const types = (await read(engine, 'FIND(?t.name) WHERE { ?t {type: "$ConceptType"} }')) as string[];
  const concepts = types.map((type) => read(engine, `FIND(?n) WHERE { ?n {type: "${type}"} }`));
  return (await Promise.all(concepts)).flat() as Concept[];
}

async function read(engine: Engine, command: string): Promise<unknown> {
  const response = await engine.execute({ command });
  if (response.error) throw new Error(`${response.error.code} ${response.error.message}\n${command}`);
  return response.result;
}

async function run(engine: Engine, command: string): Promise<JsonObject> {
  const result = await read(engine, command);
  if (!isJsonObject(result)) throw new Error(`no object answers ${command}`);
  return result;
}
