// Numbers as a person reads them.

const NUMBER = new Intl.NumberFormat('en');

export function count(amount: number, one: string, many: string): string {
  return `${NUMBER.format(amount)} ${amount === 1 ? one : many}`;
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];

/** "0 B", "512 B", "1.5 MB": powers of 1000, two digits of precision below ten. */
export function bytes(amount: number): string {
  let unit = 0;
  let rest = amount;
  for (; rest >= 999.5 && unit < UNITS.length - 1; unit++) rest /= 1000;
  return `${unit > 0 && rest < 9.95 ? rest.toFixed(1) : Math.round(rest)} ${UNITS[unit]}`;
}

export function duration(milliseconds: number): string {
  if (milliseconds < 10) return `${milliseconds.toFixed(1)} ms`;
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}
