// @ts-check
// npm test: installs what is missing, then runs everything that must hold, and closes with one line of totals. A runner that
// ran nothing counts as failed, and so does one that ended badly without naming a failed test.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, run, runTool } from './child.mjs';
import { ensureBuilt, ensurePackages } from './setup.mjs';

/** @typedef {{ passed: number, failed: number }} Totals */

const REPORTS = join(ROOT, '.cache', 'reports');

/** @type {readonly { name: string, script: string, args: readonly string[] }[]} Tools that only say yes or no. */
const CHECKS = [
  { name: 'types of language and protocol', script: 'typescript/bin/tsc', args: ['-p', 'tsconfig.json'] },
  { name: 'types of the worker', script: 'typescript/bin/tsc', args: ['-p', 'tsconfig.worker.json'] },
  { name: 'types of the page', script: 'typescript/bin/tsc', args: ['-p', 'tsconfig.page.json'] },
  { name: 'types of tools and tests', script: 'typescript/bin/tsc', args: ['-p', 'tsconfig.node.json'] },
  { name: 'lint', script: 'eslint/bin/eslint.js', args: ['.'] },
  { name: 'format', script: 'prettier/bin/prettier.cjs', args: ['--check', '--log-level', 'warn', '.'] },
  { name: 'reference', script: 'typedoc/bin/typedoc', args: ['--emit', 'none'] },
];

/** @type {readonly { name: string, run: () => Promise<Totals> }[]} What measures, or uses all there is, has the machine for itself. */
const STEPS = [
  { name: 'unit tests', run: () => vitest('unit') },
  { name: 'conformance', run: () => vitest('conformance') },
  { name: 'size', run: async () => totals(await run(process.execPath, [join(ROOT, 'scripts/check-size.mjs')])) },
  { name: 'end to end', run: () => playwright('journeys') },
  { name: 'durability, short', run: () => playwright('durability') },
];

/** @param {number} code */
const totals = (code) => ({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 });

/** @param {string} project */
async function vitest(project) {
  const report = join(REPORTS, `vitest-${project}.json`);
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
  const code = await runTool('vitest/vitest.mjs', ['run', '--project', project, ...reporters]);
  const { numPassedTests, numFailedTests } = readReport(report) ?? { numPassedTests: 0, numFailedTests: 0 };
  return judge(code, numPassedTests, numFailedTests);
}

/** @param {string} project */
async function playwright(project) {
  const report = join(REPORTS, `playwright-${project}.json`);
  const args = ['test', '--project', project, '--reporter', 'list,json'];
  const code = await runTool('@playwright/test/cli.js', args, { env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report } });
  const { stats } = readReport(report) ?? { stats: { expected: 0, unexpected: 0, flaky: 0 } };
  return judge(code, stats.expected, stats.unexpected + stats.flaky);
}

/** @param {string} path */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * @param {number} code
 * @param {number} passed
 * @param {number} failed
 * @returns {Totals}
 */
function judge(code, passed, failed) {
  const badEnd = failed === 0 && (code !== 0 || passed === 0);
  return { passed, failed: badEnd ? 1 : failed };
}

let passed = 0;
let failed = 0;
/** @type {string[]} */
const failures = [];

/**
 * @param {string} name
 * @param {Totals} result
 * @param {number} began
 */
function record(name, result, began) {
  passed += result.passed;
  failed += result.failed;
  if (result.failed > 0) failures.push(name);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`   ${result.passed} passed, ${result.failed} failed (${name}, ${seconds} s)`);
}

/**
 * One after the other; two such lanes share the checks. What one prints stays together.
 *
 * @param {Iterable<typeof CHECKS[number]>} checks
 */
async function runChecks(checks) {
  for (const { name, script, args } of checks) {
    let output = `\n── ${name}\n`;
    const began = performance.now();
    const code = await runTool(script, args, { onOutput: (text) => (output += text) });
    process.stdout.write(output);
    record(name, totals(code), began);
  }
}

async function main() {
  await ensurePackages();
  const { ensureBrowser } = await import('./browser.mjs');
  await ensureBrowser();
  await ensureBuilt('web');
  await ensureBuilt('cli');
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });
  const lanes = CHECKS.values();
  await Promise.all([runChecks(lanes), runChecks(lanes)]);
  for (const { name, run } of STEPS) {
    console.log(`\n── ${name}`);
    const began = performance.now();
    record(name, await run(), began);
  }
  if (failures.length > 0) console.log(`\nFailed: ${failures.join(', ')}`);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.log('\n0 passed, 1 failed');
  process.exitCode = 1;
}
