// How a SEARCH looks for its term (§5.2.1). The one place that knows what this engine can do: where meaning-based search is not at
// hand, "semantic" and "hybrid" look for words instead of failing.

export const SEARCH_MODES = ['keyword', 'semantic', 'hybrid'] as const;
export type SearchMode = (typeof SEARCH_MODES)[number];

/** The modes that are really answered as such; DESCRIBE PRIMER tells them to agents. */
export const AVAILABLE_MODES = ['keyword'] as const satisfies readonly SearchMode[];
export type AvailableMode = (typeof AVAILABLE_MODES)[number];

/** The mode a search runs in, given the one it asked for, if any. */
export function settleMode(asked: SearchMode | undefined): AvailableMode {
  return AVAILABLE_MODES.find((mode) => mode === (asked ?? 'hybrid')) ?? 'keyword';
}

export function isSearchMode(text: string): text is SearchMode {
  return (SEARCH_MODES as readonly string[]).includes(text);
}
