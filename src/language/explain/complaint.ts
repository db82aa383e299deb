// What a rule of the explanation says. The position is added to the message later, see explain.ts.
import type { ErrorKind, Range } from '../../protocol/errors.ts';
import type { TextEdit } from '../diagnostics.ts';
import type { Situation } from './situation.ts';
import type { Token } from './tokens.ts';

export interface Complaint {
  /** invalidSyntax if absent. */
  readonly kind?: ErrorKind;
  readonly range: Range;
  /** Without full stop. */
  readonly message: string;
  /** Empty where the general advice for the place is the best there is. */
  readonly hint: string;
  /** The repair, where it is at hand; together they remove the fault. */
  readonly edits?: readonly TextEdit[];
  /** The repair by name, for mend/mend.ts. */
  readonly mend?: string;
}

/** Looks at the fault and speaks up if it is one it knows. */
export type Rule = (situation: Situation) => Complaint | undefined;

export function replace({ from, to }: Range, insert: string): TextEdit {
  return { from, to, insert };
}

export function insertAt(at: number, insert: string): TextEdit {
  return { from: at, to: at, insert };
}

/** A complaint about one token. */
export function about(token: Range, message: string, hint: string, ...edits: TextEdit[]): Complaint {
  return { range: { from: token.from, to: token.to }, message, hint, edits };
}

/** A complaint whose advice is to write something else in a place. */
export function instead(range: Range, message: string, written: string, over: Range = range): Complaint {
  return about(range, message, `Write ${written}.`, replace(over, written));
}

/** The index of the token that closes the bracket at `index`, or of the last one. */
export function closing(tokens: readonly Token[], index: number): number {
  let depth = 0;
  for (let at = index; at < tokens.length; at++) {
    const text = (tokens[at] as Token).text;
    if (text === '(' || text === '[' || text === '{') depth++;
    else if ((text === ')' || text === ']' || text === '}') && --depth <= 0) return at;
  }
  return tokens.length - 1;
}
