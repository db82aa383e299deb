// JSON and messages for a terminal, with or without colour.

export interface Paint {
  json(value: unknown): string;
  error(text: string): string;
  faint(text: string): string;
  strong(text: string): string;
}

const RESET = '\u001b[0m';
const style = (code: string) => (text: string) => `\u001b[${code}m${text}${RESET}`;
const plain = (text: string) => text;

const STYLES = {
  key: style('34'),
  string: style('32'),
  number: style('36'),
  word: style('35'),
  error: style('31'),
  faint: style('2'),
  strong: style('1'),
};

const TOKEN = /("(?:\\.|[^"\\])*")(:?)|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Characters a terminal could take for commands, and those that turn the reading direction: stored text must not reach them. */

const UNSAFE = /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** As JSON.stringify, but safe to print. */
export function printJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(UNSAFE, escape);
}

function escape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Text that is no JSON, safe to print on one or more lines. */
export function printText(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b-\u001f]/g, escape).replace(UNSAFE, escape);
}

export function createPaint(colours: boolean): Paint {
  const { error, faint, strong } = colours ? STYLES : { error: plain, faint: plain, strong: plain };
  return {
    json: (value) => (colours ? paintJson(printJson(value, 2)) : printJson(value, 2)),
    error,
    faint,
    strong,
  };
}

function paintJson(text: string): string {
  return text.replace(TOKEN, (token, string: string | undefined, colon: string | undefined) => {
    if (string !== undefined) return colon ? STYLES.key(string) + colon : STYLES.string(string);
    return /^[tfn]/.test(token) ? STYLES.word(token) : STYLES.number(token);
  });
}

/** Colours on a terminal, unless NO_COLOR is set (https://no-color.org); FORCE_COLOR sets them anywhere. */
export function wantsColours(stream: { readonly isTTY?: boolean }, environment: NodeJS.ProcessEnv): boolean {
  if (environment['NO_COLOR']) return false;
  if (environment['FORCE_COLOR'] && environment['FORCE_COLOR'] !== '0') return true;
  return stream.isTTY === true && environment['TERM'] !== 'dumb';
}
