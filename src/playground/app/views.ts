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

export const VIEWS: Readonly<Record<ViewName, View>> = {
  work: {
    title: 'Work',
    load: () => import('../work/index.ts'),
    render: (session) => html`<kip-work .session=${session} .nexus=${session.nexus}></kip-work>`,
  },
  schema: {
    title: 'Schema',
    load: () => import('../schema/index.ts'),
    render: (session) => html`<kip-schema .session=${session} .nexus=${session.nexus}></kip-schema>`,
  },
  learn: {
    title: 'Learn',
    load: () => import('../learn/index.ts'),
    render: (session) => html`<kip-learn .session=${session} .nexus=${session.nexus}></kip-learn>`,
  },
  memory: {
    title: 'Memory',
    load: () => import('../memory/index.ts'),
    render: (session) => html`<kip-memory .session=${session} .nexus=${session.nexus}></kip-memory>`,
  },
  help: {
    title: 'Help',
    load: () => import('../help/index.ts'),
    render: (_, route) => html`<kip-help .code=${route.rest}></kip-help>`,
  },
  shared: {
    title: 'Shared link',
    load: () => import('../share/index.ts'),
    render: (session, route) => html`<kip-shared .session=${session} .link=${route.rest}></kip-shared>`,
  },
};

/** The views in the navigation, in order; a shared link is come upon, not gone to. */
export const NAVIGATION = ['work', 'schema', 'learn', 'memory', 'help'] as const satisfies readonly ViewName[];
