// A small stand-in for a language model: texts are near each other the more words they share, and words of one group of synonyms count
// as one word. Fast, the same everywhere, and open to being held up or broken.
import { EMBEDDED_MODEL, type ModelProfile } from '../src/protocol/models.ts';
import type { Embedder, Purpose, TextVectors } from '../worker/search/embedder.ts';

const SYNONYMS = [
  ['car', 'automobile', 'vehicle'],
  ['doctor', 'physician'],
  ['likes', 'prefers', 'enjoys'],
  ['drink', 'beverage', 'tea', 'coffee'],
  ['ill', 'sick', 'unwell'],
];

export class ToyEmbedder implements Embedder {
  readonly profile: ModelProfile;
  /** Every text it was given, in order. */
  readonly seen: { readonly text: string; readonly purpose: Purpose }[] = [];
  /** Awaited before passages are answered. */
  hold: Promise<void> | undefined;
  /** Milliseconds that a query takes. */
  slowness = 0;
  /** Thrown instead of an answer. */
  failure: Error | undefined;

  constructor(profile: Partial<ModelProfile> = {}) {
    this.profile = { ...EMBEDDED_MODEL, id: 'toy-1', label: 'Toy', dim: 64, ...profile };
  }

  async embed(texts: readonly string[], purpose: Purpose): Promise<readonly TextVectors[]> {
    this.seen.push(...texts.map((text) => ({ text, purpose })));
    if (purpose === 'passage') await this.hold;
    else if (this.slowness > 0) await new Promise((go) => setTimeout(go, this.slowness));
    if (this.failure) throw this.failure;
    return texts.map((text) => this.#embed(text));
  }

  #embed(text: string): TextVectors {
    const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    const foreign = (text.match(/[^\p{Script=Latin}\P{L}]/gu) ?? []).length / Math.max(1, text.length);
    const readable = words.length > 0 && foreign <= 0.3;
    return { vectors: readable ? [this.#sum(words)] : [], tokens: words.length, unknownShare: foreign };
  }

  #sum(words: readonly string[]): Float32Array {
    const { dim, id } = this.profile;
    const sum = new Float32Array(dim);
    for (const word of words) {
      const group = SYNONYMS.findIndex((synonyms) => synonyms.includes(word));
      let state = 0;
      for (const character of `${id}/${group < 0 ? word : group}`)
        state = Math.imul(state ^ character.charCodeAt(0), 0x5bd1e995) >>> 0;
      for (let at = 0; at < dim; at++) {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        sum[at]! += state / 2 ** 32 - 0.5;
      }
    }
    const length = Math.sqrt(sum.reduce((squares, value) => squares + value * value, 0));
    return sum.map((value) => value / length);
  }
}
