// What a memory's file goes through, in a real browser on OPFS: backed up and replaced, damaged, and without room to grow.
import { openClientPage, openMemory, runCommand } from './client-page.ts';
import { expect, test } from './fixtures.ts';
import type { Page } from '@playwright/test';
import type * as Client from '../src/index.ts';

const DEFINE = 'UPSERT { CONCEPT ?t { {type: "$ConceptType", name: "Note"} } }';
const COUNT = 'FIND(COUNT(?n)) WHERE { ?n {type: "Note"} }';

const notes = (from: number, count: number, text = 'word '.repeat(40)): string =>
  `UPSERT { ${Array.from({ length: count }, (_, n) => `CONCEPT ?n${n} { {type: "Note", name: "n${from + n}"} SET ATTRIBUTES { text: "${text}" } }`).join('\n')} }`;

const close = (page: Page, name: string) => page.evaluate((memory) => window.memories[memory]!.close(), name);

/** Changes the bytes of the one file of a memory that is as large as its database, behind everybody's back. */
const damage = (page: Page, name: string, change: { at: number; bytes: number } | { keep: number }) =>
  page.evaluate(
    async ([memory, how]) => {
      const root = await navigator.storage.getDirectory();
      const folder = await (await root.getDirectoryHandle('pocket-nexus')).getDirectoryHandle(memory);
      const pool = await folder.getDirectoryHandle('.opaque');
      let largest: FileSystemFileHandle | undefined;
      for await (const handle of (pool as unknown as { values(): AsyncIterable<FileSystemFileHandle> }).values()) {
        const size = (await handle.getFile()).size;
        if (size > ((await largest?.getFile())?.size ?? 0)) largest = handle;
      }
      // The pool keeps 4096 bytes of its own before the database.
      const writable = await largest!.createWritable({ keepExistingData: true });
      if ('keep' in how) await writable.truncate(4096 + how.keep);
      else await writable.write({ type: 'write', position: 4096 + how.at, data: new Uint8Array(how.bytes).fill(0xa5) });
      await writable.close();
    },
    [name, change] as const,
  );

test.beforeEach(async ({ page, isolated }) => openClientPage(page, isolated.url));

test('a backup is the whole memory, and restoring replaces it or leaves it as it was', async ({ page }) => {
  await openMemory(page, 'kept');
  await runCommand(page, 'kept', DEFINE);
  await runCommand(page, 'kept', notes(0, 50));
  const outcome = await page.evaluate(async () => {
    const nexus = window.memories['kept']!;
    await nexus.workspace.set('saved/1', { text: 'FIND …' });
    const backup = new Uint8Array(await (await nexus.backup()).arrayBuffer());
    const count = async (): Promise<unknown> =>
      (await nexus.execute({ command: 'FIND(COUNT(?n)) WHERE { ?n {type: "Note"} }' })).result;
    await nexus.execute({ command: 'DELETE CONCEPT ?n DETACH WHERE { ?n {type: "Note"} }' });
    const counts = [await count()];
    const refused: unknown[] = [];
    const damaged = backup.slice();
    damaged.fill(0xa5, 8192 * 3, 8192 * 8);
    for (const bytes of [new Uint8Array(100), backup.slice(0, 8192 * 4), damaged]) {
      refused.push(await nexus.restore(new Blob([bytes])).catch((error: { kind: unknown }) => error.kind));
      counts.push(await count());
    }
    await nexus.restore(new Blob([backup]));
    counts.push(await count());
    const state = await nexus.file.state();
    await nexus.execute({ command: 'UPSERT { CONCEPT ?n { {type: "Note", name: "afterwards"} } }' });
    return { counts, refused, state, size: backup.length, saved: await nexus.workspace.get('saved/1') };
  });
  expect(outcome.counts).toEqual([0, 0, 0, 0, 50]);
  expect(outcome.refused).toEqual(['invalidSyntax', 'invalidSyntax', 'invalidSyntax']);
  expect(outcome.state).toMatchObject({ sizeBytes: outcome.size, copies: [] });
  expect(outcome.saved).toEqual({ text: 'FIND …' });
  await close(page, 'kept');
  await openMemory(page, 'kept');
  expect(await runCommand(page, 'kept', COUNT)).toBe(51);
});

for (const [what, change] of [
  ['pages in the middle', { at: 8192 * 12, bytes: 8192 * 4 }],
  ['the header', { at: 0, bytes: 100 }],
] as const) {
  test(`a file with ${what} damaged is set aside, told of, and salvaged`, async ({ page }) => {
    await openMemory(page, 'hurt');
    await runCommand(page, 'hurt', DEFINE);
    await runCommand(page, 'hurt', notes(0, 400));
    // Closing moves the log into the file.
    await close(page, 'hurt');
    await damage(page, 'hurt', change);
    await openMemory(page, 'hurt');
    const told = await page.evaluate(async () => {
      const nexus = window.memories['hurt']!;
      const { copies } = await nexus.file.state();
      const salvage = await nexus.file.salvage(nexus.damage!.copy);
      const bytes = await nexus.file.readCopy(nexus.damage!.copy);
      await nexus.importCapsule(salvage.capsule);
      return { damage: nexus.damage, copies, losses: salvage.losses, bytes: bytes.length };
    });
    expect(told.damage!.fault).toContain('damaged');
    expect(told.copies).toEqual([
      {
        name: told.damage!.copy,
        reason: 'damaged',
        sizeBytes: told.bytes,
        at: expect.any(Number) as unknown as number,
      },
    ]);
    expect(await runCommand(page, 'hurt', COUNT)).toBe(400);
    await close(page, 'hurt');
    await openMemory(page, 'hurt');
    expect(await page.evaluate(() => window.memories['hurt']!.damage)).toBeUndefined();
    expect(await runCommand(page, 'hurt', COUNT)).toBe(400);
    await page.evaluate((copy) => window.memories['hurt']!.file.removeCopy(copy), told.damage!.copy);
    const { copies } = await page.evaluate(() => window.memories['hurt']!.file.state());
    expect(copies).toEqual([]);
  });
}

test('damage is told by the status, in every tab and after a hand-over', async ({ page, context, isolated }) => {
  await openMemory(page, 'hurt');
  await runCommand(page, 'hurt', DEFINE);
  await runCommand(page, 'hurt', notes(0, 400));
  await close(page, 'hurt');
  await damage(page, 'hurt', { at: 0, bytes: 100 });
  await openMemory(page, 'hurt');
  const other = await context.newPage();
  await openClientPage(other, isolated.url);
  const told = await other.evaluate(async () => {
    const seen: unknown[] = [];
    window.memories['hurt'] = await window.client.openNexus({ name: 'hurt', onStatus: (status) => seen.push(status) });
    return { last: seen.at(-1), damage: window.memories['hurt'].damage };
  });
  expect(told.damage).toEqual({ fault: expect.stringContaining('damaged'), copy: expect.any(String) });
  expect(told.last).toEqual({ state: 'ready', role: 'forwarded', damage: told.damage });
  await page.close();
  await expect
    .poll(() => other.evaluate(() => window.memories['hurt']!.status))
    .toEqual({ state: 'ready', role: 'owner', damage: told.damage });
});

test('the playground says that the file was damaged, and brings back what can be read', async ({ page, isolated }) => {
  await openMemory(page, 'default');
  await runCommand(page, 'default', DEFINE);
  await runCommand(page, 'default', notes(0, 400));
  await close(page, 'default');
  await damage(page, 'default', { at: 0, bytes: 100 });
  await page.goto(isolated.url);
  const banner = page.locator('#banners [data-subject="damage"]');
  await expect(banner).toHaveRole('alert');
  await expect(banner).toContainText('set aside, whole');
  await banner.getByRole('button', { name: 'Bring back what can be read' }).click();
  await expect(banner).toContainText('Nothing of it was lost.');
  await page.goto('about:blank');
  await openClientPage(page, isolated.url);
  await openMemory(page, 'default');
  expect(await runCommand(page, 'default', COUNT)).toBe(400);
});

test('storage that is full is told by name; reads go on, and freeing space heals', async ({ page, isolated }) => {
  const devtools = await page.context().newCDPSession(page);
  const quota = (quotaSize?: number) =>
    devtools.send('Storage.overrideQuotaForOrigin', {
      origin: new URL(isolated.url).origin,
      ...(quotaSize !== undefined && { quotaSize }),
    });
  await openMemory(page, 'full');
  await runCommand(page, 'full', DEFINE);
  await quota(6 * 1024 * 1024);
  const run = (command: string) =>
    page.evaluate((text) => window.memories['full']!.execute({ command: text }), command);
  let written = 0;
  let failure: Awaited<ReturnType<typeof run>>['error'];
  while (!failure && written < 400) {
    const answer = await run(notes(written * 20, 20, 'text '.repeat(400)));
    failure = answer.error;
    if (!failure) written++;
  }
  expect(failure).toMatchObject({
    code: 'KIP_4002',
    message: expect.stringContaining('storage is full') as unknown as string,
  });
  expect((await run(COUNT)).result).toBe(20 * written);
  // Whether so little still fits is the browser's to say; either way the notes are those that were there.
  await run(notes(0, 1, 'x'));
  expect((await run(COUNT)).result).toBe(20 * written);
  // What is there can be carried away.
  const { backup, size } = await page.evaluate(async () => {
    const nexus = window.memories['full']!;
    return { backup: (await nexus.backup()).size, size: (await nexus.storage()).sizeBytes };
  });
  expect(backup).toBe(size);
  await quota();
  expect((await run(notes(100_000, 20, 'text '.repeat(400)))).error).toBe(undefined);
  expect((await run(COUNT)).result).toBe(20 * written + 20);
  expect(await page.evaluate(() => window.memories['full']!.findDamage())).toBe(undefined);
});

test('at the same quota, removing another memory makes room, and a small DELETE is written without', async ({
  page,
  isolated,
}) => {
  const text = 'text '.repeat(400);
  for (const name of ['other', 'full']) {
    await openMemory(page, name);
    await runCommand(page, name, DEFINE);
  }
  for (let at = 0; at < 20; at++) await runCommand(page, 'other', notes(at * 20, 20, text));
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Storage.overrideQuotaForOrigin', {
    origin: new URL(isolated.url).origin,
    quotaSize: 9 * 1024 * 1024,
  });
  const run = (command: string) =>
    page.evaluate((each) => window.memories['full']!.execute({ command: each }), command);
  let written = 0;
  while (written < 400 && !(await run(notes(written * 20, 20, text))).error) written++;
  expect((await run(notes(written * 20, 20, text))).error).toMatchObject({ code: 'KIP_4002' });
  const one = await run('DELETE CONCEPT ?n DETACH WHERE { ?n {type: "Note", name: "n3"} }');
  expect(one.result).toMatchObject({ deleted_concepts: 1 });
  await page.evaluate(() => window.memories['other']!.destroy());
  expect((await run(notes(written * 20, 20, text))).error).toBe(undefined);
  expect((await run(COUNT)).result).toBe(20 * written + 19);
  expect(await page.evaluate(() => window.memories['full']!.findDamage())).toBe(undefined);
});

test('stored data that the browser removes while a memory is open is named, and the next page begins anew', async ({
  page,
  isolated,
}) => {
  const memory = 'evicted';
  await openClientPage(page, isolated.url);
  await openMemory(page, memory);
  await runCommand(page, memory, DEFINE);
  const session = await page.context().newCDPSession(page);
  const { origin } = new URL(isolated.url);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  const told = await page.evaluate(
    async ([name, command]) => {
      const { error } = await window.memories[name]!.execute({ command });
      await window.memories[name]!.close();
      const again = await window.client.openNexus({ name }).catch((failure: Client.UnavailableError) => failure);
      return [error?.message, (again as Client.UnavailableError).reason];
    },
    [memory, notes(0, 1)] as const,
  );
  expect(told).toEqual([expect.stringContaining('removed what this site had stored'), 'lost']);
  await openClientPage(page, isolated.url);
  await openMemory(page, memory);
  await runCommand(page, memory, DEFINE);
});
