// @ts-check
// Which of the built files a first visit fetches before a statement can be run: the page, the frame, the work view with its editor, the
// engine and SQLite, and whatever these import. e2e/offline.spec.ts holds this list against what a browser really asks for.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtFiles } from './service-worker.mjs';

/** Where a visit begins: the page's own files, and what is loaded by import() or as a worker on the way to the first answer. */
const ROOTS = [
  /^index\.html$/,
  /^(theme\.js|icon\.svg)$/,
  /^assets\/index-[\w-]+\.(js|css)$/,
  /^assets\/(work|editors|results)-/,
  /^assets\/(main|capsules|workspace)-/,
  /^assets\/sqlite3-[\w-]+\.wasm$/,
];

const STATIC_IMPORT = /(?:from|import)\s*["'`]\.\/([^"'`]+)["'`]/g;

/** What is fetched before anything is seen: the page and the frame. */
const FRAME_ROOTS = ROOTS.slice(0, 3);

/** @param {string} root */
export const firstVisitFiles = (root) => closure(root, ROOTS);

/** @param {string} root */
export const frameFiles = (root) => closure(root, FRAME_ROOTS);

/**
 * @param {string} root
 * @param {readonly RegExp[]} roots
 */
function closure(root, roots) {
  const files = builtFiles(root).filter((name) => !name.endsWith('.map'));
  /** @type {Set<string>} */
  const found = new Set();
  /** @param {string} name */
  const add = (name) => {
    if (found.has(name) || !files.includes(name)) return;
    found.add(name);
    if (!name.endsWith('.js')) return;
    for (const [, imported] of readFileSync(join(root, name), 'utf8').matchAll(STATIC_IMPORT))
      add(`assets/${imported}`);
  };
  files.filter((name) => roots.some((pattern) => pattern.test(name))).forEach(add);
  return [...found].sort();
}
