// Opens a memory: an empty file gets its tables and the standard capsules, an older one is migrated, a newer or foreign one is
// refused untouched. Opening reads the header and two settings, so it costs the same however large the memory is.
import { errors } from '../../src/protocol/errors.ts';
import type { Nexus } from '../nexus.ts';
import { SEARCH_SCHEMA } from '../search/index-schema.ts';
import { AttributeIndexes } from './attribute-indexes.ts';
import type { Driver } from './driver.ts';
import { migrate, readVersion, type Backup, type MigrationPlan } from './migrations.ts';
import { APPLICATION_ID, SCHEMA, SCHEMA_VERSION, SIDE_SCHEMA, STATISTICS, TEMPORARY_SCHEMA } from './schema.ts';
import { readSetting, writeSetting } from './settings.ts';
import { createTypeRegistry } from './type-registry.ts';

export interface OpenOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Runs the UPSERT statements of a capsule as the engine itself (§2.9.2), inside the transaction that is open already. */
  readonly runCapsule: (nexus: Nexus, text: string) => void;
  readonly backup?: Backup;
}

/** Raised with every change of a capsule: a memory opened by a newer version runs them again. */
export const CAPSULES_VERSION = 1;

const FORMATS: MigrationPlan = { version: SCHEMA_VERSION, steps: { 1: (driver) => driver.script(SIDE_SCHEMA) } };

export async function openNexus(driver: Driver, options: OpenOptions): Promise<Nexus> {
  const isNew = isEmpty(driver);
  if (!isNew) {
    refuseForeign(driver);
    await migrate(driver, FORMATS, options.backup);
  }
  driver.script(TEMPORARY_SCHEMA);
  const nexus: Nexus = {
    driver,
    types: createTypeRegistry(driver),
    attributeIndexes: new AttributeIndexes(driver),
    now: options.now,
  };
  if (isNew || (readSetting(driver, 'capsules_version') as number) < CAPSULES_VERSION) {
    const { CAPSULES } = await import('../../capsules/index.ts'); // not needed to open a memory that has them
    try {
      driver.transaction(() => bootstrap(nexus, isNew, CAPSULES, options));
      nexus.types.settle(true);
    } catch (error) {
      nexus.types.settle(false);
      throw error;
    }
  }
  return nexus;
}

/** Tables and capsules in one transaction: a file is either empty or complete. */
function bootstrap(nexus: Nexus, isNew: boolean, capsules: readonly string[], options: OpenOptions): void {
  const { driver } = nexus;
  if (isNew) createSchema(driver);
  for (const capsule of capsules) options.runCapsule(nexus, capsule);
  writeSetting(driver, 'capsules_version', CAPSULES_VERSION);
  if (isNew) writeSetting(driver, 'genesis_end', 2 * (driver.get('SELECT next FROM sequence')?.[0] as number));
}

function createSchema(driver: Driver): void {
  driver.script(`${SCHEMA}${SIDE_SCHEMA}${SEARCH_SCHEMA}${STATISTICS}`);
  driver.script(`PRAGMA application_id=${APPLICATION_ID}; PRAGMA user_version=${SCHEMA_VERSION};`);
  writeSetting(driver, 'cursor_secret', randomText());
}

function isEmpty(driver: Driver): boolean {
  return readVersion(driver) === 0 && driver.get('SELECT 1 FROM sqlite_schema LIMIT 1') === undefined;
}

function refuseForeign(driver: Driver): void {
  if (driver.get('PRAGMA application_id')?.[0] === APPLICATION_ID) return;
  throw errors.internal(
    'This file is an SQLite database, but not a memory of Pocket Nexus. It was not changed.',
    'Open another file, or give a name that is not in use.',
  );
}

function randomText(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
