// Elements as an export writes them: by names instead of ids, and in full or by identity alone.
import type { Nexus } from '../nexus.ts';
import { kindOf } from './element-id.ts';
import { parseContent, type Content } from './stored-content.ts';

export interface ConceptName {
  readonly type: string;
  readonly name: string;
}

export interface LinkEnds {
  /** Element id. */
  readonly subject: number;
  readonly predicate: string;
  /** Element id. */
  readonly object: number;
}

export type Identity = ConceptName | LinkEnds;
export type ExportedElement = Identity & Content;

const read = (columns: string, table: string): string =>
  `SELECT e.id, ${columns} FROM json_each(?1) AS wanted CROSS JOIN ${table} AS e ON e.id = wanted.value`;
const CONTENT = ', json(e.attributes), json(e.metadata)';
const NAMES = read('e.type, e.name', 'concepts');
const ENDS = read('e.subject, e.predicate, e.object', 'propositions');
const CONCEPTS = read(`e.type, e.name${CONTENT}`, 'concepts');
const PROPOSITIONS = read(`e.subject, e.predicate, e.object${CONTENT}`, 'propositions');

/** What these elements are called, by id. */
export function readIdentities({ driver, types }: Nexus, ids: readonly number[]): Map<number, Identity> {
  const identities = new Map<number, Identity>();
  for (const [id, type, name] of driver.all(NAMES, [concepts(ids)])) {
    identities.set(id as number, { type: types.nameOf(type as number), name: name as string });
  }
  for (const [id, subject, predicate, object] of driver.all(ENDS, [propositions(ids)])) {
    identities.set(id as number, linkEnds(types, subject as number, predicate as number, object as number));
  }
  return identities;
}

/** These elements with their content, by id. */
export function readElements({ driver, types }: Nexus, ids: readonly number[]): Map<number, ExportedElement> {
  const elements = new Map<number, ExportedElement>();
  for (const [id, type, name, attributes, metadata] of driver.all(CONCEPTS, [concepts(ids)])) {
    const identity = { type: types.nameOf(type as number), name: name as string };
    elements.set(id as number, { ...identity, ...parseContent(attributes as string, metadata as string) });
  }
  for (const [id, subject, predicate, object, attributes, metadata] of driver.all(PROPOSITIONS, [propositions(ids)])) {
    const identity = linkEnds(types, subject as number, predicate as number, object as number);
    elements.set(id as number, { ...identity, ...parseContent(attributes as string, metadata as string) });
  }
  return elements;
}

const linkEnds = (types: Nexus['types'], subject: number, predicate: number, object: number): LinkEnds => ({
  subject,
  predicate: types.nameOf(predicate),
  object,
});

const concepts = (ids: readonly number[]): string => JSON.stringify(ids.filter((id) => kindOf(id) === 'concept'));
const propositions = (ids: readonly number[]): string =>
  JSON.stringify(ids.filter((id) => kindOf(id) === 'proposition'));
