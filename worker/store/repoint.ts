// Gives links other endpoints, whole sets at a time (§4.4). `replaced` says which elements became which. A link that would
// then repeat another one is dropped in favour of it, and links about the dropped link follow to the survivor, which may make
// them repeat others in turn. Each round goes one level up: links about concepts, links about those, and so on; it ends when
// a round drops nothing. Links never lose their id (§4.4).
import type { JsonObject } from '../../src/protocol/values.ts';
import type { Driver } from './driver.ts';
import type { Content } from './stored-content.ts';

export interface Repointed {
  /** Links that have another endpoint now. */
  readonly moved: number;
  /** Links dropped because one with the same subject, predicate and object exists. */
  readonly dropped: number;
  /** Survivors that took over attributes. */
  readonly filled: readonly number[];
  /** Dropped links that had attributes. */
  readonly droppedWithAttributes: readonly number[];
}

/** The survivor's content with what it lacks taken from the dropped link; undefined where it lacks nothing. */
export type FillMissing = (survivor: JsonObject, dropped: JsonObject) => JsonObject | undefined;

/** Lets every link of concept `source` end at concept `target` instead. */
export function repointLinks(
  driver: Driver,
  { source, target }: { readonly source: number; readonly target: number },
  fillMissing: FillMissing,
  now: number,
): Repointed {
  let moved = 0;
  let dropped = 0;
  const filled: number[] = [];
  const droppedWithAttributes: number[] = [];
  driver.run('DELETE FROM temp.repointed');
  driver.run('DELETE FROM temp.replaced');
  driver.run('INSERT INTO temp.replaced(old, new) VALUES(?, ?)', [source, target]);
  for (;;) {
    const affected = markMoved(driver);
    const collisions = affected > 0 ? markDropped(driver) : 0;
    if (collisions > 0) fillSurvivors(driver, fillMissing, { filled, droppedWithAttributes }, now);
    dropDuplicates(driver, collisions);
    if (affected > collisions) moved += moveLinks(driver, now);
    dropped += collisions;
    if (collisions === 0) return { moved, dropped, filled, droppedWithAttributes };
  }
}

/** Fills `moved` with the links that have a replaced endpoint, as they will be. */
function markMoved(driver: Driver): number {
  driver.run('DELETE FROM temp.moved');
  return driver.run(
    `INSERT INTO temp.moved(id, subject, predicate, object)
     SELECT p.id, coalesce(s.new, p.subject), p.predicate, coalesce(o.new, p.object)
     FROM (
       SELECT l.id FROM temp.replaced AS r CROSS JOIN propositions AS l ON l.subject = r.old
       UNION SELECT l.id FROM temp.replaced AS r CROSS JOIN propositions AS l ON l.object = r.old
     ) AS affected
     CROSS JOIN propositions AS p ON p.id = affected.id
     LEFT JOIN temp.replaced AS s ON s.old = p.subject
     LEFT JOIN temp.replaced AS o ON o.old = p.object`,
  );
}

/**
 * Replaces the contents of `replaced` by the links of `moved` that would repeat another: one that is in its place already wins,
 * else the oldest.
 */
function markDropped(driver: Driver): number {
  driver.run('DELETE FROM temp.replaced');
  const byOthers = driver.run(
    `INSERT INTO temp.replaced(old, new)
     SELECT m.id, p.id FROM temp.moved AS m CROSS JOIN propositions AS p
       ON p.subject = m.subject AND p.predicate = m.predicate AND p.object = m.object`,
  );
  // Those that also repeat each other have all been dropped already, in favour of the same survivor.
  const byEachOther = driver.run(
    `INSERT OR IGNORE INTO temp.replaced(old, new)
     SELECT m.id, equal.oldest FROM (
       SELECT subject, predicate, object, min(id) AS oldest FROM temp.moved
       GROUP BY subject, predicate, object HAVING count(*) > 1
     ) AS equal CROSS JOIN temp.moved AS m
       ON m.subject = equal.subject AND m.predicate = equal.predicate AND m.object = equal.object
     WHERE m.id <> equal.oldest`,
  );
  return byOthers + byEachOther;
}

function fillSurvivors(
  driver: Driver,
  fillMissing: FillMissing,
  into: { filled: number[]; droppedWithAttributes: number[] },
  now: number,
): void {
  const rows = driver.all(
    `SELECT r.new, r.old, json(s.attributes), json(s.metadata), json(d.attributes), json(d.metadata)
     FROM temp.replaced AS r CROSS JOIN propositions AS s ON s.id = r.new CROSS JOIN propositions AS d ON d.id = r.old
     WHERE d.attributes <> jsonb('{}') OR d.metadata <> jsonb('{}')
     ORDER BY r.new, r.old`,
  );
  const changed = new Map<number, Content>();
  for (const [survivor, dropped, ...texts] of rows as [number, number, string, string, string, string][]) {
    const [attributes, metadata, droppedAttributes, droppedMetadata] = texts.map(
      (text) => JSON.parse(text) as JsonObject,
    ) as [JsonObject, JsonObject, JsonObject, JsonObject];
    const current = changed.get(survivor) ?? { attributes, metadata };
    const fuller = fillMissing(current.attributes, droppedAttributes);
    const described = fillMissing(current.metadata, droppedMetadata);
    if (fuller) into.filled.push(survivor);
    if (texts[2] !== '{}') into.droppedWithAttributes.push(dropped);
    if (fuller || described) {
      changed.set(survivor, { attributes: fuller ?? current.attributes, metadata: described ?? current.metadata });
    }
  }
  writeSurvivors(driver, changed, now);
}

function writeSurvivors(driver: Driver, changed: ReadonlyMap<number, Content>, now: number): void {
  if (changed.size === 0) return;
  const rows = [...changed].map(([id, { attributes, metadata }]) => [id, attributes, metadata]);
  driver.run(
    `UPDATE propositions SET attributes = w.attributes, metadata = w.metadata, version = version + 1, updated_at = ?2
     FROM (SELECT value ->> 0 AS id, jsonb_extract(value, '$[1]') AS attributes, jsonb_extract(value, '$[2]') AS metadata
           FROM json_each(?1)) AS w
     WHERE propositions.id = w.id`,
    [JSON.stringify(rows), now],
  );
}

function dropDuplicates(driver: Driver, collisions: number): void {
  if (collisions === 0) return;
  driver.run('DELETE FROM propositions WHERE id IN (SELECT old FROM temp.replaced)');
  driver.run('DELETE FROM temp.moved WHERE id IN (SELECT old FROM temp.replaced)');
}

/** Returns how many links were moved that no earlier round has moved. */
function moveLinks(driver: Driver, now: number): number {
  driver.run(
    `UPDATE propositions SET subject = m.subject, object = m.object, version = version + 1, updated_at = ?
     FROM temp.moved AS m WHERE m.id = propositions.id`,
    [now],
  );
  return driver.run('INSERT OR IGNORE INTO temp.repointed(id) SELECT id FROM temp.moved');
}
