// The views of the playground and how each comes to the page: its code is loaded when it is first looked at.
import { html, type TemplateResult } from 'lit';
import type { Route, ViewName } from './routes.ts';
import type { Session } from './session.ts';

export interface View {
  /** In the navigation and in the title of the window. */
  readonly title: string;
  readonly load: () => Promise<unknown>;
  readonly render: (session: Session, route: Route) => TemplateResult;
}

// Where a room has no index.ts yet, there is nothing to load, and its view stays empty.
const rooms = import.meta.glob<unknown>('../*/index.ts');
const room = (name: string) => () => rooms[`../${name}/index.ts`]?.() ?? Promise.resolve();

export const VIEWS: Readonly<Record<ViewName, View>> = {
  work: {
    title: 'Work',
    load: room('work'),
    render: (session) => html`<kip-work .session=${session} .nexus=${session.nexus}></kip-work>`,
  },
  schema: {
    title: 'Schema',
    load: room('schema'),
    render: (session) => html`<kip-schema .session=${session} .nexus=${session.nexus}></kip-schema>`,
  },
  learn: {
    title: 'Learn',
    load: room('learn'),
    render: (session) => html`<kip-learn .session=${session} .nexus=${session.nexus}></kip-learn>`,
  },
  memory: {
    title: 'Memory',
    load: room('memory'),
    render: (session) => html`<kip-memory .session=${session} .nexus=${session.nexus}></kip-memory>`,
  },
  help: {
    title: 'Help',
    load: room('help'),
    render: (_, route) => html`<kip-help .code=${route.rest}></kip-help>`,
  },
  shared: {
    title: 'Shared link',
    load: room('share'),
    render: (session, route) => html`<kip-shared .session=${session} .link=${route.rest}></kip-shared>`,
  },
};

/** The views in the navigation, in order; a shared link is come upon, not gone to. */
export const NAVIGATION = ['work', 'schema', 'learn', 'memory', 'help'] as const satisfies readonly ViewName[];
