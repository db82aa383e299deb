import { defineConfig } from 'vite';

// The evaluation in one file. SQLite and transformers.js stay packages: they find their WebAssembly beside themselves.
export default defineConfig({
  build: {
    outDir: '.cache/eval',
    emptyOutDir: true,
    ssr: 'eval/main.ts',
    target: 'node20',
    rolldownOptions: { checks: { pluginTimings: false }, output: { entryFileNames: 'main.mjs', codeSplitting: false } },
  },
  ssr: { noExternal: true, external: ['@sqlite.org/sqlite-wasm', '@huggingface/transformers'] },
});
