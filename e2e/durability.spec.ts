// An acknowledged write survives whatever ends the writer, and an unfinished one leaves nothing: round after round on one
// profile, a page writes as fast as it can until its worker, its page or the whole browser is killed; then everything is read back.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { ROOT } from '../scripts/child.mjs';
import { serve } from '../scripts/server.mjs';
import { openClientPage, openMemory, runCommand } from './client-page.ts';
import { KillableBrowser } from './pages/killable-browser.ts';

const ROUNDS = Number(process.env['DURABILITY_ROUNDS'] ?? 3);
const NAME = 'durability';
/** Concepts in one command: long enough that a kill can fall into it. */
const BATCH = 500;
const DEFINE = `UPSERT {
  CONCEPT ?a { {type: "$ConceptType", name: "Single"} }
  CONCEPT ?b { {type: "$ConceptType", name: "Part"} }
}`;

/** What the page was told is written. Everything here must be found again. */
interface Acknowledged {
  readonly singles: Set<string>;
  readonly batches: Set<string>;
}

type Killed = 'browser' | 'page' | 'worker';

const acknowledged: Acknowledged = { singles: new Set(), batches: new Set() };
let inBatch = 0;

/** Writes single concepts and whole batches in turn, telling the test after each that was awaited. Returns at once. */
async function startWriting(page: Page, round: number): Promise<void> {
  const told = (kind: 'singles' | 'batches' | 'begin' | 'end', name: string) => {
    if (kind === 'begin') inBatch++;
    else if (kind === 'end') inBatch--;
    else acknowledged[kind].add(name);
  };
  await page.exposeFunction('told', told);
  await page.evaluate(
    ([memory, prefix, batch]) => {
      const { told: tell } = window as unknown as { told: (kind: string, name: string) => Promise<void> };
      const nexus = window.memories[memory]!;
      const run = async (command: string) => window.client.resultOf(await nexus.execute({ command }));
      const parts = (name: string) =>
        Array.from(
          { length: batch },
          (_, i) => `CONCEPT ?p${i} { {type: "Part", name: "${name}-${i}"} SET ATTRIBUTES { batch: "${name}" } }`,
        ).join('\n');
      const write = async () => {
        for (let turn = 0; ; turn++) {
          for (let single = 0; single < 10; single++) {
            const name = `${prefix}-${turn}-${single}`;
            await run(`UPSERT { CONCEPT ?s { {type: "Single", name: "${name}"} } }`);
            void tell('singles', name);
          }
          const name = `${prefix}-${turn}`;
          void tell('begin', name);
          await run(`UPSERT { ${parts(name)} }`);
          void tell('batches', name);
          void tell('end', name);
        }
      };
      void write().catch(() => undefined);
    },
    [NAME, `r${round}`, BATCH] as const,
  );
}

async function checkEverything(page: Page): Promise<void> {
  const damage = await page.evaluate((memory) => window.memories[memory]!.findDamage(), NAME);
  expect(damage, 'integrity check').toBeUndefined();
  const singles = new Set((await runCommand(page, NAME, 'FIND(?s.name) WHERE { ?s {type: "Single"} }')) as string[]);
  expect(
    [...acknowledged.singles].filter((name) => !singles.has(name)),
    'acknowledged writes that are lost',
  ).toEqual([]);
  const [batches, counts] = (await runCommand(
    page,
    NAME,
    'FIND(?p.attributes.batch, COUNT(?p)) WHERE { ?p {type: "Part"} }',
  )) as [string[], number[]];
  expect(
    counts.filter((count) => count !== BATCH),
    'sizes of batches that are torn',
  ).toEqual([]);
  expect(
    [...acknowledged.batches].filter((name) => !batches.includes(name)),
    'acknowledged batches that are lost',
  ).toEqual([]);
}

async function kill(what: Killed, browser: KillableBrowser, page: Page): Promise<void> {
  if (what === 'browser') return browser.kill();
  if (what === 'worker') await page.evaluate(() => window.workers.forEach((worker) => worker.terminate()));
  await page.close();
}

test(`${ROUNDS} rounds of killing the writer lose nothing that was acknowledged and tear nothing`, async () => {
  test.setTimeout(ROUNDS * 60_000);
  const profile = mkdtempSync(join(tmpdir(), 'nexus-profile-'));
  const server = await serve({ root: join(ROOT, 'dist/web') });
  let browser: KillableBrowser | undefined;
  let hitBatches = 0;
  try {
    for (let round = 0; round <= ROUNDS; round++) {
      browser ??= await KillableBrowser.start(profile);
      const page = await browser.newPage();
      await openClientPage(page, server.url);
      expect((await openMemory(page, NAME)).kind).toBe('opfs');
      await runCommand(page, NAME, DEFINE);
      await checkEverything(page);
      if (round === ROUNDS) break;
      inBatch = 0;
      await startWriting(page, round);
      await new Promise((wait) => setTimeout(wait, 300 + Math.random() * 1500));
      const what = (['browser', 'page', 'worker'] as const)[round % 3]!;
      await kill(what, browser, page);
      hitBatches += inBatch;
      if (what === 'browser') browser = undefined;
    }
    const { singles, batches } = acknowledged;
    console.log(
      `${ROUNDS} kills, ${hitBatches} inside a batch; ${singles.size} writes and ${batches.size} batches acknowledged`,
    );
    expect(singles.size).toBeGreaterThan(0);
  } finally {
    await browser?.kill();
    await server.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
});
