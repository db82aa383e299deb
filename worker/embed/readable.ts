// Whether a model can read a text at all. A model that sees only unknown tokens gives every such text the same vector, which would
// make them all look alike.
import type { ModelProfile } from '../../src/protocol/models.ts';

const LETTER = /\p{L}/gu;
const LATIN = /\p{Script=Latin}/u;

/** A token as the tokenizer cut it, and whether it stands for something the vocabulary lacks. */
export interface Token {
  readonly text: string;
  readonly unknown: boolean;
}

/**
 * The part of a text that a model cannot represent, from 0 to 1: the larger of the part its tokenizer does not know and the part
 * of its letters that belong to scripts it was not trained on (single such letters may well be in its vocabulary).
 */
export function unknownShare(text: string, tokens: readonly Token[], { script }: Pick<ModelProfile, 'script'>): number {
  let known = 0;
  let unknown = 0;
  for (const token of tokens) {
    const length = token.text.replace(/^[▁Ġ]|^##/u, '').length;
    if (token.unknown) unknown += length;
    else known += length;
  }
  const ofTokens = unknown / Math.max(1, known + unknown);
  return script === undefined ? ofTokens : Math.max(ofTokens, foreignShare(text));
}

function foreignShare(text: string): number {
  const letters = text.match(LETTER) ?? [];
  const foreign = letters.filter((letter) => !LATIN.test(letter)).length;
  return foreign / Math.max(1, letters.length);
}
