// Cuts a text that is longer than a model's window into pieces that fit: at ends of sentences where possible, else between words,
// else anywhere. Nothing is lost, and no piece is longer than the window.

/** How many tokens a piece of text has. */
export type TokenCount = (text: string) => number;

const SENTENCE = /[^.!?。！？\n]*[.!?。！？\n]+\s*|[^.!?。！？\n]+/gu;
const WORD = /\S+\s*/gu;

/** The chunks of a text in order, each of at most `maxTokens`; the text itself where it fits. */
export function chunksOf(text: string, maxTokens: number, countTokens: TokenCount): string[] {
  if (countTokens(text) <= maxTokens) return [text];
  return packed(pieces(text, maxTokens, countTokens), maxTokens, countTokens);
}

/** Pieces that each fit: sentences, or the words of a sentence too long, or halves of a word too long. */
function pieces(text: string, maxTokens: number, countTokens: TokenCount): string[] {
  const fits = (piece: string): boolean => countTokens(piece) <= maxTokens;
  return (text.match(SENTENCE) ?? [text]).flatMap((sentence) =>
    fits(sentence)
      ? [sentence]
      : (sentence.match(WORD) ?? []).flatMap((word) => (fits(word) ? [word] : halves(word, fits))),
  );
}

function halves(word: string, fits: (piece: string) => boolean): string[] {
  if (fits(word) || word.length < 2) return [word];
  const characters = [...word];
  const middle = Math.ceil(characters.length / 2);
  return [characters.slice(0, middle), characters.slice(middle)].flatMap((half) => halves(half.join(''), fits));
}

/** Joins neighbours as long as they fit together. Token counts add up, or less where two pieces join into one token. */
function packed(parts: readonly string[], maxTokens: number, countTokens: TokenCount): string[] {
  const chunks: string[] = [];
  let chunk = '';
  let tokens = 0;
  for (const part of parts) {
    const count = countTokens(part);
    if (chunk !== '' && tokens + count > maxTokens) {
      chunks.push(chunk.trim());
      chunk = '';
      tokens = 0;
    }
    chunk += part;
    tokens += count;
  }
  if (chunk.trim() !== '') chunks.push(chunk.trim());
  return chunks;
}
