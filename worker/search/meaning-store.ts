// What the file knows of models, vectors and the work still to be done. Every function is one step inside a transaction of the caller's
// or a read; none holds anything in memory.
import type { ModelProfile } from '../../src/protocol/models.ts';
import type { Nexus } from '../nexus.ts';
import type { Driver } from '../store/driver.ts';
import { MEANING_SCHEMA, MEANING_SCHEMA_REMOVED } from './meaning-schema.ts';
import { BACKGROUND_VERSION } from './background.ts';
import { decodeMeasure, encodeMeasure, type Measure } from './hubness.ts';
import { readSetting, writeSetting, type SettingKey } from '../store/settings.ts';
import { RULE_KEY } from './meaning-text.ts';
import { encodeVector } from './vector-codes.ts';

export interface StoredModel {
  readonly id: number;
  readonly profile: ModelProfile;
  readonly serving: boolean;
}

export type ElementKind = 'concept' | 'proposition';

const parity = (kind: ElementKind): number => (kind === 'concept' ? 0 : 1);

export function hasMeaningTables(driver: Driver): boolean {
  return driver.get("SELECT 1 FROM sqlite_schema WHERE name = 'embedding_models'") !== undefined;
}

/** Makes the tables; call it inside a transaction. */
export function createMeaningTables({ driver, types }: Pick<Nexus, 'driver' | 'types'>): void {
  driver.script(MEANING_SCHEMA);
  const definitions = [types.conceptTypeType, types.propositionTypeType];
  driver.run(
    `INSERT INTO embedding_rules(definition, rule)
     SELECT id, attributes ->> '$.${RULE_KEY}' FROM concepts WHERE type IN (?1, ?2) AND attributes ->> '$.${RULE_KEY}' IS NOT NULL`,
    definitions,
  );
}

export function dropMeaningTables(driver: Driver): void {
  driver.script(MEANING_SCHEMA_REMOVED);
  forgetMeasures(driver);
}

export function readModels(driver: Driver): StoredModel[] {
  if (!hasMeaningTables(driver)) return [];
  return driver.all('SELECT id, profile, serving FROM embedding_models ORDER BY id').map(([id, profile, serving]) => ({
    id: id as number,
    profile: JSON.parse(profile as string) as ModelProfile,
    serving: serving === 1,
  }));
}

/** Adds a model that has everything still before it; returns its number. */
export function addModel(driver: Driver, profile: ModelProfile, serving: boolean): number {
  driver.run(
    `INSERT INTO embedding_models(profile, serving, concepts_below, propositions_below) VALUES
       (?1, ?2, (SELECT ifnull(max(id), 0) + 1 FROM concepts), (SELECT ifnull(max(id), 0) + 1 FROM propositions))`,
    [JSON.stringify(profile), serving ? 1 : 0],
  );
  return driver.get('SELECT max(id) FROM embedding_models')![0] as number;
}

/** Whether two profiles of one id stand for one model: hosts may change what they say of the model in a folder. */
export function makesSameVectors(a: ModelProfile, b: ModelProfile): boolean {
  const made = ({ dim, dtype, pooling, prefixes: { query, passage } }: ModelProfile): string =>
    JSON.stringify([dim, dtype, pooling, query, passage]);
  return made(a) === made(b);
}

/** The profile as the host gives it now: the same vectors, perhaps another place to load the model from. */
export function updateProfile(driver: Driver, model: number, profile: ModelProfile): void {
  driver.run('UPDATE embedding_models SET profile = ?2 WHERE id = ?1', [model, JSON.stringify(profile)]);
}

/** Lets a model answer searches instead of any other. */
export function promote(driver: Driver, model: number): void {
  driver.run('UPDATE embedding_models SET serving = (id = ?1)', [model]);
}

/** Takes a model out; its vectors stay until removeOrphans() gets to them, and are seen by nobody. */
export function removeModel(driver: Driver, model: number): void {
  driver.run('DELETE FROM embedding_queue WHERE model = ?1', [model]);
  driver.run('DELETE FROM embedding_models WHERE id = ?1', [model]);
  forgetMeasures(driver, String(model));
}

/** Other texts, other key: what was made of the texts of an earlier version is not taken for that of these. */
const measureKey = (model: number): SettingKey => `background/${model}/${BACKGROUND_VERSION}`;

export function readMeasure(driver: Driver, model: number, dim: number): Measure | undefined {
  const kept = readSetting(driver, measureKey(model));
  return kept instanceof Uint8Array ? decodeMeasure(kept, dim) : undefined;
}

export function writeMeasure(driver: Driver, model: number, made: Measure, dim: number): void {
  writeSetting(driver, measureKey(model), encodeMeasure(made, dim));
}

/** Of one model, or of all. */
function forgetMeasures(driver: Driver, model = '%'): void {
  driver.run('DELETE FROM settings WHERE key LIKE ?1', [`background/${model}/%`]);
}

export function hasOrphans(driver: Driver): boolean {
  const sql = 'SELECT 1 FROM vectors WHERE model NOT IN (SELECT id FROM embedding_models) LIMIT 1';
  return driver.get(sql) !== undefined;
}

/** Removes up to `limit` vectors of models that are gone; false once there are none. */
export function removeOrphans(driver: Driver, limit: number): boolean {
  return (
    driver.run(
      'DELETE FROM vectors WHERE id IN (SELECT id FROM vectors WHERE model NOT IN (SELECT id FROM embedding_models) LIMIT ?1)',
      [limit],
    ) === limit
  );
}

// ---------------------------------------------------------------- work

/** An element to be embedded. `place` is its place in the queue; absent for one that was there before the model. */
export interface Task {
  readonly element: number;
  readonly place?: number;
}

/** What is next for a model: concepts before links, what was written lately before what was there already, new before old. */
export function nextTasks(driver: Driver, model: number, limit: number): Task[] {
  for (const kind of ['concept', 'proposition'] as const) {
    const queued = driver
      .all(
        'SELECT place, element FROM embedding_queue WHERE model = ?1 AND element & 1 = ?2 ORDER BY place DESC LIMIT ?3',
        [model, parity(kind), limit],
      )
      .map(([place, element]) => ({ place: place as number, element: element as number }));
    if (queued.length > 0) return queued;
    const older = olderElements(driver, model, kind, limit);
    if (older.length > 0) return older.map((element) => ({ element }));
  }
  return [];
}

/** What the model found when it came and nobody has changed since. */
function olderElements(driver: Driver, model: number, kind: ElementKind, limit: number): number[] {
  return driver
    .all(
      `SELECT id FROM ${kind}s WHERE id < (SELECT ${kind}s_below FROM embedding_models WHERE id = ?1)
         AND NOT EXISTS (SELECT 1 FROM vectors WHERE element = ${kind}s.id AND model = ?1)
       ORDER BY id DESC LIMIT ?2`,
      [model, limit],
    )
    .map(([id]) => id as number);
}

/** How many elements of this kind were written and wait to be embedded, counted no further than `max`. */
export function queuedUpTo(driver: Driver, model: number, kind: ElementKind, max: number): number {
  return driver.get(
    'SELECT count(*) FROM (SELECT 1 FROM embedding_queue WHERE model = ?1 AND element & 1 = ?2 LIMIT ?3)',
    [model, parity(kind), max],
  )![0] as number;
}

/** Whether anything of this kind is still to be embedded, however old. */
export function hasTasks(driver: Driver, model: number, kind: ElementKind): boolean {
  return queuedUpTo(driver, model, kind, 1) > 0 || olderElements(driver, model, kind, 1).length > 0;
}

export function countTasks(driver: Driver, model: number): number {
  const count = (sql: string): number => driver.get(sql, [model])![0] as number;
  const older = (table: string): number =>
    count(`SELECT count(*) FROM ${table} WHERE id < (SELECT ${table}_below FROM embedding_models WHERE id = ?1)`);
  return count('SELECT count(*) FROM embedding_queue WHERE model = ?1') + older('concepts') + older('propositions');
}

/** Vectors of an element, or none and why. */
export interface Done extends Task {
  readonly vectors: readonly Float32Array[];
  /** True where there is text, but none this model can represent. */
  readonly unread: boolean;
}

/**
 * Keeps what was made for these tasks, unless the element was changed or deleted since they were handed out; then its next turn comes
 * or it is gone.
 */
export function finishTasks(driver: Driver, model: number, done: readonly Done[]): void {
  for (const task of done) {
    if (!takeOff(driver, model, task)) continue;
    driver.run('DELETE FROM vectors WHERE element = ?1 AND model = ?2', [task.element, model]);
    if (task.unread) writeUnread(driver, model, task.element);
    for (const vector of task.vectors) writeVector(driver, model, task.element, vector);
  }
  for (const kind of ['concept', 'proposition'] as const) {
    const older = done.filter(({ place, element }) => place === undefined && element % 2 === parity(kind));
    if (older.length === 0) continue;
    const lowest = Math.min(...older.map(({ element }) => element));
    driver.run(`UPDATE embedding_models SET ${kind}s_below = min(${kind}s_below, ?2) WHERE id = ?1`, [model, lowest]);
  }
}

/** Nothing of what was there before the model is left to do; what was written since may have been the lowest of it. */
export function finishOlder(driver: Driver, model: number): void {
  driver.run('UPDATE embedding_models SET concepts_below = 0, propositions_below = 0 WHERE id = ?1', [model]);
}

/** Takes a task off the list; false where it was not the latest word on its element. */
function takeOff(driver: Driver, model: number, { element, place }: Task): boolean {
  if (place !== undefined) {
    const sql = 'DELETE FROM embedding_queue WHERE place = ?1 AND element = ?2 AND model = ?3';
    return driver.run(sql, [place, element, model]) === 1;
  }
  const table = element % 2 === 0 ? 'concepts' : 'propositions';
  return (
    driver.get(
      `SELECT 1 FROM ${table} WHERE id = ?1
         AND NOT EXISTS (SELECT 1 FROM embedding_queue WHERE element = ?1 AND model = ?2)
         AND NOT EXISTS (SELECT 1 FROM vectors WHERE element = ?1 AND model = ?2)`,
      [element, model],
    ) !== undefined
  );
}

// ---------------------------------------------------------------- changes

/** Elements whose text has changed: their vectors go at once, and they are embedded anew. */
export function forgetMeaning({ driver, types }: Pick<Nexus, 'driver' | 'types'>, ids: readonly number[]): void {
  const changed = JSON.stringify(ids);
  driver.run('DELETE FROM vectors WHERE element IN (SELECT value FROM json_each(?1))', [changed]);
  driver.run(
    `INSERT OR REPLACE INTO embedding_queue(model, element)
     SELECT m.id, e.value FROM json_each(?1) AS e CROSS JOIN embedding_models AS m`,
    [changed],
  );
  const rules = driver.all(
    `SELECT d.id, d.type, d.attributes ->> '$.${RULE_KEY}' FROM json_each(?1) AS e CROSS JOIN concepts AS d ON d.id = e.value
     LEFT JOIN embedding_rules AS known ON known.definition = d.id WHERE d.type IN (?2, ?3) AND d.attributes ->> '$.${RULE_KEY}' IS NOT known.rule`,
    [changed, types.conceptTypeType, types.propositionTypeType],
  );
  for (const [definition, type, rule] of rules) {
    const instances =
      type === types.conceptTypeType
        ? 'SELECT id FROM concepts WHERE type = ?1'
        : 'SELECT id FROM propositions WHERE predicate = ?1';
    applyRule(driver, definition as number, rule as string | null, instances);
  }
}

function applyRule(driver: Driver, definition: number, rule: string | null, instances: string): void {
  driver.run('DELETE FROM embedding_rules WHERE definition = ?1', [definition]);
  if (rule !== null) driver.run('INSERT INTO embedding_rules(definition, rule) VALUES (?1, ?2)', [definition, rule]);
  driver.run(`DELETE FROM vectors WHERE element IN (${instances})`, [definition]);
  driver.run(
    `INSERT OR REPLACE INTO embedding_queue(model, element) SELECT m.id, e.id FROM (${instances}) AS e CROSS JOIN embedding_models AS m`,
    [definition],
  );
}

// ---------------------------------------------------------------- vectors

const TYPE_OR_PREDICATE =
  '(SELECT ifnull((SELECT type FROM concepts WHERE id = ?1), (SELECT predicate FROM propositions WHERE id = ?1)))';
const WRITE_CODES = `INSERT INTO vectors(element, model, narrowed_by, scale, error, codes) VALUES (?1, ?2, ${TYPE_OR_PREDICATE}, ?3, ?4, ?5)`;
const WRITE_EXACT = 'INSERT INTO exact_vectors(id, vector) VALUES (last_insert_rowid(), ?1)';

/** Gives an element one more vector; inside a transaction. */
export function writeVector(driver: Driver, model: number, element: number, vector: Float32Array): void {
  const { codes, scale, error } = encodeVector(vector);
  driver.run(WRITE_CODES, [element, model, scale, error, toBlob(codes)]);
  driver.run(WRITE_EXACT, [toBlob(vector)]);
}

function writeUnread(driver: Driver, model: number, element: number): void {
  driver.run(WRITE_CODES, [element, model, 0, 0, null]);
}

function toBlob({ buffer, byteOffset, byteLength }: Float32Array | Int8Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Blobs come back with a buffer of their own, aligned. */
export function fromBlob(blob: Uint8Array): Float32Array {
  return new Float32Array(blob.buffer, blob.byteOffset, blob.byteLength / 4);
}

/** How many elements have text that no vector stands for. */
export function countUnread(driver: Driver, model: number): number {
  return driver.get('SELECT count(*) FROM vectors WHERE model = ?1 AND codes IS NULL', [model])![0] as number;
}
