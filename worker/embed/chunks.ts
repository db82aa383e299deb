// Cuts a text that is longer than a model's window into pieces that fit: at ends of sentences where possible, else between words,
// else anywhere. Nothing is lost, and no piece is longer than the window. What the model cannot read stands apart from the rest.
// A text may be a book: it is cut as its chunks are asked for, and never read by the tokenizer as a whole, which could not take it.

/** A part of a text as a model reads it. */
export interface Piece {
  readonly content: string;
  readonly tokens: number;
  /** The part of it, from 0 to 1, that the model does not know. */
  readonly unknownShare: number;
  /** Whether it says anything to the model. */
  readonly readable: boolean;
}

export type Read = (text: string) => Piece;

/** The most that is read at once, in UTF-16 units. */
const READ_MAX = 4000;

const SENTENCE = /[^.!?。！？\n]*[.!?。！？\n]+\s*|[^.!?。！？\n]+/gu;
const WORD = /\S+\s*/gu;
const SLICE = new RegExp(`[^]{1,${READ_MAX / 2}}`, 'gu');

/** The chunks of a text, each of at most `maxTokens`; the text itself where it fits. */
export function chunksOf(text: string, maxTokens: number, read: Read): Iterable<Piece> {
  const fitting = (part: string): Piece | undefined => {
    const piece = part.length <= READ_MAX ? read(part) : undefined;
    return piece && piece.tokens <= maxTokens ? piece : undefined;
  };
  const whole = fitting(text);
  return whole ? [whole] : packed(pieces(text, fitting, read), maxTokens);
}

type Fitting = (part: string) => Piece | undefined;

/** Pieces that each fit: sentences, or the words of a sentence too long, or halves of a word too long. */
function* pieces(text: string, fitting: Fitting, read: Read): Generator<Piece> {
  for (const [sentence] of text.matchAll(SENTENCE)) {
    const whole = fitting(sentence);
    if (whole) yield whole;
    else for (const [word] of sentence.matchAll(WORD)) yield* wordPieces(word, fitting, read);
  }
}

function* wordPieces(word: string, fitting: Fitting, read: Read): Generator<Piece> {
  const whole = fitting(word);
  if (whole) yield whole;
  else for (const [slice] of word.matchAll(SLICE)) yield* halves(slice, fitting, read);
}

function halves(word: string, fitting: Fitting, read: Read): Piece[] {
  const characters = [...word];
  const whole = fitting(word) ?? (characters.length < 2 ? read(word) : undefined);
  if (whole) return [whole];
  const middle = Math.ceil(characters.length / 2);
  return [characters.slice(0, middle), characters.slice(middle)].flatMap((half) =>
    halves(half.join(''), fitting, read),
  );
}

/**
 * Joins what is readable as long as it fits together; the rest is passed on as it is. Token counts add up, or less where two pieces
 * join into one token.
 */
function* packed(parts: Iterable<Piece>, maxTokens: number): Generator<Piece> {
  let chunk: Piece | undefined;
  for (const piece of parts) {
    if (!piece.readable) yield piece;
    else if (chunk && chunk.tokens + piece.tokens <= maxTokens) chunk = joined(chunk, piece);
    else {
      if (chunk) yield trimmed(chunk);
      chunk = piece;
    }
  }
  if (chunk) yield trimmed(chunk);
}

function joined(a: Piece, b: Piece): Piece {
  const content = a.content + b.content;
  const unknown = a.unknownShare * a.content.length + b.unknownShare * b.content.length;
  return { content, tokens: a.tokens + b.tokens, unknownShare: unknown / content.length, readable: true };
}

const trimmed = (piece: Piece): Piece => ({ ...piece, content: piece.content.trim() });
