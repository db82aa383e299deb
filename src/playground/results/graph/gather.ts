// From an answer to the elements that are drawn. What the answer holds whole is taken as it is; ids in it are looked up; ends of links
// are looked up; and the links between the concepts found are read, so that a list of concepts is a graph and not a field of dots.
// Never silently less: what is above the cap is counted and told.
import {
  isLink,
  isLinkId,
  type Concept,
  type Element,
  elementsIn,
  type Link,
  asElement,
} from '../../../protocol/elements.ts';
import { askAll, lookUp, patternOf, type Reader } from '../look-up.ts';
import type { Json } from '../../../protocol/values.ts';

export interface Gathered {
  readonly elements: ReadonlyMap<string, Element>;
  /** Concepts of the answer, drawn or not, with the ends of its links. */
  readonly conceptTotal: number;
  /** Concepts drawn. */
  readonly conceptCount: number;
  /** Links the answer names that were not read, being too many. */
  readonly linksUnread: number;
  /** Concepts of which not all links were read, having too many. */
  readonly conceptsPartly: number;
}

export interface GatherOptions {
  /** Concepts drawn at most. */
  readonly cap: number;
  readonly signal: AbortSignal;
  readonly onProgress: (what: string) => void;
}

/** Links read per concept when looking for those between the concepts drawn. */
const LINKS_PER_CONCEPT = 500;
/** Links looked up by id at most. */
const LINKS_MAX = 20_000;

export async function gather(nexus: Reader, result: Json, options: GatherOptions): Promise<Gathered> {
  const { elements, ids } = elementsIn(result);
  const found = new Map(elements);
  const wanted = new Set<string>([...elements.keys(), ...ids]);
  for (const element of elements.values()) {
    if (!isLink(element)) continue;
    wanted.add(element.subject);
    wanted.add(element.object);
  }
  const linksUnread = await completeLinks(nexus, found, wanted, options);
  const conceptIds = [...wanted].filter((id) => !isLinkId(id));
  const drawn = new Set(conceptIds.slice(0, options.cap));
  await addMissing(nexus, found, drawn, options);
  for (const [id, element] of found) if (!isLink(element) && !drawn.has(id)) found.delete(id);
  const conceptsPartly = await addLinksBetween(nexus, found, options);
  const conceptCount = [...found.values()].filter((element) => !isLink(element)).length;
  // What only looks like an id is no concept left out.
  const conceptTotal = conceptCount + conceptIds.length - drawn.size;
  return { elements: found, conceptTotal, conceptCount, linksUnread, conceptsPartly };
}

/** Links named by id only, and links that are ends of links, with the ends of all; answers how many were left. */
async function completeLinks(
  nexus: Reader,
  found: Map<string, Element>,
  wanted: Set<string>,
  { signal, onProgress }: GatherOptions,
): Promise<number> {
  let read = 0;
  let waiting = [...wanted].filter((id) => isLinkId(id) && !found.has(id));
  while (waiting.length > 0) {
    const now = waiting.slice(0, LINKS_MAX - read);
    if (now.length === 0) return waiting.length;
    read += now.length;
    const next = new Set(waiting.slice(now.length));
    const tell = (done: number) => onProgress(`Reading links: ${done} of ${now.length}`);
    for (const [id, link] of (await lookUp(nexus, now, signal, tell)) as Map<string, Link>) {
      found.set(id, link);
      for (const end of [link.subject, link.object]) {
        wanted.add(end);
        if (isLinkId(end) && !found.has(end)) next.add(end);
      }
    }
    waiting = [...next].filter((id) => !found.has(id));
  }
  return 0;
}

async function addMissing(
  nexus: Reader,
  found: Map<string, Element>,
  ids: Iterable<string>,
  { signal, onProgress }: GatherOptions,
) {
  const missing = [...ids].filter((id) => !found.has(id));
  if (missing.length === 0) return;
  const tell = (done: number) => onProgress(`Reading elements: ${done} of ${missing.length}`);
  for (const [id, element] of await lookUp(nexus, missing, signal, tell)) found.set(id, element);
}

/** The links between the concepts that are drawn; answers for how many of these not all links were read. */
async function addLinksBetween(nexus: Reader, found: Map<string, Element>, { signal, onProgress }: GatherOptions) {
  const concepts = [...found.values()].filter((element): element is Concept => !isLink(element));
  const commands = concepts.map(({ id }) => ({
    command: `FIND(?l) WHERE { ?x {id: :id} ?l (?x, ?p, ?o) } LIMIT ${LINKS_PER_CONCEPT}`,
    parameters: { id },
  }));
  const tell = (done: number) => onProgress(`Reading links: ${done} of ${commands.length}`);
  const candidates: Link[] = [];
  let partly = 0;
  for (const { result, next_cursor: cursor } of await askAll(nexus, commands, signal, tell)) {
    if (cursor !== undefined) partly++;
    for (const value of Array.isArray(result) ? (result as readonly Json[]) : []) {
      const link = asElement(value);
      if (link && isLink(link)) candidates.push(link);
    }
  }
  // A link to a link may come before the one it ends at.
  for (let added = true; added;) {
    added = false;
    for (const link of candidates) {
      if (found.has(link.id) || !found.has(link.object)) continue;
      found.set(link.id, link);
      added = true;
    }
  }
  return partly;
}

export interface Neighbours {
  readonly elements: ReadonlyMap<string, Element>;
  /** Links of the element beyond those that were read. */
  readonly left: number;
}

const NEIGHBOURS_AT_ONCE = 60;

/** Links of an element in both directions, with their other ends; at most sixty in each direction that are not in `known`. */
export async function neighboursOf(
  nexus: Reader,
  id: string,
  known: ReadonlyMap<string, Element>,
): Promise<Neighbours> {
  const at = patternOf(id, ':id');
  const directions = ['?l (?x, ?p, ?o)', '?l (?o, ?p, ?x)'];
  const limit = NEIGHBOURS_AT_ONCE + known.size;
  const commands = directions.flatMap((link) => [
    { command: `FIND(?l, ?o) WHERE { ?x ${at} ${link} } LIMIT ${limit}`, parameters: { id } },
    { command: `FIND(COUNT(?l)) WHERE { ?x ${at} ${link} }`, parameters: { id } },
  ]);
  const answers = await askAll(nexus, commands);
  const elements = new Map<string, Element>();
  let left = 0;
  for (let direction = 0; direction < 2; direction++) {
    const [links = [], ends = []] = (answers[direction * 2]!.result ?? []) as unknown as readonly Json[][];
    const total = answers[direction * 2 + 1]!.result as number;
    let taken = 0;
    let present = 0;
    links.forEach((value, index) => {
      const [link, end] = [asElement(value), asElement(ends[index])];
      if (!link || !end) return;
      if (known.has(link.id)) present++;
      else if (taken >= NEIGHBOURS_AT_ONCE) return;
      else taken++;
      elements.set(link.id, link).set(end.id, end);
    });
    left += Math.max(0, total - taken - present);
  }
  const missing = [...elements.values()].filter(isLink).flatMap(({ subject, object }) => [subject, object]);
  const rest = missing.filter((end) => !elements.has(end) && !known.has(end));
  for (const [end, element] of await lookUp(nexus, rest)) elements.set(end, element);
  return { elements, left };
}
