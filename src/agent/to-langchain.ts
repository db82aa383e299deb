// The tools for LangChain. Its own class of tools is handed in, so that this package needs none of it.
import type { KipArguments } from './tool-schema.ts';
import type { KipTool, KipTools } from './kip-tools.ts';

/** What a LangChain tool is made of, as far as it is used here. */
export interface LangChainFields {
  name: string;
  description: string;
  schema: Record<string, unknown>;
  /** Runs it; never rejects for an error of KIP. */
  func: (input: unknown, runManager?: unknown, config?: { readonly signal?: AbortSignal }) => Promise<string>;
}

/**
 * One LangChain tool for each of the tools, answering with JSON text.
 *
 * @example const agent = createAgent({ model, tools: toLangChain(kipTools(nexus), { DynamicStructuredTool }) })
 * @param sdk `DynamicStructuredTool` from `@langchain/core/tools`
 */
export function toLangChain<T>(
  tools: Partial<KipTools>,
  sdk: { readonly DynamicStructuredTool: new (fields: LangChainFields) => T },
): T[] {
  return Object.values(tools).map(
    ({ name, description, inputSchema, execute }: KipTool) =>
      new sdk.DynamicStructuredTool({
        name,
        description,
        schema: openSchema(inputSchema),
        func: async (input, _, config) =>
          JSON.stringify(await execute(input as KipArguments, { signal: config?.signal })),
      }),
  );
}

/** LangChain checks a call against the schema before the tool sees it; members under another name are let through to be read. */
function openSchema({ type, properties }: KipTool['inputSchema']): Record<string, unknown> {
  return structuredClone({ type, properties, additionalProperties: true });
}
