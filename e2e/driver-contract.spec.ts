// The storage contract on OPFS: the suite that memory and file images pass in Node.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { build } from 'vite';
import { ROOT } from '../scripts/child.mjs';
import { serve } from '../scripts/server.mjs';
import type { CaseOutcome } from './harness/case-outcome.ts';

test('the driver on OPFS keeps the contract of every driver', async ({ page }) => {
  const root = mkdtempSync(join(tmpdir(), 'nexus-harness-'));
  await build({
    configFile: false,
    root: join(ROOT, 'e2e/harness'),
    logLevel: 'error',
    worker: { format: 'es' },
    build: { outDir: root, emptyOutDir: true, modulePreload: { polyfill: false } },
  });
  const server = await serve({ root });
  try {
    await page.goto(server.url);
    await page.waitForFunction(() => 'outcomes' in window);
    const outcomes = await page.evaluate(() => (window as unknown as { outcomes: Promise<CaseOutcome[]> }).outcomes);
    expect(outcomes.length).toBeGreaterThan(20);
    expect(outcomes.filter(({ why }) => why !== '')).toEqual([]);
  } finally {
    await server.close();
    rmSync(root, { recursive: true });
  }
});
