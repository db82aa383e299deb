// @ts-check
// npm run test:soak [-- SCALE [SEED]]: the random comparisons of `npm test`, SCALE times as many (20 unless told otherwise:
// 20,000 pairs of graph and query), beginning at SEED.
import { runTool } from './child.mjs';
import { ensurePackages } from './setup.mjs';

await ensurePackages();
process.exitCode = await runTool('vitest/vitest.mjs', ['run', '--project', 'unit', '.diff.test.ts', '.fuzz.test.ts'], {
  env: { RANDOM_SCALE: process.argv[2] ?? '20', RANDOM_SEED: process.argv[3] ?? '1' },
});
