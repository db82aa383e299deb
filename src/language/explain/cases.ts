// Looks a fault up in the table of known faults.
import type { Complaint, Rule } from './complaint.ts';
import { KNOWN_FAULTS } from './known-faults.ts';
import type { Situation } from './situation.ts';

export interface Case {
  /** Frames and statements it belongs to; no statement means any. */
  readonly places: readonly string[];
  readonly line: string;
  readonly found: string;
  readonly message: string;
  readonly hint: string;
  readonly mend: string;
}

let cases: readonly Case[] | undefined;

export const explainKnown: Rule = (situation) => {
  const match = knownCases().find((candidate) => applies(candidate, situation));
  return match && complain(match, situation);
};

/** The rows of the table, read at the first fault. */
export function knownCases(): readonly Case[] {
  return (cases ??= readCases(KNOWN_FAULTS));
}

function readCases(table: string): Case[] {
  let places: string[] = [];
  const read: Case[] = [];
  for (const row of table.split('\n')) {
    if (row.startsWith('# ')) places = row.slice(2).split(' ');
    else if (row !== '') {
      const [line = '', found = '', message = '', hint = '', mend = ''] = row.split('¦').map((field) => field.trim());
      read.push({ places, line, found, message, hint, mend });
    }
  }
  return read;
}

export function applies({ places, line, found }: Case, situation: Situation): boolean {
  const statements = places.filter((place) => place === place.toUpperCase());
  const ofStatement = statements.length === 0 || statements.includes(situation.statement);
  if (!ofStatement || !places.includes(situation.frame.kind)) return false;
  const token = situation.found?.text ?? '';
  const anyCase = found.startsWith('~');
  return (
    (line === '' || new RegExp(`(?:${line})$`).test(situation.line)) &&
    (found === '' || new RegExp(`^(?:${anyCase ? found.slice(1) : found})$`, anyCase ? 'is' : 's').test(token))
  );
}

function complain({ message, hint, mend }: Case, situation: Situation): Complaint {
  return {
    range: foundRange(situation),
    message: message === '' ? unexpected(situation) : fill(message, situation),
    hint: fill(hint, situation),
    mend,
  };
}

/** The %-signs of the table, see known-faults.ts. */
function fill(template: string, { found, before, line, statement, text, tokens, index }: Situation): string {
  const token = found?.text ?? '';
  return template.replace(/%([fnablsc])/g, (_, sign: string) => {
    switch (sign) {
      case 'f':
        return shorten(token);
      case 'n':
        return shorten(token.slice(1));
      case 'b':
        return shorten(before?.text ?? '');
      case 'a':
        return tokens[index + 1]?.kind === 'string' ? (tokens[index + 1]?.text ?? '') : '"name"';
      case 'l':
        return line;
      case 's':
        return statement;
      default:
        return found ? conditionAt(text, found.from) : '';
    }
  });
}

/** A condition without its parentheses: to the end of its line, or before the brace that ends the block. */
export function conditionAt(text: string, from: number): string {
  return (/^[^\n\r{}]*/.exec(text.slice(from))?.[0] ?? '').replace(/\/\/.*/, '').trimEnd();
}

/** The fault itself, or the last character where the text ends too early. */
export function foundRange({ found, text }: Situation): { from: number; to: number } {
  if (found) return { from: found.from, to: found.to };
  const end = text.trimEnd().length;
  return { from: Math.max(0, end - 1), to: end };
}

export function unexpected({ found, before }: Situation): string {
  if (!found) return before ? `The command ends after ${shorten(before.text)}` : 'The command is empty';
  return before
    ? `Unexpected ${shorten(found.text)} after ${shorten(before.text)}`
    : `Unexpected ${shorten(found.text)}`;
}

export function shorten(text: string): string {
  return text.length > 30 ? `${text.slice(0, 29)}…` : text;
}
