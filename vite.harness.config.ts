import { defaultClientConditions, defineConfig } from 'vite';

// Parts of the playground on pages of their own, for the journeys that work them.
export default defineConfig({
  root: 'e2e/harness',
  appType: 'mpa',
  worker: { format: 'es', rolldownOptions: { checks: { pluginTimings: false } } },
  resolve: { conditions: ['onnxruntime-web-use-extern-wasm', ...defaultClientConditions] },
  build: {
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['e2e/harness/editor/index.html', 'e2e/harness/results/index.html'],
      checks: { pluginTimings: false },
    },
  },
});
