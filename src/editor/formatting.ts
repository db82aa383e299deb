// The format command: each statement that parses in its canonical form, the space around them tidied. Formatting moves
// space alone, so the edits are given gap by gap: the caret, marks and folds stay with their tokens.
import type { ChangeSpec, EditorState } from '@codemirror/state';
import type { Command } from '@codemirror/view';
import { format } from '../language/format.ts';
import { type StatementRange, statementsOf } from './statements.ts';

/** Formats the statements the selection touches; all of them where nothing is selected. */
export const formatKip: Command = (view) => {
  const { state } = view;
  if (state.readOnly || view.compositionStarted) return false;
  const changes = formattingChanges(state);
  if (changes.length > 0) view.dispatch({ changes, userEvent: 'format', scrollIntoView: true });
  return true;
};

function formattingChanges(state: EditorState): ChangeSpec[] {
  const { from, to, empty } = state.selection.main;
  const ranges = statementsOf(state.doc);
  const chosen = (range: StatementRange | undefined) => !!range && (empty || (range.from <= to && range.to >= from));
  const changes: ChangeSpec[] = [];
  let end = 0;
  for (const [index, range] of ranges.entries()) {
    const between = chosen(range) && (index === 0 || chosen(ranges[index - 1]));
    if (between)
      changes.push(...replaceSpace(state, end, range.from, tidyGap(state.sliceDoc(end, range.from), index > 0)));
    if (chosen(range)) {
      const text = state.sliceDoc(range.from, range.to);
      changes.push(...replaceSpace(state, range.from, range.to, format(text).trimEnd()));
    }
    end = range.to;
  }
  return changes;
}

/** The comments and blank lines before a statement: no indentation, no two blank lines, the statement on a line of its own. */
function tidyGap(gap: string, follows: boolean): string {
  const lines = gap.split('\n').map((line) => line.trim());
  const [first = '', ...rest] = lines;
  const trailing = follows && first !== '' ? ` ${first}` : first;
  const kept = [trailing, ...rest].join('\n').replace(/\n{3,}/g, '\n\n');
  if (!follows) return kept.trimStart();
  return kept.includes('\n') ? kept : '\n';
}

/** The edits that turn the text between `from` and `to` into `after`, which differs from it in space alone. */
function replaceSpace(state: EditorState, from: number, to: number, after: string): ChangeSpec[] {
  const before = state.sliceDoc(from, to);
  const changes: ChangeSpec[] = [];
  for (let at = 0, other = 0; ; at++, other++) {
    const space = before.slice(at, spaceEnd(before, at));
    const insert = after.slice(other, spaceEnd(after, other));
    if (space !== insert) changes.push({ from: from + at, to: from + at + space.length, insert });
    at += space.length;
    other += insert.length;
    if (at >= before.length && other >= after.length) return changes;
    // A formatter that changed more than space is taken at its word.
    if (before[at] !== after[other]) return [{ from, to, insert: after }];
  }
}

function spaceEnd(text: string, from: number): number {
  let at = from;
  while (SPACE.has(text.charCodeAt(at))) at++;
  return at;
}

const SPACE = new Set([0x20, 0x09, 0x0a, 0x0d, 0xa0, 0xfeff]);
