// An Embedder over a loaded transformers.js pipeline: cuts texts into chunks, leaves out what the model cannot read, and computes
// vectors in runs small enough that a query never waits long.
import type { FeatureExtractionPipeline, PreTrainedTokenizer, Tensor } from '@huggingface/transformers';
import type { ModelProfile } from '../../src/protocol/models.ts';
import { UNKNOWN_SHARE_MAX, type Embedder, type Purpose, type TextVectors } from '../search/embedder.ts';
import { chunksOf } from './chunks.ts';
import { unknownShare } from './readable.ts';
import { Turns } from './turns.ts';

/** The size of one run, counted with its padding: on the app's own model it then takes a small part of a second. */
const RUN_TOKENS_MAX = 128;
const RUN_CHUNKS_MAX = 16;

/** Of a longer search term, the meaning of so many characters counts; a person waits for it. Its words count all. */
const TERM_MAX = 4000;

interface Chunk {
  /** Which text it is of. */
  readonly text: number;
  readonly content: string;
  readonly tokens: number;
}

export class ModelEmbedder implements Embedder {
  readonly profile: ModelProfile;
  readonly #pipeline: FeatureExtractionPipeline;
  readonly #turns = new Turns();

  constructor(profile: ModelProfile, pipeline: FeatureExtractionPipeline) {
    this.profile = profile;
    this.#pipeline = pipeline;
  }

  async embed(given: readonly string[], purpose: Purpose): Promise<readonly TextVectors[]> {
    const texts = purpose === 'query' ? given.map((text) => text.slice(0, TERM_MAX)) : given;
    const answers = texts.map((text) => this.#read(text));
    const chunks = texts.flatMap((text, at) => (answers[at]!.readable ? this.#chunks(text, at, purpose) : []));
    const vectors: Float32Array[][] = texts.map(() => []);
    for (const run of runsOf(chunks)) {
      const made = await this.#turns.run(purpose, () => this.#vectors(run.map(({ content }) => content)));
      made.forEach((vector, at) => vectors[run[at]!.text]!.push(vector));
      if (purpose === 'passage') await pause();
    }
    return answers.map(({ tokens, unknownShare: share }, at) => ({
      vectors: vectors[at]!,
      tokens,
      unknownShare: share,
    }));
  }

  /**
   * Computes something, since the first run of a model takes several times as long as any other.
   *
   * @throws Error where the model's vectors are not what its profile says
   */
  async warmUp(): Promise<void> {
    await this.#turns.run('query', () => this.#vectors(['warm up']));
  }

  /** Releases the model. */
  async dispose(): Promise<void> {
    await this.#pipeline.dispose();
  }

  #read(text: string): { readable: boolean; tokens: number; unknownShare: number } {
    const pieces = this.#tokenizer.tokenize(text);
    const ids = this.#tokenizer.convert_tokens_to_ids(pieces);
    const unknownId = this.#tokenizer.unk_token_id;
    const share = unknownShare(
      text,
      pieces.map((piece, at) => ({ text: piece, unknown: ids[at] === unknownId })),
      this.profile,
    );
    const empty = !/[\p{L}\p{N}]/u.test(text);
    return { readable: !empty && share <= UNKNOWN_SHARE_MAX, tokens: pieces.length, unknownShare: share };
  }

  #chunks(text: string, at: number, purpose: Purpose): Chunk[] {
    const prefix = this.profile.prefixes[purpose];
    const countTokens = (part: string) => this.#tokenizer.tokenize(part).length;
    // The prefix and the markers of beginning and end need room too.
    const room = this.profile.maxTokens - (prefix === '' ? 2 : countTokens(prefix) + 2);
    return chunksOf(text, room, countTokens).map((chunk) => {
      const content = prefix + chunk;
      return { text: at, content, tokens: countTokens(content) };
    });
  }

  async #vectors(contents: readonly string[]): Promise<Float32Array[]> {
    const { pooling, dim } = this.profile;
    const tensor =
      pooling === 'sentence_embedding'
        ? await this.#sentenceOutput(contents)
        : await this.#pipeline([...contents], { pooling, normalize: true });
    if (tensor.dims.at(-1) !== dim) {
      throw new Error(`The model "${this.profile.id}" makes vectors of ${tensor.dims.at(-1)} numbers, not ${dim}.`);
    }
    const numbers = tensor.data as Float32Array;
    return contents.map((_, at) => numbers.slice(at * dim, (at + 1) * dim));
  }

  /** Some models end in an output that is the sentence's vector, which the pipeline does not look at. */
  async #sentenceOutput(contents: readonly string[]): Promise<Tensor> {
    const inputs = this.#tokenizer([...contents], { padding: true, truncation: true });
    const outputs = (await this.#pipeline.model(inputs)) as Record<string, Tensor>;
    const output = outputs['sentence_embedding'];
    if (!output) throw new Error(`The model "${this.profile.id}" has no output "sentence_embedding".`);
    return output.normalize();
  }

  get #tokenizer(): PreTrainedTokenizer {
    return this.#pipeline.tokenizer;
  }
}

/** Neighbouring chunks, as many at once as a run may hold. */
function runsOf(chunks: readonly Chunk[]): Chunk[][] {
  const runs: Chunk[][] = [];
  let run: Chunk[] = [];
  let longest = 0;
  for (const chunk of chunks) {
    const padded = Math.max(longest, chunk.tokens) * (run.length + 1);
    if (run.length > 0 && (run.length === RUN_CHUNKS_MAX || padded > RUN_TOKENS_MAX)) {
      runs.push(run);
      run = [];
      longest = 0;
    }
    run.push(chunk);
    longest = Math.max(longest, chunk.tokens);
  }
  if (run.length > 0) runs.push(run);
  return runs;
}

/** Lets messages in that have arrived meanwhile: a query among them takes the next turn. */
const pause = (): Promise<void> => new Promise((go) => setTimeout(go));
