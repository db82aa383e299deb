// The keys that run statements. What running means is the host's business.
import { type EditorState, type Extension, Prec, Text } from '@codemirror/state';
import { type EditorView, keymap } from '@codemirror/view';
import { statementAt, statementsOf, type StatementText } from './statements.ts';

/** What a person asked to run. */
export interface RunRequest {
  readonly scope: 'statement' | 'selection' | 'all';
  /** In order; never empty. Offsets are those of the document. */
  readonly statements: readonly StatementText[];
}

/** Called with what is to be run. */
export type OnRun = (request: RunRequest, view: EditorView) => void;

/** Mod-Enter: the selection if there is one, else the statement at the caret. Shift-Mod-Enter: everything. */
export function runKeys(onRun: OnRun): Extension {
  const run = (toRequest: (state: EditorState) => RunRequest) => (view: EditorView) => {
    const request = toRequest(view.state);
    if (request.statements.length > 0) onRun(request, view);
    return true;
  };
  return Prec.highest(keymap.of([{ key: 'Mod-Enter', run: run(requestHere), shift: run(requestAll) }]));
}

/** The selected statements, or the one at the caret where nothing is selected. */
export function requestHere(state: EditorState): RunRequest {
  const { from, to, empty } = state.selection.main;
  if (!empty) return { scope: 'selection', statements: statementsBetween(state, from, to) };
  const statement = statementAt(state, to);
  return { scope: 'statement', statements: statement ? [statement] : [] };
}

/** All statements of the text. */
export function requestAll(state: EditorState): RunRequest {
  return { scope: 'all', statements: statementsBetween(state, 0, state.doc.length) };
}

/** The statements of a part of the document, cut to what the part holds of them. */
function statementsBetween(state: EditorState, from: number, to: number): StatementText[] {
  const part = Text.of(state.sliceDoc(from, to).split('\n'));
  return statementsOf(part).map((range) => ({
    from: from + range.from,
    to: from + range.to,
    text: part.sliceString(range.from, range.to),
  }));
}
