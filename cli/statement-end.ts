// When a person's typing is a whole command. KIP has no terminator: a command is over where its brackets balance and the
// grammar wants nothing more; with balanced brackets, a blank line ends it in any case.
import { parse } from '../src/language/index.ts';

interface Scan {
  /** Open brackets minus closed ones, outside strings and comments. */
  readonly depth: number;
  readonly inString: boolean;
  /** The text without comments, on one line. */
  readonly flat: string;
}

const TOKEN = /"(?:\\.|[^"\\\n])*("?)|\/\/[^\n]*|[^"/]+|\//g;

function scan(text: string): Scan {
  let depth = 0;
  let inString = false;
  let flat = '';
  for (const [token, quote] of text.matchAll(TOKEN)) {
    if (token.startsWith('//')) continue;
    inString = token.startsWith('"') && quote === '';
    if (token.startsWith('"')) {
      flat += token;
      continue;
    }
    depth += count(token, /[({[]/g) - count(token, /[)}\]]/g);
    const spaced = token.replace(/\s+/g, ' ');
    flat += flat.endsWith(' ') ? spaced.trimStart() : spaced;
  }
  return { depth, inString, flat: flat.trim() };
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** Whether there is nothing here to run. */
export function isBlank(text: string): boolean {
  return scan(text).flat === '';
}

/** The text as one line, comments left out: for the history. */
export function flatten(text: string): string {
  return scan(text).flat;
}

/** Whether all brackets and strings are closed. */
export function isBalanced(text: string): boolean {
  const { depth, inString } = scan(text);
  return depth <= 0 && !inString;
}

/** No command can go on with this. */
const NEVER = ' ~';

/** False while more must follow. A text with a fault before its end counts as complete, so that the fault is reported. */
export function isComplete(text: string): boolean {
  const { flat } = scan(text);
  if (flat === '' || !isBalanced(text)) return false;
  if (parse(flat).program) return true;
  // What can go on is faulty only where it is made to go on with something impossible.
  const fault = parse(flat + NEVER).diagnostics[0]!;
  return fault.from < flat.length;
}

const CONTINUATION = /^\s*(?:WHERE|ORDER\s+BY|LIMIT|CURSOR|WITH|SET|FROM|INTO|DETACH|MODE|THRESHOLD)\b/;

/** Whether a line can only be the continuation of the command before it. */
export function continues(line: string): boolean {
  return CONTINUATION.test(line);
}
