// How a picked completion enters the text: in place of the whole token under the caret, with quotes and brackets that are
// there already used and not doubled.
import { type Completion, pickedCompletion, snippet } from '@codemirror/autocomplete';
import type { EditorState, TransactionSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { keyToText, quote } from '../language/value-text.ts';
import { caretAt } from './caret.ts';
import { wordEnd } from './statements.ts';

type Apply = (view: EditorView, completion: Completion, from: number, to: number) => void;

interface Span {
  readonly from: number;
  readonly to: number;
}

/** The token a completion of the text from `from` to the caret at `to` replaces. */
function replacedSpan(state: EditorState, from: number, to: number): Span {
  const caret = caretAt(state, to);
  if (caret && caret.kind !== 'none') return { from: caret.from, to: caret.to };
  return { from, to: to + wordEnd(state.sliceDoc(to, to + 256), 0) };
}

function insert(text: (state: EditorState, span: Span) => string, caretBack = 0): Apply {
  return (view, completion, from, to) => {
    const span = replacedSpan(view.state, from, to);
    view.dispatch(insertion(text(view.state, span), span, completion, caretBack));
  };
}

function insertion(text: string, span: Span, completion: Completion, caretBack: number): TransactionSpec {
  return {
    changes: { ...span, insert: text },
    selection: { anchor: span.from + text.length - caretBack },
    scrollIntoView: true,
    userEvent: 'input.complete',
    annotations: pickedCompletion.of(completion),
  };
}

/** A name as a KIP string. */
export const insertString = (value: string): Apply => insert(() => quote(value));

export const insertText = (text: string): Apply => insert(() => text);

/** `.key`: the step itself, with its dot. */
export const insertField = (name: string, deeper: boolean): Apply =>
  insert((state, { to }) => `.${name}${deeper && state.sliceDoc(to, to + 1) !== '.' ? '.' : ''}`);

/** `key: ` with the beginning of a value; the key alone where a colon follows. */
export function insertKey(key: string, value: string): Apply {
  return (view, completion, from, to) => {
    const span = replacedSpan(view.state, from, to);
    const colon = /^\s*:/.test(view.state.sliceDoc(span.to, span.to + 20));
    const text = keyToText(key);
    if (colon) view.dispatch(insertion(text, span, completion, 0));
    else snippet(`${escape(text)}: ${value}`)(view, completion, span.from, span.to);
  };
}

/** A word with what belongs behind it; the word alone where a bracket or quote follows. */
export function insertWord(word: string, template: string | undefined): Apply {
  return (view, completion, from, to) => {
    const span = replacedSpan(view.state, from, to);
    const opened = /^[ \t]*[({"]/.test(view.state.sliceDoc(span.to, span.to + 20));
    if (opened || template === undefined) view.dispatch(insertion(word, span, completion, 0));
    else snippet(template)(view, completion, span.from, span.to);
  };
}

/** Snippets give braces and backslashes a meaning of their own. */
function escape(text: string): string {
  return text.replace(/[{}]/g, (brace) => `\\${brace}`);
}
