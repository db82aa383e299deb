// What a person has set on this device, none of it part of a memory. Where the browser refuses storage, a choice holds for the visit.
const PREFIX = 'pocket-nexus/';
const held = new Map<string, string>();

/** Undefined where nothing was chosen. */
export function preference(name: string): string | undefined {
  const kept = held.get(name);
  if (kept !== undefined) return kept;
  try {
    return localStorage.getItem(PREFIX + name) ?? undefined;
  } catch {
    return undefined;
  }
}

/** @param value undefined goes back to the default */
export function setPreference(name: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, value);
    held.delete(name);
  } catch {
    held.set(name, value ?? '');
  }
}
