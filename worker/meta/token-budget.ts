// Keeps an answer within a number of language-model tokens. Whatever is shortened says so, with "…" where text was left out.
import { isJsonObject, type Json, type JsonObject } from '../../src/protocol/values.ts';

/**
 * About how many tokens a value takes as JSON: a generous estimate, since tokenizers differ. ASCII runs at some 3.5 characters a
 * token, other alphabets at less than two, ideographs at one.
 */
export function tokensOf(value: Json): number {
  const text = JSON.stringify(value);
  let tokens = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    tokens += unit < 0x80 ? 0.28 : unit < 0x2e80 ? 0.6 : 1;
  }
  return Math.ceil(tokens);
}

/** Below this a shortened value says nothing any more. */
const LEAST = 6;

/** The value itself if it fits, else as much of its beginning as does: long texts end with "…", long lists say how many items follow. */
export function shorten(value: Json, tokens: number): Json {
  if (tokensOf(value) <= tokens) return value;
  if (typeof value === 'string') return shortenText(value, tokens);
  if (Array.isArray(value)) return shortenList(value, tokens);
  return isJsonObject(value) ? shortenObject(value, tokens) : value;
}

function shortenText(text: string, tokens: number): string {
  const characters = [...text];
  let low = 0;
  let high = characters.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (tokensOf(`${characters.slice(0, middle).join('')}…`) <= tokens) low = middle;
    else high = middle - 1;
  }
  return `${characters.slice(0, low).join('').trimEnd()}…`;
}

function shortenList(items: readonly Json[], tokens: number): Json[] {
  const kept: Json[] = [];
  let left = tokens - LEAST;
  for (const [at, item] of items.entries()) {
    const fair = Math.max(left / (items.length - at), Math.min(left, 4 * LEAST));
    if (left < LEAST) break;
    const short = shorten(item, fair);
    kept.push(short);
    left -= tokensOf(short) + 1;
  }
  if (kept.length < items.length) kept.push(`… ${items.length - kept.length} more`);
  return kept;
}

function shortenObject(object: JsonObject, tokens: number): JsonObject {
  const entries = Object.entries(object);
  const kept: [string, Json][] = [];
  let left = tokens - LEAST;
  for (const [at, [key, value]] of entries.entries()) {
    const room = Math.max(left / (entries.length - at), Math.min(left, 4 * LEAST)) - tokensOf(key);
    if (room < LEAST) break;
    const short = shorten(value, room);
    kept.push([key, short]);
    left -= tokensOf(short) + tokensOf(key) + 1;
  }
  if (kept.length < entries.length) kept.push(['…', `${entries.length - kept.length} more`]);
  return Object.fromEntries(kept);
}
