// How a SEARCH looks for its term (§5.2.1). The one place that knows what this engine can do: where meaning-based search is not at
// hand, "semantic" and "hybrid" look for words instead of failing.

import type { JsonObject } from '../../src/protocol/values.ts';
import type { Nexus } from '../nexus.ts';

export const SEARCH_MODES = ['keyword', 'semantic', 'hybrid'] as const;
export type SearchMode = (typeof SEARCH_MODES)[number];

/** What DESCRIBE PRIMER tells agents: the modes that are answered as such now, and by which model. */
export function searchCapability({ meaning }: Pick<Nexus, 'meaning'>): JsonObject {
  const serving = meaning?.ready ? meaning.state().serving : undefined;
  if (!serving) return { search_modes: ['keyword'] };
  const { profile, pending, unread, late } = serving;
  return {
    search_modes: SEARCH_MODES,
    semantic_search: {
      model: profile.label,
      languages: profile.languages.includes('*') ? 'many' : profile.languages,
      ...(profile.script && { other_scripts: 'found by words and letters only' }),
      ...(pending > 0 && { still_to_be_read: pending }),
      ...(unread > 0 && { found_by_words_only: unread }),
      ...(late > 0 && { answered_by_words_for_lack_of_time: late }),
    },
  };
}

/** The mode a search runs in, given the one it asked for, if any, and whether there is a model for its term. */
export function settleMode(asked: SearchMode | undefined, hasVectors: boolean): SearchMode {
  return hasVectors ? (asked ?? 'hybrid') : 'keyword';
}

export function isSearchMode(text: string): text is SearchMode {
  return (SEARCH_MODES as readonly string[]).includes(text);
}
