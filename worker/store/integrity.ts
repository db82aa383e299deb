// Whether a database file is sound.
import type { Driver } from './driver.ts';
import { DamageError } from './result-codes.ts';
import { readSetting, writeSetting } from './settings.ts';

/**
 * The first fault SQLite finds in the file, or undefined where it is sound. `quick` leaves out the comparison of indexes with
 * their tables: 150 ms against 850 for 22 MB.
 */
export function findDamage(driver: Driver, depth: 'quick' | 'full' = 'quick'): string | undefined {
  const answer = driver.get(depth === 'quick' ? 'PRAGMA quick_check(1)' : 'PRAGMA integrity_check(1)')?.[0];
  return answer === 'ok' ? undefined : String(answer);
}

/** Files up to this size are checked at each opening: about 50 ms. */
const CHECKED_ALWAYS_BYTES = 8 * 1024 * 1024;
/** Larger ones once in this time; it takes a second for 150 MB. */
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
