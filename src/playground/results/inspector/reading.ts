// What the inspector asks the memory: one element, how many links it has of each kind, and those a page at a time.
import type { Json } from '../../../protocol/values.ts';
import { asElement, type Concept, type Element, isId, isLink, type Link } from '../../../protocol/elements.ts';
import { askAll, lookUp, patternOf, type Reader } from '../look-up.ts';

const LINKS_A_PAGE = 20;

export type Direction = 'out' | 'in';

export interface LinkGroup {
  readonly direction: Direction;
  readonly predicate: string;
  readonly count: number;
}

export interface Subject {
  readonly element: Element;
  /** Of a link: subject and object. */
  readonly ends: readonly Element[];
  readonly groups: readonly LinkGroup[];
  /** Of a definition: how many elements it defines. */
  readonly instances: number | undefined;
}

export interface LinkRow {
  readonly link: Link;
  readonly other: Element;
}

const tuple = (direction: Direction): string => (direction === 'out' ? '(?x, ?p, ?o)' : '(?o, ?p, ?x)');

/** The element with all that is known around it; undefined where there is none with this id. */
export async function readSubject(nexus: Reader, id: string, signal: AbortSignal): Promise<Subject | undefined> {
  const at = patternOf(id, ':id');
  const directions: Direction[] = ['out', 'in'];
  const [found, ...grouped] = await askAll(
    nexus,
    [
      `FIND(?x) WHERE { ?x ${at} }`,
      ...directions.map((direction) => `FIND(?l.predicate, COUNT(?l)) WHERE { ?x ${at} ?l ${tuple(direction)} }`),
    ].map((command) => ({ command, parameters: { id } })),
    signal,
  );
  const element = asElement((found!.result as readonly Json[] | undefined)?.[0]);
  if (!element) return undefined;
  const groups = directions.flatMap((direction, index) => {
    const [predicates = [], counts = []] = (grouped[index]!.result ?? []) as unknown as readonly Json[][];
    return predicates.map((predicate, at) => ({ direction, predicate: String(predicate), count: Number(counts[at]) }));
  });
  const ends = isLink(element) ? await lookUp(nexus, [element.subject, element.object], signal) : undefined;
  return {
    element,
    ends: isLink(element) ? [ends!.get(element.subject)!, ends!.get(element.object)!].filter(Boolean) : [],
    groups: groups.sort((a, b) => b.count - a.count),
    instances: isLink(element) ? undefined : await countInstances(nexus, element, signal),
  };
}

async function countInstances(
  nexus: Reader,
  { type, name }: Concept,
  signal: AbortSignal,
): Promise<number | undefined> {
  if (type !== '$ConceptType' && type !== '$PropositionType') return undefined;
  const command =
    type === '$ConceptType'
      ? 'FIND(COUNT(?x)) WHERE { ?x {type: :name} }'
      : 'FIND(COUNT(?x)) WHERE { ?x (?s, :name, ?o) }';
  const { result } = await nexus.executeReadonly({ command, parameters: { name } }, { signal });
  return typeof result === 'number' ? result : undefined;
}

export interface LinkPage {
  readonly rows: readonly LinkRow[];
  readonly cursor: string | undefined;
}

export async function readLinks(
  nexus: Reader,
  id: string,
  { direction, predicate }: LinkGroup,
  cursor: string | undefined,
): Promise<LinkPage> {
  const ends = direction === 'out' ? '(?x, :predicate, ?o)' : '(?o, :predicate, ?x)';
  const command = `FIND(?l, ?o) WHERE { ?x ${patternOf(id, ':id')} ?l ${ends} } LIMIT ${LINKS_A_PAGE}`;
  const response = await nexus.executeReadonly(
    cursor === undefined
      ? { command, parameters: { id, predicate } }
      : { command: `${command} CURSOR :cursor`, parameters: { id, predicate, cursor } },
  );
  if (response.error) throw new Error(response.error.message);
  const [links = [], others = []] = response.result as unknown as readonly Json[][];
  const rows = links.flatMap((value, index) => {
    const [link, other] = [asElement(value), asElement(others[index])];
    return link && isLink(link) && other ? [{ link, other }] : [];
  });
  return { rows, cursor: response.next_cursor };
}

/** Names of all predicates, for the form of a new link. */
export async function readPredicates(nexus: Reader): Promise<readonly string[]> {
  const { result } = await nexus.executeReadonly({ command: 'FIND(?p.name) WHERE { ?p {type: "$PropositionType"} }' });
  return Array.isArray(result) ? (result as readonly Json[]).map(String) : [];
}

/** Concepts a person may mean by a few letters, or the element of an id. */
export async function findTargets(nexus: Reader, term: string): Promise<readonly Element[]> {
  if (isId(term)) return [...(await lookUp(nexus, [term])).values()];
  const { result } = await nexus.executeReadonly({ command: 'SEARCH CONCEPT :term LIMIT 8', parameters: { term } });
  return Array.isArray(result) ? (result as readonly Json[]).flatMap((value) => asElement(value) ?? []) : [];
}
