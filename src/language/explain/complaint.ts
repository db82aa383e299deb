// What a rule of the explanation says; explain.ts adds the position and turns it into a diagnostic.
import type { ErrorKind, Range } from '../../protocol/errors.ts';
import type { Fix, TextEdit } from '../diagnostics.ts';
import type { Situation } from './situation.ts';
import type { Token } from './tokens.ts';

export interface Complaint {
  /** invalidSyntax if absent. */
  readonly kind?: ErrorKind;
  readonly range: Range;
  /** Without full stop. */
  readonly message: string;
  readonly hint: string;
  readonly fixes?: readonly Fix[];
}

/** Looks at the fault and speaks up if it is one it knows. */
export type Rule = (situation: Situation) => Complaint | undefined;

export function replace({ from, to }: Range, insert: string): TextEdit {
  return { from, to, insert };
}

export function insertAt(at: number, insert: string): TextEdit {
  return { from: at, to: at, insert };
}

export function fix(title: string, ...edits: TextEdit[]): readonly Fix[] {
  return [{ title, edits }];
}

/** A complaint about one token. */
export function about(token: Token, message: string, hint: string, fixes: readonly Fix[] = []): Complaint {
  return { range: { from: token.from, to: token.to }, message, hint, fixes };
}

/** The text after some edits. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = '';
  let at = 0;
  for (const edit of edits.toSorted((a, b) => a.from - b.from)) {
    result += text.slice(at, edit.from) + edit.insert;
    at = edit.to;
  }
  return result + text.slice(at);
}
