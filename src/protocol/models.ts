// Language models that turn text into vectors: what must be known of one to load it, to compare its vectors and to read its scores.
// A profile is plain data. It is kept in the memory file beside the vectors it made, and vectors of two profiles are never compared.
import record from './use-lite.json';

/** Where the files of a model are: `config.json`, `tokenizer.json`, `onnx/…`. */
export type ModelSource =
  /** A folder that comes with the app, below its `models/`. */
  | { readonly kind: 'app'; readonly folder: string }
  /** A repository of the Hugging Face hub, at a revision. */
  | { readonly kind: 'hub'; readonly repository: string; readonly revision: string }
  /** A folder at an address, ending in "/"; relative ones count from the app. */
  | { readonly kind: 'url'; readonly url: string };

/** All that must be known of a language model. */
export interface ModelProfile {
  /** Names the model with its version. Profiles of one id are taken to make the same vectors. */
  readonly id: string;
  /** For people. */
  readonly label: string;
  /** Where its files are. */
  readonly source: ModelSource;
  /** Which of the weight files is used, by transformers.js' names. */
  readonly dtype: 'fp32' | 'fp16' | 'q8' | 'int8' | 'uint8' | 'q4' | 'q4f16' | 'bnb4';
  /** Numbers per vector. */
  readonly dim: number;
  /** How the vectors of words become one: the first, their mean, or an output of the model that already is one. */
  readonly pooling: 'cls' | 'mean' | 'sentence_embedding';
  /** What this model wants written before a search term, and before a text it is to be found among. */
  readonly prefixes: { readonly query: string; readonly passage: string };
  /** Tokens the model reads at once; longer texts are cut into several vectors. */
  readonly maxTokens: number;
  /** Cosines of two texts, in this model, that have nothing in common, are related, surely related, and say the same. */
  readonly thresholds: {
    readonly unrelated: number;
    readonly related: number;
    readonly confident: number;
    readonly same: number;
  };
  /** Languages it was trained on, as BCP 47 tags; `*` stands for many. */
  readonly languages: readonly string[];
  /** The only script it can read, by its Unicode name; absent where it reads many. */
  readonly script?: 'Latin';
  /** What loading it for the first time transfers, about; 0 where unknown. */
  readonly downloadBytes: number;
}

/** The model that comes with the app: English, 7 MB, no download from anywhere else. */
export const EMBEDDED_MODEL: ModelProfile = {
  id: record.folder,
  label: 'Universal Sentence Encoder Lite',
  source: { kind: 'app', folder: record.folder },
  dtype: 'q8',
  dim: 512,
  pooling: 'cls',
  prefixes: { query: '', passage: '' },
  maxTokens: 128,
  thresholds: { unrelated: 0, related: 0.3, confident: 0.45, same: 0.6 },
  languages: ['en'],
  script: 'Latin',
  downloadBytes: 7_300_000,
};

const MINILM: ModelProfile = {
  id: 'Xenova/all-MiniLM-L6-v2',
  label: 'all-MiniLM-L6-v2',
  source: { kind: 'hub', repository: 'Xenova/all-MiniLM-L6-v2', revision: 'main' },
  dtype: 'q8',
  dim: 384,
  pooling: 'mean',
  prefixes: { query: '', passage: '' },
  maxTokens: 256,
  thresholds: { unrelated: 0, related: 0.3, confident: 0.45, same: 0.65 },
  languages: ['en'],
  script: 'Latin',
  downloadBytes: 23_700_000,
};

const E5_SMALL: ModelProfile = {
  id: 'Xenova/multilingual-e5-small',
  label: 'multilingual-e5-small',
  source: { kind: 'hub', repository: 'Xenova/multilingual-e5-small', revision: 'main' },
  dtype: 'q8',
  dim: 384,
  pooling: 'mean',
  prefixes: { query: 'query: ', passage: 'passage: ' },
  maxTokens: 512,
  // Its cosines of any two texts lie high and close together.
  thresholds: { unrelated: 0.7, related: 0.8, confident: 0.84, same: 0.89 },
  languages: ['*'],
  downloadBytes: 135_000_000,
};

const EMBEDDING_GEMMA: ModelProfile = {
  id: 'onnx-community/embeddinggemma-300m-ONNX',
  label: 'EmbeddingGemma 300M',
  source: { kind: 'hub', repository: 'onnx-community/embeddinggemma-300m-ONNX', revision: 'main' },
  dtype: 'q8',
  dim: 768,
  pooling: 'sentence_embedding',
  prefixes: { query: 'task: search result | query: ', passage: 'title: none | text: ' },
  maxTokens: 2048,
  thresholds: { unrelated: 0.1, related: 0.35, confident: 0.5, same: 0.65 },
  languages: ['*'],
  downloadBytes: 329_000_000,
};

/** Profiles that come with the app. Of all but the first, only the profile comes; the model is fetched when someone chooses it. */
export const MODEL_PROFILES: readonly ModelProfile[] = [EMBEDDED_MODEL, MINILM, E5_SMALL, EMBEDDING_GEMMA];

/** A model folder that the host serves: its address and whatever of its profile differs from the usual. */
export type ModelFolder = { readonly url: string; readonly dim: number } & Partial<Omit<ModelProfile, 'source'>>;

/**
 * The profile behind a choice: the id of one above, a folder at an address, or a whole profile.
 *
 * @throws RangeError for an id that is none of MODEL_PROFILES
 */
export function modelProfile(choice: string | ModelFolder | ModelProfile): ModelProfile {
  if (typeof choice === 'string') {
    const found = MODEL_PROFILES.find(({ id }) => id === choice);
    if (found) return found;
    const known = MODEL_PROFILES.map(({ id }) => `"${id}"`).join(', ');
    throw new RangeError(`There is no model "${choice}". Known: ${known}; or give {url, dim} of a model folder.`);
  }
  return 'source' in choice ? choice : folderProfile(choice);
}

function folderProfile({ url, ...given }: ModelFolder): ModelProfile {
  const folder = url.endsWith('/') ? url : `${url}/`;
  const known = MODEL_PROFILES.find(({ id }) => id === given.id);
  return { ...(known ?? { ...USUAL, id: folder, label: folder }), ...given, source: { kind: 'url', url: folder } };
}

/** What most sentence encoders have in common. */
const USUAL: Omit<ModelProfile, 'id' | 'label' | 'source'> = {
  dtype: 'q8',
  dim: 384,
  pooling: 'mean',
  prefixes: { query: '', passage: '' },
  maxTokens: 256,
  thresholds: { unrelated: 0, related: 0.3, confident: 0.45, same: 0.65 },
  languages: ['*'],
  downloadBytes: 0,
};

/** How far a model is with a memory. */
export interface ModelState {
  readonly profile: ModelProfile;
  /** Whether it is loaded: only then are search terms and new texts turned into its vectors. */
  readonly loaded: boolean;
  /** Elements that have no vectors yet. */
  readonly pending: number;
  /** Elements whose text it cannot represent; they are found by words alone. */
  readonly unread: number;
  /** Searches it did not answer in time, since the memory was opened; words answered in its place. */
  readonly late: number;
  /** Why it was given up, in plain words; only where it was. */
  readonly failure?: string;
}

/** Meaning-based search in a memory: the model that answers, and one that is to take over once its vectors are complete. */
export interface MeaningState {
  readonly serving?: ModelState;
  readonly coming?: ModelState;
}
