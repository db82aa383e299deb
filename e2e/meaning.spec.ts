// Search by meaning in the browser: the model that comes with the app, in a worker of its own, under the page's security policy and with
// no request to any other origin (the fixtures fail a test on either).
import type { Page } from '@playwright/test';
import { openClientPage, openMemory, runCommand } from './client-page.ts';
import { expect, test } from './fixtures.ts';

const NAME = 'meaning';
const CHILDREN = 'UPSERT { CONCEPT ?p { {type: "Person", name: "Two kids: Mia, aged six, and Noah, aged nine"} } }';

/** Opens the memory with the app's model. */
async function openWithModel(page: Page, url: string): Promise<void> {
  await openClientPage(page, url);
  await openMemory(page, NAME);
  await useModel(page);
}

function useModel(page: Page): Promise<void> {
  return page.evaluate((name) => window.memories[name]!.meaning.use(window.client.EMBEDDED_MODEL), NAME);
}

async function names(page: Page, command: string): Promise<string[]> {
  const hits = (await runCommand(page, NAME, command)) as readonly { name: string }[];
  return hits.map(({ name }) => name);
}

const SEARCH = 'SEARCH CONCEPT "who are the children" WITH TYPE "Person" MODE "semantic" LIMIT 1';

test.describe('search by meaning', () => {
  test('finds what shares no word with the term, after a reload, offline, and never again once deleted', async ({
    page,
    context,
    isolated,
  }) => {
    await openWithModel(page, isolated.url);
    await runCommand(page, NAME, CHILDREN);
    await expect.poll(() => names(page, SEARCH)).toEqual(['Two kids: Mia, aged six, and Noah, aged nine']);
    await page.close();

    const again = await context.newPage();
    await openClientPage(again, isolated.url);
    await openMemory(again, NAME);
    const state = await again.evaluate((name) => window.memories[name]!.meaning.resume(), NAME);
    expect(state.serving).toMatchObject({ loaded: true, profile: { dim: 512 } });
    await context.setOffline(true);
    expect(await names(again, SEARCH)).toEqual(['Two kids: Mia, aged six, and Noah, aged nine']);
    await runCommand(
      again,
      NAME,
      'UPSERT { CONCEPT ?p { {type: "Person", name: "Plumber Dave fixes heating and pipes"} } }',
    );
    const repair = 'SEARCH CONCEPT "person who repairs the boiler" LIMIT 1';
    await expect.poll(() => names(again, repair)).toEqual(['Plumber Dave fixes heating and pipes']);

    await runCommand(
      again,
      NAME,
      'DELETE CONCEPT ?p DETACH WHERE { ?p {type: "Person", name: "Two kids: Mia, aged six, and Noah, aged nine"} }',
    );
    for (const mode of ['keyword', 'semantic', 'hybrid']) {
      const left = await names(again, `SEARCH CONCEPT "kids Mia Noah children" MODE "${mode}" LIMIT 50`);
      expect(left, mode).not.toContain('Two kids: Mia, aged six, and Noah, aged nine');
    }
  });

  test('loads nothing of the model before it is asked for, and the model from this origin alone', async ({
    page,
    watch,
    isolated,
  }) => {
    await openClientPage(page, isolated.url);
    await openMemory(page, NAME);
    await runCommand(page, NAME, 'SEARCH CONCEPT "anything"');
    const ofModel = () => watch.requests.filter((url) => /models\/|ort-wasm|transformers|embed-worker/.test(url));
    expect(ofModel()).toEqual([]);
    const progress = await page.evaluate(async (name) => {
      const seen: { loadedBytes: number; totalBytes: number }[] = [];
      await window.memories[name]!.meaning.use(window.client.EMBEDDED_MODEL.id, {
        onProgress: (each) => seen.push(each),
      });
      return seen;
    }, NAME);
    expect(ofModel().length).toBeGreaterThan(4);
    const shares = progress.map(({ loadedBytes, totalBytes }) => loadedBytes / totalBytes);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(shares.at(-1)).toBeGreaterThan(0.9);
    expect(shares.at(-1)).toBeLessThanOrEqual(1);
  });

  test('goes on by words while no model is there, and after one has failed to load', async ({ page, isolated }) => {
    await openClientPage(page, isolated.url);
    await openMemory(page, NAME);
    await runCommand(page, NAME, CHILDREN);
    const failure = await page.evaluate(
      (name) =>
        window.memories[name]!.meaning.use({ url: '/no-such-model/', dim: 8 }).then(
          () => undefined,
          (error: Error) => error.message,
        ),
      NAME,
    );
    expect(failure).toContain('could not be loaded');
    expect(await names(page, 'SEARCH CONCEPT "kids" MODE "semantic" LIMIT 1')).toEqual([
      'Two kids: Mia, aged six, and Noah, aged nine',
    ]);
  });

  test('refuses a page of HTML for a model, and keeps nothing of it', async ({ page, isolated }) => {
    await openClientPage(page, isolated.url);
    await openMemory(page, NAME);
    await page
      .context()
      .route('**/folder/**', (route) =>
        route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>App</title>' }),
      );
    const [failure, stored] = await page.evaluate(async (name) => {
      const message = await window.memories[name]!.meaning.use({ url: '/folder/', dim: 8 }).then(
        () => undefined,
        (error: Error) => error.message,
      );
      const cache = await caches.open('pocket-nexus-models');
      return [message, (await cache.keys()).map(({ url }) => url)] as const;
    }, NAME);
    expect(failure).toContain('holds a page of HTML instead of a model file');
    expect(stored).toEqual([]);
  });

  test('outlives the worker of the memory and tells when that of the model dies', async ({ page, isolated }) => {
    await openWithModel(page, isolated.url);
    await runCommand(page, NAME, CHILDREN);
    await expect.poll(() => names(page, SEARCH)).toHaveLength(1);
    await page.evaluate(() => window.workers[0]!.terminate());
    await expect
      .poll(() => names(page, SEARCH).catch(() => 'gone'), { message: 'the memory opens again, its model still there' })
      .toEqual(['Two kids: Mia, aged six, and Noah, aged nine']);
    expect(await page.evaluate(() => window.workers.length)).toBe(3);
    await page.evaluate(() => window.workers[1]!.terminate());
    await expect
      .poll(() => page.evaluate(async (name) => (await window.memories[name]!.meaning.state()).serving?.loaded, NAME))
      .toBe(false);
    expect(await names(page, 'SEARCH CONCEPT "kids" LIMIT 1')).toHaveLength(1);
  });

  test('answers searches while 200 memories are being written', async ({ page, isolated }) => {
    test.setTimeout(180_000);
    await openWithModel(page, isolated.url);
    const { errors, slowest } = await page.evaluate(async (name) => {
      const nexus = window.memories[name]!;
      const failed: string[] = [];
      let worst = 0;
      let writing = true;
      const search = async () => {
        while (writing) {
          const began = performance.now();
          const { error } = await nexus.execute({ command: 'SEARCH CONCEPT "a letter from the bank" LIMIT 5' });
          worst = Math.max(worst, performance.now() - began);
          if (error) failed.push(error.message);
          await new Promise((go) => setTimeout(go, 50));
        }
      };
      const searching = search();
      for (let at = 0; at < 200; at++) {
        const text = `Memory ${at}: the bank wrote about account ${at * 37} and the garden fence`;
        const { error } = await nexus.execute({
          command: 'UPSERT { CONCEPT ?p { {type: "Person", name: :name} SET ATTRIBUTES { description: :text } } }',
          parameters: { name: `p${at}`, text },
        });
        if (error) failed.push(error.message);
      }
      writing = false;
      await searching;
      return { errors: failed, slowest: worst };
    }, NAME);
    expect(errors).toEqual([]);
    console.log(`slowest search while writing: ${slowest.toFixed(0)} ms`);
    expect(slowest).toBeLessThan(1000);
    await expect
      .poll(
        () => page.evaluate(async (name) => (await window.memories[name]!.meaning.state()).serving?.pending, NAME),
        {
          timeout: 120_000,
        },
      )
      .toBe(0);
  });
});
