// How much of the graph rests on the definitions among the targets: without its definition nothing could name the type of a
// concept or the predicate of a link (§2.9.1).
import type { Driver } from './driver.ts';

export interface DefinitionUse {
  /** Id of the definition node. */
  readonly definition: number;
  /** Concepts of this type and links with this predicate that are to stay. */
  readonly concepts: number;
  readonly propositions: number;
}

/** The definitions among `targets` that something outside of `targets` and `doomed` uses. */
export function definitionsInUse(driver: Driver, definitions: readonly number[]): DefinitionUse[] {
  const rows = driver.all(
    `SELECT d.value,
       (SELECT count(*) FROM concepts AS c WHERE c.type = d.value AND c.id NOT IN (SELECT id FROM temp.targets)),
       (SELECT count(*) FROM propositions AS p WHERE p.predicate = d.value AND p.id NOT IN (SELECT id FROM temp.doomed))
     FROM json_each(?) AS d`,
    [JSON.stringify(definitions)],
  );
  return rows
    .map(([definition, concepts, propositions]) => ({ definition, concepts, propositions }) as DefinitionUse)
    .filter(({ concepts, propositions }) => concepts + propositions > 0);
}
