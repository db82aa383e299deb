// Tabs between reloads. They are kept outside the memory's file, so that they are on the screen before the memory is open: for this
// window, and as the beginning of the next one. Each memory has tabs of its own.
import type { TabSet, WorkTab } from './tabs.ts';

const key = (place: string): string => `pocket-nexus/tabs/${place}`;

/** What this window showed last, or else what any window did. */
export function keptTabs(place: string): TabSet | undefined {
  return readTabs(() => sessionStorage.getItem(key(place))) ?? readTabs(() => localStorage.getItem(key(place)));
}

/** False where the browser has no room for them or refuses to keep anything. */
export function keepTabs(place: string, set: TabSet): boolean {
  const text = JSON.stringify(set);
  try {
    sessionStorage.setItem(key(place), text);
    localStorage.setItem(key(place), text);
    return true;
  } catch {
    return false;
  }
}

/** What was kept for a memory that is gone must not come back under its name. */
export function forgetTabs(place: string): void {
  try {
    sessionStorage.removeItem(key(place));
    localStorage.removeItem(key(place));
  } catch {
    // Where the browser refuses storage, nothing was kept.
  }
}

function readTabs(read: () => string | null): TabSet | undefined {
  try {
    const kept = JSON.parse(read() ?? 'null') as Partial<TabSet> | null;
    const tabs = kept?.tabs?.filter(isTab) ?? [];
    const active = tabs.find(({ id }) => id === kept?.activeId) ?? tabs[0];
    return active && { tabs, activeId: active.id };
  } catch {
    return undefined;
  }
}

function isTab(tab: Partial<WorkTab>): tab is WorkTab {
  return typeof tab.id === 'string' && typeof tab.command === 'string' && typeof tab.parameters === 'string';
}
