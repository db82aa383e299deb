// A file sealed with a passphrase, by the browser's own cryptography: the key from PBKDF2, the content in chunks of AES-GCM, each bound to
// its place, to whether it is the last, and to the header, so that none can be changed, left out, put elsewhere or cut off unnoticed. Of any
// size: one chunk at a time is in memory.
//
//   "PNEXSEAL" · version (1 byte) · length of the header (2 bytes) · header (JSON) · proof · chunk · chunk · …
//
// The proof is an empty chunk with a number of its own, by which a wrong passphrase is told from damage.
import { BackupError } from './backup-error.ts';

const MAGIC = 'PNEXSEAL';
const VERSION = 1;
const CHUNK_BYTES = 1024 * 1024;
const TAG_BYTES = 16;
/** As recommended for PBKDF2 with SHA-256 (OWASP, 2023); a file says how many it was made with. */
const ITERATIONS = 600_000;
const ITERATIONS_MAX = 10_000_000;
const PREFIX_BYTES = MAGIC.length + 3;
const PROOF = 0xffffffff;

interface Header {
  readonly kdf: 'PBKDF2-SHA256';
  readonly iterations: number;
  readonly salt: readonly number[];
  readonly cipher: 'AES-256-GCM';
  /** The first seven bytes of each nonce; four of the chunk's number and one that marks the last follow. */
  readonly nonce: readonly number[];
  /** Bytes of content in each chunk but the last. */
  readonly chunkBytes: number;
}

export async function isSealed(file: Blob): Promise<boolean> {
  return (await file.slice(0, MAGIC.length).text()) === MAGIC;
}

export async function seal(content: Blob, passphrase: string): Promise<Blob> {
  const header: Header = {
    kdf: 'PBKDF2-SHA256',
    iterations: ITERATIONS,
    salt: randomBytes(16),
    cipher: 'AES-256-GCM',
    nonce: randomBytes(7),
    chunkBytes: CHUNK_BYTES,
  };
  const opening = openingBytes(header);
  const cipher = await ChunkCipher.create(header, opening, passphrase);
  const parts: BlobPart[] = [opening, await cipher.seal(PROOF, true, new Uint8Array())];
  const chunks = Math.max(1, Math.ceil(content.size / CHUNK_BYTES));
  for (let at = 0; at < chunks; at++) {
    const chunk = await content.slice(at * CHUNK_BYTES, (at + 1) * CHUNK_BYTES).arrayBuffer();
    // A Blob each, which the browser may keep on disk.
    parts.push(new Blob([await cipher.seal(at, at === chunks - 1, new Uint8Array(chunk))]));
  }
  return new Blob(parts, { type: 'application/octet-stream' });
}

/**
 * @throws BackupError `needs-passphrase`, `wrong-passphrase`, `damaged`, or `newer` where a later version has made it
 */
export async function unseal(file: Blob, passphrase: string | undefined): Promise<Blob> {
  if (passphrase === undefined) throw new BackupError('needs-passphrase');
  const { header, opening } = await readHeader(file);
  const cipher = await ChunkCipher.create(header, opening, passphrase);
  const proof = await file.slice(opening.length, opening.length + TAG_BYTES).arrayBuffer();
  if (!(await cipher.open(PROOF, true, proof))) throw new BackupError('wrong-passphrase');
  const sealedBytes = header.chunkBytes + TAG_BYTES;
  const parts: Blob[] = [];
  for (let from = opening.length + TAG_BYTES, at = 0; ; from += sealedBytes, at++) {
    const isLast = from + sealedBytes >= file.size;
    const chunk = await cipher.open(at, isLast, await file.slice(from, from + sealedBytes).arrayBuffer());
    if (!chunk) throw new BackupError('damaged');
    parts.push(new Blob([chunk]));
    if (isLast) return new Blob(parts);
  }
}

class ChunkCipher {
  readonly #key: CryptoKey;
  readonly #nonce: readonly number[];
  readonly #bound: Uint8Array<ArrayBuffer>;

  private constructor(key: CryptoKey, nonce: readonly number[], bound: Uint8Array<ArrayBuffer>) {
    this.#key = key;
    this.#nonce = nonce;
    this.#bound = bound;
  }

  /** @param bound what every chunk vouches for beside itself */
  static async create(header: Header, bound: Uint8Array<ArrayBuffer>, passphrase: string): Promise<ChunkCipher> {
    // The same letters can be typed in more than one way.
    const secret = new TextEncoder().encode(passphrase.normalize('NFC'));
    const base = await crypto.subtle.importKey('raw', secret, 'PBKDF2', false, ['deriveKey']);
    const { iterations, salt, nonce } = header;
    const key = await crypto.subtle.deriveKey(
      { name: 'PBKDF2', hash: 'SHA-256', iterations, salt: new Uint8Array(salt) },
      base,
      { name: 'AES-GCM', length: 256 },
      false,
      ['encrypt', 'decrypt'],
    );
    return new ChunkCipher(key, nonce, bound);
  }

  seal(at: number, isLast: boolean, chunk: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
    return crypto.subtle.encrypt(this.#algorithm(at, isLast), this.#key, chunk);
  }

  /** Undefined where the chunk is not what was sealed in this place with this key. */
  async open(at: number, isLast: boolean, sealed: ArrayBuffer): Promise<ArrayBuffer | undefined> {
    return crypto.subtle.decrypt(this.#algorithm(at, isLast), this.#key, sealed).catch(() => undefined);
  }

  #algorithm(at: number, isLast: boolean): AesGcmParams {
    const iv = new Uint8Array(12);
    iv.set(this.#nonce);
    new DataView(iv.buffer).setUint32(7, at);
    iv[11] = isLast ? 1 : 0;
    return { name: 'AES-GCM', iv, additionalData: this.#bound, tagLength: TAG_BYTES * 8 };
  }
}

function openingBytes(header: Header): Uint8Array<ArrayBuffer> {
  const json = new TextEncoder().encode(JSON.stringify(header));
  const bytes = new Uint8Array(PREFIX_BYTES + json.length);
  bytes.set(new TextEncoder().encode(MAGIC));
  bytes[MAGIC.length] = VERSION;
  new DataView(bytes.buffer).setUint16(MAGIC.length + 1, json.length);
  bytes.set(json, PREFIX_BYTES);
  return bytes;
}

async function readHeader(file: Blob): Promise<{ header: Header; opening: Uint8Array<ArrayBuffer> }> {
  const prefix = new DataView(await file.slice(0, PREFIX_BYTES).arrayBuffer());
  if (prefix.byteLength < PREFIX_BYTES) throw new BackupError('damaged');
  if (prefix.getUint8(MAGIC.length) !== VERSION) throw new BackupError('newer');
  const length = prefix.getUint16(MAGIC.length + 1);
  const opening = new Uint8Array(await file.slice(0, PREFIX_BYTES + length).arrayBuffer());
  const header = parseHeader(new TextDecoder().decode(opening.subarray(PREFIX_BYTES)));
  if (!header) throw new BackupError('damaged');
  return { header, opening };
}

/** The numbers of a header decide how much is computed and read, so they are checked before anything is proved. */
function parseHeader(text: string): Header | undefined {
  try {
    const { kdf, iterations, salt, cipher, nonce, chunkBytes } = JSON.parse(text) as Header;
    const sound =
      kdf === 'PBKDF2-SHA256' &&
      cipher === 'AES-256-GCM' &&
      isCount(iterations, ITERATIONS_MAX) &&
      isCount(chunkBytes, 64 * CHUNK_BYTES) &&
      areBytes(salt, 16) &&
      areBytes(nonce, 7);
    return sound ? { kdf, iterations, salt, cipher, nonce, chunkBytes } : undefined;
  } catch {
    return undefined;
  }
}

const isCount = (value: unknown, max: number): boolean =>
  Number.isInteger(value) && Number(value) > 0 && Number(value) <= max;

const areBytes = (value: unknown, length: number): boolean =>
  Array.isArray(value) &&
  value.length === length &&
  value.every((byte) => Number.isInteger(byte) && byte >= 0 && byte < 256);

const randomBytes = (length: number): number[] => [...crypto.getRandomValues(new Uint8Array(length))];
