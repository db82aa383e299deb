// The tools as a server of the Model Context Protocol: in a page by an in-memory transport, in Node by standard input and output.
// The SDK is handed in, so that this package needs none of it and a page loads none unless it uses this.
import { INSTRUCTIONS, KIP_CARD } from './instructions.ts';
import { callTool } from './call-tool.ts';
import type { KipTool, KipTools } from './kip-tools.ts';

/** `Server` of @modelcontextprotocol/sdk/server/index.js, as far as it is used here. */
export interface McpServerLike {
  setRequestHandler(
    schema: never,
    handler: (request: McpRequest, extra: { readonly signal?: AbortSignal }) => Promise<Record<string, unknown>>,
  ): void;
}

interface McpRequest {
  readonly params?: { readonly name?: string; readonly arguments?: unknown; readonly uri?: string };
}

/** What is needed of the SDK: its low-level server, which takes JSON Schema as it is, and the schemas of four requests. */
export interface McpSdk<S> {
  /** From `@modelcontextprotocol/sdk/server/index.js`. */
  readonly Server: new (
    info: { name: string; version: string },
    options: { capabilities: { tools: object; resources: object }; instructions: string },
  ) => S;
  /** The module `@modelcontextprotocol/sdk/types.js`. */
  readonly types: {
    readonly ListToolsRequestSchema: unknown;
    readonly CallToolRequestSchema: unknown;
    readonly ListResourcesRequestSchema: unknown;
    readonly ReadResourceRequestSchema: unknown;
  };
}

/** How a server of the Model Context Protocol presents itself. */
export interface McpOptions {
  /** The server's name; "pocket-nexus" where absent. */
  readonly name?: string;
  readonly version?: string;
  /** What the client may put into its system prompt; `INSTRUCTIONS` where absent. */
  readonly instructions?: string;
}

const CARD_URI = 'pocket-nexus://kip-card';

/**
 * A server with the tools, and the KIP card as a resource. Connect it to a transport: `await server.connect(transport)`.
 *
 * @example toMcpServer(kipTools(nexus), { Server, types })
 */
export function toMcpServer<S>(tools: Partial<KipTools>, sdk: McpSdk<S>, options: McpOptions = {}): S {
  const { name = 'pocket-nexus', version = '1', instructions = INSTRUCTIONS } = options;
  const server = new sdk.Server({ name, version }, { capabilities: { tools: {}, resources: {} }, instructions });
  const { setRequestHandler } = server as unknown as McpServerLike;
  const handle: McpServerLike['setRequestHandler'] = setRequestHandler.bind(server);
  handle(sdk.types.ListToolsRequestSchema as never, async () => ({ tools: Object.values(tools).map(describe) }));
  handle(sdk.types.CallToolRequestSchema as never, async ({ params }, { signal }) => {
    const { text, failed } = await callTool(tools, params?.name ?? '', params?.arguments, { signal });
    return { content: [{ type: 'text', text }], isError: failed };
  });
  handle(sdk.types.ListResourcesRequestSchema as never, async () => ({ resources: [CARD] }));
  handle(sdk.types.ReadResourceRequestSchema as never, async ({ params }) => {
    if (params?.uri !== CARD_URI)
      throw new Error(`There is no resource ${params?.uri}. The one there is: ${CARD_URI}.`);
    return { contents: [{ uri: CARD_URI, mimeType: CARD.mimeType, text: KIP_CARD }] };
  });
  return server;
}

const CARD = {
  uri: CARD_URI,
  name: 'kip-card',
  title: 'KIP card',
  description: 'The KIP language on a page: every statement with an example.',
  mimeType: 'text/markdown',
};

function describe({ name, description, inputSchema, isReadonly }: KipTool): Record<string, unknown> {
  return {
    name,
    title: isReadonly ? 'Read the memory' : 'Read and change the memory',
    description,
    inputSchema: { ...inputSchema },
    annotations: {
      readOnlyHint: isReadonly,
      destructiveHint: !isReadonly,
      idempotentHint: isReadonly,
      openWorldHint: false,
    },
  };
}
