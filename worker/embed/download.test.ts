import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { download, type DownloadOptions } from './download.ts';
import { openCacheStore, type PartStore } from './part-store.ts';

/** As much of the browser's Cache Storage as the store uses: bytes by addresses without fragments. It lasts as long as the test. */
class MemoryCache {
  readonly entries = new Map<string, Uint8Array>();
  async match(request: string) {
    const bytes = this.entries.get(addressOf(request));
    return bytes && new Response(new Uint8Array(bytes));
  }
  async put(request: string, response: Response) {
    this.entries.set(addressOf(request), new Uint8Array(await response.arrayBuffer()));
  }
  async keys() {
    return [...this.entries.keys()].map((url) => new Request(url));
  }
  async delete(request: Request) {
    return this.entries.delete(addressOf(request.url));
  }
}

function addressOf(url: string): string {
  return url.replace(/#.*/, '');
}

describe('downloading a model file', () => {
  let server: Server;
  let url: string;
  let file: Buffer;
  let version: string;
  let ranges: boolean;
  let breakAfter: number;
  let asked: string[];
  let cache: MemoryCache;
  let store: PartStore;
  let bytes: number;

  beforeEach(async () => {
    file = Buffer.from(Array.from({ length: 1000 }, (_, at) => at % 251));
    [version, ranges, breakAfter, asked, cache, bytes] = ['"1"', true, Infinity, [], new MemoryCache(), 0];
    vi.stubGlobal('caches', { open: async () => cache });
    store = await openCacheStore();
    server = createServer((request, response) => {
      const range = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '');
      asked.push(range?.[0] ?? 'whole');
      if (asked.length > breakAfter) return void response.destroy();
      response.setHeader('ETag', version);
      if (!range || !ranges) return void response.end(file);
      const [start, end] = [Number(range[1]), Math.min(Number(range[2]), file.length - 1)];
      response.writeHead(206, { 'Content-Range': `bytes ${start}-${end}/${file.length}` });
      response.end(file.subarray(start, end + 1));
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/onnx/model.onnx`;
  });

  afterEach(async () => {
    vi.unstubAllGlobals();
    await new Promise((closed) => server.close(closed));
  });

  const options = (): DownloadOptions => ({ store, partBytes: 300, onBytes: (more) => (bytes += more) });

  it('comes in parts and is put together', async () => {
    expect(await download(url, options())).toEqual(new Uint8Array(file));
    expect(asked).toEqual(['bytes=0-299', 'bytes=300-599', 'bytes=600-899', 'bytes=900-999']);
    expect(bytes).toBe(1000);
  });

  it('is not asked for again', async () => {
    await download(url, options());
    asked = [];
    bytes = 0;
    expect(await download(url, options())).toEqual(new Uint8Array(file));
    expect(asked).toEqual([]);
    expect(bytes).toBe(1000);
  });

  it('goes on where it was cut off', async () => {
    breakAfter = 2;
    await expect(download(url, options())).rejects.toThrow(/cannot be reached|terminated/);
    [breakAfter, asked, bytes] = [Infinity, [], 0];
    expect(await download(url, options())).toEqual(new Uint8Array(file));
    expect(asked).toEqual(['bytes=600-899', 'bytes=900-999']);
    expect(bytes).toBe(1000);
  });

  it('begins anew where the file has changed in between', async () => {
    breakAfter = 2;
    await expect(download(url, options())).rejects.toThrow();
    file = Buffer.from(file.map((byte) => byte ^ 1));
    [breakAfter, version] = [Infinity, '"2"'];
    expect(await download(url, options())).toEqual(new Uint8Array(file));
  });

  it.each([404, 500, 503])('keeps what has come where the server answers %i in the middle', async (status) => {
    breakAfter = 2;
    await expect(download(url, options())).rejects.toThrow();
    const [answer] = server.listeners('request') as [(...given: unknown[]) => void];
    server.removeAllListeners('request').on('request', (_request, response) => response.writeHead(status).end());
    await expect(download(url, options())).rejects.toThrow(`its server answers ${status}`);
    server.removeAllListeners('request').on('request', answer);
    [breakAfter, asked] = [Infinity, []];
    expect(await download(url, options())).toEqual(new Uint8Array(file));
    expect(asked).toEqual(['bytes=600-899', 'bytes=900-999']);
  });

  it('begins anew where the file has become shorter in between', async () => {
    breakAfter = 2;
    await expect(download(url, options())).rejects.toThrow();
    server.removeAllListeners('request').on('request', (request, response) => {
      const from = Number(/bytes=(\d+)/.exec(request.headers.range ?? '')![1]);
      if (from > 0) return void response.writeHead(416).end();
      response.writeHead(206, { ETag: '"2"', 'Content-Range': 'bytes 0-4/5' }).end('short');
    });
    expect(new TextDecoder().decode((await download(url, options())) as Uint8Array)).toBe('short');
  });

  it('comes as a whole from a server that sends no parts', async () => {
    ranges = false;
    expect(await download(url, options())).toEqual(new Uint8Array(file));
    asked = [];
    expect(await download(url, options())).toEqual(new Uint8Array(file));
    expect(asked).toEqual([]);
  });

  it('refuses a page of HTML and keeps nothing of it', async () => {
    file = Buffer.from('<!doctype html><title>App</title>');
    ranges = false;
    await expect(download(url, options())).rejects.toThrow('holds a page of HTML instead of a model file');
    expect(await cache.keys()).toEqual([]);
  });

  it('removes a page of HTML that was stored by mistake and fetches the file', async () => {
    await download(url, options());
    await store.write(`${url}#0`, new TextEncoder().encode('<!DOCTYPE html>'.padEnd(300)));
    expect(await download(url, options())).toEqual(new Uint8Array(file));
  });

  it('answers with the status of a refusal, so that a file that need not be there is not missed', async () => {
    server.removeAllListeners('request').on('request', (_request, response) => response.writeHead(404).end());
    expect(await download(url, options())).toEqual({ status: 404 });
    expect(await cache.keys()).toEqual([]);
  });
});
