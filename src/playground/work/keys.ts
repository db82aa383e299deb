// The keys of the work view, as they are pressed and as they are written.
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Deed } from './deeds.ts';

const IS_MAC = /Mac|iP(hone|ad|od)/.test(navigator.platform);
export const RUN_KEYS = IS_MAC ? '⌘ Enter' : 'Ctrl Enter';
export const FORMAT_KEYS = IS_MAC ? '⇧ ⌥ F' : 'Shift Alt F';

/** How a letter of `BY_CODE` is written, with what is held down beside it. */
export const keysWith = (letter: string): string => (IS_MAC ? `⌘ ⌥ ${letter}` : `Ctrl Alt ${letter}`);

const mod = (event: KeyboardEvent): boolean => (IS_MAC ? event.metaKey : event.ctrlKey);

const isRunKey = (event: KeyboardEvent): boolean => event.key === 'Enter' && mod(event) && !event.altKey;

const isDialog = (target: EventTarget): boolean => target instanceof HTMLDialogElement;

const BY_CODE: Readonly<Record<string, Deed>> = {
  KeyN: 'new',
  Backspace: 'close',
  KeyE: 'explain',
  KeyP: 'preview',
  KeyX: 'cancel',
  KeyH: 'history',
  KeyS: 'save',
  Digit1: 'to-command',
  Digit2: 'to-parameters',
  Digit3: 'to-result',
  Digit4: 'to-side',
};

/** What a key asks for, by its place on the keyboard: with Alt held, many a letter becomes another character. */
function deedOf(event: KeyboardEvent): Deed | undefined {
  if (isRunKey(event)) {
    if (event.repeat || event.composedPath().some(isDialog)) return undefined;
    return event.shiftKey ? 'run-all' : 'run';
  }
  if (!event.altKey || event.isComposing || event.shiftKey) return undefined;
  if (!event.ctrlKey && !event.metaKey)
    return ({ PageDown: 'next', PageUp: 'previous' } as const)[event.key as 'PageUp'];
  // AltGr writes characters, and arrives as Ctrl and Alt on Windows.
  return mod(event) && !event.getModifierState('AltGraph') ? BY_CODE[event.code] : undefined;
}

/** Listens for the keys of a view while it is on the page and in sight. */
export class WorkKeys implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #asked: (deed: Deed) => void;

  constructor(host: ReactiveControllerHost & HTMLElement, asked: (deed: Deed) => void) {
    this.#host = host;
    this.#asked = asked;
    host.addController(this);
  }

  hostConnected(): void {
    window.addEventListener('keydown', this.#onKey);
    this.#host.addEventListener('keydown', this.#onEveryKey, { capture: true });
  }

  hostDisconnected(): void {
    window.removeEventListener('keydown', this.#onKey);
    this.#host.removeEventListener('keydown', this.#onEveryKey, { capture: true });
  }

  /** A key held down must not carry out what it has just shown. */
  readonly #onEveryKey = (event: KeyboardEvent) => {
    if (!isRunKey(event) || !event.repeat) return;
    event.preventDefault();
    event.stopPropagation();
  };

  readonly #onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || !this.#host.checkVisibility()) return;
    const deed = deedOf(event);
    if (deed === undefined) return;
    this.#asked(deed);
    event.preventDefault();
  };
}
