import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { download, type DownloadOptions } from './download.ts';
import type { PartStore } from './part-store.ts';

/** A store that lasts as long as the test, as the browser's lasts over reloads. */
class MapStore implements PartStore {
  readonly entries = new Map<string, Uint8Array>();
  async read(key: string) {
    return this.entries.get(key);
  }
  async write(key: string, bytes: Uint8Array) {
    this.entries.set(key, bytes);
  }
  async forget(prefix: string) {
    for (const key of this.entries.keys()) if (key.startsWith(prefix)) this.entries.delete(key);
  }
}

describe('downloading a model file', () => {
  let server: Server;
  let url: string;
  let file: Buffer;
  let version: string;
  let ranges: boolean;
  let breakAfter: number;
  let asked: string[];
  let store: MapStore;
  let bytes: number;

  beforeEach(async () => {
    file = Buffer.from(Array.from({ length: 1000 }, (_, at) => at % 251));
    [version, ranges, breakAfter, asked, store, bytes] = ['"1"', true, Infinity, [], new MapStore(), 0];
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
    expect([...store.entries.keys()]).toEqual([]);
  });

  it('removes a page of HTML that was stored by mistake and fetches the file', async () => {
    await download(url, options());
    store.entries.set(`${url}#0`, new TextEncoder().encode('<!DOCTYPE html>'.padEnd(300)));
    expect(await download(url, options())).toEqual(new Uint8Array(file));
  });

  it('answers with the status of a refusal, so that a file that need not be there is not missed', async () => {
    server.removeAllListeners('request').on('request', (_request, response) => response.writeHead(404).end());
    expect(await download(url, options())).toEqual({ status: 404 });
    expect([...store.entries.keys()]).toEqual([]);
  });
});
