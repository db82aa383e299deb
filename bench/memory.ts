// A dataset as it lies in a nexus: which ids its elements, types and predicates have there.
import type { Dataset } from './dataset.ts';

export interface LoadedMemory {
  readonly dataset: Dataset;
  /** The dataset's element 1 follows this many ids that the nexus had given out before. */
  readonly offset: number;
  readonly typeIds: ReadonlyMap<string, number>;
  readonly predicateIds: ReadonlyMap<string, number>;
}

/** Concepts have even ids, propositions odd ones. */
export const conceptId = (memory: LoadedMemory, id: number): number => 2 * (memory.offset + id);
export const propositionId = (memory: LoadedMemory, id: number): number => conceptId(memory, id) + 1;

const known = <K, V>(map: ReadonlyMap<K, V>, key: K): V => {
  const value = map.get(key);
  if (value === undefined) throw new Error(`The nexus under test does not define ${String(key)}.`);
  return value;
};

export const typeId = (memory: LoadedMemory, name: string): number => known(memory.typeIds, name);
export const predicateId = (memory: LoadedMemory, name: string): number => known(memory.predicateIds, name);
