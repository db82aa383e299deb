// @ts-check
// Workers in the library: where the sources say `new Worker(new URL('…/x.ts', import.meta.url))`, the built module says './x.js', and
// x.ts is put down to be built as one file beside it. A bundler that knows the pattern takes the worker up as it is; a browser
// finds it without one.
import { basename, dirname, resolve } from 'node:path';

const STARTS = /(new (?:Shared)?Worker\(\s*new URL\(\s*)(['"])(\.[^'"]+\.ts)\2/g;

/** A name that says what it is where the source's own does not. */
const NAMES = new Map([['main', 'worker']]);

/** @param {string} file */
export function workerName(file) {
  const name = basename(file, '.ts');
  const known = NAMES.get(name) ?? name;
  return known.endsWith('worker') ? known : `${known}-worker`;
}

/**
 * @param {Set<string>} found the sources of the workers, added to as they are met
 * @returns {import('rolldown').Plugin}
 */
export function workers(found) {
  return {
    name: 'workers',
    transform: {
      filter: { id: /\.ts$/, code: 'Worker' },
      handler(code, id) {
        return code.replace(STARTS, (_whole, start, quote, path) => {
          const source = resolve(dirname(id), path);
          found.add(source);
          return `${start}${quote}./${workerName(source)}.js${quote}`;
        });
      },
    },
  };
}
