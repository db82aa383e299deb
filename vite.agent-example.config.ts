import { resolve } from 'node:path';
import { defaultClientConditions, defineConfig } from 'vite';

// The example agent page from this project's own sources; elsewhere it is built with the published package (examples/agent).
export default defineConfig({
  root: 'examples/agent',
  base: './',
  appType: 'mpa',
  worker: { format: 'es', rolldownOptions: { checks: { pluginTimings: false } } },
  resolve: {
    conditions: ['onnxruntime-web-use-extern-wasm', ...defaultClientConditions],
    alias: [
      { find: /^pocket-nexus$/, replacement: resolve('src/index.ts') },
      { find: /^pocket-nexus\/agent$/, replacement: resolve('src/agent/index.ts') },
    ],
  },
  build: {
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: { pluginTimings: false } },
  },
});
