// Stored text as data in a prompt: always inside of quotes, on one line, without a character that could end the block around it
// or that a person reading the prompt would not see.

/** Angle brackets; what is invisible or turns the order of reading; line separators; the tag characters that can hide a text. */
const UNSAFE =
  /[<>\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\ufff0-\ufffb]|[\u{e0000}-\u{e0fff}]/gu;

const escaped = (found: string): string =>
  [...Array(found.length).keys()].map((i) => `\\u${found.charCodeAt(i).toString(16).padStart(4, '0')}`).join('');

/** A value as JSON that is safe in a prompt: parsing it gives the value back. */
export function quoted(value: unknown): string {
  return JSON.stringify(value).replace(UNSAFE, escaped);
}

/** A name as it is where it is nothing but a name, quoted otherwise. */
export function nameOrQuoted(name: string): string {
  return /^\$?[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(name) ? name : quoted(name);
}

/** The same as `quoted`, of at most about `max` characters; says how much was left out. */
export function quotedUpTo(value: unknown, max: number): string {
  const whole = quoted(value);
  if (whole.length <= max) return whole;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  let end = Math.min(text.length, max);
  // A pair of surrogates is not parted.
  if (/[\ud800-\udbff]/.test(text[end - 1]!)) end--;
  let piece = quoted(text.slice(0, end));
  while (piece.length > max + 2 && end > 1) {
    end = Math.max(1, end - Math.max(1, Math.ceil((piece.length - max) / 6)));
    piece = quoted(text.slice(0, end));
  }
  return `${piece}… (${text.length - end} more characters)`;
}
