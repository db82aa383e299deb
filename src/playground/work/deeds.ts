// What can be asked of the work view, by a key or by a button.
import type { WorkSettings } from './work-settings.ts';

export type Deed =
  | 'run'
  | 'run-all'
  | 'preview'
  | 'explain'
  | 'cancel'
  | 'format'
  | 'save'
  /** Opens the history. */
  | 'history'
  | 'new'
  | 'close'
  | 'next'
  | 'previous'
  | 'to-command'
  | 'to-parameters'
  | 'to-result'
  | 'to-side';

declare global {
  interface HTMLElementEventMap {
    deed: CustomEvent<Deed>;
    'flip-setting': CustomEvent<keyof WorkSettings>;
  }
}
