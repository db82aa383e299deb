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

test('a backup sealed with a passphrase brings the memory back, from another tab, and with no other passphrase', async ({
  page,
  context,
  plain,
}) => {
  await openClientPage(page, plain.url);
  await openMemory(page, NAME);
  await runCommand(page, NAME, DEFINE_DRUG);
  await runCommand(page, NAME, upsertDrug('Aspirin'));
  const other = await context.newPage();
  await openClientPage(other, plain.url);
  expect(await openMemory(other, NAME)).toMatchObject({ lastBackup: null });
  const outcome = await other.evaluate(
    async ([name, change]) => {
      const nexus = window.memories[name]!;
      const sealed = await nexus.backup({ passphrase: 'open sesame' });
      const { lastBackup } = await nexus.storage();
      await nexus.execute({ command: change });
      const reasonOf = (promise: Promise<unknown>) =>
        promise.then(
          () => 'restored',
          (error: Client.BackupError) => error.reason,
        );
      const refused = [
        await reasonOf(nexus.restore(sealed)),
        await reasonOf(nexus.restore(sealed, { passphrase: 'open' })),
        await reasonOf(nexus.restore(sealed.slice(0, sealed.size - 1), { passphrase: 'open sesame' })),
      ];
      const between = (await nexus.execute({ command: 'FIND(?d.name) WHERE { ?d {type: "Drug"} }' })).result;
      await nexus.restore(sealed, { passphrase: 'open sesame' });
      const restored = (await nexus.storage()).lastBackup;
      return { refused, between, text: (await sealed.text()).includes('Aspirin'), lastBackup, restored };
    },
    [NAME, upsertDrug('Ibuprofen')] as const,
  );
  expect(outcome).toMatchObject({
    refused: ['needs-passphrase', 'wrong-passphrase', 'damaged'],
    between: ['Aspirin', 'Ibuprofen'],
    text: false,
  });
  expect(outcome.lastBackup).toBeGreaterThan(0);
  expect(outcome.restored).toBe(outcome.lastBackup);
  expect(await runCommand(page, NAME, FIND_DRUGS)).toEqual(['Aspirin']);
});
