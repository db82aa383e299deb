// All findings of the document as a list below it: each leads to its place, each repair is a button. (CodeMirror's own panel
// puts buttons into the options of a listbox, where assistive technology does not find them.)
import { type Diagnostic, forEachDiagnostic, setDiagnosticsEffect } from '@codemirror/lint';
import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import { type Command, type EditorView, type Panel, showPanel } from '@codemirror/view';
import { element } from './card.ts';
import { countOf } from './cards.ts';

const toggle = /*@__PURE__*/ StateEffect.define<boolean>();

const shown = /*@__PURE__*/ StateField.define<boolean>({
  create: () => false,
  update: (open, { effects }) => effects.findLast((effect) => effect.is(toggle))?.value ?? open,
  provide: (field) => showPanel.from(field, (open) => (open ? findingsPanel : null)),
});

/** Gives the editor the panel, closed at first. */
export function kipFindingsPanel(): Extension {
  return shown;
}

/** Opens the panel and goes there, or closes it. */
export const toggleFindings: Command = (view) => {
  const open = view.state.field(shown, false);
  if (open === undefined) return false;
  view.dispatch({ effects: toggle.of(!open) });
  if (open) view.focus();
  else view.dom.querySelector<HTMLElement>('.cm-kip-findings button')?.focus();
  return true;
};

interface Placed {
  readonly diagnostic: Diagnostic;
  readonly from: number;
  readonly to: number;
}

function placedFindings(state: EditorState): readonly Placed[] {
  const found = new Map<Diagnostic, Placed>();
  forEachDiagnostic(state, (diagnostic, from, to) => {
    const before = found.get(diagnostic);
    found.set(diagnostic, { diagnostic, from: before?.from ?? from, to });
  });
  return [...found.values()];
}

function findingsPanel(view: EditorView): Panel {
  const dom = element('section', 'cm-kip-findings');
  const heading = element('strong', '');
  heading.setAttribute('role', 'status');
  const list = element('ul', '');
  dom.setAttribute('aria-label', 'Findings');
  dom.append(
    heading,
    button('×', 'Close', () => toggleFindings(view)),
    list,
  );
  dom.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') toggleFindings(view);
  });
  const render = (state: EditorState) => {
    const findings = placedFindings(state);
    heading.textContent = findings.length === 0 ? 'No findings' : countOf(findings.length, 'finding', 'findings');
    list.replaceChildren(...findings.map((placed) => item(view, placed)));
  };
  render(view.state);
  return {
    dom,
    update: ({ state, transactions, docChanged }) => {
      const judged = transactions.some(({ effects }) => effects.some((effect) => effect.is(setDiagnosticsEffect)));
      if (judged || docChanged) render(state);
    },
  };
}

function item(view: EditorView, { diagnostic, from, to }: Placed): HTMLElement {
  const { severity, message, actions = [] } = diagnostic;
  const root = element('li', `cm-kip-severity-${severity}`);
  const line = view.state.doc.lineAt(Math.min(from, view.state.doc.length)).number;
  const place = button(`Line ${line}`, `Go to line ${line}`, () => {
    view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
    view.focus();
  });
  root.append(place, ' ', element('span', '', message));
  for (const action of actions)
    root.append(
      ' ',
      button(action.name, '', () => action.apply(view, from, to)),
    );
  return root;
}

function button(text: string, label: string, press: () => void): HTMLElement {
  const node = element('button', 'cm-button', text);
  node.setAttribute('type', 'button');
  if (label) node.setAttribute('aria-label', label);
  node.addEventListener('click', press);
  return node;
}
