import { defaultClientConditions, defineConfig } from 'vite';

// The page and workers of the bench of search by meaning, the product’s own among them.
export default defineConfig({
  root: 'bench/meaning',
  base: './',
  publicDir: '../../public',
  resolve: { conditions: ['onnxruntime-web-use-extern-wasm', ...defaultClientConditions] },
  worker: { format: 'es', rolldownOptions: { checks: { pluginTimings: false } } },
  build: {
    outDir: '../../.cache/bench-meaning',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: { pluginTimings: false } },
  },
});
