// Where in the playground one is, as the hash of the address: "#/help/CODE". What follows "#/shared" belongs to the view of shared
// links, whole.
export const VIEW_NAMES = ['work', 'schema', 'learn', 'memory', 'help', 'shared'] as const;
export type ViewName = (typeof VIEW_NAMES)[number];

export interface Route {
  readonly view: ViewName;
  /** What follows the view's name, without the slash between: an error code, the text of a shared link. */
  readonly rest: string;
}

/** An address that names no view is that of the work view. */
export function parseRoute(hash: string): Route {
  const [, name = '', rest = ''] = /^#\/([a-z]+)(.*)$/s.exec(hash) ?? [];
  const view = VIEW_NAMES.find((known) => known === name) ?? 'work';
  return { view, rest: view === 'shared' ? rest : rest.replace(/^\//, '') };
}

export function routeHash(view: ViewName, rest = ''): string {
  return rest ? `#/${view}/${rest}` : `#/${view}`;
}
