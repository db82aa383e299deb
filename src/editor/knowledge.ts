// What the schema knows about a variable or block of the text, put together for completion, hover and diagnostics. A schema
// that fails answers nothing here: the editor goes on without it.
import type { KeyOwner, KeySummary, PredicateSummary, SchemaProvider, TypeSummary } from './schema.ts';
import type { KeyHolder } from './site.ts';

/** The answer, or `otherwise` where the schema fails. */
export async function known<T>(answer: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await answer;
  } catch {
    return otherwise;
  }
}

export const knownTypes = (schema: SchemaProvider): Promise<readonly TypeSummary[]> => known(schema.types(), []);
export const knownPredicates = (schema: SchemaProvider): Promise<readonly PredicateSummary[]> =>
  known(schema.predicates(), []);

/**
 * The types a concept has: those its patterns state, or those its links allow. Empty means that it could be of any type.
 */
export async function typesOf(holder: KeyHolder, schema: SchemaProvider): Promise<readonly string[]> {
  if (holder.types.length > 0 || holder.holds === 'link') return holder.types;
  if (holder.subjectOf.length === 0 && holder.objectOf.length === 0) return [];
  const predicates = new Map((await knownPredicates(schema)).map((predicate) => [predicate.name, predicate]));
  const ends = [
    ...holder.subjectOf.map((name) => predicates.get(name)?.subjectTypes ?? []),
    ...holder.objectOf.map((name) => predicates.get(name)?.objectTypes ?? []),
  ].filter((types) => types.length > 0 && !types.includes('*'));
  const [first = [], ...others] = ends;
  return first.filter((type) => others.every((types) => types.includes(type)));
}

/** Whose keys a variable or block has; empty where that is not known. */
export async function ownersOf(holder: KeyHolder, schema: SchemaProvider): Promise<readonly KeyOwner[]> {
  if (holder.holds === 'link') return holder.predicates.map((predicate) => ({ predicate }));
  return (await typesOf(holder, schema)).map((type) => ({ type }));
}

/** The attribute keys of any of the owners, each once. */
export async function attributeKeysOf(
  owners: readonly KeyOwner[],
  schema: SchemaProvider,
): Promise<readonly KeySummary[]> {
  return distinct(await Promise.all(owners.map((owner) => known(schema.attributeKeys(owner), []))));
}

export async function metadataKeysOf(
  owners: readonly KeyOwner[],
  schema: SchemaProvider,
): Promise<readonly KeySummary[]> {
  const answers = owners.length > 0 ? owners.map((owner) => schema.metadataKeys(owner)) : [schema.metadataKeys()];
  return distinct(await Promise.all(answers.map((answer) => known(answer, []))));
}

function distinct(lists: readonly (readonly KeySummary[])[]): readonly KeySummary[] {
  const keys = new Map<string, KeySummary>();
  for (const summary of lists.flat()) if (!keys.has(summary.key)) keys.set(summary.key, summary);
  return [...keys.values()];
}
