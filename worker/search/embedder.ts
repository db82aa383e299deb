// What the engine asks of a language model, wherever it runs: in a worker of its own in the browser, in the same process in Node.
import type { ModelProfile } from '../../src/protocol/models.ts';

/** What a text is embedded for: to search with, or to be found. Some models want to be told. */
export type Purpose = 'query' | 'passage';

export interface TextVectors {
  /** One vector of length 1 per chunk of the text; none where the text is empty or the model cannot represent it. */
  readonly vectors: readonly Float32Array[];
  /** Tokens of the whole text. */
  readonly tokens: number;
  /** The part of the text, by characters, that this model does not know: unknown tokens, letters of scripts it cannot read. */
  readonly unknownShare: number;
}

export interface Embedder {
  readonly profile: ModelProfile;
  /** One answer per text, in order. Queries come before passages that are still waiting. */
  embed(texts: readonly string[], purpose: Purpose): Promise<readonly TextVectors[]>;
}

/** A text of which the model knows less than this is left to the channels that compare words and letters. */
export const UNKNOWN_SHARE_MAX = 0.3;
