// The tools inside of the real SDKs, on the real engine. Only the network's edge is a script.
import Anthropic from '@anthropic-ai/sdk';
import { AIMessage, type BaseMessage } from '@langchain/core/messages';
import { DynamicStructuredTool } from '@langchain/core/tools';
import { convertToOpenAITool } from '@langchain/core/utils/function_calling';
import { generateText, stepCountIs, streamText, simulateReadableStream } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import { openAgentNexus, SMALL_WORLD } from '../../testing/agent-nexus.ts';
import { kipTools } from './kip-tools.ts';
import { toAnthropic } from './to-anthropic.ts';
import { toLangChain } from './to-langchain.ts';
import { toOpenAI } from './to-openai.ts';

const ASK = 'FIND(?p.name) WHERE { (?p, "works_on", {type: "Project", name: :name}) } ORDER BY ?p.name LIMIT 5';
const ARGUMENTS = { command: ASK, parameters: { name: 'Atlas' } };
const ANSWER = { result: ['Ann', 'Bob'] };

const openTools = async () => kipTools(await openAgentNexus(SMALL_WORLD));

describe('AI SDK 6', () => {
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  };
  const callOf = (toolName: string, input: unknown) => ({
    content: [{ type: 'tool-call' as const, toolCallId: 'c1', toolName, input: JSON.stringify(input) }],
    finishReason: { unified: 'tool-calls' as const, raw: undefined },
    usage,
    warnings: [],
  });
  const saying = (text: string) => ({
    content: [{ type: 'text' as const, text }],
    finishReason: { unified: 'stop' as const, raw: undefined },
    usage,
    warnings: [],
  });

  it('takes the tools spread into generateText', async () => {
    const model = new MockLanguageModelV3({ doGenerate: [callOf('execute_kip', ARGUMENTS), saying('Ann and Bob.')] });
    const result = await generateText({
      model,
      prompt: 'Who works on Atlas?',
      tools: { ...kipTools(await openAgentNexus(SMALL_WORLD)) },
      stopWhen: stepCountIs(3),
    });
    expect(result.text).toBe('Ann and Bob.');
    expect(result.steps[0]!.toolResults[0]!.output).toEqual(ANSWER);
    const [first, second] = model.doGenerateCalls;
    expect(first!.tools).toMatchObject([
      { type: 'function', name: 'execute_kip', inputSchema: { type: 'object', additionalProperties: false } },
      { type: 'function', name: 'execute_kip_readonly' },
    ]);
    expect(JSON.stringify(second!.prompt)).toContain(JSON.stringify(ANSWER.result));
  });

  it('lets a model that got the arguments wrong learn from the answer', async () => {
    const tools = await openTools();
    const model = new MockLanguageModelV3({
      doGenerate: [callOf('execute_kip', { command: ASK, commands: [ASK] }), saying('I see.')],
    });
    const result = await generateText({ model, prompt: 'x', tools: { ...tools }, stopWhen: stepCountIs(2) });
    expect(result.steps[0]!.toolResults[0]!.output).toMatchObject({ error: { code: 'KIP_1001' } });
  });

  it('streams, and passes the abort on', async () => {
    const nexus = await openAgentNexus(SMALL_WORLD);
    const controller = new AbortController();
    const seen: (AbortSignal | undefined)[] = [];
    const tools = kipTools(
      {
        ...nexus,
        executeReadonly: (request, options) => (seen.push(options?.signal), nexus.executeReadonly(request, options)),
      },
      { readonly: true },
    );
    const { content, ...rest } = callOf('execute_kip_readonly', ARGUMENTS);
    const model = new MockLanguageModelV3({
      doStream: async () => ({
        stream: simulateReadableStream({ chunks: [...content, { type: 'finish' as const, ...rest }] }),
      }),
    });
    const result = streamText({ model, prompt: 'x', tools: { ...tools }, abortSignal: controller.signal });
    await result.consumeStream();
    expect((await result.toolResults)[0]!.output).toEqual(ANSWER);
    expect(seen[0]).toBeInstanceOf(AbortSignal);
  });
});

/** A server that answers with one body after the other, and what it was sent. */
function scripted(...bodies: unknown[]) {
  const sent: Record<string, unknown>[] = [];
  const fetch = async (_url: unknown, init?: { body?: unknown }): Promise<Response> => {
    sent.push(JSON.parse(String(init?.body)) as Record<string, unknown>);
    return Response.json(bodies[sent.length - 1]);
  };
  return { sent, fetch: fetch as typeof globalThis.fetch };
}

describe('openai', () => {
  it('chat completions: a round trip', async () => {
    const toolCall = {
      id: 'call_1',
      type: 'function',
      function: { name: 'execute_kip', arguments: JSON.stringify(ARGUMENTS) },
    };
    const completion = (message: object) => ({
      id: 'x',
      object: 'chat.completion',
      created: 0,
      model: 'm',
      choices: [{ index: 0, finish_reason: 'stop', message }],
    });
    const server = scripted(
      completion({ role: 'assistant', content: null, tool_calls: [toolCall] }),
      completion({ role: 'assistant', content: 'Ann and Bob.' }),
    );
    const client = new OpenAI({ apiKey: 'k', fetch: server.fetch });
    const openai = toOpenAI(await openTools());
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'Who?' }];
    const first = await client.chat.completions.create({ model: 'm', messages, tools: openai.chat });
    const message = first.choices[0]!.message;
    messages.push(message, ...(await openai.answerChat(message.tool_calls)));
    const last = await client.chat.completions.create({ model: 'm', messages, tools: openai.chat });
    expect(last.choices[0]!.message.content).toBe('Ann and Bob.');
    expect((server.sent[1]!['messages'] as unknown[]).at(-1)).toEqual({
      role: 'tool',
      tool_call_id: 'call_1',
      content: JSON.stringify(ANSWER),
    });
    expect(server.sent[0]!['tools']).toMatchObject([
      { type: 'function', function: { name: 'execute_kip', strict: false } },
      {},
    ]);
  });

  it('Responses: a round trip', async () => {
    const call = {
      type: 'function_call',
      id: 'f',
      call_id: 'call_1',
      name: 'execute_kip_readonly',
      arguments: JSON.stringify(ARGUMENTS),
    };
    const body = (output: object[]) => ({
      id: 'r',
      object: 'response',
      created_at: 0,
      model: 'm',
      output,
      output_text: '',
    });
    const server = scripted(body([{ type: 'reasoning', id: 'z', summary: [] }, call]), body([]));
    const client = new OpenAI({ apiKey: 'k', fetch: server.fetch });
    const openai = toOpenAI(await openTools());
    const first = await client.responses.create({ model: 'm', input: 'Who?', tools: openai.responses });
    await client.responses.create({
      model: 'm',
      previous_response_id: 'r',
      input: await openai.answerResponses(first.output),
      tools: openai.responses,
    });
    expect(server.sent[1]!['input']).toEqual([
      { type: 'function_call_output', call_id: 'call_1', output: JSON.stringify(ANSWER) },
    ]);
    expect(server.sent[0]!['tools']).toMatchObject([{ name: 'execute_kip', strict: false }, { strict: false }]);
  });

  it('strict mode: a schema in its subset, and calls as it makes them', async () => {
    const tools = await openTools();
    const { chat, answerChat } = toOpenAI(tools, { strict: true });
    for (const { function: each } of chat) expectStrict(each.parameters);
    const args = { command: ASK, commands: null, parameters: '{"name": "Atlas"}', dry_run: null, cursor: null };
    const [message] = await answerChat([
      { id: 'a', function: { name: 'execute_kip', arguments: JSON.stringify(args) } },
    ]);
    expect(JSON.parse(message!.content)).toMatchObject(ANSWER);
    const batch = {
      ...args,
      command: null,
      parameters: null,
      commands: [{ command: ASK, parameters: '{"name": "Atlas"}' }],
    };
    const [other] = await answerChat([
      { id: 'a', function: { name: 'execute_kip', arguments: JSON.stringify(batch) } },
    ]);
    expect(JSON.parse(other!.content)).toMatchObject({ result: [ANSWER] });
  });

  it('answers a call that is broken or of no tool', async () => {
    const { answerChat } = toOpenAI(await openTools());
    const messages = await answerChat([
      { id: 'a', function: { name: 'execute_kip', arguments: '{"command": "FIND(' } },
      { id: 'b', function: { name: 'execute_sql', arguments: '{}' } },
    ]);
    expect(
      messages.map(({ content }) => (JSON.parse(content) as { error: { message: string } }).error.message),
    ).toEqual([expect.stringContaining('not valid JSON'), 'There is no tool "execute_sql".']);
    expect(await answerChat(undefined)).toEqual([]);
  });
});

/** What strict mode asks for: every object closed, every member required, no alternatives at the top. */
function expectStrict(schema: unknown): void {
  if (typeof schema !== 'object' || schema === null) return;
  const { type, properties, required, additionalProperties } = schema as Record<string, unknown>;
  if (type === 'object') {
    expect(additionalProperties).toBe(false);
    expect(required).toEqual(Object.keys(properties as object));
  }
  for (const member of Object.values(schema)) expectStrict(member);
}

describe('@anthropic-ai/sdk', () => {
  it('messages: a round trip', async () => {
    const use = { type: 'tool_use', id: 'toolu_1', name: 'execute_kip', input: ARGUMENTS };
    const body = (content: object[], stop_reason: string) => ({
      id: 'm',
      type: 'message',
      role: 'assistant',
      model: 'm',
      content,
      stop_reason,
      usage: {},
    });
    const server = scripted(
      body(
        [{ type: 'text', text: 'Let me see.' }, use, { ...use, id: 'toolu_2', input: { command: 'FIND(' } }],
        'tool_use',
      ),
      body([{ type: 'text', text: 'Ann and Bob.' }], 'end_turn'),
    );
    const client = new Anthropic({ apiKey: 'k', fetch: server.fetch });
    const { tools, answer } = toAnthropic(await openTools());
    const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'Who?' }];
    const first = await client.messages.create({ model: 'm', max_tokens: 99, messages, tools });
    messages.push(
      { role: 'assistant', content: first.content },
      { role: 'user', content: await answer(first.content) },
    );
    await client.messages.create({ model: 'm', max_tokens: 99, messages, tools });
    expect((server.sent[1]!['messages'] as { content: unknown }[]).at(-1)!.content).toMatchObject([
      { type: 'tool_result', tool_use_id: 'toolu_1', content: JSON.stringify(ANSWER), is_error: false },
      { type: 'tool_result', tool_use_id: 'toolu_2', is_error: true },
    ]);
    for (const { input_schema } of server.sent[0]!['tools'] as { input_schema: object }[]) {
      expect(Object.keys(input_schema)).toEqual(['type', 'properties', 'additionalProperties']);
    }
  });
});

describe('@langchain/core', () => {
  it('tools that can be invoked, by arguments and by a tool call', async () => {
    const [write, read] = toLangChain(await openTools(), { DynamicStructuredTool });
    expect([write!.name, read!.name]).toEqual(['execute_kip', 'execute_kip_readonly']);
    expect(JSON.parse((await write!.invoke(ARGUMENTS)) as string)).toEqual(ANSWER);
    const message = (await read!.invoke({
      type: 'tool_call',
      id: 'c1',
      name: read!.name,
      args: ARGUMENTS,
    })) as unknown as BaseMessage;
    expect(message.type).toBe('tool');
    expect(JSON.parse(message.content as string)).toEqual(ANSWER);
    const [aliased] = toLangChain(await openTools(), { DynamicStructuredTool });
    expect(JSON.parse((await aliased!.invoke({ query: ASK, params: { name: 'Atlas' } })) as string)).toMatchObject(
      ANSWER,
    );
  });

  it('are described to a model, and answer its call', async () => {
    const [write] = toLangChain(await openTools(), { DynamicStructuredTool });
    const described = convertToOpenAITool(write!);
    expect(described).toMatchObject({
      type: 'function',
      function: { name: 'execute_kip', parameters: { type: 'object' } },
    });
    const asked = new AIMessage({
      content: '',
      tool_calls: [{ id: 'c', name: 'execute_kip', args: ARGUMENTS, type: 'tool_call' }],
    });
    const answers = await Promise.all(asked.tool_calls!.map((each) => write!.invoke({ ...each, type: 'tool_call' })));
    expect((answers[0] as unknown as BaseMessage).content).toBe(JSON.stringify(ANSWER));
  });

  it('passes the abort on', async () => {
    const [write] = toLangChain(await openTools(), { DynamicStructuredTool });
    await expect(write!.invoke(ARGUMENTS, { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow();
  });
});
