// Which concept types and predicates exist: their names and the ids of their definition nodes, kept in memory.
import type { Driver } from './driver.ts';

/** A `$ConceptType` or `$PropositionType` definition. */
export interface Definition {
  readonly id: number;
  readonly name: string;
}

export interface TypeRegistry {
  /** The definition node's id, or undefined where no such type is defined. */
  conceptType(name: string): number | undefined;
  predicate(name: string): number | undefined;
  /** The name behind a `type` or `predicate` column value. */
  nameOf(id: number): string;
  conceptTypes(): readonly Definition[];
  predicates(): readonly Definition[];
  /** Ids of the two meta-types. */
  readonly conceptTypeType: number;
  readonly propositionTypeType: number;
  /** Forgets everything; the next question reads the database again. Called after a commit or rollback that touched a definition. */
  invalidate(): void;
}

export declare function createTypeRegistry(driver: Driver): TypeRegistry;
