// Paths into stored JSON, as SQLite's functions take them.

const PLAIN_KEY = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** The path that steps through these keys. Any string can be a key; keys that are no identifiers are quoted as in JSON. */
export function jsonPath(keys: readonly string[]): string {
  return `$${keys.map((key) => (PLAIN_KEY.test(key) ? `.${key}` : `.${JSON.stringify(key)}`)).join('')}`;
}
