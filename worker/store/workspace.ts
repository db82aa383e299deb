// The workspace (src/protocol/workspace.ts): a table of its own, which nothing that reads or writes the graph knows.
import { errors } from '../../src/protocol/errors.ts';
import type { Json } from '../../src/protocol/values.ts';
import { WORKSPACE_LIMITS, type WorkspaceCall, type WorkspaceEntry } from '../../src/protocol/workspace.ts';
import type { Driver } from './driver.ts';

/**
 * Answers one call: the value or null for `get`, the entries for `list`, null for the others.
 *
 * @throws constraintViolation for a key that is empty or too long; resourceExhausted over a ceiling
 */
export function useWorkspace(driver: Driver, call: WorkspaceCall): Json {
  switch (call.do) {
    case 'get': {
      const row = driver.get('SELECT value FROM workspace WHERE key = ?', [call.key]);
      return row ? (JSON.parse(row[0] as string) as Json) : null;
    }
    case 'list':
      return list(driver, call.prefix);
    case 'set':
      return set(driver, call.entries);
    case 'delete':
      driver.transaction(() => {
        for (const key of call.keys) driver.run('DELETE FROM workspace WHERE key = ?', [key]);
      });
      return null;
  }
}

function list(driver: Driver, prefix: string): WorkspaceEntry[] {
  // Keys are compared as UTF-8: what begins with the prefix lies between it and it with the highest character behind.
  const rows = driver.all('SELECT key, value FROM workspace WHERE key >= ?1 AND key < ?1 || ?2 ORDER BY key', [
    prefix,
    '\u{10FFFF}'.repeat(2),
  ]);
  return rows.map(([key, value]) => ({ key: key as string, value: JSON.parse(value as string) as Json }));
}

function set(driver: Driver, entries: readonly WorkspaceEntry[]): null {
  const rows = entries.map(({ key, value }) => [requireKey(key), requireValue(key, value)] as const);
  driver.transaction(() => {
    for (const row of rows) {
      driver.run(
        'INSERT INTO workspace(key, value) VALUES(?, ?) ON CONFLICT(key) DO UPDATE SET value = excluded.value',
        row,
      );
    }
    const total = driver.get('SELECT total(octet_length(value)) FROM workspace')![0] as number;
    if (total > WORKSPACE_LIMITS.totalBytes) {
      throw errors.resourceExhausted(
        `The workspace would hold ${mebibytes(total)}, and ${mebibytes(WORKSPACE_LIMITS.totalBytes)} is the most. Nothing of it was kept.`,
        'Delete entries that are no longer needed, then try again.',
      );
    }
  });
  return null;
}

function requireKey(key: string): string {
  if (key.length >= 1 && key.length <= WORKSPACE_LIMITS.keyUnits) return key;
  throw errors.constraintViolation(
    `A key of the workspace has 1 to ${WORKSPACE_LIMITS.keyUnits} characters, and this one has ${key.length}.`,
    'Give a shorter key, such as "history/2026-01-31T10:00".',
  );
}

function requireValue(key: string, value: Json): string {
  const text = JSON.stringify(value);
  const bytes = new TextEncoder().encode(text).length;
  if (bytes <= WORKSPACE_LIMITS.valueBytes) return text;
  throw errors.resourceExhausted(
    `The value of "${key}" is ${mebibytes(bytes)}, and ${mebibytes(WORKSPACE_LIMITS.valueBytes)} is the most. Nothing was kept.`,
    'Keep less, or cut it into several keys.',
  );
}

const mebibytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
