// Many tabs, one memory: all see the same at once, whichever of them goes, and no write is lost or applied twice.
import type { BrowserContext, Page } from '@playwright/test';
import type * as Client from '../src/index.ts';
import { openClientPage, openMemory, runCommand } from './client-page.ts';
import { DEFINE_DRUG, FIND_DRUGS, upsertDrug } from './commands.ts';
import { expect, test } from './fixtures.ts';

const NAME = 'tabs';

async function openTab(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await openClientPage(page, url);
  await openMemory(page, NAME);
  return page;
}

const status = (page: Page) => page.evaluate((name) => window.memories[name]!.status, NAME);

for (const broker of ['by a SharedWorker', 'without SharedWorker'] as const) {
  test.describe(`tabs that reach each other ${broker}`, () => {
    test.beforeEach(async ({ context }) => {
      if (broker === 'without SharedWorker') {
        await context.addInitScript(() => delete (window as { SharedWorker?: unknown }).SharedWorker);
      }
    });

    test('see one memory at once, and go on when its owner closes', async ({ context, plain }) => {
      const first = await openTab(context, plain.url);
      const second = await openTab(context, plain.url);
      const third = await openTab(context, plain.url);
      expect(await status(first)).toEqual({ state: 'ready', role: 'owner' });
      expect(await status(second)).toEqual({ state: 'ready', role: 'forwarded' });
      await runCommand(first, NAME, DEFINE_DRUG);
      await runCommand(second, NAME, upsertDrug('Aspirin'));
      expect(await runCommand(third, NAME, FIND_DRUGS)).toEqual(['Aspirin']);
      await first.close();
      expect(await runCommand(third, NAME, FIND_DRUGS)).toEqual(['Aspirin']);
      expect(await runCommand(second, NAME, upsertDrug('Ibuprofen'))).toBeTruthy();
      expect(await runCommand(third, NAME, FIND_DRUGS)).toEqual(['Aspirin', 'Ibuprofen']);
      const roles = [await status(second), await status(third)].map((each) => 'role' in each && each.role);
      expect(roles.sort()).toEqual(['forwarded', 'owner']);
    });

    test('import and export from any of them, with progress', async ({ context, plain }) => {
      const first = await openTab(context, plain.url);
      const second = await openTab(context, plain.url);
      const outcome = await second.evaluate(
        async ([name, define]) => {
          const nexus = window.memories[name]!;
          const seen: string[] = [];
          const blocks = Array.from(
            { length: 50 },
            (_, i) => `UPSERT { CONCEPT ?d { {type: "Drug", name: "d${i}"} } }`,
          );
          const { statements } = await nexus.importCapsule(new Blob([define, '\n', blocks.join('\n')]), {
            onProgress: () => seen.push('import'),
          });
          const exported = await nexus.exportCapsule({ onProgress: () => seen.push('export') });
          return { statements, text: await exported.text(), seen: [...new Set(seen)] };
        },
        [NAME, DEFINE_DRUG] as const,
      );
      expect(outcome).toEqual({ statements: 51, text: expect.stringContaining('"d49"'), seen: ['import', 'export'] });
      expect(await runCommand(first, NAME, FIND_DRUGS)).toHaveLength(50);
    });
  });
}

test('one name opened twice in a page is one memory', async ({ page, plain }) => {
  await openClientPage(page, plain.url);
  await openMemory(page, NAME);
  const roles = await page.evaluate(async (name) => {
    const again = await window.client.openNexus({ name });
    const first = window.memories[name]!;
    const before = [first.status, again.status].map((each) => 'role' in each && each.role);
    window.memories['again'] = again;
    return before;
  }, NAME);
  expect(roles).toEqual(['owner', 'forwarded']);
  await runCommand(page, NAME, DEFINE_DRUG);
  await runCommand(page, 'again', upsertDrug('Aspirin'));
  expect(await runCommand(page, NAME, FIND_DRUGS)).toEqual(['Aspirin']);
  await page.evaluate((name) => window.memories[name]!.close(), NAME);
  expect(await runCommand(page, 'again', FIND_DRUGS)).toEqual(['Aspirin']);
});

test('a memory that one tab destroys is closed in all', async ({ context, plain }) => {
  const first = await openTab(context, plain.url);
  const second = await openTab(context, plain.url);
  await runCommand(first, NAME, DEFINE_DRUG);
  await second.evaluate((name) => window.memories[name]!.destroy(), NAME);
  await expect.poll(() => status(first)).toEqual({ state: 'closed', reason: 'destroyed' });
  const failure = await first.evaluate(
    (name) =>
      window.memories[name]!.execute({ command: 'DESCRIBE PRIMER' }).then(
        () => undefined,
        ({ reason, retryable }: Client.UnavailableError) => ({ reason, retryable }),
      ),
    NAME,
  );
  expect(failure).toEqual({ reason: 'destroyed', retryable: false });
  await openMemory(first, NAME);
  await expect(runCommand(first, NAME, FIND_DRUGS)).rejects.toThrow('Drug');
});

test('a frame of the same origin sees the memory of the page around it', async ({ page, plain }) => {
  // The served policy forbids frames; a host that wants them has a policy of its own.
  await page.route(/\/(outer|frame)\.html$/, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><title>page</title>${route.request().url().endsWith('outer.html') ? '<iframe src="/frame.html"></iframe>' : ''}`,
    }),
  );
  await page.goto(new URL('/outer.html', plain.url).href);
  const use = async ([name, commands]: readonly [string, readonly string[]]) => {
    const address = '/client.js';
    const { openNexus } = (await import(address)) as typeof Client;
    const nexus = ((window as { kept?: Client.Nexus }).kept ??= await openNexus({ name }));
    const answers = [];
    for (const command of commands) answers.push((await nexus.execute({ command })).result);
    return { status: nexus.status, last: answers.at(-1) };
  };
  const frame = page.frames().find((each) => each.url().endsWith('/frame.html'))!;
  expect(await page.evaluate(use, [NAME, [DEFINE_DRUG]] as const)).toMatchObject({ status: { role: 'owner' } });
  const inside = await frame.evaluate(use, [NAME, [upsertDrug('Aspirin'), FIND_DRUGS]] as const);
  expect(inside).toEqual({ status: { state: 'ready', role: 'forwarded' }, last: ['Aspirin'] });
  expect(await page.evaluate(use, [NAME, [FIND_DRUGS]] as const)).toMatchObject({ last: ['Aspirin'] });
});
