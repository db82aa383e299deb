import { defineConfig, devices } from '@playwright/test';
import { BROWSER_ARGS, findBrowser } from './scripts/browser.mjs';

const path = findBrowser()?.path;
const launchOptions = { args: BROWSER_ARGS, ...(path === undefined ? {} : { executablePath: path }) };

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  outputDir: 'test-results',
  forbidOnly: true,
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 180_000, // a busy machine is no fault
  expect: { timeout: 30_000 },
  reporter: [['list']],
  // Recording a trace slows every test: NEXUS_TRACE=1 keeps those of failures.
  // A service worker would answer requests behind a test's back; offline.spec.ts is about it.
  use: {
    ...devices['Desktop Chrome'],
    launchOptions,
    trace: process.env['NEXUS_TRACE'] ? 'retain-on-failure' : 'off',
    serviceWorkers: 'block',
  },
  projects: [
    { name: 'journeys', testIgnore: ['durability.spec.ts', 'package/examples.spec.ts'] },
    { name: 'durability', testMatch: 'durability.spec.ts', timeout: 600_000 },
    { name: 'package', testMatch: 'package/*.spec.ts' },
  ],
});
