// Small facts about the file itself, by key.
import type { Driver, SqlValue } from './driver.ts';

/**
 * `cursor_secret`: text that binds cursors to this file. `capsules_version`: number of the standard capsules last run.
 * `genesis_end`: every element whose id is smaller was made by the first run of those capsules.
 * `last_backup`, `checked_at`: when, in milliseconds since the epoch, a backup was handed out and the file was last found sound.
 * `background/…`: what a model, by its number, makes of the background of search by meaning (search/hubness.ts).
 * `forgetting`: 1 while deleted words are still to be merged out of the full-text indexes.
 */
export type SettingKey =
  | 'cursor_secret'
  | 'capsules_version'
  | 'genesis_end'
  | 'forgetting'
  | 'last_backup'
  | 'checked_at'
  | `background/${string}`;

export function readSetting(driver: Driver, key: SettingKey): SqlValue | undefined {
  return driver.get('SELECT value FROM settings WHERE key = ?', [key])?.[0];
}

export function removeSetting(driver: Driver, key: SettingKey): void {
  driver.run('DELETE FROM settings WHERE key = ?', [key]);
}

export function writeSetting(driver: Driver, key: SettingKey, value: SqlValue): void {
  driver.run('INSERT INTO settings(key, value) VALUES(?, ?) ON CONFLICT(key) DO UPDATE SET value = excluded.value', [
    key,
    value,
  ]);
}
