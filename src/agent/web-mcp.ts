// The tools offered to agents of the browser itself (WebMCP): the page registers them with its document.
import { callTool } from './call-tool.ts';
import type { KipTool, KipTools } from './kip-tools.ts';

/** `document.modelContext`, as far as it is used here. */
export interface ModelContextLike {
  /** Offers a tool to agents of the browser. */
  registerTool(tool: WebMcpTool, options?: { signal?: AbortSignal }): unknown;
}

/** A tool, as a browser is told of it. */
export interface WebMcpTool {
  name: string;
  title: string;
  description: string;
  inputSchema: object;
  /** Resolves to the answer as JSON text in MCP's form. */
  execute: (input: unknown, options?: { readonly signal?: AbortSignal }) => Promise<WebMcpResult>;
  annotations: { readOnlyHint: boolean; untrustedContentHint: boolean };
}

/** What a tool answers. */
export interface WebMcpResult {
  content: { type: 'text'; text: string }[];
  isError: boolean;
}

/** How tools are offered to agents of the browser. */
export interface WebMcpOptions {
  /** Takes the tools back when aborted. */
  readonly signal?: AbortSignal;
  /** Where to register; `document.modelContext` where absent. */
  readonly modelContext?: ModelContextLike;
}

/**
 * Registers the tools with the browser.
 *
 * @returns whether the browser has WebMCP; where it has not, nothing happens
 */
export async function registerWebMcp(tools: Partial<KipTools>, options: WebMcpOptions = {}): Promise<boolean> {
  const page = (globalThis as { document?: { modelContext?: ModelContextLike } }).document;
  const { signal, modelContext = page?.modelContext } = options;
  if (!modelContext) return false;
  for (const tool of Object.values(tools)) {
    await modelContext.registerTool(asWebMcpTool(tools, tool), signal ? { signal } : {});
  }
  return true;
}

function asWebMcpTool(tools: Partial<KipTools>, tool: KipTool): WebMcpTool {
  const { name, description, inputSchema, isReadonly } = tool;
  return {
    name,
    title: isReadonly ? 'Read the memory' : 'Read and change the memory',
    description,
    inputSchema: structuredClone({ ...inputSchema }),
    // What is stored may have been said by anybody.
    annotations: { readOnlyHint: isReadonly, untrustedContentHint: true },
    execute: async (input, { signal } = {}) => {
      const { text, failed } = await callTool(tools, name, input, { signal });
      return { content: [{ type: 'text', text }], isError: failed };
    },
  };
}
