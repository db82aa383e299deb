// The door for agents outside of a browser: a server of the Model Context Protocol on standard input and output. Standard output is
// the protocol's alone. A change is on disk before its answer goes out.
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import * as types from '@modelcontextprotocol/sdk/types.js';
import { NexusFileError } from '../node/nexus-file-error.ts';
import { GroupedTurns } from '../node/grouped-turns.ts';
import type { AgentNexus } from '../src/agent/agent-nexus.ts';
import type { Confirm } from '../src/agent/ask-host.ts';
import { kipTools } from '../src/agent/kip-tools.ts';
import { toMcpServer } from '../src/agent/to-mcp-server.ts';
import { errors } from '../src/protocol/errors.ts';
import type { KipRequest } from '../src/protocol/request.ts';
import type { KipResponse } from '../src/protocol/response.ts';
import type { Session } from './session.ts';

export interface McpOptions {
  /** Offers only the tool that reads. */
  readonly readonly: boolean;
  /** Puts destructive statements to the person at the client, by elicitation. */
  readonly confirm: boolean;
}

/**
 * Serves until the client goes away or the program is told to end; what is under way is finished first.
 *
 * @throws NexusFileError where a change could not be kept; the client was told
 */
export async function serveMcp(session: Session, { readonly, confirm }: McpOptions): Promise<void> {
  keepOutputClean();
  const work = new Work();
  const server: Server = toMcpServer(
    kipTools(work.watched(session), { readonly, ...(confirm && { confirm: askClient(() => server) }) }),
    { Server, types },
  );
  const gone = clientGone();
  await server.connect(new StdioServerTransport());
  await Promise.race([gone, work.failed]);
  await work.done();
  await server.close();
  if (work.failure) throw work.failure;
}

/** Whatever a library prints would be taken for the protocol. */
function keepOutputClean(): void {
  const { error } = console;
  Object.assign(console, { log: error, info: error, debug: error });
}

/** The client closes our input, or stops reading our output, or the system ends us. */
function clientGone(): Promise<void> {
  return new Promise((resolve) => {
    const end = () => resolve();
    process.stdin.once('end', end).once('close', end);
    process.stdout.on('error', end);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end);
  });
}

/** The calls under way, and the first that could not be kept. */
class Work {
  readonly failed: Promise<void>;
  failure: NexusFileError | undefined;
  readonly #running = new Set<Promise<unknown>>();
  #fail!: () => void;

  constructor() {
    this.failed = new Promise((resolve) => (this.#fail = resolve));
  }

  /** The memory, with an eye on every call. Calls that come together are kept together. */
  watched({ engine, keep }: Session): AgentNexus {
    const turns = new GroupedTurns(keep);
    const run = (request: KipRequest, readonly: boolean, signal: AbortSignal | undefined): Promise<KipResponse> =>
      this.#watch(
        turns.run(async () => {
          signal?.throwIfAborted();
          return engine.execute(request, { readonly });
        }),
      );
    return {
      execute: (request, options) => run(request, false, options?.signal),
      executeReadonly: (request, options) => run(request, true, options?.signal),
    };
  }

  /** Resolves once no call is under way and the answers have been handed over. */
  async done(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
    await new Promise((resolve) => setImmediate(resolve));
  }

  async #watch<T>(call: Promise<T>): Promise<T> {
    this.#running.add(call);
    try {
      return await call;
    } catch (failure) {
      if (!(failure instanceof NexusFileError)) throw failure;
      this.failure ??= failure;
      this.#fail();
      throw errors.internal(
        failure.message,
        'What this command did was not kept. Free space on the disk, then start again.',
      );
    } finally {
      this.#running.delete(call);
    }
  }
}

function askClient(serverOf: () => Server): Confirm {
  return async ({ command, parameters, kind, effect, signal }) => {
    const server = serverOf();
    if (!server.getClientCapabilities()?.elicitation) {
      return { allow: false, reason: 'This client cannot ask its user, and the memory was opened with --confirm.' };
    }
    const values = Object.keys(parameters).length === 0 ? '' : `\nwith ${JSON.stringify(parameters)}`;
    const message = `Allow this ${kind.toUpperCase()}?\n\n${command}${values}\n\nIt would do: ${JSON.stringify(effect)}`;
    const requestedSchema = { type: 'object' as const, properties: {} };
    const { action } = await server.elicitInput({ message, requestedSchema }, signal ? { signal } : {});
    return action === 'accept';
  };
}
