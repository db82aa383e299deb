// Where a name comes from: a variable's first binding and a handle's block in the text, a type's or predicate's definition in
// the memory, which only the host can show.
import { EditorSelection, type EditorState, type Extension } from '@codemirror/state';
import { type Command, EditorView } from '@codemirror/view';
import { quote } from '../language/value-text.ts';
import type { Range } from '../protocol/errors.ts';
import { caretOn } from './caret.ts';
import { sitesAt, variablesAt } from './site.ts';
import type { VariableFacts } from './variables.ts';

/** A definition that lies in the memory, with the statement that shows it. */
export interface StoredDefinition {
  readonly kind: 'type' | 'predicate';
  readonly name: string;
  readonly query: string;
}

/** Where something is defined: in the text, or in the memory. */
export type DefinitionPlace = ({ readonly kind: 'text' } & Range) | StoredDefinition;

/** What the name at `pos` leads to; undefined where no name stands, or one that nothing defines. */
export function definitionAt(state: EditorState, pos: number): DefinitionPlace | undefined {
  const caret = caretOn(state, pos);
  if (!caret) return undefined;
  if (caret.kind === 'variable' || caret.kind === 'field') return variableDefinition(state, pos);
  const name = caret.kind === 'string' ? stringAt(state, caret) : undefined;
  if (name === undefined) return undefined;
  for (const { kind } of sitesAt(caret)) {
    if (kind === 'type') return { kind, name, query: `DESCRIBE CONCEPT TYPE ${quote(name)}` };
    if (kind === 'predicate') return { kind, name, query: `DESCRIBE PROPOSITION TYPE ${quote(name)}` };
  }
  return undefined;
}

function stringAt(state: EditorState, { from, to }: Range): string | undefined {
  try {
    return JSON.parse(state.sliceDoc(from, to)) as string;
  } catch {
    return undefined;
  }
}

/** The variable at `pos`, also from a step of its path. */
function variableDefinition(state: EditorState, pos: number): DefinitionPlace | undefined {
  const caret = caretOn(state, pos)!;
  const { tokens, index } = caret.situation;
  let at = index;
  while (tokens[at]?.kind === 'field') at--;
  const token = tokens[at];
  const facts = token?.kind === 'variable' ? variablesAt(caret).get(token.text.slice(1)) : undefined;
  const binding = facts && bindingFor(facts, token!.from);
  if (!binding) return undefined;
  const from = caret.excerpt.inDocument(binding.from);
  return { kind: 'text', from, to: from + binding.to - binding.from };
}

/** The first binding that the use at `from` can see: within its UNION branch, or else outside all branches, or else any. */
export function bindingFor({ uses }: VariableFacts, from: number): Range | undefined {
  const branch = uses.find((use) => use.from === from)?.branch ?? 0;
  const bindings = uses.filter(({ binds }) => binds);
  return bindings.find((use) => use.branch === branch) ?? bindings.find((use) => use.branch === 0) ?? bindings[0];
}

/** What going to definitions is told. */
export interface NavigationOptions {
  /** Shows a definition that lies in the memory. */
  readonly onDefinition?: ((definition: StoredDefinition) => void) | undefined;
}

function goTo(view: EditorView, pos: number, { onDefinition }: NavigationOptions): boolean {
  const place = definitionAt(view.state, pos);
  if (!place) return false;
  if (place.kind === 'text') {
    view.dispatch({
      selection: EditorSelection.single(place.from, place.to),
      effects: EditorView.scrollIntoView(place.from, { y: 'nearest', yMargin: 40 }),
      userEvent: 'select.definition',
    });
    return true;
  }
  onDefinition?.(place);
  return onDefinition !== undefined;
}

/** The command that goes to the definition of what the caret is on. */
export const goToDefinition =
  (options: NavigationOptions): Command =>
  (view) =>
    goTo(view, view.state.selection.main.head, options);

/** A click with Ctrl or Cmd held goes to the definition; Alt adds a caret instead. */
export function definitionOnClick(options: NavigationOptions): Extension {
  return [
    EditorView.clickAddsSelectionRange.of((event) => event.altKey),
    EditorView.domEventHandlers({
      mousedown(event, view) {
        if (event.button !== 0 || !(event.ctrlKey || event.metaKey)) return false;
        const pos = view.posAtCoords({ x: event.clientX, y: event.clientY });
        return pos !== null && goTo(view, pos, options);
      },
    }),
  ];
}
