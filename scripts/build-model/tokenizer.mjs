// @ts-check
// The tokenizer of the model folder, in the format of the `tokenizers` library: SentencePiece-unigram pieces with their log
// probabilities, and a normalizer that makes one word of many spellings before they are cut into pieces.

/** The original cuts longer texts off; whoever embeds one cuts it into chunks. */
export const TOKENS_MAX = 128;

const UNKNOWN = '<unk>';

// The first pieces of the vocabulary are markers such as "<s>". Under their own names they would match in a user's text, and at
// the best score: so they get names from the private-use area and a hopeless score.
const RESERVED = [UNKNOWN, '\uE000s', '\uE000/s', '\uE0001', '\uE0002', '\uE0003'];
const PADDING = RESERVED[1];
const HOPELESS = -100;

/** @param {string} Regex @param {string} content */
const replace = (Regex, content) => ({ type: 'Replace', pattern: { Regex }, content });

const NORMALIZERS = [
  // The vocabulary knows few accented letters, so é is written e.
  { type: 'NFKD' },
  { type: 'StripAccents' },
  replace('ß', 'ss'),
  // parseConfig, HTTPServer, http_proxy and src/lib/foo.ts become the words they are made of.
  replace('(?<=[\\p{Ll}\\p{N}])(?=\\p{Lu})|(?<=\\p{Lu})(?=\\p{Lu}\\p{Ll})', ' '),
  replace('[_\\-./\\\\:]+', ' '),
  replace('\\s+', ' '),
  { type: 'Lowercase' },
  { type: 'Strip', strip_left: true, strip_right: true },
];

/** @param {readonly (readonly [string, number])[]} vocabulary pieces and log probabilities */
export function buildTokenizer(vocabulary) {
  const metaspace = { type: 'Metaspace', replacement: '▁', add_prefix_space: true, prepend_scheme: 'always' };
  const special = [UNKNOWN, PADDING].map((content, id) => ({
    id,
    content,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    special: true,
  }));
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: special,
    normalizer: { type: 'Sequence', normalizers: NORMALIZERS },
    pre_tokenizer: metaspace,
    post_processor: null,
    decoder: metaspace,
    model: {
      type: 'Unigram',
      unk_id: 0,
      vocab: vocabulary.map((piece, at) => {
        const reserved = RESERVED[at];
        return reserved === undefined ? piece : [reserved, at === 0 ? 0 : HOPELESS];
      }),
    },
  };
}

export const TOKENIZER_CONFIG = {
  tokenizer_class: 'T5Tokenizer',
  model_max_length: TOKENS_MAX,
  unk_token: UNKNOWN,
  pad_token: PADDING,
  clean_up_tokenization_spaces: false,
};
