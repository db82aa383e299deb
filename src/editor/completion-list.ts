// The list of completions on the screen: reachable for assistive technology, with the card of the selected option where it
// covers nothing.
import { completionStatus } from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import { EditorView, type Rect } from '@codemirror/view';

/** A list that scrolls has to be in the order of Tab, though its options are chosen from the text. */
export function listReachable(): Extension {
  return EditorView.updateListener.of(({ view, state }) => {
    if (completionStatus(state) !== 'active') return;
    const list = view.dom.querySelector<HTMLElement>('.cm-tooltip-autocomplete > ul');
    if (list) list.tabIndex = 0;
  });
}

const GAP = 4;
/** What a card needs to be read beside the list, in pixels. */
const READABLE = 240;

/** Beside the list, at the height of the option, where there is room; below or above the whole list otherwise. */
export function positionInfo(_: EditorView, list: Rect, option: Rect, info: Rect, space: Rect) {
  const right = space.right - list.right - GAP;
  const left = list.left - space.left - GAP;
  const room = Math.max(right, left);
  if (room >= Math.min(READABLE, info.right - info.left)) {
    const side = right >= left ? 'left' : 'right';
    const top = Math.min(option.top, Math.max(space.top, space.bottom - (info.bottom - info.top))) - list.top;
    return { style: `${side}: calc(100% + ${GAP}px); top: ${top}px; max-width: ${Math.min(room, 420)}px` };
  }
  const below = space.bottom - list.bottom >= info.bottom - info.top;
  const vertical = below ? `top: calc(100% + ${GAP}px)` : `bottom: calc(100% + ${GAP}px)`;
  return { style: `left: 0; ${vertical}; max-width: ${list.right - list.left}px` };
}
