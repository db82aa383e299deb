import { defineConfig } from 'vite';

// The terminal door, so that it starts without compiling anything; what one door alone needs is in a file of its own. SQLite and
// transformers.js stay packages: they find their WebAssembly beside themselves.
export default defineConfig({
  publicDir: false,
  build: {
    outDir: 'dist/cli',
    ssr: 'cli/kip.ts',
    target: 'node20',
    sourcemap: false,
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: { entryFileNames: 'kip.mjs', chunkFileNames: '[name]-[hash].mjs' },
    },
  },
  ssr: { noExternal: true, external: ['@sqlite.org/sqlite-wasm', '@huggingface/transformers'] },
});
