// Cuts text into the words the index knows, the same way for stored text and for queries, so that what was written is found:
// - folding: Unicode compatibility forms (full width, ligatures), case, accents, ß = ss, dotless i = i;
// - scripts written without spaces (Chinese, Japanese, Korean, Thai, …): every run becomes overlapping pairs of characters and
//   its last character alone, so that each character starts a word and any substring of two or more is a set of pairs;
// - identifiers: `parseConfig`, `http2-server`, `src/lib/foo.ts` count as their parts and, joined, as a whole.
// Everything else separates words: no character is an operator and none can break a query.

/** Joined identifiers longer than this (URLs, paths) are indexed by their parts only, counted in UTF-16 units. */
const WHOLE_MAX = 40;

// Runs without spaces. scx rather than sc: the Japanese long-vowel mark belongs to no single script.
const UNSPACED =
  '(?:(?=[\\p{L}\\p{N}\\p{M}])[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}\\p{scx=Bopo}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}])';
const SPACED = `(?:(?!${UNSPACED})[\\p{L}\\p{N}](?:(?!${UNSPACED})[\\p{L}\\p{N}\\p{M}])*)`;
const UNSPACED_WORD = new RegExp(`^${UNSPACED}+$`, 'u');
const CHUNK = new RegExp(`(${UNSPACED}+)|${SPACED}(?:[_\\-./\\\\:]${SPACED})*`, 'gu');
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
const PART = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+|\p{N}+|[^\p{Lu}\p{Ll}\p{M}\p{N}]+/gu;

const NOT_ASCII = /[^\x01-\x7f]/;
const ASCII_CHUNK = /[A-Za-z0-9]+(?:[_\-./\\:][A-Za-z0-9]+)*/g;
const IDENTIFIER = /[A-Za-z0-9][_\-./\\:][A-Za-z0-9]|[a-z][A-Z]|[A-Z][A-Z][a-z]|[A-Za-z][0-9]|[0-9][A-Za-z]/;

/** Letters that no Unicode normalization takes apart, but that people leave out or spell out. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ı: 'i',
  ς: 'σ',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
};
const SPECIAL = /[ßıςøłđðþæœ]/g;

/** Compatibility forms, accents and Arabic vowel marks removed, case kept (identifiers are cut at it). Marks of other scripts stay: they are letters there. */
function unaccent(text: string): string {
  return text
    .normalize('NFKC')
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u0640\u064b-\u065f\u0670]/g, '')
    .normalize('NFC');
}

function lower(text: string): string {
  // Lower-casing İ leaves a combining dot behind.
  return text
    .toLowerCase()
    .replace(/\u0307/g, '')
    .replace(SPECIAL, (letter) => LETTERS[letter] ?? letter);
}

/** The form in which two texts count as the same: folded, and blank runs made one space. */
export function fold(text: string): string {
  const folded = NOT_ASCII.test(text) ? lower(unaccent(text)) : text.toLowerCase();
  return folded.trim().replace(/\s+/g, ' ');
}

/** Whether a word is a piece of a run of a script without spaces, so that it is found in the middle of other text. */
export function isUnspaced(word: string): boolean {
  return UNSPACED_WORD.test(word);
}

/** What one chunk of text yields: `parts` are its smallest words, `wholes` the joined forms of identifiers. */
export interface Chunk {
  readonly parts: readonly string[];
  readonly wholes: readonly string[];
  /** The chunk is a run of a script without spaces; `parts` are then pairs, or one character if the run is no longer. */
  readonly unspaced: boolean;
}

function cutRun(run: string): Chunk {
  const characters = [...run];
  const pairs = characters.slice(0, -1).map((character, at) => character + characters[at + 1]);
  return { parts: pairs.length > 0 ? pairs : characters, wholes: [], unspaced: true };
}

function cutIdentifier(chunk: string): Chunk {
  const parts: string[] = [];
  const wholes: string[] = [];
  const words = chunk.match(WORD) ?? [];
  for (const word of words) {
    const pieces = word.match(PART) ?? [];
    for (const piece of pieces) parts.push(lower(piece));
    if (pieces.length > 1 && word.length <= WHOLE_MAX) wholes.push(lower(word));
  }
  const joined = words.join('');
  if (words.length > 1 && joined.length <= WHOLE_MAX) wholes.push(lower(joined));
  return { parts, wholes, unspaced: false };
}

/** The chunks of a text in order. Total: any string, also of lone surrogates or control characters, yields some list. */
export function chunksOf(text: string): Chunk[] {
  const chunks: Chunk[] = [];
  for (const match of unaccent(text).matchAll(CHUNK)) {
    chunks.push(match[1] === undefined ? cutIdentifier(match[0]) : cutRun(lower(match[1])));
  }
  return chunks;
}

/**
 * The text as it goes into the index: words separated by spaces.
 * Plain ASCII, the common case in bulk, is handed over as it is, since the tokenizer lowers and splits it by the same rules; only
 * the pieces and wholes of identifiers are added.
 */
export function indexText(text: string): string {
  if (!NOT_ASCII.test(text)) return IDENTIFIER.test(text) ? text + asciiExtras(text) : text;
  let words = '';
  for (const { parts, wholes, unspaced } of chunksOf(text)) {
    words += `${parts.join(' ')} `;
    if (wholes.length > 0) words += `${wholes.join(' ')} `;
    if (unspaced) words += lastOfPair(parts[parts.length - 1] ?? '');
  }
  return words.trimEnd();
}

/** The second character of the last pair, with a space behind; nothing for a run of one character, which is a word already. */
function lastOfPair(pair: string): string {
  const [, last] = pair;
  return last === undefined ? '' : `${last} `;
}

function asciiExtras(text: string): string {
  let extras = '';
  for (const [chunk] of text.matchAll(ASCII_CHUNK)) {
    if (!IDENTIFIER.test(chunk)) continue;
    const words = chunk.match(WORD) ?? [];
    for (const word of words) {
      const pieces = word.match(PART) ?? [];
      if (pieces.length > 1) extras += ` ${pieces.join(' ')}`;
    }
    const joined = words.join('');
    if (words.length > 1 && joined.length <= WHOLE_MAX) extras += ` ${joined}`;
  }
  return extras;
}
