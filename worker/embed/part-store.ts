// Where the parts of downloaded models are kept between visits: in the browser's Cache Storage, which takes large files and shows up
// in the browser's own storage settings.

/** Bytes by address. Everything of one file begins with the file's address and "#". */
export interface PartStore {
  read(key: string): Promise<Uint8Array | undefined>;
  write(key: string, bytes: Uint8Array): Promise<void>;
  /** Removes all entries whose key begins so. */
  forget(prefix: string): Promise<void>;
}

const CACHE = 'pocket-nexus-models';

/** Fragments are no part of a cached address, so the part becomes a query. */
const address = (key: string): string => key.replace('#', '?part=');

export async function openCacheStore(): Promise<PartStore> {
  const cache = await caches.open(CACHE);
  return {
    async read(key) {
      const response = await cache.match(address(key));
      return response && new Uint8Array(await response.arrayBuffer());
    },
    async write(key, bytes) {
      await cache.put(address(key), new Response(bytes as Uint8Array<ArrayBuffer>));
    },
    async forget(prefix) {
      const begin = address(prefix);
      const requests = await cache.keys();
      await Promise.all(requests.filter(({ url }) => url.startsWith(begin)).map((request) => cache.delete(request)));
    },
  };
}
