// @ts-check
// Search by meaning in Chromium, on a file in OPFS, with the model that comes with the app. Wall time. A part of npm run bench; alone:
//   npm run bench:meaning [-- n]
import { chromium } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { BROWSER_ARGS, ensureBrowser, findBrowser } from '../../scripts/browser.mjs';
import { ROOT, runTool } from '../../scripts/child.mjs';
import { ensureModel } from '../../scripts/model.mjs';
import { serve } from '../../scripts/server.mjs';
import { ensurePackages } from '../../scripts/setup.mjs';

const EXACT_MS_MAX = 40;
const MIB = 1024;
/** As many vectors as the index in memory is meant for. */
const LARGE = 200_000;

if (process.argv[1] === fileURLToPath(import.meta.url)) await benchMeaning(Number(process.argv[2]) || undefined);

/** @param {number} [n] concepts in the memory that is searched */
export async function benchMeaning(n = 100_000) {
  await ensurePackages();
  await ensureBrowser();
  await ensureModel();
  const arguments_ = ['build', '--config', 'bench/meaning/vite.config.ts', '--logLevel', 'warn'];
  const built = await runTool('vite/bin/vite.js', arguments_);
  if (built !== 0) throw new Error('The bench could not be built; the messages are above.');
  const server = await serve({ root: join(ROOT, '.cache/bench-meaning') });
  const path = findBrowser()?.path;
  const options = { args: BROWSER_ARGS, ...(path === undefined ? {} : { executablePath: path }) };
  const browser = await chromium.launch(options);
  try {
    await measure(browser, server.url, n);
  } finally {
    await browser.close();
    await server.close();
  }
}

/** @param {import('@playwright/test').Browser} browser @param {string} url @param {number} n */
async function measure(browser, url, n) {
  const page = await browser.newPage();
  page.on('pageerror', (error) => console.error(error));
  await page.goto(url);
  const call = (/** @type {string} */ name, /** @type {number} */ size) =>
    page.evaluate(
      ([step, count]) => /** @type {any} */ (globalThis).meaningBench[step](count),
      /** @type {const} */ ([name, size]),
    );
  console.log(`\n## Search by meaning in Chromium ${browser.version()}, OPFS (wall ms)\n`);
  printTexts(await call('texts', 0));
  printIndexing(...(await withMemory(() => call('indexing', 0))));
  printScan(await call('scan', n));
  printLarge(await call('large', LARGE));
  await page.reload();
  printSearch(n, await call('search', n));
}

/** @param {import('./bench-api.ts').TextFigures} figures */
function printTexts({ loadMs, singlePerSecond, batchPerSecond }) {
  row('model loaded and warm', `${loadMs.toFixed(0)} ms`);
  row(
    'texts embedded per second',
    `${singlePerSecond.toFixed(0)} one by one, ${batchPerSecond.toFixed(0)} as passages`,
  );
}

/** @param {import('./bench-api.ts').ScanFigures} figures */
function printScan({ vectors, fillMs, exact, plain, differences }) {
  const ratio = quantile(plain, 0.5) / quantile(exact, 0.5);
  row(`exact ten nearest of ${vectors} × 512`, `${spread(exact)}; ${verdict(quantile(exact, 0.5), EXACT_MS_MAX)}`);
  row('the same by a plain float loop', `${spread(plain)}; ${ratio.toFixed(1)} × as long`);
  row('answers that differ', `${differences} of ${exact.length}`);
  row('vectors read from the file', `${fillMs.toFixed(0)} ms`);
}

/** @param {import('./bench-api.ts').LargeFigures} figures */
function printLarge({ vectors, mib, scan, left }) {
  row(`scan of ${vectors} × 512 in memory`, `${spread(scan)}; ${mib.toFixed(0)} MiB`);
  row('of these left for the exact vectors', `${quantile(left, 0.5)} in the median, ${Math.max(...left)} at most`);
}

/** @param {number} n @param {import('./bench-api.ts').SearchFigures} figures */
function printSearch(n, { openMs, firstAnswerMs, hybrid, keyword }) {
  row(`SEARCH hybrid among ${n} concepts`, spread(hybrid));
  row('SEARCH keyword, the same terms', spread(keyword));
  row('first semantic answer, cold', `${firstAnswerMs.toFixed(0)} ms, of it ${openMs.toFixed(0)} to open`);
}

/**
 * @param {import('./bench-api.ts').IndexFigures} figures
 * @param {number} before MiB
 * @param {number} peak MiB
 */
function printIndexing({ elements, writeMs, restMs }, before, peak) {
  row(`${elements} concepts written, then embedded`, `${writeMs.toFixed(0)} + ${restMs.toFixed(0)} ms`);
  row('memory of the browser meanwhile', `${before.toFixed(0)} MiB before, ${peak.toFixed(0)} at most`);
}

/**
 * What a step answers, and the resident memory of all renderers before it and at most.
 *
 * @template T
 * @param {() => Promise<T>} step
 * @returns {Promise<[T, number, number]>}
 */
async function withMemory(step) {
  const before = residentMiB();
  let peak = before;
  let running = true;
  const watching = (async () => {
    while (running) {
      await pause(500);
      peak = Math.max(peak, residentMiB());
    }
  })();
  const result = await step();
  running = false;
  await watching;
  return [result, before, peak];
}

/** Of the renderers below this process, in MiB; 0 where the system has no `ps`. */
function residentMiB() {
  try {
    const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,rss=,args='], { encoding: 'utf8', maxBuffer: 1e8 }).split(
      '\n',
    );
    const processes = lines.flatMap((line) => {
      const [, pid, parent, rss, args] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
      return args === undefined ? [] : [{ pid, parent, rss: Number(rss), args }];
    });
    const ours = new Set([String(process.pid)]);
    for (let grown = 0; grown !== ours.size;) {
      grown = ours.size;
      for (const { pid, parent } of processes) if (ours.has(parent ?? '')) ours.add(pid ?? '');
    }
    const renderers = processes.filter(({ pid, args }) => ours.has(pid ?? '') && args.includes('--type=renderer'));
    return renderers.reduce((sum, { rss }) => sum + rss, 0) / MIB;
  } catch {
    return 0;
  }
}

/** @param {string} what @param {string} figures */
function row(what, figures) {
  console.log(`| ${what.padEnd(40)} | ${figures} |`);
}

/** @param {readonly number[]} times */
function spread(times) {
  const ms = (/** @type {number} */ value) => value.toFixed(value < 10 ? 1 : 0);
  return `median ${ms(quantile(times, 0.5))}, p95 ${ms(quantile(times, 0.95))}, best ${ms(Math.min(...times))} ms`;
}

/** @param {readonly number[]} times @param {number} share */
function quantile(times, share) {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}

/** @param {number} ms @param {number} max */
function verdict(ms, max) {
  return `goal ≤ ${max} ms ${ms <= max ? 'met' : 'missed'}`;
}
