// How the yardstick turns rows into what a caller of the engine gets: whole elements as objects, every JSON cell parsed.
import type { Cell, Row } from '../connection.ts';
import type { LoadedMemory } from '../memory.ts';

type Parsed = Record<string, unknown>;

export interface RowReader {
  /** Cells: see `conceptColumns`. */
  concept(row: Row, from?: number): unknown;
  /** Cells: see `propositionColumns`. */
  proposition(row: Row, from?: number): unknown;
  nameOf(id: Cell | undefined): string;
}

/** The columns of `concept` on table alias `c`. */
export const conceptColumns = (c: string): string =>
  `${c}.id, ${c}.type, ${c}.name, json(${c}.attributes), json(${c}.metadata), ${c}.version, ${c}.updated_at`;

/** The columns of `proposition` on table alias `p`. */
export const propositionColumns = (p: string): string =>
  `${p}.id, ${p}.subject, ${p}.predicate, ${p}.object, json(${p}.attributes), json(${p}.metadata), ${p}.version, ${p}.updated_at`;

const elementId = (id: Cell): string => ((id as number) % 2 === 0 ? 'C:' : 'P:') + String(id);

const stamped = (metadata: Cell, version: Cell, updatedAt: Cell): Parsed => ({
  _version: version,
  _updated_at: new Date(updatedAt as number).toISOString(),
  ...(JSON.parse(metadata as string) as Parsed),
});

export function rowReader(memory: LoadedMemory): RowReader {
  const names = new Map([...memory.typeIds, ...memory.predicateIds].map(([name, id]) => [id, name]));
  const nameOf = (id: Cell | undefined): string => names.get(id as number) ?? '';
  return {
    nameOf,
    concept: (row, from = 0) => ({
      id: elementId(row[from] as Cell),
      type: nameOf(row[from + 1]),
      name: row[from + 2],
      attributes: JSON.parse(row[from + 3] as string) as Parsed,
      metadata: stamped(row[from + 4] as Cell, row[from + 5] as Cell, row[from + 6] as Cell),
    }),
    proposition: (row, from = 0) => ({
      id: elementId(row[from] as Cell),
      subject: elementId(row[from + 1] as Cell),
      predicate: nameOf(row[from + 2]),
      object: elementId(row[from + 3] as Cell),
      attributes: JSON.parse(row[from + 4] as string) as Parsed,
      metadata: stamped(row[from + 5] as Cell, row[from + 6] as Cell, row[from + 7] as Cell),
    }),
  };
}
