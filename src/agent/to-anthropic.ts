// The tools for Anthropic's Messages API.
import { callTool } from './call-tool.ts';
import type { KipTool, KipTools, ToolCallOptions } from './kip-tools.ts';

/** A tool, as the Messages API is told of it. */
export interface AnthropicTool {
  name: string;
  description: string;
  /** No alternatives at its top level: with those the API refuses the whole request. */
  input_schema: { type: 'object'; [key: string]: unknown };
}

/** A call, as a message of the model holds it. */
export interface AnthropicToolUse {
  readonly type: 'tool_use';
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

/** The answer to a call. */
export interface AnthropicToolResult {
  type: 'tool_result';
  tool_use_id: string;
  content: string;
  is_error: boolean;
}

/** Tools, and what answers calls to them. */
export interface AnthropicTools {
  /** For `messages.create({ tools })`. */
  readonly tools: AnthropicTool[];
  /** Answers the `tool_use` blocks of a message's content, in order: the content of the user message that follows. */
  answer(content: readonly { readonly type: string }[], options?: ToolCallOptions): Promise<AnthropicToolResult[]>;
}

/** The tools in the form of the Anthropic SDK, with what answers its calls. */
export function toAnthropic(tools: Partial<KipTools>): AnthropicTools {
  return {
    tools: Object.values(tools).map(({ name, description, inputSchema }: KipTool) => ({
      name,
      description,
      input_schema: structuredClone({ ...inputSchema }),
    })),
    answer: async (content, options) => {
      const results: AnthropicToolResult[] = [];
      for (const block of content) {
        if (block.type !== 'tool_use') continue;
        const { id, name, input } = block as AnthropicToolUse;
        const { text, failed } = await callTool(tools, name, input, options);
        results.push({ type: 'tool_result', tool_use_id: id, content: text, is_error: failed });
      }
      return results;
    },
  };
}
