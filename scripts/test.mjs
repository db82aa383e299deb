// @ts-check
// npm test: installs what is missing, then runs everything that must hold, and closes with one line of totals. A runner that
// ran nothing counts as failed, and so does one that ended badly without naming a failed test.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, run, runTool } from './child.mjs';
import { ensureBuilt, ensurePackages } from './setup.mjs';

/** @typedef {{ passed: number, failed: number }} Totals */

const REPORTS = join(ROOT, '.cache', 'reports');

/** @type {readonly { name: string, run: () => Promise<Totals> }[]} */
const STEPS = [
  { name: 'types of language and protocol', run: () => check('typescript/bin/tsc', '-p', 'tsconfig.json') },
  { name: 'types of the worker', run: () => check('typescript/bin/tsc', '-p', 'tsconfig.worker.json') },
  { name: 'types of the page', run: () => check('typescript/bin/tsc', '-p', 'tsconfig.page.json') },
  { name: 'types of tools and tests', run: () => check('typescript/bin/tsc', '-p', 'tsconfig.node.json') },
  { name: 'lint', run: () => check('eslint/bin/eslint.js', '.') },
  { name: 'format', run: () => check('prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.') },
  { name: 'reference', run: () => check('typedoc/bin/typedoc', '--emit', 'none') },
  { name: 'unit tests', run: () => vitest('unit') },
  { name: 'conformance', run: () => vitest('conformance') },
  { name: 'size', run: async () => totals(await run(process.execPath, [join(ROOT, 'scripts/check-size.mjs')])) },
  { name: 'end to end', run: () => playwright('journeys') },
  { name: 'durability, short', run: () => playwright('durability') },
];

/** @param {number} code */
const totals = (code) => ({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 });

/**
 * A tool that only says yes or no.
 *
 * @param {string} script
 * @param {string[]} args
 */
async function check(script, ...args) {
  return totals(await runTool(script, args));
}

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

async function main() {
  await ensurePackages();
  const { ensureBrowser } = await import('./browser.mjs');
  await ensureBrowser();
  await ensureBuilt('web');
  await ensureBuilt('cli');
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });
  let passed = 0;
  /** @type {string[]} */
  const failures = [];
  let failed = 0;
  for (const step of STEPS) {
    console.log(`\n── ${step.name}`);
    const began = performance.now();
    const result = await step.run();
    passed += result.passed;
    failed += result.failed;
    if (result.failed > 0) failures.push(step.name);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(`   ${result.passed} passed, ${result.failed} failed (${step.name}, ${seconds} s)`);
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
