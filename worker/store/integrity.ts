// Whether a database file is sound.
import type { Driver } from './driver.ts';
import { DamageError } from './result-codes.ts';
import { readSetting, writeSetting } from './settings.ts';

/** Most of a file, and made anew from the texts at any time. */
const DERIVED_TABLES = "'vectors', 'exact_vectors'";

/**
 * The first fault SQLite finds in the file, or undefined where it is sound. `quick` leaves out what takes nine tenths of the time and
 * can be made anew: vectors, the words of the keyword index against each other, and indexes against their tables.
 */
export function findDamage(driver: Driver, depth: 'quick' | 'full' = 'quick'): string | undefined {
  if (depth === 'full') return firstFault(driver, 'integrity_check(1)');
  const tables = driver.all(
    `SELECT name FROM sqlite_schema
     WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL %' AND name NOT IN (${DERIVED_TABLES})`,
  );
  for (const [name] of tables) {
    const fault = firstFault(driver, `quick_check("${String(name).replaceAll('"', '""')}")`);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function firstFault(driver: Driver, check: string): string | undefined {
  const answer = driver.get(`PRAGMA ${check}`)?.[0];
  return answer === 'ok' ? undefined : String(answer);
}

/** Files up to this size are checked at each opening: some 50 ms. */
const CHECKED_ALWAYS_BYTES = 8 * 1024 * 1024;
/** Larger ones once in this time. */
const CHECKED_AFTER_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * The quick check of a file that is being opened, where it is due.
 *
 * @throws DamageError for a file that is not sound
 */
export function checkAtOpen(driver: Driver, now: number): void {
  const bytes = (driver.get('PRAGMA page_count')![0] as number) * (driver.get('PRAGMA page_size')![0] as number);
  const hasSettings = driver.get("SELECT 1 FROM sqlite_schema WHERE name = 'settings'") !== undefined;
  if (!hasSettings) return; // new, or no memory, which is found out next
  const isLarge = bytes > CHECKED_ALWAYS_BYTES;
  if (isLarge && now - ((readSetting(driver, 'checked_at') as number | undefined) ?? 0) < CHECKED_AFTER_MS) return;
  const fault = findDamage(driver);
  if (fault !== undefined) throw new DamageError(fault);
  if (isLarge) noteChecked(driver, now);
}

/** A file that cannot be written is not damaged: it is checked again next time. */
function noteChecked(driver: Driver, now: number): void {
  try {
    driver.transaction(() => writeSetting(driver, 'checked_at', now));
  } catch {
    // Whoever writes next is told.
  }
}
