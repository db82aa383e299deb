// The user's choice, for this tab and this session: sessionStorage is gone with the tab. Never in the memory, never in the address.

const NAME = 'agent-example';

/** @typedef {{ url: string, model: string, key: string } | 'built-in'} Choice */

/** @returns {Choice | undefined} */
export function readChoice() {
  const text = sessionStorage.getItem(NAME);
  return text === null ? undefined : JSON.parse(text);
}

/** @param {Choice} choice */
export function keepChoice(choice) {
  sessionStorage.setItem(NAME, JSON.stringify(choice));
}

export function forgetChoice() {
  sessionStorage.removeItem(NAME);
}

/**
 * The address as it is used, or what is wrong with it.
 *
 * @param {string} text
 * @returns {{ url: string } | { problem: string }}
 */
export function readAddress(text) {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    return { problem: 'This is no web address. One looks like https://example.org/v1 or http://127.0.0.1:11434/v1.' };
  }
  if (url.username || url.password)
    return { problem: 'Leave name and password out of the address; the key has a field of its own.' };
  const isHere = url.hostname === '127.0.0.1' || url.hostname === 'localhost';
  if (url.protocol === 'http:' && !isHere)
    return { problem: 'Only an address on this computer may begin with http:. Use https:.' };
  const path = url.pathname.replace(/\/+$/, '').replace(/\/chat\/completions$/, '');
  return { url: url.origin + path };
}
