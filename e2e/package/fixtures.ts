// What the tests of the package stand on: the packed library, installed in a folder outside this project, and a browser that is watched
// for errors and for requests to anywhere else.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base, type Page } from '@playwright/test';
import { packLibrary } from '../../scripts/pack.mjs';
import { serve } from '../../scripts/server.mjs';

export { expect } from '@playwright/test';

interface Fixtures {
  /** A folder for one test. */
  readonly folder: string;
  /** Serves a folder with the strictest headers; the address. */
  readonly serveFolder: (root: string) => Promise<string>;
  /** Addresses that the page may ask, besides what serveFolder gave. */
  readonly allowed: string[];
}

interface WorkerFixtures {
  readonly tarball: string;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  tarball: [async ({}, use) => use(await packLibrary()), { scope: 'worker', timeout: 300_000 }],
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'pocket-nexus-package-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
  allowed: async ({}, use) => use([]),
  serveFolder: async ({ allowed }, use) => {
    const servers: { close: () => Promise<void> }[] = [];
    await use(async (root) => {
      const server = await serve({ root });
      servers.push(server);
      allowed.push(server.url);
      return server.url;
    });
    await Promise.all(servers.map((server) => server.close()));
  },
  page: async ({ page, allowed }, use) => {
    const errors: string[] = [];
    const requests: string[] = [];
    page.context().on('request', (request) => requests.push(request.url()));
    page.context().on('weberror', (error) => errors.push(String(error.error())));
    page.context().on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text());
    });
    page.on('response', (response) => {
      if (response.status() >= 400) errors.push(`${response.status()} ${response.url()}`);
    });
    await use(page);
    const own = [...allowed, 'blob:', 'data:'];
    expect(
      requests.filter((url) => !own.some((prefix) => url.startsWith(prefix))),
      'requests to elsewhere',
    ).toEqual([]);
    expect(errors, 'errors and warnings on the page').toEqual([]);
  },
});

/** What the notes page of the examples is for: it remembers, lists, keeps across a reload, and finds by meaning. */
export async function useNotes(page: Page, url: string): Promise<void> {
  const status = page.locator('output');
  await page.goto(url);
  await expect(status).toHaveText('Kept in opfs.');
  for (const text of ['Tea without sugar', 'The bicycle has a flat tyre']) {
    await page.getByLabel('Note or search term').fill(text);
    await page.getByRole('button', { name: 'Remember' }).click();
    await expect(page.locator('#notes li').filter({ hasText: text })).toBeVisible();
  }
  await page.reload();
  await expect(status).toHaveText('Kept in opfs.');
  await expect(page.locator('#notes li')).toHaveText(['Tea without sugar', 'The bicycle has a flat tyre']);
  await page.getByRole('button', { name: 'Search by meaning' }).click();
  await expect(status).toHaveText('Searches go by meaning.', { timeout: 60_000 });
  await page.getByLabel('Note or search term').fill('what to drink');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.locator('#found li').first()).toHaveText('Tea without sugar');
}
