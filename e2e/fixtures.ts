// What every journey stands on: the built page served from this machine, a fresh browser profile, and watchers that fail a test
// on anything that must never happen: an error on the page, a broken content security policy, a request to another origin.
import { join } from 'node:path';
import { expect, test as base } from '@playwright/test';
import { ROOT } from '../scripts/child.mjs';
import { serve } from '../scripts/server.mjs';
import { NexusPage } from './pages/nexus-page.ts';

export { expect } from '@playwright/test';

interface Server {
  readonly url: string;
}

/** What the page did, collected from all pages of the test. */
export interface Watch {
  readonly errors: string[];
  readonly requests: string[];
}

interface Fixtures {
  readonly watch: Watch;
  readonly nexus: NexusPage;
  /** Set to true by tests that cause errors on purpose. */
  readonly mayFail: boolean;
}

/** `isolated` and `plain`: with and without the headers of cross-origin isolation. */
interface WorkerFixtures {
  readonly isolated: Server;
  readonly plain: Server;
}

const WEB = join(ROOT, 'dist/web');

export const test = base.extend<Fixtures, WorkerFixtures>({
  isolated: [
    async ({}, use) => {
      const server = await serve({ root: WEB });
      await use(server);
      await server.close();
    },
    { scope: 'worker' },
  ],
  plain: [
    async ({}, use) => {
      const server = await serve({ root: WEB, isolated: false });
      await use(server);
      await server.close();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ isolated }, use) => use(isolated.url),
  mayFail: [false, { option: true }],
  watch: [
    async ({ context, isolated, plain, mayFail }, use) => {
      const watch: Watch = { errors: [], requests: [] };
      context.on('request', (request) => watch.requests.push(request.url()));
      context.on('weberror', (error) => watch.errors.push(String(error.error())));
      context.on('console', (message) => {
        if (message.type() === 'error') watch.errors.push(message.text());
      });
      await use(watch);
      const own = [isolated.url, plain.url, 'blob:'];
      const foreign = watch.requests.filter((url) => !own.some((prefix) => url.startsWith(prefix)));
      expect(foreign, 'requests to other origins').toEqual([]);
      if (!mayFail) expect(watch.errors, 'errors on the page').toEqual([]);
    },
    { auto: true },
  ],
  nexus: async ({ page }, use) => use(new NexusPage(page)),
});
