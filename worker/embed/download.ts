// Downloads a file in parts and keeps each as it comes, so that after a reload the download goes on where it was. A page of HTML is
// never taken for a file: hosts that answer every address with their start page would otherwise leave it in the store for ever.
import type { PartStore } from './part-store.ts';

/** Bytes asked for at once, and the most that a reload loses. */
export const PART_BYTES = 8 * 1024 * 1024;

export interface DownloadOptions {
  readonly store: PartStore;
  readonly partBytes: number;
  /** Told of every few bytes that are there, downloaded now or earlier. */
  readonly onBytes: (bytes: number) => void;
}

/** A file by its bytes, or the status by which the server refused it. */
export type Downloaded = Uint8Array<ArrayBuffer> | { readonly status: number };

/** What the parts of a file have in common. `version` is the server's: parts of different versions do not go together. */
interface Manifest {
  readonly size: number;
  readonly partBytes: number;
  readonly version: string;
}

const manifestKey = (url: string): string => `${url}#manifest`;
const partKey = (url: string, part: number): string => `${url}#${part}`;

/**
 * @throws Error where a page of HTML came instead, the server cannot be reached, or the connection broke; what had come by then stays
 */
export async function download(url: string, options: DownloadOptions): Promise<Downloaded> {
  const { store } = options;
  const known = await readManifest(store, url);
  const { manifest, parts } = known ? { manifest: known, parts: [] } : await begin(url, options);
  if ('status' in manifest) return manifest;
  while (parts.length * manifest.partBytes < manifest.size) {
    const bytes = await nextPart(url, parts.length, manifest, options);
    if (!bytes) {
      await store.forget(`${url}#`);
      return download(url, options);
    }
    parts.push(bytes);
  }
  return joined(parts);
}

/** The first part, which tells the size of the whole. A server that sends no parts sends the whole as one. */
async function begin(
  url: string,
  { store, partBytes, onBytes }: DownloadOptions,
): Promise<{ manifest: Manifest | { status: number }; parts: Uint8Array[] }> {
  const response = await request(url, { Range: `bytes=0-${partBytes - 1}` });
  if (!response.ok) return { manifest: { status: response.status }, parts: [] };
  const bytes = await readBody(url, response, onBytes);
  const version = versionOf(response);
  const size = response.status === 206 && /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1];
  const manifest: Manifest = size
    ? { size: Number(size), partBytes, version }
    : { size: bytes.length, partBytes: Math.max(1, bytes.length), version };
  await store.write(partKey(url, 0), bytes);
  await store.write(manifestKey(url), new TextEncoder().encode(JSON.stringify(manifest)));
  return { manifest, parts: [bytes] };
}

/** A server's answer for a part that the file no longer has: it is shorter now. */
const RANGE_REFUSED = 416;

/** A part from the store or the server; undefined where what is stored cannot be gone on with: the file is another one by now. */
async function nextPart(
  url: string,
  part: number,
  { size, partBytes, version }: Manifest,
  { store, onBytes }: DownloadOptions,
): Promise<Uint8Array | undefined> {
  const start = part * partBytes;
  const length = Math.min(partBytes, size - start);
  const stored = await store.read(partKey(url, part));
  if (stored && part === 0 && isHtml(stored)) return undefined;
  if (stored?.length === length) {
    onBytes(length);
    return stored;
  }
  const response = await request(url, { Range: `bytes=${start}-${start + length - 1}` });
  if (!response.ok && response.status !== RANGE_REFUSED) {
    throw new Error(
      `${url} stopped in the middle: its server answers ${response.status}. What has come is kept; try again.`,
    );
  }
  if (response.status !== 206 || versionOf(response) !== version) return undefined;
  const bytes = await readBody(url, response, onBytes);
  if (bytes.length !== length) throw new Error(`${url} ended too early.`);
  await store.write(partKey(url, part), bytes);
  return bytes;
}

/** A file in one answer, kept nowhere. */
export async function fetchWhole(url: string, onBytes: (bytes: number) => void): Promise<Downloaded> {
  const response = await request(url, {});
  return response.ok ? readBody(url, response, onBytes) : { status: response.status };
}

async function request(url: string, headers: Record<string, string>): Promise<Response> {
  try {
    return await fetch(url, { headers });
  } catch (error) {
    const reason = (error as Error).message;
    throw new Error(
      `${url} cannot be reached (${reason}): no connection, or this page's security policy allows no address but its own.`,
      { cause: error },
    );
  }
}

async function readBody(
  url: string,
  response: Response,
  onBytes: (bytes: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  const reader = response.body!.getReader();
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    if (chunks.length === 0 && isHtml(chunk.value)) {
      await reader.cancel();
      throw new Error(`${url} holds a page of HTML instead of a model file: the file is missing there.`);
    }
    chunks.push(chunk.value);
    onBytes(chunk.value.length);
  }
  return joined(chunks);
}

/** No file of a model begins with "<". */
const isHtml = (bytes: Uint8Array): boolean =>
  /^\s*<(?:!doctype|html|head|\?xml)/i.test(new TextDecoder().decode(bytes.subarray(0, 64)));

const versionOf = ({ headers }: Response): string => headers.get('etag') ?? headers.get('last-modified') ?? '';

async function readManifest(store: PartStore, url: string): Promise<Manifest | undefined> {
  const bytes = await store.read(manifestKey(url));
  return bytes && (JSON.parse(new TextDecoder().decode(bytes)) as Manifest);
}

function joined(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
