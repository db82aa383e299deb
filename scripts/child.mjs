// @ts-check
// Starting other programs: their output goes where ours does, and they end with us.
import { spawn } from 'node:child_process';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM']);

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..');

/**
 * @typedef {object} RunOptions
 * @property {boolean} [quiet] sends its standard output to our standard error, so that our own output stays clean
 * @property {(text: string) => void} [onOutput] is given all it prints, instead
 * @property {Record<string, string>} [env] beside our own
 */

/**
 * Runs a program to its end and returns its exit code (1 where a signal ended it or it could not start).
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<number>}
 */
export function run(program, args, { quiet, onOutput, env } = {}) {
  return new Promise((done) => {
    const child = spawn(program, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: onOutput ? ['ignore', 'pipe', 'pipe'] : ['ignore', quiet ? 2 : 'inherit', 'inherit'],
      shell: process.platform === 'win32' && program !== process.execPath,
    });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => onOutput?.(String(part)));
    /** @param {NodeJS.Signals} signal */
    const endBoth = (signal) => {
      child.kill(signal);
      child.once('exit', () => process.exit(1));
    };
    for (const signal of SIGNALS) process.once(signal, endBoth);
    child.once('error', (error) => {
      console.error(`${program}: ${error.message}`);
      done(1);
    });
    child.once('close', (code) => {
      for (const signal of SIGNALS) process.off(signal, endBoth);
      done(code ?? 1);
    });
  });
}

/**
 * Runs a program installed in node_modules, by the script its package names.
 *
 * @param {string} script path below node_modules
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 */
export function runTool(script, args, options) {
  return run(process.execPath, [resolve(ROOT, 'node_modules', script), ...args], options);
}

/**
 * Runs npm, the one that started us where there is one.
 *
 * @param {readonly string[]} args
 */
export function runNpm(args) {
  const own = process.env['npm_execpath'];
  const isNpm = own !== undefined && /npm-cli\.c?js$/.test(own);
  return isNpm ? run(process.execPath, [own, ...args], { quiet: true }) : run('npm', args, { quiet: true });
}
