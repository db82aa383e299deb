// Brings the file to the format this version reads, or refuses to touch it. The format number is SQLite's user_version.
import { errors } from '../../src/protocol/errors.ts';
import type { Driver } from './driver.ts';

/** Rewrites the tables from one format to the next; runs inside the transaction of the whole migration. */
export type Migration = (driver: Driver) => void;

export interface MigrationPlan {
  /** The format this version writes. */
  readonly version: number;
  /** `steps[n]` leads from format n to n + 1; there is one for every format from 1 on. */
  readonly steps: Readonly<Record<number, Migration>>;
}

/** Called before a file is migrated, while it is still as it was; keeps a copy of it. */
export type Backup = (driver: Driver, fromVersion: number) => void | Promise<void>;

/**
 * Migrates an older file in one transaction: after a failure it is in its old format, whole.
 *
 * @throws internal where the file is of a newer format; nothing was changed
 */
export async function migrate(driver: Driver, plan: MigrationPlan, backup?: Backup): Promise<void> {
  const found = readVersion(driver);
  if (found === plan.version) return;
  if (found > plan.version) {
    throw errors.internal(
      `This memory was written by a newer version of Pocket Nexus (its format is ${found}, this version reads ${plan.version}). The file was not changed.`,
      'Reload the page or update Pocket Nexus, then open the memory again.',
    );
  }
  await backup?.(driver, found);
  driver.transaction(() => {
    for (let version = found; version < plan.version; version++) {
      const step = plan.steps[version];
      if (!step) throw errors.internal(`There is no way from format ${version} of the file to format ${version + 1}.`);
      step(driver);
    }
    driver.script(`PRAGMA user_version=${plan.version}`);
  });
}

export function readVersion(driver: Driver): number {
  return driver.get('PRAGMA user_version')?.[0] as number;
}
