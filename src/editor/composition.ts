// Input methods: while one composes, nothing may open, change or restyle the text under it.
import type { EditorView } from '@codemirror/view';

/** Resolves at once unless an input method is composing, and then when it is done. */
export function compositionEnd(view: EditorView): Promise<void> {
  if (!view.compositionStarted) return Promise.resolve();
  return new Promise((resolve) => {
    // The editor takes the text over right after the event.
    const end = () => setTimeout(resolve, 50);
    view.contentDOM.addEventListener('compositionend', end, { once: true });
  });
}
