// Cursors: opaque to their holder (§3.5). Each holds the keys of the last row given and a seal over those keys, the query they
// belong to and a secret of the file, so that a cursor of another query or memory, or one that was edited, is refused.
import { errors, type Range } from '../../src/protocol/errors.ts';
import type { Nexus } from '../nexus.ts';
import { readSetting } from '../store/settings.ts';

/** `keys`: JSON text of an array. `query`: text that is equal for all pages of one query, whatever their size. */
export function encodeCursor(nexus: Nexus, query: string, keys: string): string {
  return toBase64Url(JSON.stringify([seal(nexus, query, keys), keys]));
}

/** The keys inside, as JSON text; invalidSyntax for a cursor that was not issued here for this query. */
export function decodeCursor(nexus: Nexus, query: string, cursor: string, range?: Range): string {
  const [mark, keys] = fromBase64Url(cursor) ?? [];
  if (typeof keys === 'string' && mark === seal(nexus, query, keys)) return keys;
  throw errors.invalidSyntax(
    'The CURSOR does not belong to this query.',
    'Pass next_cursor of the previous page unchanged, with the same command and parameters (LIMIT may differ), or leave CURSOR out to start from the first page.',
    range,
  );
}

function seal(nexus: Nexus, query: string, keys: string): string {
  return hash(`${readSetting(nexus.driver, 'cursor_secret') as string}\n${query}\n${keys}`);
}

/** 53 bits over the text's UTF-16 units (cyrb53). It tells mistakes apart; it is no defence against an attacker. */
function hash(text: string): string {
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

function toBase64Url(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function fromBase64Url(cursor: string): readonly unknown[] | undefined {
  try {
    const binary = atob(cursor.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const content: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return Array.isArray(content) ? content : undefined;
  } catch {
    return undefined;
  }
}
