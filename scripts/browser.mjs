// @ts-check
// The browser the end-to-end tests drive: named by the environment, or Playwright's own, or one that is installed. Playwright's
// download is tried first where there is none, then Debian's package where we may install one.
import { chromium } from '@playwright/test';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run, runTool } from './child.mjs';
import { withLock } from './lock.mjs';

// The first is Chromium without the frame around the page, as Playwright's own is: a journey takes three quarters of the time.
const INSTALLED_NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
];

/**
 * Where a browser is, or undefined. `path` is undefined where Playwright is to use its own.
 *
 * @returns {{ path: string | undefined } | undefined}
 */
export function findBrowser() {
  const asked = process.env['NEXUS_CHROMIUM'];
  if (asked) return { path: asked };
  if (existsSync(chromium.executablePath())) return { path: undefined };
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const path = INSTALLED_NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((file) =>
    existsSync(file),
  );
  return path === undefined ? undefined : { path };
}

/** Tried in turn. */
const DEBIAN_PACKAGES = ['chromium-headless-shell', 'chromium'];

/** Flags for a browser that talks to nobody but the test; a sandbox cannot be had as root. */
export const BROWSER_ARGS = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--disable-gpu',
  '--no-first-run',
  '--no-default-browser-check',
];

export async function ensureBrowser() {
  if (findBrowser()) return;
  await withLock('browser', async () => {
    if (findBrowser()) return;
    console.error('Installing a browser for the end-to-end tests …');
    await runTool('@playwright/test/cli.js', ['install', 'chromium'], { quiet: true });
    if (findBrowser()) return;
    for (const name of DEBIAN_PACKAGES) if (!findBrowser()) await installDebianPackage(name);
    if (!findBrowser()) throw new Error(ADVICE);
  });
}

const ADVICE = `There is no browser for the end-to-end tests, and none could be installed from here.
Install Chromium or Chrome by hand, so that it is found as one of: ${INSTALLED_NAMES.join(', ')};
or run "npx playwright install --with-deps chromium"; or name one in NEXUS_CHROMIUM=/path/to/chromium.`;

/** @param {string} name */
async function installDebianPackage(name) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['-qq', 'update'], { quiet: true, env });
  await run('apt-get', ['-qq', 'install', '-y', '--no-install-recommends', name], { quiet: true, env });
}
