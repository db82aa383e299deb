// What a person has set for the work view on this device: how statements are run, and how the panes stand.
import { preference, setPreference } from '../app/preferences.ts';

export interface WorkSettings {
  /** Whether statements that would write are refused. */
  readonly readonly: boolean;
  /** Whether what would be written is shown first. */
  readonly preview: boolean;
  /** Whether the editor stands above the results instead of beside them. */
  readonly above: boolean;
}

/** Where a pane is a page: there panes do not stand beside each other at all. */
export const PHONE = matchMedia('(max-width: 46rem)');
/** Too narrow for an answer beside the editor, and an element beside both. */
export const NARROW = matchMedia('(max-width: 64rem)');

/** What is set until a person chooses otherwise. */
const standard = (): WorkSettings => ({ readonly: false, preview: true, above: NARROW.matches });

export function workSettings(): WorkSettings {
  const isSet = (name: keyof WorkSettings) => {
    const chosen = preference(name);
    return chosen === undefined ? standard()[name] : chosen === 'yes';
  };
  return { readonly: isSet('readonly'), preview: isSet('preview'), above: isSet('above') };
}

export function flipSetting(name: keyof WorkSettings): void {
  setPreference(name, workSettings()[name] ? 'no' : 'yes');
}

export type SizedPane = 'edit' | 'side';

const STANDARD_SHARES = { edit: 42, 'edit-above': 45, side: 30 } as const;

/** The editor has a width and a height, each remembered by itself. */
const measured = (pane: SizedPane) => (pane === 'edit' && workSettings().above ? 'edit-above' : pane);

/** How much of the view a pane takes, in percent. */
export function paneShare(pane: SizedPane): number {
  const key = measured(pane);
  return Number(preference(`share-${key}`)) || STANDARD_SHARES[key];
}

export function setPaneShare(pane: SizedPane, share: number): void {
  setPreference(`share-${measured(pane)}`, share.toFixed(1));
}
