// Parts of the playground on pages of their own: the editor, and the results with the inspector beside them.
import { serve } from '../scripts/server.mjs';
import { ensureBuilt } from '../scripts/setup.mjs';
import { test as base } from './fixtures.ts';
import { EditorPage } from './pages/editor-page.ts';
import { ResultsPage } from './pages/results-page.ts';

export { expect } from './fixtures.ts';

interface Fixtures {
  readonly editor: EditorPage;
  readonly results: ResultsPage;
}

export const test = base.extend<Fixtures, { readonly isolated: { readonly url: string } }>({
  isolated: [
    async ({}, use) => {
      const server = await serve({ root: await ensureBuilt('harness') });
      await use(server);
      await server.close();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  editor: async ({ page }, use) => {
    const editor = new EditorPage(page);
    await editor.open();
    await use(editor);
  },
  results: async ({ page, context }, use) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await use(new ResultsPage(page));
  },
});
