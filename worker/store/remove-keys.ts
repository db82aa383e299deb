// Takes keys out of the attributes or metadata of all targets (§4.2.1, §4.2.2).
import type { Driver } from './driver.ts';
import type { Document } from './number-term.ts';

export interface RemovedKeys {
  readonly concepts: number;
  readonly propositions: number;
}

/** Removes the keys at these paths; counts, and raises the version of, only the elements that had one of them. */
export function removeKeys(driver: Driver, document: Document, paths: readonly string[], now: number): RemovedKeys {
  const numbers = paths.map((_, index) => `?${index + 2}`);
  const present = numbers.map((number) => `json_type(${document}, ${number}) IS NOT NULL`).join(' OR ');
  const [concepts, propositions] = ['concepts', 'propositions'].map((table) =>
    driver.run(
      `UPDATE ${table} SET ${document} = jsonb_remove(${document}, ${numbers.join(', ')}), version = version + 1, updated_at = ?1
       WHERE id IN (SELECT id FROM temp.targets) AND (${present})`,
      [now, ...paths],
    ),
  ) as [number, number];
  return { concepts, propositions };
}
