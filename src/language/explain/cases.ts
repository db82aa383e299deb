// Tables of known faults: where one stands (frame, what came before in it), what was found, and what to write instead.
import type { Fix } from '../diagnostics.ts';
import { type Complaint, insertAt, replace, type Rule } from './complaint.ts';
import type { FrameKind, Situation } from './situation.ts';
import type { Token } from './tokens.ts';

export interface Case {
  readonly in: FrameKind | readonly FrameKind[];
  /** The statement it belongs to; any if absent. */
  readonly of?: string;
  /** What the frame holds before the fault; anything if absent. */
  readonly line?: RegExp;
  /** The text of the token found, empty at the end of the text; anything if absent. */
  readonly found?: RegExp;
  /** What is wrong; `Unexpected …` if absent. */
  readonly say?: string | ((situation: Situation) => string);
  readonly hint: string | ((situation: Situation) => string);
  readonly fix?: (situation: Situation) => readonly Fix[];
}

export function casesRule(cases: readonly Case[]): Rule {
  return (situation) => {
    const match = cases.find((candidate) => applies(candidate, situation));
    return match && complain(match, situation);
  };
}

function applies(candidate: Case, { frame, statement, line, found }: Situation): boolean {
  const inFrame = typeof candidate.in === 'string' ? candidate.in === frame.kind : candidate.in.includes(frame.kind);
  return (
    inFrame &&
    (candidate.of === undefined || candidate.of === statement) &&
    (candidate.line?.test(line) ?? true) &&
    (candidate.found?.test(found?.text ?? '') ?? true)
  );
}

function complain({ say, hint, fix }: Case, situation: Situation): Complaint {
  return {
    range: foundRange(situation),
    message: typeof say === 'function' ? say(situation) : (say ?? unexpected(situation)),
    hint: typeof hint === 'function' ? hint(situation) : hint,
    fixes: fix?.(situation) ?? [],
  };
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

// ---------------------------------------------------------------- frequent fixes

type FixOf = (situation: Situation) => readonly Fix[];

/** Puts `insert` in the place of the token found. */
export const swapFound =
  (insert: string): FixOf =>
  ({ found }) =>
    found ? [{ title: insert ? `Write ${insert}` : `Remove ${found.text}`, edits: [replace(found, insert)] }] : [];

/** Puts `insert` before the token found. */
export const insertBefore =
  (insert: string): FixOf =>
  ({ found, text }) => [
    {
      title: `Insert ${insert}`,
      edits: [insertAt(found?.from ?? text.trimEnd().length, found ? `${insert} ` : ` ${insert}`)],
    },
  ];

/** The token that closes the bracket at `index`, or the last one. */
export function closing(tokens: readonly Token[], index: number): number {
  let depth = 0;
  for (let at = index; at < tokens.length; at++) {
    const text = (tokens[at] as Token).text;
    if (text === '(' || text === '[' || text === '{') depth++;
    else if ((text === ')' || text === ']' || text === '}') && --depth <= 0) return at;
  }
  return tokens.length - 1;
}

/** Moves the tokens `first`–`last` (inclusive) to the offset `to`. */
export function moveTokens(
  { tokens, text }: Situation,
  first: number,
  last: number,
  to: number,
  title: string,
): readonly Fix[] {
  const from = (tokens[first] as Token).from;
  const end = (tokens[last] as Token).to;
  const moved = text.slice(from, end);
  const insert = to >= text.length || !/\s/.test(text.charAt(to - 1)) ? ` ${moved} ` : `${moved} `;
  return [{ title, edits: [{ from, to: end, insert: '' }, insertAt(to, insert)] }];
}
