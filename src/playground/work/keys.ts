// The keys of the work view, as they are pressed and as they are written.
export const IS_MAC = /Mac|iP(hone|ad|od)/.test(navigator.platform);
export const RUN_KEYS = IS_MAC ? '⌘ Enter' : 'Ctrl Enter';

const mod = (event: KeyboardEvent): boolean => (IS_MAC ? event.metaKey : event.ctrlKey);

export const isRunKey = (event: KeyboardEvent): boolean => event.key === 'Enter' && mod(event) && !event.altKey;

export type WorkKey =
  'new' | 'close' | 'next' | 'previous' | 'explain' | 'preview' | 'cancel' | 'history' | 'save' | 1 | 2 | 3 | 4;

const BY_CODE: Readonly<Record<string, WorkKey>> = {
  KeyN: 'new',
  Backspace: 'close',
  KeyE: 'explain',
  KeyP: 'preview',
  KeyX: 'cancel',
  KeyH: 'history',
  KeyS: 'save',
  Digit1: 1,
  Digit2: 2,
  Digit3: 3,
  Digit4: 4,
};

/** What a key means in the work view, by its place on the keyboard: with Alt held, many a letter becomes another character. */
export function workKey(event: KeyboardEvent): WorkKey | undefined {
  if (!event.altKey || event.isComposing || event.shiftKey) return undefined;
  if (!event.ctrlKey && !event.metaKey)
    return ({ PageDown: 'next', PageUp: 'previous' } as const)[event.key as 'PageUp'];
  // AltGr writes characters, and arrives as Ctrl and Alt on Windows.
  return mod(event) && !event.getModifierState('AltGraph') ? BY_CODE[event.code] : undefined;
}
