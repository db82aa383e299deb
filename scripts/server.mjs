// @ts-check
// Serves a folder of built files on the loopback address and nothing else: no fallback page (a missing .wasm is a 404, never
// a page that gets cached as one), no dot files, no listing.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { ISOLATION_HEADERS, SECURITY_HEADERS } from './headers.mjs';

const HOST = '127.0.0.1';

/** @type {Record<string, string>} */
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.kip': 'text/plain; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

/**
 * @typedef {{ root: string, port?: number, isolated?: boolean, pagesSetPolicy?: boolean }} ServeOptions `port` 0 takes a free
 *   one; `isolated` false leaves out the headers of cross-origin isolation; `pagesSetPolicy` true leaves the content security
 *   policy of HTML files to what they say themselves.
 * @typedef {{ url: string, close: () => Promise<void> }} Served
 */

/**
 * @param {ServeOptions} options
 * @returns {Promise<Served>}
 */
export async function serve({ root, port = 0, isolated = true, pagesSetPolicy = false }) {
  const headers = isolated ? { ...SECURITY_HEADERS, ...ISOLATION_HEADERS } : SECURITY_HEADERS;
  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    if (pagesSetPolicy && /(\/|\.html)$/.test(path)) response.removeHeader('Content-Security-Policy');
    answer(root, request, response).catch(() => refuse(response, 500, 'Internal error'));
  });
  await new Promise((listening, failed) => {
    server.once('error', failed);
    server.listen(port, HOST, () => listening(undefined));
  });
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://${HOST}:${address.port}/`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

/**
 * @param {string} root
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
async function answer(root, request, response) {
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405, 'Only GET and HEAD');
  const path = fileFor(root, request.url ?? '/');
  const file = path === undefined ? undefined : await stat(path).catch(() => undefined);
  if (path === undefined || !file?.isFile()) return refuse(response, 404, 'Not found');
  const tag = `"${file.size.toString(36)}-${file.mtimeMs.toString(36)}"`;
  // Names under assets/ carry a hash of their contents; everything else is asked for again each time.
  const hashed = path.includes(`${sep}assets${sep}`);
  response.setHeader('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
  response.setHeader('ETag', tag);
  if (request.headers['if-none-match'] === tag) return void response.writeHead(304).end();
  response.writeHead(200, {
    'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream',
    'Content-Length': file.size,
  });
  if (request.method === 'HEAD') return void response.end();
  createReadStream(path)
    .on('error', () => response.destroy())
    .pipe(response);
}

/**
 * The file an address names, or undefined where it names nothing inside the folder.
 *
 * @param {string} root
 * @param {string} url
 */
function fileFor(root, url) {
  let path;
  try {
    path = decodeURIComponent(new URL(url, 'http://localhost').pathname);
  } catch {
    return undefined;
  }
  if (path.includes('\0') || path.split('/').some((part) => part.startsWith('.'))) return undefined;
  const file = normalize(join(root, path.endsWith('/') ? `${path}index.html` : path));
  return file.startsWith(root + sep) ? file : undefined;
}

/**
 * @param {import('node:http').ServerResponse} response
 * @param {number} status
 * @param {string} reason
 */
function refuse(response, status, reason) {
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' });
  response.end(`${reason}\n`);
}
