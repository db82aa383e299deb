// Where a memory is kept, as the one who opens it chose, and what is left when it is removed.
import type { Page } from '@playwright/test';
import type * as Client from '../src/index.ts';
import { openClientPage, openMemory, runCommand } from './client-page.ts';
import { DEFINE_DRUG, FIND_DRUGS, upsertDrug } from './commands.ts';
import { expect, test } from './fixtures.ts';

const NAME = 'opening';

/** As a private window does. The worker has its own navigator, so its script is what must be told. */
async function refuseFiles(page: Page): Promise<void> {
  await page.route(/assets\/main-.*\.js$/, async (route) => {
    const response = await route.fetch();
    const refuse = `navigator.storage.getDirectory = () => Promise.reject(new DOMException('refused', 'SecurityError'));`;
    await route.fulfill({ response, body: refuse + (await response.text()) });
  });
}

/** The folders of memories in the origin's private file system. */
function folders(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const found: string[] = [];
    for await (const name of (await root.getDirectoryHandle('pocket-nexus', { create: true })).keys()) found.push(name);
    return found;
  });
}

test.describe('where the browser refuses files', () => {
  test('"auto" opens a memory that is not kept and says why, "opfs" refuses with what to do', async ({
    page,
    plain,
  }) => {
    await refuseFiles(page);
    await openClientPage(page, plain.url);
    const state = await openMemory(page, NAME);
    expect(state).toMatchObject({
      kind: 'memory',
      persisted: false,
      reason: expect.stringContaining('private window'),
    });
    await runCommand(page, NAME, DEFINE_DRUG);
    const refused = await page.evaluate(
      (name) =>
        window.client.openNexus({ name, storage: 'opfs' }).then(
          () => undefined,
          ({ code, message, hint }: Client.KipError) => ({ code, message, hint }),
        ),
      NAME,
    );
    expect(refused).toEqual({
      code: 'KIP_4003',
      message: expect.stringContaining('private window'),
      hint: expect.stringContaining('ordinary window'),
    });
  });
});

test('"memory" touches no file, and each opening is a memory of its own', async ({ page, plain }) => {
  await openClientPage(page, plain.url);
  await openMemory(page, NAME, 'memory');
  await runCommand(page, NAME, DEFINE_DRUG);
  await runCommand(page, NAME, upsertDrug('Aspirin'));
  const other = await page.evaluate(
    async ([name, command]) => {
      const nexus = await window.client.openNexus({ name, storage: 'memory' });
      return (await nexus.execute({ command })).error?.code;
    },
    [NAME, FIND_DRUGS] as const,
  );
  expect(other).toBe('KIP_2001');
  expect(await folders(page)).toEqual([]);
});

test('a memory that is destroyed leaves no file, and its name can be used anew', async ({ page, plain }) => {
  await openClientPage(page, plain.url);
  await openMemory(page, 'other');
  await openMemory(page, NAME);
  await runCommand(page, NAME, DEFINE_DRUG);
  expect((await folders(page)).sort()).toEqual([NAME, 'other']);
  const after = await page.evaluate(
    async ([name, command]) => {
      const nexus = window.memories[name]!;
      await nexus.destroy();
      return nexus.execute({ command }).catch((error: Client.KipError) => error.message);
    },
    [NAME, FIND_DRUGS] as const,
  );
  expect(after).toContain('removed');
  expect(await folders(page)).toEqual(['other']);
  await openMemory(page, NAME);
  await expect(runCommand(page, NAME, FIND_DRUGS)).rejects.toThrow('Drug');
});
