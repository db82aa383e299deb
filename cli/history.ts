// What was typed before, kept between sessions in a file only its owner can read.
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

const ENTRIES = 1000;

/** Where the history is kept; undefined where POCKET_NEXUS_HISTORY is set to nothing, which turns it off. */
export function historyPath(environment: NodeJS.ProcessEnv): string | undefined {
  const own = environment['POCKET_NEXUS_HISTORY'];
  if (own !== undefined) return own === '' ? undefined : own;
  const state =
    environment['XDG_STATE_HOME'] ??
    (process.platform === 'win32' ? environment['LOCALAPPDATA'] : undefined) ??
    join(homedir(), '.local', 'state');
  return join(state, 'pocket-nexus', 'history');
}

/** The entries, newest first. A history that cannot be read is an empty one: it is a convenience, never a reason to stop. */
export async function readHistory(path: string | undefined): Promise<string[]> {
  if (path === undefined) return [];
  const text = await readFile(path, 'utf8').catch(() => '');
  const entries = text.split('\n').filter((line) => line !== '');
  if (entries.length > 2 * ENTRIES) {
    await writeFile(path, `${entries.slice(-ENTRIES).join('\n')}\n`, { mode: 0o600 }).catch(() => undefined);
  }
  return entries.slice(-ENTRIES).reverse();
}

export async function appendHistory(path: string | undefined, entry: string): Promise<void> {
  if (path === undefined || entry === '') return;
  await mkdir(dirname(path), { recursive: true }).catch(() => undefined);
  await appendFile(path, `${entry}\n`, { mode: 0o600 }).catch(() => undefined);
}
