// What a memory holds on a question: the elements SEARCH finds, and what is one link away from them.
import { isLink, isLinkId, type Element, type Link } from '../protocol/elements.ts';
import { rebuildError } from '../protocol/errors.ts';
import type { CommandResponse, KipResponse } from '../protocol/response.ts';
import type { Json, JsonObject } from '../protocol/values.ts';
import type { AgentCallOptions, AgentNexus } from './agent-nexus.ts';

export interface Recollection {
  /** What SEARCH found, best first; concepts and links. */
  readonly hits: readonly Element[];
  /** The links of each concept found, by its id. */
  readonly linksOf: ReadonlyMap<string, readonly Link[]>;
  /** Every element met, ends of links included. */
  readonly known: ReadonlyMap<string, Element>;
  /** Whether SEARCH had more than it was asked for. */
  readonly hasMore: boolean;
  /** Concepts that have more links than were read. */
  readonly moreLinks: ReadonlySet<string>;
}

export interface RecallOptions {
  readonly matches: number;
  readonly links: number;
  readonly threshold: number;
  readonly isWanted: (element: Element) => boolean;
  readonly signal: AbortSignal | undefined;
}

const OUTGOING = 'FIND(?l, ?x) WHERE { ?l ({id: :id}, ?p, ?x) FILTER(?p != "belongs_to_domain") } LIMIT :n';
const INCOMING = 'FIND(?l, ?x) WHERE { ?l (?x, ?p, {id: :id}) FILTER(?p != "belongs_to_domain") } LIMIT :n';
const BATCH_MAX = 200;

export async function recall(nexus: AgentNexus, query: string, options: RecallOptions): Promise<Recollection> {
  const { hits, hasMore } = await search(nexus, query, options);
  const known = new Map<string, Element>(hits.map((hit) => [hit.id, hit]));
  const linksOf = new Map<string, readonly Link[]>();
  const moreLinks = new Set<string>();
  await readLinks(nexus, { hits, known, linksOf, moreLinks }, options);
  await readEnds(nexus, known, options);
  // The ends of links that are ends themselves.
  await readEnds(nexus, known, options);
  return { hits, linksOf, known, hasMore, moreLinks };
}

async function search(nexus: AgentNexus, query: string, options: RecallOptions) {
  const { matches, threshold, isWanted } = options;
  // Definitions are found too and dropped; some room for them.
  const limit = matches * 2 + 4;
  const answers = await run(
    nexus,
    ['CONCEPT', 'PROPOSITION'].map((kind) => `SEARCH ${kind} :q THRESHOLD :threshold LIMIT :limit`),
    { q: query, threshold, limit },
    options,
  );
  const found = answers.map((answer) => resultOf<readonly Element[]>(answer));
  const wanted = found
    .flat()
    .filter(isWanted)
    .sort((a, b) => scoreOf(b) - scoreOf(a));
  const hasMore = wanted.length > matches || found.some((list) => list.length === limit);
  return { hits: wanted.slice(0, matches), hasMore };
}

interface Gathered {
  readonly hits: readonly Element[];
  readonly known: Map<string, Element>;
  readonly linksOf: Map<string, readonly Link[]>;
  readonly moreLinks: Set<string>;
}

async function readLinks(nexus: AgentNexus, { hits, known, linksOf, moreLinks }: Gathered, options: RecallOptions) {
  const ids = hits.filter((hit) => !isLink(hit)).map((hit) => hit.id);
  const commands = ids.flatMap((id) => [OUTGOING, INCOMING].map((command) => ({ command, parameters: { id } })));
  const answers = await run(nexus, commands, { n: options.links + 1 }, options);
  for (const [index, id] of ids.entries()) {
    const links: Link[] = [];
    for (const answer of answers.slice(index * 2, index * 2 + 2)) {
      const [own = [], ends = []] = (answer.result ?? []) as unknown as Columns;
      if (own.length > options.links) moreLinks.add(id);
      links.push(...own.slice(0, options.links));
      for (const element of [...own, ...ends]) if (element && !known.has(element.id)) known.set(element.id, element);
    }
    linksOf.set(id, links);
  }
}

/** The links and their other ends; an empty list where the concept was deleted in between. */
type Columns = readonly [(readonly Link[])?, (readonly (Element | null)[])?];

async function readEnds(nexus: AgentNexus, known: Map<string, Element>, options: RecallOptions) {
  const missing = new Set<string>();
  for (const element of known.values()) {
    if (isLink(element)) for (const end of [element.subject, element.object]) if (!known.has(end)) missing.add(end);
  }
  const commands = [...missing].slice(0, BATCH_MAX).map((id) => ({
    command: isLinkId(id) ? 'FIND(?x) WHERE { ?x (id: :id) }' : 'FIND(?x) WHERE { ?x {id: :id} }',
    parameters: { id },
  }));
  for (const { result } of await run(nexus, commands, {}, options)) {
    for (const element of (result ?? []) as unknown as readonly Element[]) known.set(element.id, element);
  }
}

async function run(
  nexus: AgentNexus,
  commands: readonly (string | { readonly command: string; readonly parameters: JsonObject })[],
  parameters: JsonObject,
  { signal }: AgentCallOptions | RecallOptions,
): Promise<readonly CommandResponse[]> {
  if (commands.length === 0) return [];
  const response = await nexus.executeReadonly({ commands, parameters }, signal ? { signal } : {});
  return resultOf<readonly CommandResponse[]>(response);
}

function resultOf<T>(response: KipResponse): T {
  if (response.error) throw rebuildError(response.error);
  return response.result as unknown as T;
}

function scoreOf({ metadata }: Element): number {
  const score: Json | undefined = metadata['_score'];
  return typeof score === 'number' ? score : 0;
}
