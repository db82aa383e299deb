// What the editor has to say about a place in the document, and the repairs it offers: the same for complaints of the
// language and for what only the schema can tell.
import type { EditorState } from '@codemirror/state';
import type { TextEdit } from '../language/diagnostics.ts';
import type { ErrorKind, Range } from '../protocol/errors.ts';
import type { StatementText } from './statements.ts';

/** All offsets are those of the document at the time of the finding. */
export interface Finding extends Range {
  readonly severity: 'error' | 'warning' | 'info';
  /** The kind of error the engine would answer with; absent where it would not mind. */
  readonly kind?: ErrorKind;
  readonly message: string;
  readonly hint: string;
  readonly repairs: readonly Repair[];
  /** The statement it is about. */
  readonly statement: StatementText;
}

/** A change of the text that mends a finding, for a person to accept. */
export interface Repair {
  readonly title: string;
  readonly edits: readonly TextEdit[];
  /** What to select afterwards, counted from the start of the first edit's text. */
  readonly select?: Range;
}

/**
 * The edits of a repair where its statement stands now; undefined if the statement is no longer the text that was judged.
 * `from` is where the finding begins now.
 */
export function editsNow(
  state: EditorState,
  finding: Finding,
  repair: Repair,
  from: number,
): readonly TextEdit[] | undefined {
  const shift = from - finding.from;
  const start = finding.statement.from + shift;
  const { text } = finding.statement;
  if (start < 0 || state.sliceDoc(start, start + text.length) !== text) return undefined;
  return repair.edits.map((edit) => ({ from: edit.from + shift, to: edit.to + shift, insert: edit.insert }));
}
