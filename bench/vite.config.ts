import { defineConfig } from 'vite';

// The bench in one file, so that what is timed is plain bundled code. SQLite stays a package: it finds its WebAssembly
// beside itself.
export default defineConfig({
  build: {
    outDir: '.cache/bench',
    emptyOutDir: true,
    ssr: 'bench/main.ts',
    target: 'node20',
    rolldownOptions: { checks: { pluginTimings: false }, output: { entryFileNames: 'main.mjs', codeSplitting: false } },
  },
  ssr: { noExternal: true, external: ['@sqlite.org/sqlite-wasm'] },
});
