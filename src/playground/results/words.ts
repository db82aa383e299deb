// Numbers and amounts as a person reads them.
const NUMBER = new Intl.NumberFormat('en');

export function number(amount: number): string {
  return NUMBER.format(amount);
}

export function count(amount: number, one: string, many: string = `${one}s`): string {
  return `${NUMBER.format(amount)} ${amount === 1 ? one : many}`;
}

export function duration(milliseconds: number): string {
  if (milliseconds < 10) return `${milliseconds.toFixed(1)} ms`;
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

/** At most so many characters, an ellipsis for the rest; never half of a character. */
export function shortened(text: string, length: number): string {
  if (text.length <= length) return text;
  const characters = [...text.slice(0, length * 2)];
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`;
}
