import { describe, expect, it } from 'vitest';
import { comparePairs, reportFailure } from '../../testing/differential.ts';
import { firstSeed, randomScale } from '../../testing/random.ts';

const pairs = 1_000 * randomScale;
const CHUNK = 500;
const chunks = Array.from({ length: Math.ceil(pairs / CHUNK) }, (_, index) => firstSeed * 1_000 + index);

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
