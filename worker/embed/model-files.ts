// Stands in for `fetch` inside transformers.js: keeps what comes from elsewhere, counts what arrives over all files together.
import { download, fetchWhole, PART_BYTES, type Downloaded } from './download.ts';
import type { LoadProgress } from '../../src/protocol/model-api.ts';
import type { PartStore } from './part-store.ts';

export interface ModelFilesOptions {
  /** Absent where the files come with the app: the browser and the service worker keep those. */
  readonly store?: PartStore;
  readonly expectedBytes: number;
  readonly onProgress?: (progress: LoadProgress) => void;
  readonly partBytes?: number;
}

export class ModelFiles {
  readonly #options: ModelFilesOptions;
  readonly #running = new Map<string, Promise<Downloaded>>();
  #loadedBytes = 0;

  constructor(options: ModelFilesOptions) {
    this.#options = options;
  }

  /**
   * A response with the file, or with the status by which the server refused it.
   *
   * @throws Error as download() does
   */
  async fetch(input: string | URL): Promise<Response> {
    const url = String(input);
    // The library asks for some files several times at once.
    const running = this.#running.get(url) ?? this.#load(url);
    this.#running.set(url, running);
    const file = await running.finally(() => this.#running.delete(url));
    if ('status' in file) return new Response(null, { status: file.status });
    return new Response(file, { headers: { 'content-length': String(file.length) } });
  }

  #load(url: string): Promise<Downloaded> {
    const onBytes = (bytes: number) => this.#count(bytes);
    const { store, partBytes = PART_BYTES } = this.#options;
    return store ? download(url, { store, partBytes, onBytes }) : fetchWhole(url, onBytes);
  }

  #count(bytes: number): void {
    this.#loadedBytes += bytes;
    const totalBytes = Math.max(this.#loadedBytes, this.#options.expectedBytes);
    this.#options.onProgress?.({ loadedBytes: this.#loadedBytes, totalBytes });
  }
}
