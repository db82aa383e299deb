// Light or dark: by the system, or as chosen here. The choice stands as `data-theme` on the root, where tokens.css reads it, and
// public/theme.js puts it there before the first paint of the next visit.
import { preference, setPreference } from './preferences.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export function theme(): Theme {
  const chosen = preference('theme');
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
}

export function setTheme(next: Theme): void {
  setPreference('theme', next === 'system' ? undefined : next);
  if (next === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = next;
  window.dispatchEvent(new Event('nexus-theme'));
}

/** Calls back whenever what is seen changes, by the switch or by the system: for what draws with colours of its own. */
export function watchTheme(listener: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  system.addEventListener('change', listener);
  window.addEventListener('nexus-theme', listener);
  return () => {
    system.removeEventListener('change', listener);
    window.removeEventListener('nexus-theme', listener);
  };
}
