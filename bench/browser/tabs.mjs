// @ts-check
// What the way to the engine costs on top of the engine, in the built page: a call to a worker of this tab, one that is forwarded to
// another tab's, and live queries after a commit. Part of npm run bench and npm run bench:browser; alone: node bench/browser/tabs.mjs.
import { chromium } from '@playwright/test';
import { fileURLToPath } from 'node:url';
import { BROWSER_ARGS, ensureBrowser, findBrowser } from '../../scripts/browser.mjs';
import { serve } from '../../scripts/server.mjs';
import { ensureBuilt } from '../../scripts/setup.mjs';

const CONCEPTS = 10_000;
const WATCHERS = 100;
const CALLS = 400;
const ROUNDS = 9;
const GOALS = { local: 0.5, forwarded: 3, live: 100 };

/** @param {number[]} values */
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/**
 * Milliseconds that a call takes beyond what the engine says it took itself; only calls while nothing else was under way.
 *
 * @param {import('@playwright/test').Page} page
 * @returns {Promise<number[]>}
 */
function overheads(page) {
  return page.evaluate(async (calls) => {
    const { nexus } = /** @type {any} */ (globalThis);
    const found = [];
    for (let at = 0; at < calls; at++) {
      let engineMs = 0;
      const began = performance.now();
      await nexus.execute(
        { command: `FIND(?n.attributes.text) WHERE { ?n {type: "N", name: "n${at}"} }` },
        { onTimings: (/** @type {any} */ { totalMs }) => (engineMs = totalMs) },
      );
      found.push(performance.now() - began - engineMs);
    }
    return found;
  }, CALLS);
}

/** @param {import('@playwright/test').BrowserContext} context @param {string} url */
async function openTab(context, url) {
  const page = await context.newPage();
  await page.goto(`${url}blank.html`);
  const status = await page.evaluate(async () => {
    const address = '/client.js';
    const { openNexus } = await import(address);
    const nexus = await openNexus({ name: 'bench-tabs', storage: 'opfs' });
    Object.assign(globalThis, { nexus });
    return nexus.status.role;
  });
  return { page, role: status };
}

/** @param {import('@playwright/test').Page} page */
async function fill(page) {
  await page.evaluate(async (concepts) => {
    const { nexus } = /** @type {any} */ (globalThis);
    const define = 'UPSERT { CONCEPT ?t { {type: "$ConceptType", name: "N"} } }';
    const statements = Array.from(
      { length: concepts },
      (_, i) => `UPSERT { CONCEPT ?n { {type: "N", name: "n${i}"} SET ATTRIBUTES { text: "0", part: ${i % 100} } } }`,
    );
    await nexus.importCapsule([define, ...statements].join('\n'));
  }, CONCEPTS);
}

/**
 * From the answer to a commit of one tab until the last of the watchers of another has its new answer.
 *
 * @param {import('@playwright/test').Page} writer
 * @param {import('@playwright/test').Page} watcher
 */
async function liveUpdates(writer, watcher) {
  await watcher.evaluate((watchers) => {
    const { nexus } = /** @type {any} */ (globalThis);
    /** @type {Map<string, [number, string][]>} */
    const last = new Map();
    Object.assign(globalThis, { last });
    for (let at = 0; at < watchers; at++) {
      nexus.live(
        `FIND(?n.attributes.text) WHERE { ?n {type: "N", name: "n${at * 100 + 1}"} }`,
        (/** @type {any} */ { result }) => {
          const at_ = performance.timeOrigin + performance.now();
          last.set(result[0], [...(last.get(result[0]) ?? []), [at_, result[0]]]);
        },
      );
    }
  }, WATCHERS);
  const allTold = (/** @type {string} */ value) =>
    watcher.waitForFunction(
      ([text, count]) => /** @type {any} */ (globalThis).last.get(text)?.length === count,
      /** @type {const} */ ([value, WATCHERS]),
    );
  await allTold('0');
  const waits = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const answered = await writer.evaluate(async (value) => {
      const { nexus } = /** @type {any} */ (globalThis);
      const command =
        'UPDATE ?n SET ATTRIBUTES { text: :value } WHERE { ?n {type: "N"} FILTER(?n.attributes.part == 1) }';
      await nexus.execute({ command, parameters: { value } });
      return performance.timeOrigin + performance.now();
    }, String(round));
    await allTold(String(round));
    const last = await watcher.evaluate(
      (value) => Math.max(.../** @type {any} */ (globalThis).last.get(value).map((/** @type {any} */ [at]) => at)),
      String(round),
    );
    waits.push(last - answered);
  }
  return waits;
}

/** Measures, prints a table and answers with the numbers, in milliseconds. */
export async function measureTabs() {
  const server = await serve({ root: await ensureBuilt('web') });
  const path = findBrowser()?.path;
  const browser = await chromium.launch({
    args: BROWSER_ARGS,
    ...(path === undefined ? {} : { executablePath: path }),
  });
  try {
    const context = await browser.newContext();
    const owner = await openTab(context, server.url);
    const other = await openTab(context, server.url);
    if (owner.role !== 'owner' || other.role !== 'forwarded') throw new Error(`${owner.role}, ${other.role}`);
    await fill(owner.page);
    await overheads(owner.page);
    const local = median(await overheads(owner.page));
    await overheads(other.page);
    const forwarded = median(await overheads(other.page));
    const live = median(await liveUpdates(owner.page, other.page));
    const measured = { local, forwarded, live };
    console.log(`\n## The way to the engine, at ${CONCEPTS} concepts (wall ms, medians)\n`);
    console.log('| what | measured | goal | |\n|---|---:|---:|---|');
    for (const what of /** @type {const} */ (['local', 'forwarded', 'live'])) {
      const verdict = measured[what] <= GOALS[what] ? 'kept' : 'MISSED';
      console.log(`| ${TITLES[what]} | ${measured[what].toFixed(2)} | ${GOALS[what]} | ${verdict} |`);
    }
    return measured;
  } finally {
    await browser.close();
    await server.close();
  }
}

const TITLES = {
  local: 'a call to the worker of this tab, beyond the engine',
  forwarded: 'a call forwarded to the worker of another tab, beyond the engine',
  live: `${WATCHERS} live queries of another tab, after the answer to a commit that concerns all`,
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await ensureBrowser();
  await measureTabs();
}
