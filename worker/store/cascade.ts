// What goes with a deleted element: every link that has it as an endpoint, the links about those, and so on (§4.2.4).
import type { Driver } from './driver.ts';

/** Fills `doomed` with the propositions among the targets and all that hang on any target; returns how many. */
export function markCascade(driver: Driver): number {
  clearDoomed(driver);
  return driver.run(
    `WITH RECURSIVE gone(id) AS (
       SELECT id FROM temp.targets
       UNION SELECT p.id FROM gone CROSS JOIN propositions AS p ON p.subject = gone.id
       UNION SELECT p.id FROM gone CROSS JOIN propositions AS p ON p.object = gone.id
     )
     INSERT INTO temp.doomed(id) SELECT id FROM gone WHERE id & 1`,
  );
}

export function clearDoomed(driver: Driver): void {
  driver.run('DELETE FROM temp.doomed');
}

/** Ids of the doomed propositions that have attributes, the only ones the keyword index may hold. */
export function doomedWithAttributes(driver: Driver): number[] {
  const rows = driver.all(
    `SELECT d.id FROM temp.doomed AS d CROSS JOIN propositions AS p ON p.id = d.id WHERE p.attributes <> jsonb('{}')`,
  );
  return rows.map((row) => row[0] as number);
}

export function deleteDoomed(driver: Driver): void {
  driver.run('DELETE FROM propositions WHERE id IN (SELECT id FROM temp.doomed)');
}

/** Deletes the concepts among the targets; returns how many there were. */
export function deleteTargetConcepts(driver: Driver): number {
  return driver.run('DELETE FROM concepts WHERE id IN (SELECT id FROM temp.targets)');
}
