// Cursors: opaque to their holder (§3.5). Each holds the keys of the last row given and a seal over those keys, the query they
// belong to and a secret of the file, so that a cursor of another query or memory, or one that was edited, is refused.
import { errors, type Range } from '../../src/protocol/errors.ts';
import type { Nexus } from '../nexus.ts';
import { readSetting } from '../store/settings.ts';

/** `keys`: JSON text of an array. `query`: text that is equal for all pages of one query, whatever their size. */
export function encodeCursor(nexus: Nexus, query: string, keys: string): string {
  return toBase64Url(`${seal(nexus, query, keys)} ${toAscii(keys)}`);
}

/** The keys inside, as JSON text; invalidSyntax for a cursor that was not issued here for this query. */
export function decodeCursor(nexus: Nexus, query: string, cursor: string, range?: Range): string {
  const content = fromBase64Url(cursor) ?? '';
  const space = content.indexOf(' ');
  const keys = content.slice(space + 1);
  if (space > 0 && content.slice(0, space) === seal(nexus, query, keys)) return keys;
  throw errors.invalidSyntax(
    'The CURSOR does not belong to this query.',
    'Pass next_cursor of the previous page unchanged, with the same command and parameters (LIMIT may differ), or leave CURSOR out to start from the first page.',
    range,
  );
}

const secrets = new WeakMap<Nexus, string>();

function seal(nexus: Nexus, query: string, keys: string): string {
  let secret = secrets.get(nexus);
  if (secret === undefined) {
    secret = readSetting(nexus.driver, 'cursor_secret') as string;
    secrets.set(nexus, secret);
  }
  return digest(`${secret}\n${query}\n${toAscii(keys)}`);
}

/** 53 bits over the text's UTF-16 units (cyrb53). It tells mistakes apart; it is no defence against an attacker. */
export function digest(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}

/** JSON text in ASCII alone, which btoa takes as it is. */
const toAscii = (json: string): string =>
  json.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const toBase64Url = (ascii: string): string => btoa(ascii).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

function fromBase64Url(cursor: string): string | undefined {
  try {
    const ascii = atob(cursor.replaceAll('-', '+').replaceAll('_', '/'));
    return toBase64Url(ascii) === cursor ? ascii : undefined; // Base64 has spellings that mean the same
  } catch {
    return undefined;
  }
}
