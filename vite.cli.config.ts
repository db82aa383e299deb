import { defineConfig } from 'vite';

// The terminal door in one file, so that it starts without compiling anything. SQLite stays a package: it finds its
// WebAssembly beside itself.
export default defineConfig({
  publicDir: false,
  build: {
    outDir: 'dist/cli',
    ssr: 'cli/kip.ts',
    target: 'node20',
    sourcemap: false,
    rolldownOptions: { checks: { pluginTimings: false }, output: { entryFileNames: 'kip.mjs', codeSplitting: false } },
  },
  ssr: { noExternal: true, external: ['@sqlite.org/sqlite-wasm'] },
});
