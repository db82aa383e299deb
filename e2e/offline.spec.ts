// The installed app: it starts without a network after one visit, search by meaning included; missing files stay missing; a new version
// is offered, waits for what is being written, and comes in for every tab at once.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import type { Nexus } from '../src/index.ts';
import { BROWSER_ARGS, findBrowser } from '../scripts/browser.mjs';
import { ROOT } from '../scripts/child.mjs';
import { firstVisitFiles } from '../scripts/first-visit.mjs';
import { serve } from '../scripts/server.mjs';
import { cacheLists } from '../scripts/service-worker.mjs';
import { expect, test as base } from './fixtures.ts';

/** As much of the frame as is used here. */
type App = Element & { readonly session: { readonly nexus?: Nexus } };

interface Site {
  readonly url: string;
  /** Puts a new version in the place of the one that is served. */
  deploy(version: string): void;
  /** The server is gone. */
  stop(): Promise<void>;
}

interface Fixtures {
  readonly site: Site;
  /** A browser with a profile on disk, as a person has. */
  readonly profile: string;
}

const test = base.extend<Fixtures>({
  site: async ({}, use) => {
    const root = mkdtempSync(join(tmpdir(), 'nexus-site-'));
    cpSync(join(ROOT, 'dist/web'), root, { recursive: true, filter: (path) => !path.endsWith('.map') });
    const server = await serve({ root });
    await use({
      url: server.url,
      deploy: (version) => {
        const page = join(root, 'index.html');
        const html = readFileSync(page, 'utf8').replace(
          /<html lang="en"[^>]*>/,
          `<html lang="en" data-version="${version}">`,
        );
        writeFileSync(page, html);
        const worker = readFileSync(join(root, 'sw.js'), 'utf8');
        // As a build would: the page has another revision, so the worker is another one.
        writeFileSync(
          join(root, 'sw.js'),
          worker.replace(/(url:[`"']index\.html[`"'],revision:[`"'])\w+/, `$1${version}`),
        );
      },
      stop: server.close,
    });
    await server.close().catch(() => undefined);
    rmSync(root, { recursive: true });
  },
  profile: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'nexus-profile-'));
    await use(folder);
    rmSync(folder, { recursive: true, force: true });
  },
});

test.use({ serviceWorkers: 'allow' });
test.setTimeout(180_000);

async function start(profile: string): Promise<BrowserContext> {
  const path = findBrowser()?.path;
  return chromium.launchPersistentContext(profile, {
    args: BROWSER_ARGS,
    ...(path === undefined ? {} : { executablePath: path }),
  });
}

async function ready(page: Page): Promise<void> {
  await expect(page.locator('#memory-line')).toContainText('kept', { timeout: 60_000 });
}

/** Until the service worker has everything, the language model included. */
async function kept(page: Page): Promise<void> {
  await page.goto(`${page.url().split('#')[0]}#/memory`);
  await expect(page.getByText('Everything works offline, search by meaning included')).toBeVisible({
    timeout: 120_000,
  });
}

function run(page: Page, command: string): Promise<unknown> {
  return page.evaluate(async (text) => {
    const { nexus } = (document.querySelector('nexus-app') as App).session;
    return (await nexus!.execute({ command: text })).result;
  }, command);
}

const version = (page: Page) => page.evaluate(() => document.documentElement.dataset['version'] ?? 'first');

test('starts without a network after one visit, in a browser started anew, and searches by meaning', async ({
  site,
  profile,
}) => {
  let browser = await start(profile);
  let page = browser.pages()[0]!;
  await page.goto(site.url);
  await ready(page);
  await run(page, 'UPSERT { CONCEPT ?p { {type: "Person", name: "Two kids: Mia, aged six, and Noah, aged nine"} } }');
  await kept(page);
  await browser.close();
  await site.stop();

  browser = await start(profile);
  page = browser.pages()[0]!;
  const failures: string[] = [];
  page.on('pageerror', (error) => failures.push(error.message));
  await page.goto(site.url);
  await ready(page);
  // The headers of isolation and of the security policy come from the cache with the page.
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  for (const [view, heading] of [
    ['learn', 'Learn KIP in five minutes'],
    ['schema', 'Schema'],
    ['help', 'Help'],
  ] as const) {
    await page.goto(`${site.url}#/${view}`);
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
  }
  await page.goto(`${site.url}?nexus=default#/work`);
  await ready(page);
  await expect(page.locator('.cm-content').first()).toBeVisible();
  const search = 'SEARCH CONCEPT "who are the children" WITH TYPE "Person" MODE "semantic" LIMIT 1';
  await expect
    .poll(() => run(page, search), { timeout: 60_000 })
    .toEqual([expect.objectContaining({ name: 'Two kids: Mia, aged six, and Noah, aged nine' })]);
  expect(failures).toEqual([]);
  await browser.close();
});

test('a missing file is a 404 and no page, with a worker in between, and nothing of it is kept', async ({
  site,
  profile,
}) => {
  const browser = await start(profile);
  const page = browser.pages()[0]!;
  await page.goto(site.url);
  await ready(page);
  await kept(page);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  for (const path of ['assets/gone.wasm', 'models/none/onnx/model_quantized.onnx', 'some/page']) {
    expect(await page.evaluate(async (address) => (await fetch(address)).status, `/${path}`), path).toBe(404);
  }
  const addresses = await page.evaluate(async () => {
    const names = await caches.keys();
    const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return lists.flat().map(({ url }) => url);
  });
  expect(addresses.filter((url) => /gone|none|some/.test(url))).toEqual([]);
  expect(addresses.length).toBeGreaterThan(20);
  await browser.close();
});

test('a new version is offered, comes in for all tabs when told, and never by itself', async ({ site, profile }) => {
  const browser = await start(profile);
  const page = browser.pages()[0]!;
  await page.goto(site.url);
  await ready(page);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  const other = await browser.newPage();
  await other.goto(`${site.url}?nexus=other`);
  await ready(other);

  site.deploy('second');
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await expect(page.getByText('A new version is ready')).toBeVisible({ timeout: 30_000 });
  await page.reload();
  await ready(page);
  expect(await version(page)).toBe('first');
  await expect(page.getByText('A new version is ready')).toBeVisible();

  await page.getByRole('button', { name: 'Reload', exact: true }).click();
  for (const each of [page, other]) {
    await expect.poll(() => version(each).catch(() => 'on its way'), { timeout: 120_000 }).toBe('second');
    await ready(each);
    await expect(each.getByText('A new version is ready')).toHaveCount(0);
  }
  await browser.close();
});

test('a new version waits for what another tab is writing, to its end', async ({ site, profile }) => {
  const browser = await start(profile);
  const writer = browser.pages()[0]!;
  await writer.goto(`${site.url}?nexus=writer`);
  await ready(writer);
  await expect.poll(() => writer.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  const page = await browser.newPage();
  await page.goto(site.url);
  await ready(page);
  site.deploy('second');
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await expect(page.getByText('A new version is ready')).toBeVisible({ timeout: 30_000 });

  const AMOUNT = 3000;
  await writer.evaluate((amount) => {
    const { nexus } = (document.querySelector('nexus-app') as App).session;
    const statements = Array.from(
      { length: amount },
      (_, i) => `UPSERT { CONCEPT ?p { {type: "Person", name: "P${i}"} } }`,
    );
    void nexus!.importCapsule(statements.join('\n')).then(() => localStorage.setItem('imported', 'whole'));
  }, AMOUNT);
  await page.getByRole('button', { name: 'Reload', exact: true }).click();
  await expect.poll(() => version(writer).catch(() => 'on its way'), { timeout: 120_000 }).toBe('second');
  await ready(writer);
  expect(await writer.evaluate(() => localStorage.getItem('imported'))).toBe('whole');
  expect(await run(writer, 'FIND(COUNT(?p)) WHERE { ?p {type: "Person"} FILTER(STARTS_WITH(?p.name, "P")) }')).toBe(
    AMOUNT,
  );
  await browser.close();
});

test('fetches on a first visit what npm run size counts, and no more, before a statement can be run', async ({
  site,
  profile,
}) => {
  const browser = await start(profile);
  const page = browser.pages()[0]!;
  const asked: string[] = [];
  browser.on('request', (request) => asked.push(new URL(request.url()).pathname.slice(1) || 'index.html'));
  await page.goto(site.url);
  await ready(page);
  await expect(page.locator('.cm-content').first()).toBeVisible();
  const onTheWay = [...asked];
  const counted = firstVisitFiles(join(ROOT, 'dist/web'));
  // What the service worker fetches behind the page comes through it, and is not waited for.
  const { installed } = cacheLists(join(ROOT, 'dist/web'));
  const behind = ['sw.js', ...installed.map(({ url }) => url)];
  expect(onTheWay.filter((name) => !counted.includes(name) && !behind.includes(name))).toEqual([]);
  // A browser without tabs to be seen asks for no icon of theirs. The last of the others, what shows an answer, comes while the first
  // command is written.
  const wanted = counted.filter((name) => name !== 'icon.svg');
  await expect.poll(() => wanted.filter((name) => !asked.includes(name))).toEqual([]);
  await browser.close();
});

test('can be installed: a manifest with icons that are there and are what they say', async ({
  page,
  request,
  isolated,
}) => {
  await page.goto('/');
  const address = await page.locator('link[rel=manifest]').getAttribute('href');
  const manifest = (await (await request.get(new URL(address!, isolated.url).href)).json()) as {
    icons: { src: string; sizes: string; purpose: string }[];
    screenshots: { src: string; sizes: string }[];
  };
  expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable');
  for (const { src, sizes } of [...manifest.icons, ...manifest.screenshots]) {
    const body = await (await request.get(new URL(src, isolated.url).href)).body();
    if (sizes !== 'any') expect(`${body.readUInt32BE(16)}x${body.readUInt32BE(20)}`, src).toBe(sizes);
  }
});
