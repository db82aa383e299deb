// The tools for OpenAI and everything that speaks its protocol: chat completions and the Responses API.
import type { JsonObject } from '../protocol/values.ts';
import { callTool } from './call-tool.ts';
import type { KipTool, KipTools, ToolCallOptions } from './kip-tools.ts';
import { strictSchema } from './tool-schema.ts';

/** Which form of the tools is wanted. */
export interface OpenAiOptions {
  /**
   * Strict mode: the provider lets the model write nothing but the schema. It cannot take free keys, so `parameters` are then the
   * text of a JSON object, and members left out are null; the tools read both. Off where absent.
   */
  readonly strict?: boolean;
}

interface OpenAiFunction {
  name: string;
  description: string;
  parameters: Record<string, unknown>;
  strict: boolean;
}

/** A tool, as Chat Completions is told of it. */
export interface OpenAiChatTool {
  type: 'function';
  function: OpenAiFunction;
}

/** A tool, as the Responses API is told of it. */
export type OpenAiResponsesTool = { type: 'function' } & OpenAiFunction;

export interface OpenAiChatCall {
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: string };
}

/** The answer to a call, for Chat Completions. */
export interface OpenAiToolMessage {
  role: 'tool';
  tool_call_id: string;
  content: string;
}

export interface OpenAiResponsesCall {
  readonly call_id: string;
  readonly name: string;
  readonly arguments: string;
}

/** The answer to a call, for the Responses API. */
export interface OpenAiCallOutput {
  type: 'function_call_output';
  call_id: string;
  output: string;
}

/** Tools, and what answers calls to them. */
export interface OpenAiTools {
  /** For `chat.completions.create({ tools })`. */
  readonly chat: OpenAiChatTool[];
  /** For `responses.create({ tools })`. Says `strict: false` where strict was not asked for: absent, that API takes it for true. */
  readonly responses: OpenAiResponsesTool[];
  /** Answers the `tool_calls` of an assistant message, in order; one message each. */
  answerChat(calls: readonly unknown[] | null | undefined, options?: ToolCallOptions): Promise<OpenAiToolMessage[]>;
  /** Answers the `function_call` items among the output of a response; other items are passed over. */
  answerResponses(output: readonly unknown[], options?: ToolCallOptions): Promise<OpenAiCallOutput[]>;
}

/**
 * The tools in the forms of the OpenAI SDK, with what answers its calls.
 *
 * @param tools what kipTools() gave
 * @param options which form is wanted
 */
export function toOpenAI(tools: Partial<KipTools>, { strict = false }: OpenAiOptions = {}): OpenAiTools {
  const functions = Object.values(tools).map((tool: KipTool) => describe(tool, strict));
  return {
    chat: functions.map((each) => ({ type: 'function', function: each })),
    responses: functions.map((each) => ({ type: 'function', ...each })),
    answerChat: async (calls, options) => {
      const messages: OpenAiToolMessage[] = [];
      for (const call of (calls ?? []) as readonly OpenAiChatCall[]) {
        // A kind of call other tools have; theirs to answer.
        if (call.function === undefined) continue;
        const { text } = await callTool(tools, call.function.name, call.function.arguments, options);
        messages.push({ role: 'tool', tool_call_id: call.id, content: text });
      }
      return messages;
    },
    answerResponses: async (output, options) => {
      const outputs: OpenAiCallOutput[] = [];
      for (const item of output as readonly (OpenAiResponsesCall & { readonly type?: string })[]) {
        if (item.type !== 'function_call') continue;
        const { text } = await callTool(tools, item.name, item.arguments, options);
        outputs.push({ type: 'function_call_output', call_id: item.call_id, output: text });
      }
      return outputs;
    },
  };
}

function describe(tool: KipTool, strict: boolean): OpenAiFunction {
  const { name, description, inputSchema, isReadonly } = tool;
  const schema: JsonObject = strict ? strictSchema(isReadonly) : (inputSchema as unknown as JsonObject);
  return { name, description, parameters: structuredClone({ ...schema }), strict };
}
