// Leaving the editor by keyboard, and keeping out of the way of input methods.
import { closeCompletion, completionStatus, startCompletion } from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import { closeHoverTooltips, EditorView, hasHoverTooltips, keymap } from '@codemirror/view';
import { caretAt } from './caret.ts';

const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'Meta', 'CapsLock', 'Tab']);

/**
 * Tab indents; after Escape it leaves the editor instead, until another key is pressed or the focus comes back. CodeMirror
 * has this with a limit of two seconds, which is too short for some hands.
 */
export function tabLeavesAfterEscape(): Extension {
  return EditorView.domEventObservers({
    keydown(event, view) {
      if (event.isComposing) return;
      if (event.key === 'Escape') view.setTabFocusMode(true);
      else if (!MODIFIERS.has(event.key)) view.setTabFocusMode(false);
    },
    focus(_, view) {
      view.setTabFocusMode(false);
    },
  });
}

/** Escape closes what hovering has opened. */
export function escapeClosesCards(): Extension {
  return keymap.of([
    {
      key: 'Escape',
      run(view) {
        if (!hasHoverTooltips(view.state)) return false;
        view.dispatch({ effects: closeHoverTooltips });
        return true;
      },
    },
  ]);
}

/** Closes what is open when an input method begins to compose, and completes what it has composed when it is done. */
export function compositionUndisturbed(): Extension {
  return EditorView.domEventObservers({
    compositionstart(_, view) {
      if (completionStatus(view.state)) closeCompletion(view);
      if (hasHoverTooltips(view.state)) view.dispatch({ effects: closeHoverTooltips });
    },
    compositionend(_, view) {
      setTimeout(() => completeComposed(view), 50);
    },
  });
}

/** Completion starts by itself when keys type a name; what was composed came without keys. */
function completeComposed(view: EditorView): void {
  const { main } = view.state.selection;
  if (view.compositionStarted || !view.hasFocus || view.state.readOnly || !main.empty) return;
  const caret = caretAt(view.state, main.head);
  if (caret && caret.kind !== 'none' && caret.from < main.head) startCompletion(view);
}
