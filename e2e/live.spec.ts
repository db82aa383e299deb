// What a tab is told of changes: those of other tabs too, queries that are answered again, and no news where nothing is new.
import type { BrowserContext, Page } from '@playwright/test';
import type * as Client from '../src/index.ts';
import { openClientPage, openMemory, runCommand } from './client-page.ts';
import { DEFINE_DRUG, FIND_DRUGS, upsertDrug } from './commands.ts';
import { expect, test } from './fixtures.ts';

const NAME = 'live';

declare global {
  interface Window {
    seen: unknown[];
  }
}

async function openTab(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await openClientPage(page, url);
  await openMemory(page, NAME);
  return page;
}

test('changes are told in every tab, as an event and to a loop that ends with the memory', async ({
  context,
  plain,
}) => {
  const first = await openTab(context, plain.url);
  const second = await openTab(context, plain.url);
  await runCommand(first, NAME, DEFINE_DRUG);
  for (const tab of [first, second]) {
    await tab.evaluate((name) => {
      window.seen = [];
      const { changes } = window.memories[name]!;
      changes.addEventListener('change', ({ detail }) => window.seen.push(['event', detail.statement]));
      void (async () => {
        for await (const { statement, elements } of changes) window.seen.push(['loop', statement, elements]);
        window.seen.push('end');
      })();
    }, NAME);
  }
  await runCommand(second, NAME, upsertDrug('Aspirin'));
  const elements = [
    {
      kind: 'concept',
      of: 'Drug',
      created: [expect.stringMatching(/^C:/)],
      updated: [],
      deleted: [],
      counts: { created: 1, updated: 0, deleted: 0 },
    },
  ];
  for (const tab of [first, second]) {
    await expect
      .poll(() => tab.evaluate(() => window.seen))
      .toEqual([
        ['event', 'UPSERT'],
        ['loop', 'UPSERT', elements],
      ]);
  }
  await second.evaluate((name) => window.memories[name]!.close(), NAME);
  await expect.poll(() => second.evaluate(() => window.seen.at(-1))).toBe('end');
});

test('each change is told once, and no call is refused, while one owner after the other closes under writes', async ({
  context,
  plain,
}) => {
  const owners = await context.newPage();
  await openClientPage(owners, plain.url);
  await owners.evaluate(async (name) => {
    for (const each of ['first', 'second', 'third']) window.memories[each] = await window.client.openNexus({ name });
  }, NAME);
  await runCommand(owners, 'first', DEFINE_DRUG);
  const listener = await openTab(context, plain.url);
  const writer = await openTab(context, plain.url);
  await listener.evaluate((name) => {
    const told: string[] = [];
    window.memories[name]!.changes.addEventListener('change', ({ detail }) => {
      told.push(...detail.elements.flatMap(({ created }) => created));
    });
    Object.assign(window, { told });
  }, NAME);
  await writer.evaluate((name) => {
    const write = async () => {
      const ids: string[] = [];
      for (let n = 0; !('isEnough' in window); n++) {
        const command = `UPSERT { CONCEPT ?d { {type: "Drug", name: "d${n}"} } }`;
        const response = await window.memories[name]!.execute<{ upsert_concept_nodes: string[] }>({ command });
        ids.push(...window.client.resultOf(response).upsert_concept_nodes);
      }
      return ids;
    };
    Object.assign(window, { written: write() });
  }, NAME);
  const told = () => listener.evaluate(() => (window as unknown as { told: string[] }).told);
  for (const owner of ['first', 'second', 'third']) {
    const before = (await told()).length;
    await expect.poll(async () => (await told()).length).toBeGreaterThan(before);
    await owners.evaluate((each) => window.memories[each]!.close(), owner);
  }
  const ids = await writer.evaluate(() => {
    Object.assign(window, { isEnough: true });
    return (window as unknown as { written: Promise<string[]> }).written;
  });
  await expect.poll(async () => (await told()).length).toBeGreaterThanOrEqual(ids.length);
  expect((await told()).sort()).toEqual(ids.sort());
});

test('a live query answers again where its answer has changed, and only there, also after a hand-over', async ({
  context,
  plain,
}) => {
  const first = await openTab(context, plain.url);
  const second = await openTab(context, plain.url);
  await runCommand(first, NAME, DEFINE_DRUG);
  await second.evaluate(
    ([name, query]) => {
      window.seen = [];
      window.memories[name]!.live<string[]>(query, ({ result }) => window.seen.push(result));
    },
    [NAME, FIND_DRUGS] as const,
  );
  const seen = () => second.evaluate(() => window.seen);
  await expect.poll(seen).toEqual([[]]);
  await runCommand(first, NAME, upsertDrug('Aspirin'));
  await expect.poll(seen).toEqual([[], ['Aspirin']]);
  await runCommand(first, NAME, 'UPSERT { CONCEPT ?p { {type: "Person", name: "Ann"} } }');
  await runCommand(
    first,
    NAME,
    'UPSERT { CONCEPT ?d { {type: "Drug", name: "Aspirin"} SET ATTRIBUTES { risk_level: 1 } } }',
  );
  await first.close();
  await runCommand(second, NAME, upsertDrug('Ibuprofen'));
  await expect.poll(seen).toEqual([[], ['Aspirin'], ['Aspirin', 'Ibuprofen']]);
});

test('two tabs that read, merge and write under EXPECT VERSION lose nothing of each other', async ({
  context,
  plain,
}) => {
  test.setTimeout(180_000);
  const tabs = [await openTab(context, plain.url), await openTab(context, plain.url)];
  await runCommand(tabs[0]!, NAME, DEFINE_DRUG);
  await runCommand(
    tabs[0]!,
    NAME,
    'UPSERT { CONCEPT ?d { {type: "Drug", name: "List"} SET ATTRIBUTES { items: [] } } }',
  );
  const work = (tab: Page, who: string) =>
    tab.evaluate(
      async ([name, prefix]) => {
        const nexus = window.memories[name]!;
        let conflicts = 0;
        for (let round = 0; round < 100;) {
          const read = await nexus.execute<[string[], number]>({
            command: 'FIND(?d.attributes.items, ?d.metadata._version) WHERE { ?d {type: "Drug", name: "List"} }',
          });
          const [[items], [version]] = read.result as unknown as [string[][], number[]];
          const { error } = await nexus.execute({
            command:
              'UPSERT { CONCEPT ?d { {type: "Drug", name: "List"} EXPECT VERSION :version SET ATTRIBUTES { items: :items } } }',
            parameters: { version: version!, items: [...items!, `${prefix}${round}`] },
          });
          if (!error) round++;
          else if (error.code === 'KIP_3005') conflicts++;
          else throw new Error(JSON.stringify(error));
        }
        return conflicts;
      },
      [NAME, who] as const,
    );
  const conflicts = await Promise.all([work(tabs[0]!, 'a'), work(tabs[1]!, 'b')]);
  const [items] = (await runCommand(
    tabs[0]!,
    NAME,
    'FIND(?d.attributes.items) WHERE { ?d {type: "Drug", name: "List"} }',
  )) as string[][];
  console.log(`conflicts: ${conflicts.join(' and ')}`);
  expect(new Set(items).size).toBe(200);
});

test('30 reloads in quick succession, while it opens, do the memory no harm', async ({ page, plain }) => {
  test.setTimeout(180_000);
  await openClientPage(page, plain.url);
  await openMemory(page, NAME);
  await runCommand(page, NAME, DEFINE_DRUG);
  for (let round = 0; round < 30; round++) {
    await page.reload();
    await page.evaluate(
      async ([name, wait]) => {
        const address = '/client.js';
        window.client = (await import(address)) as typeof Client;
        void window.client.openNexus({ name });
        await new Promise((go) => setTimeout(go, wait));
      },
      [NAME, (round * 37) % 300] as const,
    );
  }
  await page.reload();
  await page.evaluate(async () => {
    const address = '/client.js';
    window.client = (await import(address)) as typeof Client;
    window.memories = {};
  });
  await openMemory(page, NAME);
  expect(await page.evaluate((name) => window.memories[name]!.findDamage(), NAME)).toBeUndefined();
  expect(await runCommand(page, NAME, FIND_DRUGS)).toEqual([]);
});
