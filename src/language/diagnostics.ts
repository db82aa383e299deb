// What is wrong with a command text, found without looking at any memory: the editor underlines all of these, the engine
// throws the first. Positions are UTF-16 offsets; messages carry line and column because agents see only the message.
import { errors, type ErrorKind, type KipError, type Range } from '../protocol/errors.ts';

/** Replace `from`–`to` of the text by `insert`. */
export interface TextEdit extends Range {
  readonly insert: string;
}

/** A mechanical repair, complete in itself: applying all its edits at once removes the fault. */
export interface Fix {
  readonly title: string;
  readonly edits: readonly TextEdit[];
}

export interface Diagnostic extends Range {
  readonly kind: ErrorKind;
  readonly message: string;
  readonly hint: string;
  readonly fixes: readonly Fix[];
}

export function toError(diagnostic: Diagnostic): KipError {
  return errors[diagnostic.kind](diagnostic.message, diagnostic.hint, { from: diagnostic.from, to: diagnostic.to });
}

/** "line 2, column 5", both counted from 1; the column counts UTF-16 units. */
export function describePosition(text: string, offset: number): string {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return `line ${line}, column ${offset - before.lastIndexOf('\n')}`;
}
