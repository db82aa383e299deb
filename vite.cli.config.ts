import { defineConfig } from 'vite';

// The terminal door in one file, so that it starts without compiling anything. SQLite stays a package: it finds its
// WebAssembly beside itself.
export default defineConfig({
  build: {
    outDir: 'dist/cli',
    ssr: 'cli/kip.ts',
    target: 'node20',
    sourcemap: false,
    rolldownOptions: { output: { entryFileNames: 'kip.mjs', codeSplitting: false } },
  },
  ssr: { noExternal: true, external: ['@sqlite.org/sqlite-wasm'] },
});
