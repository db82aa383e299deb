// Random small graphs: cycles, diamonds, self-links, links about links, and attribute values of every JSON kind, among them
// those that SQLite, JSON and JavaScript are known to treat differently. A graph is a plan, which prints as one UPSERT.
import type { Json, JsonObject } from '../src/protocol/values.ts';
import type { Random } from './random.ts';

export interface ConceptPlan {
  readonly type: string;
  readonly name: string;
  readonly attributes: JsonObject;
  readonly metadata: JsonObject;
}

/** An endpoint is the number of a concept, or that of an earlier link. */
export type EndpointPlan = { readonly concept: number } | { readonly link: number };

export interface LinkPlan {
  readonly subject: EndpointPlan;
  readonly predicate: string;
  readonly object: EndpointPlan;
  readonly attributes: JsonObject;
  readonly metadata: JsonObject;
}

export interface GraphPlan {
  readonly concepts: readonly ConceptPlan[];
  readonly links: readonly LinkPlan[];
}

export const TYPES = ['Thing', 'Place', 'Note'];
export const PREDICATES = ['knows', 'part_of', 'about', 'unused'];
export const NAMES = [
  'a',
  'A',
  'b',
  'ä',
  'a\u0308',
  '10',
  '9',
  '',
  'it’s "q" \\ %_',
  '深色模式',
  '🚀',
  '\uff5e',
  'null',
  ':x ?y',
];

const SCALARS: readonly Json[] = [
  ...[0, 1, 2, 3, 9, 10, -2, 2.5, 0.1, 1e21, 9007199254740991, -0.75],
  ...[
    '',
    '1',
    '10',
    '9',
    'a',
    'A',
    'b',
    'aB',
    'ä',
    '深色',
    '🚀',
    '\uff5e',
    'true',
    'null',
    '2026-01-05',
    '%',
    'x_y',
    'line\nbreak',
  ],
  ...[true, false, null],
];

/** A literal as a query may compare with it. */
export const randomScalar = (random: Random): Json => random.pick(SCALARS);

const COMPOUNDS: readonly Json[] = [
  [],
  ['a', 1],
  [[1], { in: 2 }],
  {},
  { in: 1 },
  { in: 'a', deep: { er: true } },
  { in: null },
];

/** `rank` and `tag` hold scalars of any kind, `box` an array, an object or a number; any of them may be missing. */
function randomAttributes(random: Random): JsonObject {
  return {
    ...(random.chance(0.7) && { rank: random.chance(0.6) ? random.below(4) : randomScalar(random) }),
    ...(random.chance(0.6) && {
      tag: random.chance(0.6) ? random.pick(['x', 'y', 'X', '深色']) : randomScalar(random),
    }),
    ...(random.chance(0.3) && { box: random.chance(0.8) ? random.pick(COMPOUNDS) : random.below(3) }),
  };
}

function randomMetadata(random: Random): JsonObject {
  return {
    ...(random.chance(0.5) && { confidence: random.pick([0, 0.5, 0.9, 1, null, 'high']) }),
    ...(random.chance(0.2) && { source: random.pick(['s1', 's2', null]) }),
  };
}

/** `higherOrder` is how likely an endpoint is a link. */
export function randomGraph(random: Random, higherOrder = 0.15): GraphPlan {
  const concepts = new Map<string, ConceptPlan>();
  for (let wanted = 2 + random.below(11); wanted > 0; wanted--) {
    const type = random.pick(TYPES);
    const name = random.pick(NAMES);
    const plan = { type, name, attributes: randomAttributes(random), metadata: randomMetadata(random) };
    concepts.set(`${type}:${name}`, plan);
  }
  const links = new Map<string, LinkPlan>();
  const endpoint = (): EndpointPlan =>
    links.size > 0 && random.chance(higherOrder)
      ? { link: random.below(links.size) }
      : { concept: random.below(concepts.size) };
  for (let wanted = 2 + random.below(24); wanted > 0; wanted--) {
    const subject = endpoint();
    const object = random.chance(0.08) ? subject : endpoint();
    const predicate = random.weighted([[5, 'knows'] as const, [3, 'part_of'] as const, [3, 'about'] as const]);
    const key = JSON.stringify([subject, predicate, object]);
    if (links.has(key)) continue;
    links.set(key, {
      subject,
      predicate,
      object,
      attributes: random.chance(0.4) ? randomAttributes(random) : {},
      metadata: randomMetadata(random),
    });
  }
  return { concepts: [...concepts.values()], links: [...links.values()] };
}

/** The plan as one UPSERT with a block for each element, concepts first, in the order of the plan. */
export function graphText({ concepts, links }: GraphPlan): string {
  const handle = (end: EndpointPlan) => ('concept' in end ? `?c${end.concept}` : `?l${end.link}`);
  const attributes = (values: JsonObject) =>
    Object.keys(values).length > 0 ? ` SET ATTRIBUTES ${JSON.stringify(values)}` : '';
  const metadata = (values: JsonObject) =>
    Object.keys(values).length > 0 ? ` WITH METADATA ${JSON.stringify(values)}` : '';
  const conceptBlocks = concepts.map(
    (plan, index) =>
      `  CONCEPT ?c${index} { {type: "${plan.type}", name: ${JSON.stringify(plan.name)}}${attributes(plan.attributes)} }` +
      metadata(plan.metadata),
  );
  const linkBlocks = links.map(
    (plan, index) =>
      `  PROPOSITION ?l${index} { (${handle(plan.subject)}, "${plan.predicate}", ${handle(plan.object)})` +
      `${attributes(plan.attributes)} }${metadata(plan.metadata)}`,
  );
  return ['UPSERT {', ...conceptBlocks, ...linkBlocks, '}'].join('\n');
}

/** Every plan that lacks one link, one concept nothing stands on, or one attribute map: the steps of making a failure small. */
export function* smallerGraphs(plan: GraphPlan): Generator<GraphPlan> {
  const uses = (link: LinkPlan, end: 'concept' | 'link', index: number) =>
    [link.subject, link.object].some((each) => (each as Record<string, number>)[end] === index);
  const shift = (end: EndpointPlan, kind: 'concept' | 'link', removed: number): EndpointPlan => {
    const index = (end as Record<string, number>)[kind];
    return index !== undefined && index > removed ? ({ [kind]: index - 1 } as unknown as EndpointPlan) : end;
  };
  const without = (kind: 'concept' | 'link', removed: number): GraphPlan => ({
    concepts: kind === 'concept' ? plan.concepts.toSpliced(removed, 1) : plan.concepts,
    links: (kind === 'link' ? plan.links.toSpliced(removed, 1) : plan.links).map((link) => ({
      ...link,
      subject: shift(link.subject, kind, removed),
      object: shift(link.object, kind, removed),
    })),
  });
  for (const kind of ['link', 'concept'] as const) {
    for (let index = plan[`${kind}s`].length - 1; index >= 0; index--) {
      if (!plan.links.some((link) => uses(link, kind, index))) yield without(kind, index);
    }
  }
  for (const kind of ['concepts', 'links'] as const) {
    for (const [index, element] of plan[kind].entries()) {
      const bare = { ...element, attributes: {}, metadata: {} };
      if (Object.keys({ ...element.attributes, ...element.metadata }).length > 0) {
        yield { ...plan, [kind]: plan[kind].with(index, bare as never) };
      }
    }
  }
}
