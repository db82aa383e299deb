// @ts-check
// npm start [-- --port N]: installs and builds what is missing, then serves the page until it is told to stop.
import { parseArgs } from 'node:util';
import { serve } from './server.mjs';
import { ensureBuilt, ensurePackages } from './setup.mjs';

const DEFAULT_PORT = 4137;

const { values } = parseArgs({ options: { port: { type: 'string' } } });
const asked = values.port ?? process.env['PORT'];

try {
  await ensurePackages();
  const root = await ensureBuilt('web');
  const server = await listen(root);
  console.log(`Pocket Nexus is at ${server.url}  (Ctrl+C stops it)`);
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.once(signal, () => server.close());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/**
 * On the port asked for, or the default one; where the default is taken, on any free one. Browsers keep storage per address,
 * so a change of port shows an empty memory: hence the note.
 *
 * @param {string} root
 */
async function listen(root) {
  if (asked !== undefined && !/^\d{1,5}$/.test(asked)) throw new Error(`--port takes a number, not "${asked}".`);
  try {
    return await serve({ root, port: asked === undefined ? DEFAULT_PORT : Number(asked) });
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EADDRINUSE') throw error;
    if (asked !== undefined) throw new Error(`Port ${asked} is taken. Give another with --port.`, { cause: error });
    console.log(
      `Port ${DEFAULT_PORT} is taken, perhaps by another Pocket Nexus; taking a free one. A browser keeps memory`,
    );
    console.log('per address, so what was stored under the usual address is not shown under this one.');
    return serve({ root, port: 0 });
  }
}
