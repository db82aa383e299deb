// What the repairs of known faults share.
import type { TextEdit } from '../diagnostics.ts';
import { insertAt } from '../explain/complaint.ts';
import type { Situation } from '../explain/situation.ts';
import type { Token } from '../explain/tokens.ts';

/** The edits that remove a fault, none where the situation is not the simple one it knows. */
export type Mending = (situation: Situation) => readonly TextEdit[];

/** Moves the tokens `first`–`last` (inclusive) to the offset `to`. */
export function move({ tokens, text }: Situation, first: number, last: number, to: number): readonly TextEdit[] {
  const from = (tokens[first] as Token).from;
  const end = (tokens[last] as Token).to;
  const moved = text.slice(from, end);
  const isApart = to < text.length && /\s/.test(text.charAt(to - 1));
  return [{ from, to: end, insert: '' }, insertAt(to, isApart ? `${moved} ` : ` ${moved} `)];
}

/** Puts something before and behind a stretch of the text. */
export function wrap(from: number, before: string, to: number, behind: string): readonly TextEdit[] {
  return [insertAt(from, before), insertAt(to, behind)];
}
