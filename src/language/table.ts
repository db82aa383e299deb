/** A table to look words of a command up in. It inherits nothing, so that `constructor` and `__proto__` are not in it. */
export function table<V>(entries: Readonly<Record<string, V>>): Readonly<Record<string, V>> {
  return Object.assign(Object.create(null) as Record<string, V>, entries);
}
