// The KIP editor of the tabs: one view, and for each tab a state of its own with caret, history and folds. Loaded when the page has
// been painted, with CodeMirror and the language.
import { EditorState, type Text } from '@codemirror/state';
import { EditorView, type ViewUpdate } from '@codemirror/view';
import {
  editsNow,
  type Finding,
  formatKip,
  Inspector,
  kipEditor,
  type OnRun,
  refreshFindings,
  type Repair,
  requestAll,
  requestHere,
  type RunRequest,
  type SchemaProvider,
  type StatementText,
  statementsOf,
  type StoredDefinition,
} from '../../editor/index.ts';
import { ERROR_CODES, type ErrorObject } from '../../protocol/errors.ts';
import type { Parameters } from '../../protocol/values.ts';
import { placeholdersOf } from './placeholders.ts';

export interface CommandEditorOptions {
  readonly schema: SchemaProvider;
  /** Of the tab on the screen, as they are now. */
  readonly parameters: () => Parameters;
  readonly onRun: OnRun;
  /** The text of the tab on the screen has changed. */
  readonly onChange: (text: string) => void;
  readonly onDefinition: (definition: StoredDefinition) => void;
}

/** An error of the engine as the editor knows it: where it is, and how it could be repaired. */
export interface Located {
  readonly from: number;
  readonly to: number;
  /** Counted from 1. */
  readonly line: number;
  readonly column: number;
  readonly repairs: readonly { readonly title: string; readonly apply: () => void }[];
}

export class CommandEditor {
  readonly #view: EditorView;
  readonly #options: CommandEditorOptions;
  readonly #states = new Map<string, EditorState>();
  #tabId = '';

  constructor(parent: HTMLElement, root: ShadowRoot, options: CommandEditorOptions) {
    this.#options = options;
    this.#view = new EditorView({ parent, root, state: this.#newState('') });
  }

  /** Puts a tab on the screen, as it was left or with this text. */
  show(tabId: string, text: string): void {
    if (tabId === this.#tabId) return;
    if (this.#tabId) this.#states.set(this.#tabId, this.#view.state);
    this.#tabId = tabId;
    const before = this.#states.get(tabId);
    this.#view.setState(before?.doc.toString() === text ? before : this.#newState(text));
  }

  /** Lets go of the states of tabs that are closed. */
  keepOnly(tabIds: ReadonlySet<string>): void {
    for (const id of this.#states.keys()) if (!tabIds.has(id)) this.#states.delete(id);
  }

  focus(): void {
    this.#view.focus();
  }

  format(): void {
    formatKip(this.#view);
    this.#view.focus();
  }

  refreshFindings(): void {
    refreshFindings(this.#view);
  }

  requestHere(): RunRequest {
    return requestHere(this.#view.state);
  }

  requestAll(): RunRequest {
    return requestAll(this.#view.state);
  }

  /** The placeholders of the document, each once. */
  placeholders(): readonly string[] {
    return placeholdersOf(this.#statements().map(({ text }) => text));
  }

  /** Puts the caret there. Nothing is selected, since a selection would be what runs next. */
  goTo(from: number): void {
    const anchor = Math.min(from, this.#view.state.doc.length);
    this.#view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
    this.#view.focus();
  }

  /** Where in the text the fault of a statement lies that the engine has refused; undefined where the text has changed since. */
  async locate(statement: StatementText, error: ErrorObject): Promise<Located | undefined> {
    const now = this.#statements().find(({ text }) => text === statement.text);
    if (!now) return undefined;
    const { state } = this.#view;
    const inspector = new Inspector({ schema: this.#options.schema, parameters: this.#options.parameters });
    const findings = (await inspector.inspect(state)).filter(
      ({ kind, statement: { from } }) => from === now.from && kind && ERROR_CODES[kind] === error.code,
    );
    if (this.#view.state.doc !== state.doc) return undefined;
    const finding = findings.find(({ message }) => sameMessage(message, error.message)) ?? findings[0];
    if (finding) return this.#located(state.doc, finding, finding);
    const range = rangeNamed(error.message, now);
    return range && this.#located(state.doc, range);
  }

  #located(doc: Text, { from, to }: { from: number; to: number }, finding?: Finding): Located {
    const { number, from: start } = doc.lineAt(from);
    const repairs = (finding?.repairs ?? []).map((repair) => ({
      title: repair.title,
      apply: () => this.#repair(finding!, repair),
    }));
    return { from, to, line: number, column: from - start + 1, repairs };
  }

  #repair(finding: Finding, repair: Repair): void {
    const edits = editsNow(this.#view.state, finding, repair, finding.from);
    if (!edits) return;
    this.#view.dispatch({ changes: this.#view.state.changes(edits), scrollIntoView: true, userEvent: 'input.repair' });
    this.#view.focus();
  }

  #statements(): readonly StatementText[] {
    const { doc } = this.#view.state;
    return statementsOf(doc).map(({ from, to }) => ({ from, to, text: doc.sliceString(from, to) }));
  }

  #newState(doc: string): EditorState {
    const { schema, parameters, onRun, onDefinition } = this.#options;
    return EditorState.create({
      doc,
      extensions: [
        // Before the editor's own theme, so that it wins; the focus is drawn around the pane (work-editor.ts).
        EditorView.theme({ '&': { height: '100%' }, '&.cm-focused': { outline: 'none' } }),
        kipEditor({ schema, parameters, onRun, onDefinition, label: 'KIP command' }),
        EditorView.updateListener.of((update) => this.#onUpdate(update)),
      ],
    });
  }

  #onUpdate({ docChanged, state }: ViewUpdate): void {
    if (docChanged) this.#options.onChange(state.doc.toString());
  }
}

const sameMessage = (mine: string, engines: string): boolean => engines.startsWith(mine.replace(/\.$/, ''));

/** The place an engine's message names, counted within the statement. */
function rangeNamed(message: string, statement: StatementText): { from: number; to: number } | undefined {
  const [, line, column] = /\(line (\d+), column (\d+)\)/.exec(message) ?? [];
  if (line === undefined) return undefined;
  const lines = statement.text.split('\n').slice(0, Number(line) - 1);
  const at = statement.from + lines.reduce((sum, each) => sum + each.length + 1, 0) + Number(column) - 1;
  return { from: at, to: Math.min(at + 1, statement.to) };
}
