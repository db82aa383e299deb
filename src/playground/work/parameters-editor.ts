// The parameters pane: a small JSON editor that knows the placeholders of the command above it.
import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  type CompletionContext,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching } from '@codemirror/language';
import { linter } from '@codemirror/lint';
import { EditorState, type Extension, Prec } from '@codemirror/state';
import { Decoration, EditorView, keymap, MatchDecorator, placeholder, ViewPlugin } from '@codemirror/view';
import { kipTheme } from '../../editor/index.ts';
import { tabLeavesAfterEscape } from '../../editor/keyboard.ts';
import { readParameters } from './parameters.ts';

export interface ParametersEditorOptions {
  /** Names the command asks values for. */
  readonly placeholders: () => readonly string[];
  readonly onChange: (text: string) => void;
  /** Mod-Enter. */
  readonly onRun: () => void;
}

export class ParametersEditor {
  readonly #view: EditorView;
  readonly #options: ParametersEditorOptions;
  #tabId = '';

  constructor(parent: HTMLElement, root: ShadowRoot, options: ParametersEditorOptions) {
    this.#options = options;
    this.#view = new EditorView({ parent, root, state: this.#newState('') });
  }

  show(tabId: string, text: string): void {
    if (tabId === this.#tabId) return;
    this.#tabId = tabId;
    this.#view.setState(this.#newState(text));
  }

  /** Writes a text in place of the one there is, as an edit that can be undone. */
  replace(text: string): void {
    this.#view.dispatch({ changes: { from: 0, to: this.#view.state.doc.length, insert: text } });
  }

  focus(): void {
    this.#view.focus();
  }

  #newState(doc: string): EditorState {
    const { placeholders, onChange, onRun } = this.#options;
    const run = () => {
      onRun();
      return true;
    };
    return EditorState.create({
      doc,
      extensions: [
        EditorView.theme({
          '&': { height: '100%' },
          '&.cm-focused': { outline: 'none' },
          '.cm-content': { paddingInline: '10px' },
        }),
        history(),
        bracketMatching(),
        closeBrackets(),
        EditorState.languageData.of(() => [{ closeBrackets: { brackets: ['{', '[', '"'] } }]),
        jsonColors(),
        autocompletion({ override: [(context) => nameCompletions(context, placeholders())], icons: false }),
        linter((view) => findings(view.state.doc.toString()), { delay: 300 }),
        EditorView.lineWrapping,
        placeholder('{ "name": "value" }'),
        tabLeavesAfterEscape(),
        EditorView.contentAttributes.of({
          'aria-label': 'Parameters',
          'aria-description':
            'Values for :name places in the command, as a JSON object. Escape, then Tab, leaves the editor.',
          spellcheck: 'false',
          autocapitalize: 'off',
        }),
        EditorView.updateListener.of((update) => update.docChanged && onChange(update.state.doc.toString())),
        Prec.highest(
          keymap.of([
            { key: 'Mod-Enter', run },
            { key: 'Tab', run: acceptCompletion },
          ]),
        ),
        keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, indentWithTab]),
        kipTheme(),
      ],
    });
  }
}

function findings(text: string) {
  const { fault } = readParameters(text);
  return fault ? [{ from: fault.from, to: fault.to, severity: 'error' as const, message: fault.message }] : [];
}

/** Where a name may stand: behind `{` or `,`, with or without its opening quote. */
function nameCompletions(context: CompletionContext, names: readonly string[]) {
  const before =
    context.matchBefore(/[{,]\s*"?\w*$/) ?? (context.state.doc.length === 0 ? context.matchBefore(/^/) : null);
  if (!before || names.length === 0) return null;
  const head = /^[{,]?\s*/.exec(before.text)![0].length;
  const { values } = readParameters(context.state.doc.toString());
  const wrap = (name: string) => (before.text === '' ? `{ ${JSON.stringify(name)}:  }` : `${JSON.stringify(name)}: `);
  // A quote typed before was doubled by the editor; the second one is replaced too.
  const after = context.state.sliceDoc(context.pos, context.pos + 1) === '"' ? 1 : 0;
  return {
    from: before.from + head,
    to: context.pos + after,
    filter: false,
    options: names
      .filter((name) => !values || !Object.hasOwn(values, name))
      .filter((name) => name.startsWith(before.text.slice(head).replace(/^"/, '')))
      .map((name) => ({ label: name, detail: 'placeholder', apply: wrap(name) })),
  };
}

const TOKEN = /("(?:\\.|[^"\\\n])*")(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\b(?:true|false|null)\b/g;

function jsonColors(): Extension {
  const classes = { name: 'json-name', string: 'json-string', number: 'json-number', word: 'json-word' };
  const kindOf = ([text, string, colon]: RegExpExecArray): keyof typeof classes =>
    string !== undefined ? (colon !== undefined ? 'name' : 'string') : /^[-\d]/.test(text!) ? 'number' : 'word';
  const matcher = new MatchDecorator({
    regexp: TOKEN,
    decorate: (add, from, _to, match) => {
      const length = (match[1] ?? match[0]).length;
      add(from, from + length, Decoration.mark({ class: classes[kindOf(match as RegExpExecArray)] }));
    },
  });
  const plugin = ViewPlugin.define(
    (view) => ({
      decorations: matcher.createDeco(view),
      update(update) {
        this.decorations = matcher.updateDeco(update, this.decorations);
      },
    }),
    { decorations: (value) => value.decorations },
  );
  const theme = EditorView.theme({
    '.json-name': { color: 'var(--ink)' },
    '.json-string': { color: 'var(--string)' },
    '.json-number': { color: 'var(--number)' },
    '.json-word': { color: 'var(--word)' },
  });
  return [plugin, theme];
}
