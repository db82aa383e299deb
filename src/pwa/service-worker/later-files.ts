// Files that the app works without and that are large: the language model and what runs it. They are kept as they are first used, or
// when a page asks for it, never on the way to a first answer. Only whole, faultless answers are kept.
import type { KeepProgress, KeptFile } from '../messages.ts';

const CACHE = 'pocket-nexus-later';

export class LaterFiles {
  readonly #files: ReadonlyMap<string, KeptFile>;
  #keeping: Promise<void> | undefined;
  readonly #listeners = new Set<(progress: KeepProgress) => void>();

  /** @param scope the address that file names count from */
  constructor(files: readonly KeptFile[], scope: string) {
    this.#files = new Map(files.map((file) => [new URL(file.url, scope).href, file]));
  }

  has(url: string): boolean {
    return this.#files.has(url);
  }

  /** The file from the cache, or from the network and then kept. What the server refuses is passed on and not kept. */
  async respond(request: Request): Promise<Response> {
    const cache = await caches.open(CACHE);
    const kept = await cache.match(this.#key(request.url));
    if (kept && !request.headers.has('range')) return kept;
    const response = await fetch(request);
    if (isWhole(response)) await cache.put(this.#key(request.url), response.clone()).catch(() => undefined);
    return response;
  }

  /** Fetches what is missing; `tell` hears how far it is. Asked for twice, it is done once. */
  async keep(tell: (progress: KeepProgress) => void): Promise<void> {
    this.#listeners.add(tell);
    this.#keeping ??= this.#keepAll().finally(() => (this.#keeping = undefined));
    await this.#keeping;
    this.#listeners.delete(tell);
  }

  async progress(): Promise<KeepProgress> {
    const cache = await caches.open(CACHE);
    const there = await Promise.all(
      [...this.#files].map(async ([url, { bytes }]) => ((await cache.match(this.#key(url))) ? bytes : 0)),
    );
    return this.#progress(
      there.reduce((sum, bytes) => sum + bytes, 0),
      true,
    );
  }

  /** Removes what belongs to another version. */
  async forgetOthers(): Promise<void> {
    const cache = await caches.open(CACHE);
    const wanted = new Set([...this.#files.keys()].map((url) => this.#key(url)));
    for (const { url } of await cache.keys()) if (!wanted.has(url)) await cache.delete(url);
  }

  async #keepAll(): Promise<void> {
    const cache = await caches.open(CACHE);
    let doneBytes = 0;
    try {
      for (const [url, { bytes }] of this.#files) {
        if (!(await cache.match(this.#key(url)))) {
          const response = await fetch(url);
          if (!isWhole(response)) throw new Error(`${url} was answered with ${response.status}.`);
          await cache.put(this.#key(url), response);
        }
        doneBytes += bytes;
        this.#tell(this.#progress(doneBytes, doneBytes === this.#totalBytes));
      }
    } catch (failure) {
      this.#tell({ ...this.#progress(doneBytes, true), failure: (failure as Error).message });
    }
  }

  get #totalBytes(): number {
    return [...this.#files.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  #progress(doneBytes: number, ended: boolean): KeepProgress {
    return { doneBytes, totalBytes: this.#totalBytes, ended };
  }

  #tell(progress: KeepProgress): void {
    for (const listener of this.#listeners) listener(progress);
  }

  #key(url: string): string {
    const { revision } = this.#files.get(url)!;
    return revision === null ? url : `${url}?revision=${revision}`;
  }
}

/** A page of HTML in place of a model would be kept for ever. */
function isWhole(response: Response): boolean {
  const type = response.headers.get('content-type') ?? '';
  return response.status === 200 && response.type === 'basic' && !response.redirected && !type.includes('text/html');
}
