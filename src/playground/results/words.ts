// Numbers and amounts as a person reads them.
import { count as counted } from '../app/words.ts';

export { duration } from '../app/words.ts';

const NUMBER = new Intl.NumberFormat('en');

export function number(amount: number): string {
  return NUMBER.format(amount);
}

export function count(amount: number, one: string, many: string = `${one}s`): string {
  return counted(amount, one, many);
}

/** At most so many characters, an ellipsis for the rest; never half of a character. */
export function shortened(text: string, length: number): string {
  if (text.length <= length) return text;
  const characters = [...text.slice(0, length * 2)];
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`;
}
