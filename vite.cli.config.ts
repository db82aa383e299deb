import { defineConfig } from 'vite';

// The terminal door in one file, so that it starts without compiling anything. SQLite and
// transformers.js stay packages: they find their WebAssembly beside themselves.
export default defineConfig({
  publicDir: false,
  build: {
    outDir: 'dist/cli',
    ssr: 'cli/kip.ts',
    target: 'node20',
    sourcemap: false,
    rolldownOptions: { checks: { pluginTimings: false }, output: { entryFileNames: 'kip.mjs', codeSplitting: false } },
  },
  ssr: { noExternal: true, external: ['@sqlite.org/sqlite-wasm', '@huggingface/transformers'] },
});
