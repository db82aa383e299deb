// @ts-check
// npm run example:agent [-- --port N]: builds the example agent page from the sources and serves it until it is told to stop.
import { parseArgs } from 'node:util';
import { pathToFileURL } from 'node:url';
import { serve } from './server.mjs';
import { ensureBuilt, ensurePackages } from './setup.mjs';

const DEFAULT_PORT = 4140;

/**
 * Serves the page. Its policy is in the page itself, since it depends on the model its user chooses; everything else, workers
 * included, has the strict one.
 *
 * @param {string} root
 * @param {number} port
 */
export const serveAgentExample = (root, port = 0) => serve({ root, port, pagesSetPolicy: true });

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values } = parseArgs({ options: { port: { type: 'string' } } });
  try {
    await ensurePackages();
    const server = await serveAgentExample(await ensureBuilt('agent-example'), Number(values.port ?? DEFAULT_PORT));
    console.log(`The assistant is at ${server.url}  (Ctrl+C stops it)`);
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.once(signal, () => server.close());
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
