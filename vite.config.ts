import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { ISOLATION_HEADERS, META_CONTENT_SECURITY_POLICY } from './scripts/headers.mjs';
import { serviceWorker } from './scripts/service-worker.mjs';

/** The policy goes into the built page as well as into headers, for hosts that set none. Vite's dev page needs inline code. */
function contentSecurityPolicy(): Plugin {
  return {
    name: 'content-security-policy',
    apply: 'build',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: META_CONTENT_SECURITY_POLICY },
        injectTo: 'head-prepend',
      },
    ],
  };
}

export default defineConfig({
  base: './',
  // No fallback to index.html: a missing .wasm or model file must be a 404.
  appType: 'mpa',
  plugins: [contentSecurityPolicy(), serviceWorker()],
  worker: { format: 'es', rolldownOptions: { checks: { pluginTimings: false } } },
  // Without this the bundle carries a second copy of the model runtime's WebAssembly, 27 MB that nobody asks for.
  resolve: { conditions: ['onnxruntime-web-use-extern-wasm', ...defaultClientConditions] },
  optimizeDeps: { exclude: ['@sqlite.org/sqlite-wasm'] },
  server: { host: '127.0.0.1', headers: ISOLATION_HEADERS },
  preview: { host: '127.0.0.1', headers: ISOLATION_HEADERS },
  build: {
    outDir: 'dist/web',
    sourcemap: true,
    // Inlined assets would be data: addresses, which the policy refuses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      checks: { pluginTimings: false },
      input: { index: 'index.html', client: 'src/index.ts' },
      preserveEntrySignatures: 'strict',
      output: {
        // A stable name: pages of the same origin may import the client from /client.js.
        entryFileNames: ({ name }) => (name === 'client' ? 'client.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
});
