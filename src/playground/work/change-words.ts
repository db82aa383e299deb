// What a statement would change, in words: counts, elements, and the keys that differ.
import type { ChangeCounts } from '../../protocol/changes.ts';
import type { ElementChange } from '../../protocol/preview.ts';
import { isJsonObject, type Json, type JsonObject } from '../../protocol/values.ts';
import { count } from '../app/words.ts';

/** "create 2 concepts and 1 link, change 3 concepts"; empty where nothing would change. */
export function countsInWords(concepts: ChangeCounts, propositions: ChangeCounts): string {
  const verbs = { created: 'create', updated: 'change', deleted: 'delete' } as const;
  return (Object.keys(verbs) as (keyof ChangeCounts)[])
    .map((key) => {
      const parts = [
        ...(concepts[key] ? [count(concepts[key], 'concept', 'concepts')] : []),
        ...(propositions[key] ? [count(propositions[key], 'link', 'links')] : []),
      ];
      return parts.length > 0 ? `${verbs[key]} ${parts.join(' and ')}` : '';
    })
    .filter((part) => part !== '')
    .join(', ');
}

export interface KeyChange {
  /** "attributes.risk_level", "name". */
  readonly path: string;
  /** Undefined where there was or will be nothing. */
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

/** The keys whose values differ, attributes and metadata key by key, the engine's own metadata left out. */
export function keyChanges({ before, after }: Pick<ElementChange, 'before' | 'after'>): readonly KeyChange[] {
  const was = flattened(before);
  const becomes = flattened(after);
  return [...new Set([...was.keys(), ...becomes.keys()])]
    .map((path) => ({ path, before: was.get(path), after: becomes.get(path) }))
    .filter((each) => JSON.stringify(each.before) !== JSON.stringify(each.after));
}

const OWN = new Set(['id', '_type']);

function flattened(element: JsonObject | null): Map<string, Json> {
  const keys = new Map<string, Json>();
  for (const [key, value] of Object.entries(element ?? {})) {
    if (OWN.has(key)) continue;
    if ((key === 'attributes' || key === 'metadata') && isJsonObject(value)) {
      for (const [inner, held] of Object.entries(value)) if (!inner.startsWith('_')) keys.set(`${key}.${inner}`, held);
    } else keys.set(key, value);
  }
  return keys;
}
