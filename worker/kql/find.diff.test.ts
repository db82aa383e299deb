import { describe, expect, it } from 'vitest';
import { comparePairs, reportFailure } from '../../testing/differential.ts';

// `npm run test:soak` compares 20,000 pairs; DIFF_SEED makes it another 20,000.
const pairs = import.meta.env.MODE === 'soak' ? 20_000 : 1_000;
const seed = Number(process.env['DIFF_SEED'] ?? 1);
const CHUNK = 500;
const chunks = Array.from({ length: Math.ceil(pairs / CHUNK) }, (_, index) => seed + index);

describe('FIND against the naive evaluator (§3)', () => {
  it.each(chunks)(
    `agrees on ${Math.min(CHUNK, pairs)} random graphs and queries, seed %i`,
    { timeout: 300_000 },
    async (chunkSeed) => {
      const tally = await comparePairs(chunkSeed, Math.min(CHUNK, pairs));
      expect(tally.failures.map(reportFailure).join('\n')).toBe('');
      // The run means little if most queries find nothing or cannot be checked.
      expect(tally.empty).toBeLessThan(tally.pairs * 0.4);
      expect(tally.skipped).toBeLessThan(tally.pairs * 0.2);
    },
  );
});
