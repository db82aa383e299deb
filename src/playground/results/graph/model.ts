// What is drawn: concepts as nodes, links as lines between them. A link that is itself the end of another link gets a node in its
// middle, and its line bends through it, so that statements about statements are lines like all others. Nodes are numbered; positions
// live in one array beside the model, x and y of node n at 2n and 2n+1, in the order of `nodes`.
import { type Concept, type Element, isLink, isLinkId, type Link } from '../../../protocol/elements.ts';

export interface GraphNode {
  readonly id: string;
  readonly kind: 'concept' | 'middle';
  /** The type of a concept, the predicate of a link. */
  readonly type: string;
  readonly label: string;
  /** Ends of links at this node. */
  degree: number;
  radius: number;
}

export interface GraphLink {
  readonly id: string;
  readonly predicate: string;
  readonly from: number;
  readonly to: number;
  /** The node in its middle, -1 where no link ends there. */
  readonly middle: number;
  /** How far it bends aside, in parts of its length: several links between the same two nodes lie side by side. */
  readonly bend: number;
}

export interface TypeCount {
  readonly type: string;
  readonly count: number;
}

export interface GraphModel {
  readonly nodes: readonly GraphNode[];
  readonly links: readonly GraphLink[];
  readonly elements: ReadonlyMap<string, Element>;
  /** Number of the node of an element: of a link, the node in its middle. */
  readonly nodeOf: ReadonlyMap<string, number>;
  /** Numbers of the links that end at a node. */
  readonly linksAt: readonly (readonly number[])[];
  /** Most frequent first. */
  readonly types: readonly TypeCount[];
  readonly predicates: readonly TypeCount[];
}

const MIDDLE_RADIUS = 5;

/** @param elements concepts and links; links of which an end is not among them are left out */
export function buildModel(elements: ReadonlyMap<string, Element>): GraphModel {
  const concepts = [...elements.values()].filter((element): element is Concept => !isLink(element));
  const links = drawable(elements);
  const nodes: GraphNode[] = concepts.map(({ id, type, name }) => ({
    id,
    kind: 'concept',
    type,
    label: name,
    degree: 0,
    radius: 0,
  }));
  const ended = new Set(links.flatMap(({ subject, object }) => [subject, object]).filter((id) => isLinkId(id)));
  for (const { id, predicate } of links) {
    if (ended.has(id))
      nodes.push({ id, kind: 'middle', type: predicate, label: predicate, degree: 0, radius: MIDDLE_RADIUS });
  }
  const nodeOf = new Map(nodes.map(({ id }, index) => [id, index]));
  const graphLinks = connect(links, nodeOf);
  const linksAt = nodes.map((): number[] => []);
  graphLinks.forEach(({ from, to }, index) => {
    linksAt[from]!.push(index);
    if (to !== from) linksAt[to]!.push(index);
  });
  nodes.forEach((node, index) => {
    node.degree = linksAt[index]!.length;
    if (node.kind === 'concept') node.radius = Math.min(28, 10 + 2.4 * Math.sqrt(node.degree));
  });
  return {
    nodes,
    links: graphLinks,
    elements,
    nodeOf,
    linksAt,
    types: counted(concepts.map(({ type }) => type)),
    predicates: counted(links.map(({ predicate }) => predicate)),
  };
}

/** Links of which both ends are there, down to concepts. */
function drawable(elements: ReadonlyMap<string, Element>): Link[] {
  const known = new Map<string, boolean>();
  const isThere = (id: string): boolean => {
    const element = elements.get(id);
    if (!element) return false;
    if (!isLink(element)) return true;
    const before = known.get(id);
    if (before !== undefined) return before;
    known.set(id, false);
    const there = isThere(element.subject) && isThere(element.object);
    known.set(id, there);
    return there;
  };
  return [...elements.values()].filter((element): element is Link => isLink(element) && isThere(element.id));
}

function connect(links: readonly Link[], nodeOf: ReadonlyMap<string, number>): GraphLink[] {
  const beside = new Map<string, number>();
  const pairOf = (from: number, to: number) => `${Math.min(from, to)} ${Math.max(from, to)}`;
  const ends = links.map((link) => [nodeOf.get(link.subject)!, nodeOf.get(link.object)!] as const);
  for (const [from, to] of ends) beside.set(pairOf(from, to), (beside.get(pairOf(from, to)) ?? 0) + 1);
  const placed = new Map<string, number>();
  return links.map(({ id, predicate }, index) => {
    const [from, to] = ends[index]!;
    const pair = pairOf(from, to);
    const at = placed.get(pair) ?? 0;
    placed.set(pair, at + 1);
    const offset = (at - (beside.get(pair)! - 1) / 2) * 0.22;
    // Bends are told from the lower number to the higher, so that links in opposite directions do not meet.
    return { id, predicate, from, to, middle: nodeOf.get(id) ?? -1, bend: from <= to ? offset : -offset };
  });
}

function counted(names: readonly string[]): TypeCount[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .map(([type, count]) => ({ type, count }))
    .sort((a, b) => b.count - a.count || (a.type < b.type ? -1 : 1));
}

/** Which nodes and links are shown while some types and predicates are hidden; 1 for shown. */
export interface Shown {
  readonly nodes: Uint8Array;
  readonly links: Uint8Array;
}

export function shownParts(
  model: GraphModel,
  hiddenTypes: ReadonlySet<string>,
  hiddenPredicates: ReadonlySet<string>,
): Shown {
  const nodes = new Uint8Array(model.nodes.length);
  const links = new Uint8Array(model.links.length);
  model.nodes.forEach((node, index) => {
    nodes[index] = node.kind === 'concept' && !hiddenTypes.has(node.type) ? 1 : 0;
  });
  // A link with a link for an end shows once that one does; each round settles one more level.
  for (let changed = true; changed;) {
    changed = false;
    model.links.forEach((link, index) => {
      if (links[index] || hiddenPredicates.has(link.predicate) || !nodes[link.from] || !nodes[link.to]) return;
      links[index] = 1;
      if (link.middle >= 0) nodes[link.middle] = 1;
      changed = true;
    });
  }
  return { nodes, links };
}
