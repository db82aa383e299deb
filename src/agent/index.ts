/**
 * Pocket Nexus for agents: a memory as tools for a language model, in the forms the common SDKs take, with what a model has to be
 * told about it. Nothing here depends on an SDK.
 *
 * @module pocket-nexus/agent
 */
export type { AgentCallOptions, AgentNexus } from './agent-nexus.ts';
export type { Confirm, ConfirmAnswer, ConfirmQuestion } from './ask-host.ts';
export { callTool, type Called } from './call-tool.ts';
export type { CappedResponse, MoreToRead } from './held-answers.ts';
export type { PartialResponse } from './answer-part.ts';
export { INSTRUCTIONS, KIP_CARD } from './instructions.ts';
export {
  kipTools,
  MAX_CHARS_DEFAULT,
  type KipTool,
  type KipToolOptions,
  type KipTools,
  type ReadonlyKipTools,
  type ToolAnswer,
  type ToolCallOptions,
} from './kip-tools.ts';
export { memoryContext, memoryOf, type MemoryContext, type MemoryContextOptions } from './memory-context.ts';
export { statementKind, type StatementKind } from './statement-kind.ts';
export {
  toAnthropic,
  type AnthropicTool,
  type AnthropicToolResult,
  type AnthropicTools,
  type AnthropicToolUse,
} from './to-anthropic.ts';
export { toLangChain, type LangChainFields } from './to-langchain.ts';
export { toMcpServer, type McpOptions, type McpSdk } from './to-mcp-server.ts';
export {
  toOpenAI,
  type OpenAiCallOutput,
  type OpenAiChatTool,
  type OpenAiOptions,
  type OpenAiResponsesTool,
  type OpenAiToolMessage,
  type OpenAiTools,
} from './to-openai.ts';
export type { KipArguments, ToolName, ToolSchema } from './tool-schema.ts';
export {
  registerWebMcp,
  type ModelContextLike,
  type WebMcpOptions,
  type WebMcpResult,
  type WebMcpTool,
} from './web-mcp.ts';
