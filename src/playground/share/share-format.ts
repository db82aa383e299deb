// What a shared link or file carries, and how it is written. A link holds everything in the address after "#", which is never sent to a
// server: "#/shared/1/" and base64url of deflate-raw of JSON. 1 is the version of this format. Nothing read here is run by reading it.
import { isJsonObject, type Json, type JsonObject, type Parameters } from '../../protocol/values.ts';

/** A statement with what it needs. `command` may be empty where there is a capsule. */
export interface Shared {
  readonly command: string;
  readonly parameters?: Parameters;
  /** The text of a capsule: the memory in which the statement makes sense. */
  readonly capsule?: string;
}

/** In plain words, for the person who opened the link. */
export class ShareFault extends Error {
  override readonly name = 'ShareFault';
}

const VERSION = 1;
/** Of a whole address: longer ones are cut by messengers and mail. */
export const LINK_BYTES_MAX = 8 * 1024;
/** Of what a link may unfold to: text this small compresses to a link, so more is a trick. */
const UNFOLDED_BYTES_MAX = 512 * 1024;
/** Of a shared file. */
const FILE_BYTES_MAX = 4 * 1024 * 1024;

/** The link's part after "#/shared". */
export async function toLinkText(shared: Shared): Promise<string> {
  const folded = await through(
    new Blob([JSON.stringify(toJson(shared))]),
    new CompressionStream('deflate-raw'),
    Infinity,
  );
  return `/${VERSION}/${toBase64Url(folded)}`;
}

/**
 * Reads a link's part after "#/shared".
 *
 * @throws ShareFault where it is cut off, changed, of another version, or unfolds to too much
 */
export async function fromLinkText(text: string): Promise<Shared> {
  if (text.length > LINK_BYTES_MAX) {
    throw new ShareFault(
      `This link is longer than ${LINK_BYTES_MAX / 1024} KiB, which no link made here is. Ask for it as a file.`,
    );
  }
  const [, version, body] = /^\/(\d+)\/([\w-]+)$/.exec(text) ?? [];
  if (version === undefined || body === undefined) throw new ShareFault(BROKEN);
  if (Number(version) !== VERSION) {
    throw new ShareFault(
      `This link was made by another version of Pocket Nexus (format ${version}). Reload the page, or ask for it as a file.`,
    );
  }
  const unfolded = await unfold(fromBase64Url(body));
  return fromJsonText(unfolded, BROKEN);
}

/** A file of the same, for what is too long for a link. */
export function toFile(shared: Shared): Blob {
  const file = { format: 'pocket-nexus-share', version: VERSION, ...toJson(shared) };
  return new Blob([JSON.stringify(file, null, 2), '\n'], { type: 'application/json' });
}

/**
 * Reads a file made by `toFile`, or a file of KIP: statements that all write are a capsule, others a command.
 *
 * @throws ShareFault
 */
export async function fromFile(file: Blob & { readonly name?: string }): Promise<Shared> {
  if (file.size > FILE_BYTES_MAX) {
    throw new ShareFault(
      `This file is larger than ${FILE_BYTES_MAX / 1024 / 1024} MiB. A capsule of any size is imported on the page “Memory”.`,
    );
  }
  const text = await file.text();
  if (/^\s*\{/.test(text)) return fromJsonText(text, 'This file is not one that was shared from here.');
  return /^(?:\s|\/\/[^\n]*\n)*UPSERT\b/.test(text) ? { command: '', capsule: text } : { command: text };
}

function toJson({ command, parameters, capsule }: Shared): JsonObject {
  const hasParameters = parameters !== undefined && Object.keys(parameters).length > 0;
  return { command, ...(hasParameters && { parameters }), ...(capsule !== undefined && { capsule }) };
}

function fromJsonText(text: string, fault: string): Shared {
  const value = parseJson(text, fault);
  if (!isJsonObject(value)) throw new ShareFault(fault);
  const { command, parameters, capsule } = value;
  const whole =
    typeof command === 'string' &&
    (parameters === undefined || isJsonObject(parameters)) &&
    (capsule === undefined || typeof capsule === 'string') &&
    (command.trim() !== '' || capsule !== undefined);
  if (!whole) throw new ShareFault(fault);
  return { command, ...(parameters && { parameters }), ...(capsule !== undefined && { capsule }) } as Shared;
}

function parseJson(text: string, fault: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    throw new ShareFault(fault);
  }
}

const BROKEN =
  'This link is broken: a part of it is missing or was changed on the way. Ask for it again, or as a file.';

async function unfold(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  let unfolded: Uint8Array;
  try {
    unfolded = await through(new Blob([bytes]), new DecompressionStream('deflate-raw'), UNFOLDED_BYTES_MAX);
  } catch (fault) {
    throw fault instanceof ShareFault ? fault : new ShareFault(BROKEN);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(unfolded);
  } catch {
    throw new ShareFault(BROKEN);
  }
}

/** Reads a stream to its end, and no further than the limit: a few bytes can stand for gigabytes. */
async function through(
  source: Blob,
  transform: CompressionStream | DecompressionStream,
  bytesMax: number,
): Promise<Uint8Array> {
  const reader = source
    .stream()
    .pipeThrough(transform as ReadableWritablePair<Uint8Array, Uint8Array>)
    .getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    length += chunk.value.length;
    if (length > bytesMax) {
      await reader.cancel().catch(() => undefined);
      throw new ShareFault(
        `This link unfolds to more than ${UNFOLDED_BYTES_MAX / 1024} KiB, which no link made here does. It was not opened.`,
      );
    }
    chunks.push(chunk.value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

function toBase64Url(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    );
  } catch {
    throw new ShareFault(BROKEN);
  }
}
