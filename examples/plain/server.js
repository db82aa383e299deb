// Serves this folder on 127.0.0.1. Any other static server does as well.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const ROOT = import.meta.dirname;
const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
};

const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url, 'http://localhost');
  const file = normalize(join(ROOT, decodeURIComponent(pathname.replace(/\/$/, '/index.html'))));
  const content = file.startsWith(ROOT) ? await readFile(file).catch(() => undefined) : undefined;
  response.writeHead(content ? 200 : 404, {
    'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
    // Optional: with these two a running statement can be cancelled at once.
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
  });
  response.end(content ?? 'Not found\n');
});

server.listen(Number(process.env.PORT ?? 8000), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}/`);
});
