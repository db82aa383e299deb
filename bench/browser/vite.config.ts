import { defineConfig } from 'vite';

// The page and workers of the browser bench, the product's own worker among them.
export default defineConfig({
  root: 'bench/browser',
  base: './',
  worker: { format: 'es', rolldownOptions: { checks: { pluginTimings: false } } },
  build: {
    outDir: '../../.cache/bench-browser',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: { pluginTimings: false } },
  },
});
