// An Embedder over a loaded transformers.js pipeline: cuts texts into chunks, leaves out what the model cannot read, and computes
// vectors in runs small enough that a query never waits long.
import type { FeatureExtractionPipeline, PreTrainedTokenizer, Tensor } from '@huggingface/transformers';
import type { ModelProfile } from '../../src/protocol/models.ts';
import { UNKNOWN_SHARE_MAX, type Embedder, type Purpose, type TextVectors } from '../search/embedder.ts';
import { chunksOf, type Piece } from './chunks.ts';
import { unknownShare } from './readable.ts';
import { Turns } from './turns.ts';

/** The size of one run, counted with its padding: on the app's own model it then takes a small part of a second. */
const RUN_TOKENS_MAX = 128;
const RUN_CHUNKS_MAX = 16;

/** Of a longer search term, the meaning of so many characters counts; a person waits for it. Its words count all. */
const TERM_MAX = 4000;
/** So many windows of it, which ordinary words fill less than half; of anything else more would not say more. */
const TERM_CHUNKS_MAX = 12;

const UNREADABLE = undefined;

/** Cutting and computing go on for so long before messages are let in. */
const PAUSE_AFTER_MS = 10;

/** What is known of a text so far; lengths in UTF-16 units. */
interface Answer {
  readonly vectors: Float32Array[];
  tokens: number;
  units: number;
  unknownUnits: number;
}

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
    const answers = texts.map((): Answer => ({ vectors: [], tokens: 0, units: 0, unknownUnits: 0 }));
    let pausedAt = performance.now();
    for (const run of runsOf(this.#chunks(texts, purpose, answers))) {
      if (run.length > 0) {
        const made = await this.#turns.run(purpose, () => this.#vectors(run.map(({ content }) => content)));
        made.forEach((vector, at) => answers[run[at]!.text]!.vectors.push(vector));
      }
      if (purpose === 'query' || performance.now() - pausedAt < PAUSE_AFTER_MS) continue;
      await pause();
      pausedAt = performance.now();
    }
    return answers.map(({ vectors, tokens, units, unknownUnits }) => ({
      vectors,
      tokens,
      unknownShare: unknownUnits / Math.max(1, units),
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

  /**
   * The chunks of the texts, cut as they are asked for; what is read of each is noted in its answer. UNREADABLE stands for what the model
   * cannot read.
   */
  *#chunks(
    texts: readonly string[],
    purpose: Purpose,
    answers: readonly Answer[],
  ): Generator<Chunk | typeof UNREADABLE> {
    const prefix = this.profile.prefixes[purpose];
    // The prefix and the markers of beginning and end need room too.
    const reserved = prefix === '' ? 2 : this.#read(prefix).tokens + 2;
    for (const [at, text] of texts.entries()) {
      const answer = answers[at]!;
      let left = purpose === 'query' ? TERM_CHUNKS_MAX : Infinity;
      for (const piece of chunksOf(text, this.profile.maxTokens - reserved, (part) => this.#read(part))) {
        answer.tokens += piece.tokens;
        answer.units += piece.content.length;
        answer.unknownUnits += piece.unknownShare * piece.content.length;
        const { content, tokens } = piece;
        yield piece.readable ? { text: at, content: prefix + content, tokens: tokens + reserved } : UNREADABLE;
        if (--left === 0) break;
      }
    }
  }

  #read(content: string): Piece {
    const parts = this.#tokenizer.tokenize(content);
    const ids = this.#tokenizer.convert_tokens_to_ids(parts);
    const unknownId = this.#tokenizer.unk_token_id;
    const share = unknownShare(
      content,
      parts.map((part, at) => ({ text: part, unknown: ids[at] === unknownId })),
      this.profile,
    );
    const readable = share <= UNKNOWN_SHARE_MAX && /[\p{L}\p{N}]/u.test(content);
    return { content, tokens: parts.length, unknownShare: share, readable };
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

/** Neighbouring chunks, as many at once as a run may hold; an empty run for what cannot be read, so that others come through. */
function* runsOf(chunks: Iterable<Chunk | typeof UNREADABLE>): Generator<Chunk[]> {
  let run: Chunk[] = [];
  let longest = 0;
  for (const chunk of chunks) {
    if (chunk === UNREADABLE) {
      yield [];
      continue;
    }
    const padded = Math.max(longest, chunk.tokens) * (run.length + 1);
    if (run.length > 0 && (run.length === RUN_CHUNKS_MAX || padded > RUN_TOKENS_MAX)) {
      yield run;
      run = [];
      longest = 0;
    }
    run.push(chunk);
    longest = Math.max(longest, chunk.tokens);
  }
  if (run.length > 0) yield run;
}

/** Lets messages in that have arrived meanwhile: a query among them takes the next turn. */
const pause = (): Promise<void> => new Promise((go) => setTimeout(go));
